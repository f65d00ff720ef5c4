// The references of a keyed archive in JSON, `{"CF$UID": 3}`, become what they stand for, as in XML, so
// that an archive stays one in every format.

extension JSONReader {
  /// Makes a reference of each object of the one key `CF$UID` and the number of a reference. The pair of
  /// a typed dictionary (`$dict`) stays one.
  mutating func resolveReferences() {
    guard hasReferenceKey else { return }
    for index in 0..<table.nodes.count {
      guard let number = reference(table.nodes[index]), !isPairList(index) else { continue }
      table.nodes[index] = Node(.uid, payload: UInt64(number))
    }
  }

  private var hasReferenceKey: Bool {
    (0..<table.keys.entries.count).contains { number in
      let entry = table.keys.entries[number]
      return entry.count >= 6 && entry.node != .max
        && table.nodes[Int(entry.node)].isText("CF$UID", in: table.source)
    }
  }

  private func isPairList(_ index: Int) -> Bool {
    view.jsonTag(at: view.skipSpace(from: Int(table.offsets[index]) + 1))?.tag == .dict
  }

  private func reference(_ node: Node) -> UInt32? {
    guard node.kind == .dictionary, node.count == 1,
      table.nodes[table.child(0, of: node)].isText("CF$UID", in: table.source)
    else { return nil }
    return table.nodes[table.child(1, of: node)].referenceNumber
  }
}

extension Node {
  /// The integer as the number of a reference; nil for all that cannot be one.
  var referenceNumber: UInt32? {
    guard kind == .integer, form & (NodeForm.wide | NodeForm.unsigned) == 0 else { return nil }
    return UInt32(exactly: Int64(bitPattern: payload))
  }
}
