// NSArray, NSSet, NSOrderedSet and their mutable variants: members in an array of references, or
// each under a numbered key.
internal import PropertyLists

/// The layout of arrays, sets and ordered sets.
package enum ArrayLayout {
  /// The key of the members; dictionaries use it for their values.
  package static let objects = "NS.objects"
  /// The prefix of the numbered keys of members; dictionaries use it for their values.
  package static let numbered = "NS.object."

  /// The members.
  static func members(_ fields: inout StoredFields) throws(LayoutFault) -> StoredMembers {
    try members(&fields, key: objects, prefix: numbered)
  }

  /// The members under a key, or under numbered keys; empty if there are neither.
  static func members(
    _ fields: inout StoredFields, key: String, prefix: String
  ) throws(LayoutFault) -> StoredMembers {
    if let position = fields.position(of: key) { return try list(&fields, position: position) }
    let positions = fields.numbered(prefix)
    var nodes: [Int] = []
    while let position = positions[nodes.count] {
      try fields.checkReference(at: position)
      fields.take(position)
      nodes.append(fields.value(at: position))
    }
    return .nodes(nodes)
  }

  /// The members in an array of references.
  static func list(_ fields: inout StoredFields, position: Int) throws(LayoutFault)
    -> StoredMembers
  {
    let (table, array) = (fields.table, fields.value(at: position))
    guard table.kind(array) == .array else {
      throw LayoutFault(
        .invalidMembers, message: "expected an array of references, found \(table.kind(array))",
        pair: position)
    }
    for index in 0..<table.count(array)
    where table.reference(table.element(index, of: array)) == nil {
      throw LayoutFault(
        .invalidMembers,
        message: "expected references as the members of a collection, found another value",
        pair: position,
        element: index)
    }
    fields.take(position)
    return .list(array)
  }

  /// Writes each member under a numbered key, as in ordered sets.
  package static func write(numbered members: [SinkValue], to sink: ObjectSink) throws {
    for (position, member) in members.enumerated() {
      try sink.add(member, key: .name(numbered + "\(position)"))
    }
  }
}
