// The forms of typed JSON. An object whose only key is `$date`, `$data`, `$uid`, `$set`, `$dict` or
// `$real` represents a value. A scalar is read as a whole at the beginning of its object. A set is
// a dictionary whose level does not count until it is closed. For `$dict`, see
// JSONReader+Pairs.swift.

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

  /// The error for a form that is invalid.
  var fault: (code: PlistError.Code, message: String) {
    switch self {
    case .date:
      (
        .invalidDate,
        "expected a date of the form YYYY-MM-DDThh:mm:ssZ in $date, with up to seven fractional digits after ss, or the number of seconds since 2001 as a $real"
      )
    case .data: (.invalidData, "expected base64 text in $data")
    case .uid: (.invalidUID, "expected an integer from 0 to 4294967295 in $uid")
    case .set: (.unexpectedCharacter, "expected an array in $set")
    case .dict:
      (
        .unexpectedCharacter,
        "expected an array of pairs in $dict, each an array of two elements: a key, which must not be an array, set or dictionary, and a value"
      )
    case .real: (.invalidReal, "expected a number in quotes, or nan, inf or -inf in $real")
    }
  }
}

extension JSONReader {
  /// Returns whether a key that could be one of typed JSON begins here.
  mutating func mayHaveTag(at quote: Int) -> Bool {
    guard view.byte(orZeroAt: quote) == UInt8(ascii: "\"") else { return false }
    let next = view.byte(orZeroAt: quote &+ 1)
    return next == UInt8(ascii: "$") || next == UInt8(ascii: "\\")
  }

  /// Opens the object whose first key is at the current position, or reads the scalar that the
  /// object represents. Returns whether a value follows.
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

  /// Closes an object of one pair that may be a set or an invalid typed form.
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

  /// Counts the level of a dictionary that began like a typed set or dictionary.
  mutating func settle() throws(PlistError) {
    if isPairList { return try settlePairList() }
    if table.top?.isTransparent == true { try settleProvisional(countingLevels: 1) }
  }

  /// Opens a container that is probably only part of a typed set or dictionary. Its level counts
  /// only if that turns out to be wrong.
  mutating func openProvisional(_ kind: PlistKind, start: Int) throws(PlistError) {
    try table.openTransparent(kind, start: start)
    levelsBefore.append(table.deepestLevel)
    table.deepestLevel = table.depth - table.transparentCount
  }

  /// Counts the level of a provisional container before it is closed, if it is a real container.
  /// Returns the deepest level that was reached in it.
  ///
  /// - Parameters:
  /// - levels: 1 for a real container, 0 for part of a typed value.
  /// - least: A level that was reached in it and not yet counted.
  @discardableResult
  mutating func settleProvisional(countingLevels levels: Int, atLeast least: Int = 0)
    throws(PlistError) -> Int
  {
    let depth = table.depth - table.transparentCount
    let reached = max(table.deepestLevel, depth, least) + levels
    if reached > table.options.maximumDepth { throw table.tooDeep(table.top?.opening ?? 0) }
    table.makeOpaque()
    table.deepestLevel = max(levelsBefore.popLast() ?? 0, reached)
    return reached
  }

  mutating func report(_ found: JSONTagLocation) throws(PlistError) {
    let (code, message) = found.tag.fault
    if isStrict { throw failure(code, message: message, at: found.value) }
    table.warn(code, message: "\(message); the object stays a dictionary", at: found.value)
  }

  // MARK: Scalars

  /// Returns the scalar that an object with a typed key represents, and the byte after the object;
  /// nil for another form.
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

  /// Returns the value of a string under one of the keys.
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

/// A key of typed JSON, and the position of its value.
struct JSONTagLocation {
  var tag: JSONTag
  var value: Int
}

/// The text of a valid string.
struct JSONString {
  var range: Range<Int>
  var isEscaped: Bool
}

extension ByteView {
  /// Returns the key of typed JSON that is quoted here, before a colon.
  func jsonTag(at quote: Int) -> JSONTagLocation? {
    guard let text = jsonString(at: quote),
      let tag = JSONTag.allCases.first(where: { isJSONText(text, other: $0.key) })
    else { return nil }
    let colon = skipSpace(from: text.range.upperBound + 1)
    guard byte(orZeroAt: colon) == UInt8(ascii: ":") else { return nil }
    return JSONTagLocation(tag: tag, value: skipSpace(from: colon + 1))
  }

  /// Returns whether a short string equals another text once its escapes are resolved.
  private func isJSONText(_ text: JSONString, other: StaticString) -> Bool {
    let (start, length) = (text.range.lowerBound, text.range.count)
    if !text.isEscaped { return length == other.utf8CodeUnitCount && matches(other, at: start) }
    guard length <= other.utf8CodeUnitCount * 6 else { return false }
    let resolved = resolvedJSONText(at: start, count: length)
    return resolved.count == other.utf8CodeUnitCount && resolved.view.matches(other, at: 0)
  }

  /// Returns the string that begins with a quote here; nil if there is no valid string.
  func jsonString(at quote: Int) -> JSONString? {
    guard byte(orZeroAt: quote) == UInt8(ascii: "\"") else { return nil }
    let first = quote + 1
    let plainEnd = jsonRun(from: first).end
    guard let end = try? endOfJSONText(from: plainEnd).end else { return nil }
    return JSONString(range: first..<end, isEscaped: end > plainEnd)
  }

  /// Returns the position after the closing brace of an object; nil if another token comes first.
  func endOfJSONObject(from start: Int) -> Int? {
    let brace = skipSpace(from: start)
    return byte(orZeroAt: brace) == UInt8(ascii: "}") ? brace + 1 : nil
  }

  /// Returns the seconds of a date in the form `{"$real": "…"}`, and the byte after the object.
  func jsonSeconds(at start: Int) -> (value: Double, end: Int)? {
    guard byte(orZeroAt: start) == UInt8(ascii: "{"),
      let found = jsonTag(at: skipSpace(from: start + 1)), found.tag == .real,
      let text = jsonString(at: found.value), let value = jsonNumber(in: text),
      let end = endOfJSONObject(from: text.range.upperBound + 1)
    else { return nil }
    return (value, end)
  }

  private func jsonNumber(in text: JSONString) -> Double? {
    if !text.isEscaped { return jsonNumber(inText: text.range) }
    let resolved = resolvedJSONText(at: text.range.lowerBound, count: text.range.count)
    return resolved.view.jsonNumber(inText: 0..<resolved.count)
  }

  /// Returns the value that the text under a key of typed JSON represents.
  ///
  /// - Parameter distance: The offset of this view in the document's text.
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

  /// Returns the seconds of a valid calendar date, in whole seconds or with a fraction of one to
  /// seven digits.
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

  /// Returns the seconds of a date in whole seconds, if writing it would give the same text again.
  private func wholeJSONDate(_ range: Range<Int>) -> Double? {
    guard range.count == 20, let seconds = dateSeconds(at: range.lowerBound, end: range.upperBound)
    else { return nil }
    var again = ByteWriter(minimumCapacity: 64)
    guard again.append(dateSeconds: seconds), again.count == range.count,
      isEqual(at: range.lowerBound, count: range.count, to: again.view, at: 0)
    else { return nil }
    return seconds
  }

  /// Returns the value of a string that is exactly one JSON number in the range of reals, or `nan`,
  /// `inf` or `-inf`.
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
