// Keys, and what happens when a dictionary is closed: repeated keys are resolved (the last value
// wins, at the place of the first), and a dictionary that is a keyed archive's reference becomes
// one.

extension XMLReader {
  @inline(__always)
  mutating func readKey(_ start: Int) throws(PlistError) {
    guard expectsKey else { return try readString(.key, start) }
    let textStart = position
    if let number = expectedKey(at: textStart) {
      position = textStart &+ Int(keys.entries[number].count) &+ 6
      keys.meetExpected(number)
      pending.append(UInt32(truncatingIfNeeded: number))
      return
    }
    let run = view.textRun(from: textStart)
    if view.matches("</key>", at: run.end) {
      position = run.end &+ 6
      return try appendKey(
        from: textStart, to: run.end, hasHighBytes: run.hasHighBytes, isEscaped: false, start)
    }
    try readUnusualKey(start)
  }

  /// The key that came after the last one before, when it stands here again.
  @inline(__always)
  private func expectedKey(at start: Int) -> Int? {
    guard let number = keys.expected else { return nil }
    let entry = keys.entries[number]
    let count = Int(entry.count)
    guard start &+ count &+ 6 <= view.count, view.matches("</key>", at: start &+ count),
      view.isEqual(at: start, count: count, to: view, at: Int(entry.start)),
      nodes[Int(entry.node)].form != NodeForm.escaped
    else { return nil }
    return number
  }

  @inline(never)
  private mutating func readUnusualKey(_ start: Int) throws(PlistError) {
    let textStart = position
    let end = try endOfText(from: textStart)
    position = end
    try expectClosingTag(.key, start)
    let isEscaped = view.slice(textStart..<end).textRun(from: 0).end < end - textStart
    try appendKey(from: textStart, to: end, hasHighBytes: true, isEscaped: isEscaped, start)
  }

  @inline(__always)
  mutating func appendKey(
    from textStart: Int, to end: Int, hasHighBytes: Bool, isEscaped: Bool, _ start: Int
  ) throws(PlistError) {
    let number = keys.entry(view, at: textStart, count: end &- textStart)
    if keys.entries[number].node == .max {
      try addKeyNode(
        number, from: textStart, to: end, hasHighBytes: hasHighBytes, isEscaped: isEscaped, start)
    }
    keys.meet(number)
    if isEscaped { frames[frames.count &- 1].hasEscapedKey = true }
    pending.append(UInt32(truncatingIfNeeded: number))
  }

  @inline(never)
  private mutating func addKeyNode(
    _ number: Int, from textStart: Int, to end: Int, hasHighBytes: Bool, isEscaped: Bool,
    _ start: Int
  ) throws(PlistError) {
    if nodes.count >= options.maximumObjectCount { throw tooManyObjects(start) }
    if hasHighBytes { try checkUTF8(textStart..<end) }
    keys.entries[number].node = UInt32(truncatingIfNeeded: nodes.count)
    let form = isEscaped ? NodeForm.escaped : hasHighBytes ? NodeForm.utf8 : NodeForm.plain
    nodes.append(Node(.string, form: form, count: end - textStart, payload: UInt64(textStart)))
    offsets.append(UInt32(truncatingIfNeeded: start))
  }

  @inline(__always)
  mutating func closeDictionary(_ frame: Frame, _ start: Int) throws(PlistError) {
    depth &-= 1
    let first = references.count
    let waiting = pending.count &- frame.firstPending
    if waiting & 1 == 1 { throw missingValue(frame, start) }
    if waiting == 2, try closeReference(frame, start) { return }
    references.reserve(waiting)
    keys.beginDictionary()
    var isRepeated = false
    var index = frame.firstPending
    while index < pending.count {
      let number = Int(pending[index])
      if keys.isRepeated(number) { isRepeated = true }
      references.append(keys.entries[number].node)
      index &+= 2
    }
    index = frame.firstPending &+ 1
    while index < pending.count {
      references.append(pending[index])
      index &+= 2
    }
    pending.truncate(to: frame.firstPending)
    nodes[Int(frame.node)] = Node(.dictionary, count: waiting / 2, payload: UInt64(first))
    if isRepeated || frame.hasEscapedKey { try resolveRepeatedKeys(frame) }
  }

  /// Keeps the last value of each key, at the place of the first; keys are compared by their
  /// resolved bytes.
  @inline(never)
  private mutating func resolveRepeatedKeys(_ frame: Frame) throws(PlistError) {
    let node = nodes[Int(frame.node)]
    var places: [String.UTF8View.Bytes: Int] = [:]
    var kept: [(key: UInt32, value: UInt32)] = []
    for position in 0..<node.count {
      let key = references[node.start + position]
      let value = references[node.start + node.count + position]
      let text = bytes(ofKey: nodes[Int(key)])
      if let place = places[text] {
        noteRepeatedKey(frame, keyText: text, value: Int(value))
        kept[place].value = value
      } else {
        places[text] = kept.count
        kept.append((key, value))
      }
    }
    references.truncate(to: node.start)
    if kept.count == 1, node.count > 1,
      try makeReference(frame, key: kept[0].key, value: kept[0].value)
    {
      return
    }
    for pair in kept { references.append(pair.key) }
    for pair in kept { references.append(pair.value) }
    nodes[Int(frame.node)] = Node(.dictionary, count: kept.count, payload: UInt64(node.start))
  }

  private func bytes(ofKey node: Node) -> [UInt8] {
    let isEscaped = node.form == NodeForm.escaped
    if !isEscaped { return Array(view.string(at: node.start, count: node.count).utf8) }
    let text = view.resolvedText(at: node.start, count: node.count)
    return Array(text.view.string(at: 0, count: text.count).utf8)
  }

  private mutating func noteRepeatedKey(_ frame: Frame, keyText: [UInt8], value: Int) {
    guard let collected, collected.count < Self.mostFindings else { return }
    let key = String(decoding: keyText, as: UTF8.self)
    note(
      .warning,
      failure(
        .duplicateKey, "the key \(PlistError.quoted(key)) stands twice; the last value counts",
        at: Int(offsets[value])))
  }

  /// Turns a dictionary of the one key `CF$UID` with a number into the reference that it stands
  /// for.
  @inline(__always)
  private mutating func closeReference(_ frame: Frame, _ start: Int) throws(PlistError) -> Bool {
    let entry = keys.entries[Int(pending[frame.firstPending])]
    let isPlain = entry.count == 6 && view.matches("CF$UID", at: Int(entry.start))
    guard isPlain || frame.hasEscapedKey else { return false }
    let value = pending[frame.firstPending &+ 1]
    guard try makeReference(frame, key: entry.node, value: value) else { return false }
    pending.truncate(to: frame.firstPending)
    return true
  }

  /// Makes the dictionary a reference when its one key is `CF$UID`, escapes resolved, and the value
  /// is a number.
  private mutating func makeReference(
    _ frame: Frame, key: UInt32, value: UInt32
  ) throws(PlistError) -> Bool {
    let value = nodes[Int(value)]
    guard value.kind == .integer || value.kind == .real,
      nodes[Int(key)].isText("CF$UID", in: view)
    else { return false }
    try makeReference(frame, value)
    return true
  }

  private mutating func makeReference(_ frame: Frame, _ value: Node) throws(PlistError) {
    let number = Double(bitPattern: value.payload)
    let whole =
      value.kind == .integer
      ? (value.form & NodeForm.unsigned == 0
        ? UInt32(exactly: Int64(bitPattern: value.payload)) : nil)
      : UInt32(exactly: number)
    if whole == nil {
      try report(
        failure(
          .invalidUID, "a CF$UID is a whole number from 0 to 4294967295", at: frame.opening))
    }
    nodes[Int(frame.node)] = Node(.uid, payload: UInt64(whole ?? 0))
  }
}

extension String.UTF8View {
  /// The bytes of a text as a dictionary's key: compared to the letter, unlike `String`.
  typealias Bytes = [UInt8]
}
