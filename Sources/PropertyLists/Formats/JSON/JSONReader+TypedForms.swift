// The forms of typed JSON: an object whose only key is `$date`, `$data`, `$uid`, `$set`, `$dict` or
// `$real` stands for a value. Scalars are taken whole where the object begins; a set is a dictionary
// until it is closed, but one whose level does not count. For `$dict` see JSONReader+Pairs.swift.

/// The keys of typed JSON.
enum JSONTag: CaseIterable {
  case date, data, uid, set, dict, real

  var key: StaticString {
    switch self {
    case .date: "$date"
    case .data: "$data"
    case .uid: "$uid"
    case .set: "$set"
    case .dict: "$dict"
    case .real: "$real"
    }
  }

  /// What the form must be, and how an error says so.
  var fault: (code: PlistError.Code, message: String) {
    switch self {
    case .date:
      (
        .invalidDate,
        "a $date holds a date of the form YYYY-MM-DDThh:mm:ssZ, with up to seven digits of a fraction after ss, or the $real of its seconds"
      )
    case .data: (.invalidData, "a $data holds base64 text")
    case .uid: (.invalidUID, "a $uid holds a whole number from 0 to 4294967295")
    case .set: (.unexpectedCharacter, "a $set holds an array")
    case .dict:
      (
        .unexpectedCharacter,
        "a $dict holds an array of arrays, each of a key, which is not an array, set or dictionary, and a value"
      )
    case .real: (.invalidReal, "a $real holds a number in quotes, or nan, inf or -inf")
    }
  }
}

extension JSONReader {
  /// Whether a key begins here that could be one of typed JSON.
  @inline(__always)
  func mayHaveTag(at quote: Int) -> Bool {
    guard view.byte(orZeroAt: quote) == UInt8(ascii: "\"") else { return false }
    let next = view.byte(orZeroAt: quote &+ 1)
    return next == UInt8(ascii: "$") || next == UInt8(ascii: "\\")
  }

  /// Opens the object whose first key stands here, or reads the scalar that it stands for; whether
  /// a value follows.
  @inline(never)
  mutating func openTagged(_ start: Int) throws(PlistError) -> Bool {
    let found = view.jsonTag(at: position)
    if let found, let (node, end) = scalar(found) {
      isTyped = true
      position = end
      try table.append(node, start: start)
      return false
    }
    if let found, found.tag == .set || found.tag == .dict,
      view.byte(orZeroAt: found.value) == UInt8(ascii: "[")
    {
      try openProvisional(.dictionary, start: start)
      if found.tag == .dict { pairLists.append(JSONPairList(depth: table.depth)) }
    } else {
      try table.open(.dictionary, start: start)
    }
    try readKey()
    return true
  }

  /// Closes an object of one pair that may be a set, or a form that is not as it should be.
  @inline(never)
  mutating func closeTagged(_ key: Int) throws(PlistError) {
    guard let frame = table.top else { return }
    if !frame.isTransparent {
      if let found = view.jsonTag(at: key) { try report(found) }
      return table.closeDictionary()
    }
    if isPairList { return try closePairList(key) }
    try settleProvisional(countingLevels: 0)
    table.fillDictionary()
    guard let elements = table.onlyPair?.value else { return table.closeFilled() }
    isTyped = true
    table.closeFilled(as: Node(.set, count: elements.count, payload: elements.payload))
  }

  /// Counts the level of a dictionary that began as a set or a typed dictionary does.
  @inline(never)
  mutating func settle() throws(PlistError) {
    if isPairList { return try settlePairList() }
    if table.top?.isTransparent == true { try settleProvisional(countingLevels: 1) }
  }

  /// Opens a container that probably stands for one of its own or for a pair, as those of a typed set or
  /// dictionary do: its level counts only if it turns out not to.
  mutating func openProvisional(_ kind: PlistKind, start: Int) throws(PlistError) {
    try table.openTransparent(kind, start: start)
    levelsBefore.append(table.deepestLevel)
    table.deepestLevel = table.depth - table.transparentCount
  }

  /// Before a provisional container is closed: counts its level, when it is one indeed. The level that
  /// was reached in it.
  ///
  /// - Parameters:
  ///   - levels: 1 for a container, 0 for what stands for another value.
  ///   - least: A level that was reached in it and was not counted then.
  @discardableResult
  mutating func settleProvisional(
    countingLevels levels: Int, atLeast least: Int = 0
  ) throws(PlistError) -> Int {
    let depth = table.depth - table.transparentCount
    let reached = max(table.deepestLevel, depth, least) + levels
    if reached > table.options.maximumDepth { throw table.tooDeep(table.top?.opening ?? 0) }
    table.makeOpaque()
    table.deepestLevel = max(levelsBefore.popLast() ?? 0, reached)
    return reached
  }

  mutating func report(_ found: JSONTagLocation) throws(PlistError) {
    let (code, message) = found.tag.fault
    if isStrict { throw table.failure(code, message: message, at: found.value) }
    table.warn(code, message: "\(message); this one stays a dictionary", at: found.value)
  }

  // MARK: Scalars

  /// The scalar that an object of the key found stands for, and the byte after the object; nil when
  /// the form is another.
  private mutating func scalar(_ found: JSONTagLocation) -> (node: Node, end: Int)? {
    if found.tag == .uid { return uid(at: found.value) }
    if found.tag == .date, let seconds = view.jsonSeconds(at: found.value) {
      let end = view.endOfJSONObject(from: seconds.end)
      return end.map { (Node(.date, payload: seconds.value.bitPattern), $0) }
    }
    guard let text = view.jsonString(at: found.value),
      let end = view.endOfJSONObject(from: text.range.upperBound + 1),
      let node = node(of: text, found.tag)
    else { return nil }
    return (node, end)
  }

  private func uid(at start: Int) -> (node: Node, end: Int)? {
    guard let number = try? view.jsonNumber(at: start), !number.isReal,
      let value = view.jsonInteger(start..<number.end).flatMap({ UInt32(exactly: $0) }),
      let end = view.endOfJSONObject(from: number.end)
    else { return nil }
    return (Node(.uid, payload: UInt64(value)), end)
  }

  /// The value of a string under one of the keys.
  private mutating func node(of text: JSONString, _ tag: JSONTag) -> Node? {
    if !text.isEscaped { return view.jsonNode(of: text.range, tag, movedBy: 0) }
    let start = appendix.count
    let resolved = view.resolvedJSONText(at: text.range.lowerBound, count: text.range.count)
    appendix.append(resolved.view)
    let node = appendix.view.jsonNode(of: start..<appendix.count, tag, movedBy: appendixStart)
    if node?.kind != .data { appendix.truncate(to: start) }
    return node
  }
}

/// A key of typed JSON, and where its value begins.
struct JSONTagLocation {
  var tag: JSONTag
  var value: Int
}

/// The text of a string that was found to be one.
struct JSONString {
  var range: Range<Int>
  var isEscaped: Bool
}

extension ByteView {
  /// The key of typed JSON that stands in quotes here, before a colon.
  func jsonTag(at quote: Int) -> JSONTagLocation? {
    guard let text = jsonString(at: quote),
      let tag = JSONTag.allCases.first(where: { isJSONText(text, other: $0.key) })
    else { return nil }
    let colon = skipSpace(from: text.range.upperBound + 1)
    guard byte(orZeroAt: colon) == UInt8(ascii: ":") else { return nil }
    return JSONTagLocation(tag: tag, value: skipSpace(from: colon + 1))
  }

  /// Whether a short string is this one, its escapes resolved.
  private func isJSONText(_ text: JSONString, other: StaticString) -> Bool {
    let (start, length) = (text.range.lowerBound, text.range.count)
    if !text.isEscaped { return length == other.utf8CodeUnitCount && matches(other, at: start) }
    guard length <= other.utf8CodeUnitCount * 6 else { return false }
    let resolved = resolvedJSONText(at: start, count: length)
    return resolved.count == other.utf8CodeUnitCount && resolved.view.matches(other, at: 0)
  }

  /// The string that begins with a quote here; nil when there is none, or none without fault.
  func jsonString(at quote: Int) -> JSONString? {
    guard byte(orZeroAt: quote) == UInt8(ascii: "\"") else { return nil }
    let first = quote + 1
    let plainEnd = jsonRun(from: first).end
    guard let end = try? endOfJSONText(from: plainEnd).end else { return nil }
    return JSONString(range: first..<end, isEscaped: end > plainEnd)
  }

  /// The byte after the brace that closes an object; nil when something else comes first.
  func endOfJSONObject(from start: Int) -> Int? {
    let brace = skipSpace(from: start)
    return byte(orZeroAt: brace) == UInt8(ascii: "}") ? brace + 1 : nil
  }

  /// The seconds of a date as the object `{"$real": "…"}`, and the byte after it.
  func jsonSeconds(at start: Int) -> (value: Double, end: Int)? {
    guard byte(orZeroAt: start) == UInt8(ascii: "{"),
      let found = jsonTag(at: skipSpace(from: start + 1)), found.tag == .real,
      let text = jsonString(at: found.value),
      let value = jsonNumber(in: text),
      let end = endOfJSONObject(from: text.range.upperBound + 1)
    else { return nil }
    return (value, end)
  }

  private func jsonNumber(in text: JSONString) -> Double? {
    if !text.isEscaped { return jsonNumber(inText: text.range) }
    let resolved = resolvedJSONText(at: text.range.lowerBound, count: text.range.count)
    return resolved.view.jsonNumber(inText: 0..<resolved.count)
  }

  /// The value that the text under a key of typed JSON stands for.
  ///
  /// - Parameter distance: How far the bytes of data lie behind this view in the document's text.
  func jsonNode(of range: Range<Int>, _ tag: JSONTag, movedBy distance: Int) -> Node? {
    switch tag {
    case .data where isPaddedBase64(range):
      Node(
        .data, form: NodeForm.base64, count: range.count,
        payload: UInt64(distance + range.lowerBound))
    case .date: jsonDate(range).map { Node(.date, payload: $0.bitPattern) }
    case .real: jsonNumber(inText: range).map { Node(.real, payload: $0.bitPattern) }
    case .data, .uid, .set, .dict: nil
    }
  }

  /// A date that is of the calendar, in whole seconds or with one to seven digits of a fraction.
  private func jsonDate(_ range: Range<Int>) -> Double? {
    let point = range.lowerBound + 19
    guard (22...28).contains(range.count), self[point] == UInt8(ascii: "."),
      self[range.upperBound - 1] == UInt8(ascii: "Z")
    else { return wholeJSONDate(range) }
    var whole = ByteWriter(minimumCapacity: 24)
    whole.append(self, at: range.lowerBound, count: 19)
    whole.append(UInt8(ascii: "Z"))
    guard let seconds = whole.view.wholeJSONDate(0..<whole.count) else { return nil }
    var (digits, scale): (Double, Double) = (0, 1)
    for position in point + 1..<range.upperBound - 1 {
      guard self[position].isDigit else { return nil }
      digits = digits * 10 + Double(self[position] - UInt8(ascii: "0"))
      scale *= 10
    }
    return seconds + digits / scale
  }

  /// A date in whole seconds: writing it gives the same text again.
  private func wholeJSONDate(_ range: Range<Int>) -> Double? {
    guard range.count == 20, let seconds = dateSeconds(at: range.lowerBound, end: range.upperBound)
    else { return nil }
    var again = ByteWriter(minimumCapacity: 64)
    guard again.append(dateSeconds: seconds), again.count == range.count,
      isEqual(at: range.lowerBound, count: range.count, to: again.view, at: 0)
    else { return nil }
    return seconds
  }

  /// A number of JSON that fills the text and is in the range of reals, or a name of what is no
  /// number.
  private func jsonNumber(inText range: Range<Int>) -> Double? {
    let text = slice(range)
    switch range.count {
    case 3 where text.matches("nan", at: 0): return .nan
    case 3 where text.matches("inf", at: 0): return .infinity
    case 4 where text.matches("-inf", at: 0): return -.infinity
    default: break
    }
    guard let number = try? text.jsonNumber(at: 0), number.end == text.count,
      let value = text.jsonReal(0..<number.end), value.isFinite
    else { return nil }
    return value
  }
}
