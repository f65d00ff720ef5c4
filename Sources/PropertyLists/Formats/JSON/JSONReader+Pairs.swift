// The typed dictionary of JSON, `{"$dict": [[KEY, VALUE], …]}`, for keys that are not strings. Its arrays
// are read as what they are and become pairs when the object is closed; until then the levels of the
// object and of the pairs do not count, since the dictionary has but one.

/// A typed dictionary that is open.
struct JSONPairList {
  /// How many containers are open with its object.
  var depth: Int
  /// The deepest level that was reached in a pair, whose own level was not counted.
  var reached = 0
}

extension JSONReader {
  /// Whether the innermost container is the object of a typed dictionary.
  var isPairList: Bool { pairLists.last?.depth == table.depth }

  /// Opens an array somewhere in a typed set or dictionary; the pairs of the latter are provisional.
  @inline(never)
  mutating func openArrayInTagged(_ start: Int) throws(PlistError) {
    let isPair = pairLists.last.map { $0.depth + 1 == table.depth } ?? false
    if isPair {
      try openProvisional(.array, start: start)
    } else {
      try table.open(.array, start: start)
    }
  }

  /// Closes an array somewhere in a typed set or dictionary.
  @inline(never)
  mutating func closeArrayInTagged() throws(PlistError) {
    if table.top?.isTransparent == true {
      let isPair = table.isPair
      let reached = try settleProvisional(countingLevels: isPair ? 0 : 1)
      if isPair, let last = pairLists.indices.last {
        pairLists[last].reached = max(pairLists[last].reached, reached)
      }
    }
    table.closeArray()
  }

  /// Closes an object whose only key is `$dict`, before an array: it is a dictionary of the pairs, or,
  /// where an element is not a pair, one with the key `$dict`.
  mutating func closePairList(_ key: Int) throws(PlistError) {
    guard table.holdsPairs else {
      try settlePairList()
      if let found = view.jsonTag(at: key) { try report(found) }
      return table.closeDictionary()
    }
    pairLists.removeLast()
    try settleProvisional(countingLevels: 0)
    table.fillDictionary()
    isTyped = true
    let (source, appendixStart) = (table.source, appendixStart)
    let appendix = NodeSource(appendix.view, codec: JSONFormat.self)
    table.closeFilledAsPairs { key in
      // Integers of 128 bits, and base64 text that has escapes.
      let isAppended = key.isLocation && key.start >= appendixStart
      return isAppended ? (key.moved(by: -appendixStart), appendix) : (key, source)
    }
  }

  /// Counts the levels of what began as a typed dictionary and is none.
  mutating func settlePairList() throws(PlistError) {
    let reached = pairLists.removeLast().reached
    try settleProvisional(countingLevels: 1, atLeast: reached > 0 ? reached + 1 : 0)
  }
}

extension Node {
  /// Whether the payload is a place in the text.
  fileprivate var isLocation: Bool {
    kind == .string || kind == .data || kind == .integer && form & NodeForm.wide != 0
  }

  fileprivate func moved(by distance: Int) -> Node {
    var node = self
    node.payload = UInt64(max(0, start + distance))
    return node
  }
}

// MARK: Pairs as arrays

extension TextTable {
  /// Whether the array that is open is one of a key and a value.
  fileprivate var isPair: Bool {
    frames.count > 0 && waiting == 2
      && !nodes[Int(pending[pending.count - 2])].kind.isContainer
  }

  /// Whether the value of the only pair of the dictionary that is open is an array of arrays, each of a
  /// key and a value.
  fileprivate var holdsPairs: Bool {
    guard waiting == 2 else { return false }
    let list = nodes[Int(pending[pending.count - 1])]
    return list.kind == .array
      && (0..<list.count).allSatisfy { position in
        let pair = nodes[child(position, of: list)]
        return pair.kind == .array && pair.count == 2 && !nodes[child(0, of: pair)].kind.isContainer
      }
  }

  /// Closes the dictionary that was filled, whose only value is an array of pairs, and makes it the
  /// dictionary of those. The arrays stay in the table, unreachable.
  ///
  /// - Parameter readable: Gives a key, and what its text or bytes are in.
  fileprivate mutating func closeFilledAsPairs(
    _ readable: (Node) -> (key: Node, source: NodeSource)
  ) {
    guard let list = onlyPair?.value else { return closeFilled() }
    let pairs = (0..<list.count).map { nodes[child($0, of: list)] }
    let kept = LastValues(count: pairs.count) { position in
      let (key, source) = readable(nodes[child(0, of: pairs[position])])
      return source.identity(of: key)
    }
    for position in kept.repeated {
      let index = child(0, of: pairs[position])
      let (key, source) = readable(nodes[index])
      warn(ofRepeated: key.text(in: source), at: Int(offsets[index]))
    }
    let keys = kept.kept.map { child(0, of: pairs[$0.key]) }
    let values = kept.kept.map { child(1, of: pairs[$0.value]) }
    references.truncate(to: list.start)
    for index in keys + values { references.append(UInt32(truncatingIfNeeded: index)) }
    let node = Node(.dictionary, count: keys.count, payload: UInt64(list.start))
    let isUnusual = keys.contains { nodes[$0].kind != .string }
    hasOtherKeys = hasOtherKeys || isUnusual
    let frame = frames.removeLast()
    nodes[Int(frame.node)] = isUnusual ? node.withOtherKeys : node
  }
}
