// Conversion of `{"CF$UID": 3}`, the reference of a keyed archive in JSON, to a UID, as in XML, so
// that an archive stays an archive in every format.

extension JSONReader {
  /// Converts each object with the single key `CF$UID` and a valid reference number to a UID. A
  /// typed dictionary (`$dict`) with such a pair stays a dictionary.
  mutating func resolveReferences() {
    let source = table.source
    let hasReferenceKey = (0..<table.keys.entries.count).contains { number in
      let entry = table.keys.entries[number]
      return entry.count >= 6 && entry.node != .max
        && table.nodes[Int(entry.node)].isText("CF$UID", in: source)
    }
    guard hasReferenceKey else { return }
    for index in 0..<table.nodes.count {
      let node = table.nodes[index]
      guard node.kind == .dictionary, node.count == 1,
        table.nodes[table.child(0, of: node)].isText("CF$UID", in: source),
        let number = table.nodes[table.child(1, of: node)].referenceNumber,
        view.jsonTag(at: view.skipSpace(from: Int(table.offsets[index]) + 1))?.tag != .dict
      else { continue }
      table.nodes[index] = Node(.uid, payload: UInt64(number))
    }
  }
}

extension Node {
  /// The integer as a reference number; nil for values that cannot be one.
  var referenceNumber: UInt32? {
    guard kind == .integer, form & (NodeForm.wide | NodeForm.unsigned) == 0 else { return nil }
    return UInt32(exactly: Int64(bitPattern: payload))
  }
}
