// The references of a keyed archive in plain JSON, `{"CF$UID": 3}`, become what they stand for, so
// that the archive stays one in every format.

extension JSONReader {
  /// Makes a reference of each object of the one key `CF$UID` and a number, in a text whose root has
  /// `$top` and `$objects`. Typed JSON has a form of its own for references.
  mutating func resolveReferences() {
    guard !isTyped, hasKeysOfArchive else { return }
    for index in 0..<table.nodes.count {
      guard let number = reference(table.nodes[index]) else { continue }
      table.nodes[index] = Node(.uid, payload: UInt64(number))
    }
  }

  private var hasKeysOfArchive: Bool {
    guard table.nodes.count > 0, table.nodes[0].kind == .dictionary else { return false }
    let root = table.nodes[0]
    return ["$top", "$objects"].allSatisfy { key in
      (0..<root.count).contains { table.nodes[table.child($0, of: root)].isText(key, in: view) }
    }
  }

  private func reference(_ node: Node) -> UInt32? {
    guard node.kind == .dictionary, node.count == 1 else { return nil }
    let value = table.nodes[table.child(1, of: node)]
    guard value.kind == .integer, value.form & (NodeForm.wide | NodeForm.unsigned) == 0,
      table.nodes[table.child(0, of: node)].isText("CF$UID", in: view)
    else { return nil }
    return UInt32(exactly: Int64(bitPattern: value.payload))
  }
}
