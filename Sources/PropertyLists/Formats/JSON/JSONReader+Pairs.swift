// Typed dictionaries of JSON, `{"$dict": [[KEY, VALUE], …]}`, for keys that are not strings. Their
// arrays are read as arrays and become pairs when the object is closed. Until then, the levels of
// the object and of the pairs do not count, since the dictionary has only one level.

/// An open typed dictionary.
struct JSONPairList {
  /// The number of open containers, including the object of the dictionary.
  var depth: Int
  /// The deepest level that was reached in a pair, not counting the level of the pair.
  var reached = 0
}

extension JSONReader {
  /// Whether the innermost container is the object of a typed dictionary.
  var isPairList: Bool { pairLists.last?.depth == table.depth }

  /// Opens an array inside a typed set or dictionary. The pairs of a dictionary are provisional.
  @inline(never)
  mutating func openArrayInTagged(_ start: Int) throws(PlistError) {
    let isPair = pairLists.last.map { $0.depth + 1 == table.depth } ?? false
    if isPair {
      try openProvisional(.array, start: start)
    } else {
      try table.open(.array, start: start)
    }
  }

  /// Closes an array inside a typed set or dictionary.
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

  /// Closes an object whose only key is `$dict` and whose value is an array. It becomes a
  /// dictionary of the pairs or, if an element is not a pair, a dictionary with the key `$dict`.
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
      // Integers of 128 bits, and base64 text with escapes, are in the appendix.
      let isAppended = key.isLocation && key.start >= appendixStart
      return isAppended ? (key.moved(by: -appendixStart), appendix) : (key, source)
    }
  }

  /// Counts the levels of an object that began as a typed dictionary but is not one.
  mutating func settlePairList() throws(PlistError) {
    let reached = pairLists.removeLast().reached
    try settleProvisional(countingLevels: 1, atLeast: reached > 0 ? reached + 1 : 0)
  }
}

extension Node {
  /// Whether the payload is an offset in the text.
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
  /// Whether the open array contains exactly a key and a value.
  fileprivate var isPair: Bool {
    frames.count > 0 && pendingCount == 2
      && !nodes[Int(pending[pending.count - 2])].kind.isContainer
  }

  /// Whether the value of the only pair of the open dictionary is an array of arrays, each of a key
  /// and a value.
  fileprivate var holdsPairs: Bool {
    guard pendingCount == 2 else { return false }
    let list = nodes[Int(pending[pending.count - 1])]
    return list.kind == .array
      && (0..<list.count).allSatisfy { position in
        let pair = nodes[child(position, of: list)]
        return pair.kind == .array && pair.count == 2 && !nodes[child(0, of: pair)].kind.isContainer
      }
  }

  /// Closes the filled dictionary, whose only value is an array of pairs, and replaces it with the
  /// dictionary of those pairs. The arrays stay in the table, unreachable.
  ///
  /// - Parameter readable: Returns a key, and the source of its text or bytes.
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
