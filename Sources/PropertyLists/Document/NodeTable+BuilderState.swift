// Queries of a node table under construction, and the references of its containers.

extension NodeTableBuilder {
  /// Whether anything was added.
  var isUsed: Bool { nodes.count > 0 || text.count > 0 }

  /// The number of nodes, and the bytes of text, that were added after the keys of earlier tables.
  var addedToKeptKeys: (nodes: Int, textBytes: Int) {
    guard keptKeys > 0, keptKeys <= nodes.count else { return (nodes.count, text.count) }
    let last = nodes[keptKeys - 1]
    return (nodes.count - keptKeys, text.count - last.start - last.count)
  }

  /// Returns whether there is a node with this index.
  func isNode(_ index: UInt32) -> Bool { Int(index) < nodes.count }

  /// Returns the number of children that a container has so far.
  func count(of container: UInt32) -> Int { isNode(container) ? nodes[Int(container)].count : 0 }

  /// Returns whether a node is a container to which values can be added, and not a placeholder.
  func isOpen(_ container: UInt32, kind: PlistKind) -> Bool {
    guard isNode(container) else { return false }
    let node = nodes[Int(container)]
    return node.kind == kind && node.form != Self.placeholderForm
  }

  func kind(of node: UInt32) -> PlistKind { nodes[Int(node)].kind }

  /// Returns the value that was added last at a position; nil if there is none.
  func lastNode(at slot: NodePosition) -> UInt32? {
    if slot.container == .max { return root.map { UInt32(truncatingIfNeeded: $0) } }
    if let reserved = slot.reservedNode { return reserved }
    guard Int(slot.container) < nodes.count else { return nil }
    let container = nodes[Int(slot.container)]
    return container.count > 0 ? UInt32(truncatingIfNeeded: container.payload >> 32) : nil
  }

  // MARK: Sealing

  func sealedPairs(_ node: Node, references: inout LinearBuffer<UInt32>) -> Node {
    let first = references.count
    for parity in 0...1 {
      for pair in 0..<node.count {
        references.append(UInt32(truncatingIfNeeded: node.start &+ 2 &* pair &+ parity))
      }
    }
    return Node(.dictionary, count: node.count, payload: UInt64(first))
  }

  @inline(__always)
  func appendChildren(of node: Node, _ references: inout LinearBuffer<UInt32>) {
    var child = UInt32(truncatingIfNeeded: node.payload)
    for _ in 0..<node.count {
      references.append(child)
      child = links[Int(child)].next
    }
  }

  /// Retains the last value of each key, at the position of the first.
  @inline(never)
  func withoutRepeatedKeys(_ node: Node, references: inout LinearBuffer<UInt32>) -> Node {
    let keys = LastValues(count: node.count) { references[node.start + $0] }
    return references.keep(keys, of: node)
  }
}
