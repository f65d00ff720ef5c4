// Queries of a node table under construction, and the references of its containers.

extension NodeTableBuilder {
  /// Whether anything was added.
  var isUsed: Bool { nodes.count > 0 || text.count > 0 }

  /// The number of nodes, and the bytes of text, that were added after the keys that remained from earlier values.
  var addedToKeptKeys: (nodes: Int, textBytes: Int) {
    (nodes.count - min(keptKeys, nodes.count), text.count - endOfText(of: keptKeys))
  }

  /// Returns the end of the text of the first nodes, which are strings in the order of their text.
  func endOfText(of strings: Int) -> Int {
    guard strings > 0, strings <= nodes.count else { return 0 }
    let last = nodes[strings - 1]
    return last.start + last.count
  }

  /// Returns the text of a key.
  func text(ofKey number: UInt32) -> String {
    let entry = keys.entries[Int(number)]
    return text.view.string(at: Int(entry.start), count: Int(entry.count))
  }

  /// Returns the state of a container, or of a reserved node, before a value is added, which may
  /// fail; nil at the root.
  @inline(__always)
  func openContainer(_ slot: NodePosition) -> Node? {
    if Int(slot.container) < nodes.count { return nodes[Int(slot.container)] }
    guard let reserved = slot.reservedNode, Int(reserved) < nodes.count else { return nil }
    return nodes[Int(reserved)]
  }

  /// Returns whether there is a node with this index.
  func isNode(_ index: UInt32) -> Bool { Int(index) < nodes.count }

  /// The number of elements that the outermost value has so far; 0 if it is not an array to which
  /// elements can be added.
  var elementCount: Int {
    guard let root, nodes[root].kind == .array, nodes[root].form != Self.runForm else { return 0 }
    return nodes[root].count
  }

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
    return container.count > 0 ? UInt32(truncatingIfNeeded: container.payload &>> 32) : nil
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
