// The keys of the table. Equal keys share one node. The key that followed the last key the previous
// time is tried first. Repeated keys are resolved when their dictionary is closed.

extension TextTable {
  /// Returns the number of the key that followed the last key the previous time, if the text
  /// contains it here again.
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

  mutating func appendExpectedKey(_ number: Int) {
    keys.meetExpected(number)
    pending.append(UInt32(truncatingIfNeeded: number))
  }

  /// Adds a key with validated text.
  ///
  /// - Parameter form: The form of a string, or `otherKey`.
  @inline(__always)
  mutating func appendKey(_ range: Range<Int>, form: UInt8, start: Int) throws(PlistError) {
    if form > NodeForm.utf8 { return try appendUnusualKey(range, form: form, start: start) }
    let number = number(ofKey: range)
    if isNew(number) { try addKeyNode(number, range: range, form: form, start: start) }
    keys.meet(number)
    pending.append(UInt32(truncatingIfNeeded: number))
  }

  /// The form of a key that is not a string. Its node is the last one that was added.
  static var otherKey: UInt8 { .max }

  private mutating func appendUnusualKey(_ range: Range<Int>, form: UInt8, start: Int)
    throws(PlistError)
  {
    guard form == Self.otherKey else {
      return try appendKey(number(ofKey: range), range: range, form: form, start: start)
    }
    // The last value becomes the key of the next pair. Each key that is not a string has a separate
    // node and number; equal keys are found when the dictionary is closed.
    let node = pending.removeLast()
    keys.entries.append(KeyTable.DistinctKey(start: 0, count: 0, node: node, lastDictionary: 0))
    pending.append(UInt32(truncatingIfNeeded: keys.entries.count - 1))
    frames[frames.count - 1].hasEscapedKey = true
  }

  @inline(__always)
  mutating func number(ofKey range: Range<Int>) -> Int {
    keys.entry(view, at: range.lowerBound, count: range.count)
  }

  /// Returns the number of a key whose hash is known.
  @inline(__always)
  mutating func number(ofKey range: Range<Int>, hash: UInt32) -> Int {
    keys.entry(view, at: range.lowerBound, count: range.count, hash: hash)
  }

  /// Returns whether a key is new, so that its text must be validated.
  func isNew(_ number: Int) -> Bool { keys.entries[number].node == .max }

  @inline(__always)
  mutating func appendKey(_ number: Int, range: Range<Int>, form: UInt8, start: Int)
    throws(PlistError)
  {
    if isNew(number) { try addKeyNode(number, range: range, form: form, start: start) }
    keys.meet(number)
    if form > NodeForm.utf8 { frames[frames.count &- 1].hasEscapedKey = true }
    pending.append(UInt32(truncatingIfNeeded: number))
  }

  @inline(never)
  private mutating func addKeyNode(_ number: Int, range: Range<Int>, form: UInt8, start: Int)
    throws(PlistError)
  {
    if nodes.count >= options.maximumObjectCount { throw tooManyObjects(start) }
    keys.entries[number].node = UInt32(truncatingIfNeeded: nodes.count)
    nodes.append(Node(.string, form: form, count: range.count, payload: UInt64(range.lowerBound)))
    offsets.append(UInt32(truncatingIfNeeded: start))
  }

  /// The key without a value so far, as a string node; nil if there is none.
  var keyWithoutValue: Node? {
    guard let top, top.kind == .dictionary, pendingCount & 1 == 1 else { return nil }
    return nodes[Int(keys.entries[Int(pending[pending.count - 1])].node)]
  }

  /// Keeps the last value of each key, at the position of the first. Keys are compared by their
  /// kinds and resolved values.
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
    var index = value
    if key.kind != .string {
      index = Int(offsets[child(position, of: node)])
    } else if repeatedKeys == .key {
      // The key is searched for after the previous value, unless all such searches together would
      // take too long.
      searchedByteCount += value - previous
      if searchedByteCount <= view.count {
        index = view.bracketKey(after: previous, before: value)?.lowerBound ?? value
      }
    }
    warn(ofRepeated: key.text(in: source), at: index)
  }
}
