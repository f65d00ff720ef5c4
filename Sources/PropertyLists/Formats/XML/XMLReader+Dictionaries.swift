// Keys, and dictionaries that represent the reference of a keyed archive. Such dictionaries become
// references when they are closed.

extension XMLReader {
  @inline(__always)
  mutating func readKey(_ start: Int) throws(PlistError) {
    guard table.expectsKey else {
      memory.forget()
      return try readString(.key, start: start)
    }
    let textStart = position
    if let expected = table.expectedKey(at: textStart),
      view.matches("</key>", at: textStart &+ expected.count)
    {
      position = textStart &+ expected.count &+ 6
      memory.add(.key, at: start, key: expected.number)
      return table.appendExpectedKey(expected.number)
    }
    try readNewPairs(from: start)
  }

  /// Reads a key. If it is new, as the one before it was, also reads its value and the pairs after it, as
  /// long as keys are new and values are plain. The slot of a key in the hash table is prefetched while
  /// its value is read.
  @inline(never)
  private mutating func readNewPairs(from firstKey: Int) throws(PlistError) {
    var start = firstKey
    repeat {
      let textStart = position
      let run = view.textRun(from: textStart)
      guard view.matches("</key>", at: run.end) else { return try readUnusualKey(start) }
      let text = textStart..<run.end
      let hash = table.keys.prefetchedHash(view, at: textStart, count: text.count)
      position = run.end &+ 6
      let value = expectsNewKey ? view.plainElement(from: position) : nil
      let number = table.number(ofKey: text, hash: hash)
      expectsNewKey = table.isNew(number)
      let form = run.hasHighBytes ? NodeForm.utf8 : NodeForm.plain
      try append(key: number, range: text, form: form, start)
      guard expectsNewKey, let value,
        memory.match(after: value.element, in: view, at: value.contentsEnd) == nil
      else { return }
      try table.append(value.node, start: value.start)
      memory.begin(at: value.contentsEnd, after: value.element)
      position = value.end
      start = view.skipSpace(from: position)
    } while startsKey(at: start)
  }

  /// Returns whether a plain tag of a key is at a position. If so, it is read.
  @inline(__always)
  private mutating func startsKey(at start: Int) -> Bool {
    guard view.matches("<key>", at: start) else { return false }
    position = start &+ 5
    return true
  }

  /// Adds a key. Validates its text when it occurs for the first time.
  @inline(__always)
  private mutating func append(key number: Int, range: Range<Int>, form: UInt8, _ start: Int)
    throws(PlistError)
  {
    if table.isNew(number) {
      // A key that occurs for the first time may be the only one.
      memory.forget()
      if form != NodeForm.plain { try checkUTF8(range) }
    } else {
      memory.add(.key, at: start, key: number)
    }
    try table.appendKey(number, range: range, form: form, start: start)
  }

  private mutating func readUnusualKey(_ start: Int) throws(PlistError) {
    memory.forget()
    let textStart = position
    let plainEnd = view.textRun(from: textStart).end
    let end = try endOfText(from: textStart)
    position = end
    try expectClosingTag(.key, start: start)
    let form = end > plainEnd ? NodeForm.escaped : NodeForm.utf8
    let range = textStart..<end
    try append(key: table.number(ofKey: range), range: range, form: form, start)
  }

  @inline(__always)
  mutating func closeDictionary(_ start: Int) throws(PlistError) {
    if table.pendingCount & 1 == 1 { throw missingValue(start) }
    table.fillDictionary()
    if let pair = table.onlyPair, pair.value.kind == .integer || pair.value.kind == .real,
      pair.key.isText("CF$UID", in: table.source)
    {
      return try closeReference(pair.value)
    }
    table.closeFilled()
  }

  /// Replaces the dictionary with the single key `CF$UID`, escapes resolved, with the reference
  /// that it represents.
  private mutating func closeReference(_ value: Node) throws(PlistError) {
    let whole =
      value.kind == .integer
      ? (value.form & NodeForm.unsigned == 0
        ? UInt32(exactly: Int64(bitPattern: value.payload)) : nil)
      : UInt32(exactly: Double(bitPattern: value.payload))
    if whole == nil, let opening = table.top?.opening {
      try table.report(
        .invalidUID, message: "expected an integer from 0 to 4294967295 under CF$UID", at: opening)
    }
    table.closeFilled(as: Node(.uid, payload: UInt64(whole ?? 0)))
  }
}

/// A scalar in its plain form.
private struct PlainElement: BitwiseCopyable {
  var element: XMLElement
  var node: Node
  var start: Int
  var contentsEnd: Int
  var end: Int
}

extension ByteView {
  /// Returns the string or integer in its plain form that follows after white space; nil if something
  /// else follows.
  @inline(__always)
  fileprivate func plainElement(from position: Int) -> PlainElement? {
    let start = skipSpace(from: position)
    let word = word(at: start)
    if word == packed("<string>") {
      guard let (node, end) = contents(of: .string, from: start &+ 8), matches("</string>", at: end)
      else { return nil }
      return PlainElement(
        element: .string, node: node, start: start, contentsEnd: end, end: end &+ 9)
    }
    guard word == packed("<integer"), byte(orZeroAt: start &+ 8) == UInt8(ascii: ">"),
      let (value, end) = shortInteger(from: start &+ 9), matches("</integer>", at: end)
    else { return nil }
    let node = Node(.integer, payload: UInt64(bitPattern: value))
    return PlainElement(
      element: .integer, node: node, start: start, contentsEnd: end, end: end &+ 10)
  }
}
