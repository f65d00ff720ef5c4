// The ranges of the members of a container in the text that was read: what an edit needs to know to
// change one member and nothing else.

/// The members of a container in the text, including pairs that later pairs with the same key
/// override.
struct MemberRanges {
  /// The range of one member.
  struct MemberRange {
    /// The key of a pair, with its quotes or tags; nil for an element. The same as `value` if the
    /// pair is only a key.
    var key: Range<Int>?
    var value: Range<Int>
    /// The comma or semicolon after the value; nil if there is none.
    var separator: Range<Int>?
    /// The offset after the separator, and after a comment at the end of the line.
    var end: Int

    /// The offset of the first byte.
    var start: Int { key?.lowerBound ?? value.lowerBound }
  }

  /// In the order of the text.
  var members: [MemberRange] = []
  /// The range between the delimiters of the container.
  var contents: Range<Int>
  /// Whether the container is an empty-element tag, which has no contents.
  var isEmptyElement = false
}

extension DocumentStorage {
  /// Returns the children of a container in the order of the text: their offsets and indexes.
  func childrenInText(of node: Node) -> [(offset: Int, index: Int)] {
    let first = node.kind == .dictionary ? node.count : 0
    var children: [(offset: Int, index: Int)] = []
    children.reserveCapacity(node.count)
    var isSorted = true
    for position in first..<first + node.count {
      let index = child(position, of: node)
      let offset = Int(offsets[index])
      if let last = children.last, last.offset > offset { isSorted = false }
      children.append((offset, index))
    }
    // Only repeated keys disturb the order.
    if !isSorted { children.sort { $0.offset < $1.offset } }
    return children
  }

  /// Returns the containers from a node down to a value without members: the last value of each.
  func lastChildren(of index: Int) -> [Int] {
    var chain = [index]
    var node = nodes[index]
    while node.kind.isContainer, node.count > 0 {
      let last = child(node.referenceCount - 1, of: node)
      chain.append(last)
      node = nodes[last]
    }
    return chain
  }
}
