// Keys of the table: equal ones are one node, and the one that came after the last key before is
// tried first. Repeated keys are resolved when their dictionary is closed.

extension TextTable {
  /// The number of the key that came after the last one before, when it stands here again.
  @inline(__always)
  func expectedKey(at start: Int) -> (number: Int, count: Int)? {
    guard let number = keys.expected else { return nil }
    let entry = keys.entries[number]
    let count = Int(entry.count)
    guard start &+ count <= view.count,
      view.isEqual(at: start, count: count, to: view, at: Int(entry.start)),
      nodes[Int(entry.node)].isPlainText
    else { return nil }
    return (number, count)
  }

  /// Adds the key that was expected.
  @inline(__always)
  mutating func appendExpectedKey(_ number: Int) {
    keys.meetExpected(number)
    pending.append(UInt32(truncatingIfNeeded: number))
  }

  /// Adds a key, whose text was checked.
  ///
  /// - Parameter form: A form of strings, or `otherKey`.
  @inline(__always)
  mutating func appendKey(_ range: Range<Int>, form: UInt8, start: Int) throws(PlistError) {
    if form > NodeForm.utf8 { return try appendUnusualKey(range, form: form, start: start) }
    let number = number(ofKey: range)
    if isNew(number) { try addKeyNode(number, range: range, form: form, start: start) }
    keys.meet(number)
    pending.append(UInt32(truncatingIfNeeded: number))
  }

  /// The form of a key that is not a string: its node is the last that was added.
  static var otherKey: UInt8 { .max }

  @inline(never)
  private mutating func appendUnusualKey(
    _ range: Range<Int>, form: UInt8, start: Int
  ) throws(PlistError) {
    if form == Self.otherKey { return makeKeyOfLastNode() }
    try appendKey(number(ofKey: range), range: range, form: form, start: start)
  }

  /// Makes the node that was added last, as if it were a value, the key of the next pair. Each key that
  /// is not a string has a node and a number of its own; which are the same is seen when the
  /// dictionary is closed.
  private mutating func makeKeyOfLastNode() {
    let node = pending.removeLast()
    keys.entries.append(KeyTable.DistinctKey(start: 0, count: 0, node: node, lastDictionary: 0))
    pending.append(UInt32(truncatingIfNeeded: keys.entries.count - 1))
    frames[frames.count - 1].hasEscapedKey = true
  }

  /// The number of a key.
  @inline(__always)
  mutating func number(ofKey range: Range<Int>) -> Int {
    keys.entry(view, at: range.lowerBound, count: range.count)
  }

  /// Whether a key was not added yet, so that its text is to be checked.
  @inline(__always)
  func isNew(_ number: Int) -> Bool { keys.entries[number].node == .max }

  /// Adds a key by its number.
  @inline(__always)
  mutating func appendKey(
    _ number: Int, range: Range<Int>, form: UInt8, start: Int
  ) throws(PlistError) {
    if isNew(number) { try addKeyNode(number, range: range, form: form, start: start) }
    keys.meet(number)
    if form > NodeForm.utf8 { frames[frames.count &- 1].hasEscapedKey = true }
    pending.append(UInt32(truncatingIfNeeded: number))
  }

  @inline(never)
  private mutating func addKeyNode(
    _ number: Int, range: Range<Int>, form: UInt8, start: Int
  ) throws(PlistError) {
    if nodes.count >= options.maximumObjectCount { throw tooManyObjects(start) }
    keys.entries[number].node = UInt32(truncatingIfNeeded: nodes.count)
    nodes.append(
      Node(.string, form: form, count: range.count, payload: UInt64(range.lowerBound)))
    offsets.append(UInt32(truncatingIfNeeded: start))
  }

  /// The key that waits for its value, as a string node; nil when none does.
  var waitingKey: Node? {
    guard let top, top.kind == .dictionary, waiting & 1 == 1 else { return nil }
    return nodes[Int(keys.entries[Int(pending[pending.count - 1])].node)]
  }

  /// Keeps the last value of each key, at the place of the first; keys are compared by their kinds and
  /// resolved values.
  @inline(never)
  mutating func resolveRepeatedKeys(_ frame: OpenContainer) {
    let node = nodes[Int(frame.node)]
    let pairs = LastValues(count: node.count) { source.identity(of: nodes[child($0, of: node)]) }
    for position in pairs.repeated { noteRepeatedKey(position, of: node) }
    let resolved = references.keep(pairs, of: node)
    let hasOtherKeys = (0..<resolved.count).contains {
      nodes[child($0, of: resolved)].kind != .string
    }
    nodes[Int(frame.node)] = hasOtherKeys ? resolved.withOtherKeys : resolved
    self.hasOtherKeys = self.hasOtherKeys || hasOtherKeys
  }

  private mutating func noteRepeatedKey(_ position: Int, of node: Node) {
    guard warnings.count < Self.mostWarnings else { return }
    let key = nodes[child(position, of: node)]
    let value = Int(offsets[child(node.count + position, of: node)])
    let previous = Int(offsets[child(node.count + position - 1, of: node)])
    let index: Int =
      if key.kind != .string {
        Int(offsets[child(position, of: node)])
      } else {
        repeatedKeys == .key ? locationOfKey(after: previous, before: value) : value
      }
    warn(ofRepeated: key.text(in: source), at: index)
  }

  /// Where the key of a value is located: it is found again after the value before it, while that is
  /// not too far in all.
  private mutating func locationOfKey(after previous: Int, before value: Int) -> Int {
    lookingBack += value - previous
    guard lookingBack <= view.count else { return value }
    return view.bracketKey(after: previous, before: value)?.lowerBound ?? value
  }
}
