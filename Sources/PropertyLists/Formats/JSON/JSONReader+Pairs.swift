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
      try table.openProvisional(.array, start)
    } else {
      try table.open(.array, start)
    }
  }

  /// Closes an array somewhere in a typed set or dictionary.
  @inline(never)
  mutating func closeArrayInTagged() throws(PlistError) {
    if table.top?.isProvisional == true {
      let isPair = table.isPair
      let reached = try table.settleProvisional(countingLevels: isPair ? 0 : 1)
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
    try table.settleProvisional(countingLevels: 0)
    table.fillDictionary()
    isTyped = true
    let (view, appendix, appendixStart) = (view, appendix.view, appendixStart)
    table.closeFilledAsPairs { key in
      // Integers of 128 bits, and base64 text that has escapes.
      let isAppended = key.isPlace && key.start >= appendixStart
      return isAppended ? (key.moved(by: -appendixStart), appendix) : (key, view)
    }
  }

  /// Counts the levels of what began as a typed dictionary and is none.
  mutating func settlePairList() throws(PlistError) {
    let reached = pairLists.removeLast().reached
    try table.settleProvisional(countingLevels: 1, atLeast: reached > 0 ? reached + 1 : 0)
  }
}

extension Node {
  /// Whether the payload is a place in the text.
  fileprivate var isPlace: Bool {
    kind == .string || kind == .data || kind == .integer && form & NodeForm.wide != 0
  }

  fileprivate func moved(by distance: Int) -> Node {
    var node = self
    node.payload = UInt64(max(0, start + distance))
    return node
  }
}
