// Arrays and sets: members in an array of references, or each under a numbered key. Dictionaries
// have two such lists. Counted sets: the number of members, then each member and its count under
// numbered keys; in GNUstep's archives these are the generated keys `$1`, `$2` and so on.
internal import PropertyLists

/// The layout of arrays, sets and ordered sets.
package enum ArrayLayout {
  /// The key of the members; dictionaries use it for their values.
  package static let objects = "NS.objects"
  /// The prefix of the numbered keys of members; dictionaries use it for their values.
  package static let numbered = "NS.object."

  static func members(_ fields: inout StoredFields) throws(LayoutFault) -> StoredMembers {
    try members(&fields, key: objects, prefix: numbered)
  }

  /// The members under a key, or under numbered keys; empty if there are no such keys.
  static func members(_ fields: inout StoredFields, key: String, prefix: String) throws(LayoutFault)
    -> StoredMembers
  {
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
  static func list(_ fields: inout StoredFields, position: Int) throws(LayoutFault) -> StoredMembers
  {
    let (table, array) = (fields.table, fields.value(at: position))
    guard table.kind(array) == .array else {
      throw LayoutFault(
        code: .invalidMembers,
        message: "expected an array of references, found a value of type \(table.kind(array))",
        pair: position)
    }
    for index in 0..<table.count(array)
    where table.reference(table.element(index, of: array)) == nil {
      throw LayoutFault(
        code: .invalidMembers,
        message: "expected references as the members of a collection, found another value",
        pair: position, element: index)
    }
    fields.take(position)
    return .list(array)
  }
}

/// The layout of dictionaries.
package enum DictionaryLayout {
  package static let keys = "NS.keys"
  /// The prefix of the numbered keys under which a dictionary's keys are stored.
  package static let numberedKey = "NS.key."

  static func entries(_ fields: inout StoredFields) throws(LayoutFault) -> (
    keys: StoredMembers, values: StoredMembers
  ) {
    let table = fields.table
    let entries = try members(&fields)
    let (keys, values) = (entries.keys.count(in: table), entries.values.count(in: table))
    guard keys == values else {
      throw LayoutFault(
        code: .unevenMembers,
        message: "the numbers of keys and values of the dictionary differ: \(keys) and \(values)")
    }
    for index in 0..<keys {
      let slot = table.reference(entries.keys.node(index, in: table)) ?? ArchiveTable.outside
      if slot >= 0, table.isNull(slot: slot) {
        throw LayoutFault(
          code: .nilKey, message: "key \(index) of the dictionary is nil",
          pair: fields.position(of: Self.keys) ?? fields.position(of: numberedKey + "\(index)")
            ?? -1, element: fields.position(of: Self.keys) == nil ? -1 : index)
      }
    }
    return entries
  }

  private static func members(_ fields: inout StoredFields) throws(LayoutFault) -> (
    keys: StoredMembers, values: StoredMembers
  ) {
    switch (fields.position(of: keys), fields.position(of: ArrayLayout.objects)) {
    case (let keys?, let values?):
      let list = try ArrayLayout.list(&fields, position: keys)
      return (keys: list, values: try ArrayLayout.list(&fields, position: values))
    case (nil, nil):
      let keys = try ArrayLayout.members(&fields, key: keys, prefix: numberedKey)
      return (keys: keys, values: try ArrayLayout.members(&fields))
    case (let keys, let values):
      throw LayoutFault(
        code: .unevenMembers,
        message: keys == nil
          ? "the dictionary has values but no keys" : "the dictionary has keys but no values",
        pair: keys ?? values ?? -1)
    }
  }
}

/// The layout of counted sets.
package enum CountedSetLayout {
  /// The key of the number of members, and the prefix of the keys of the counts.
  package static let count = "NS.count"
  /// The prefix of the keys of members.
  package static let member = "NS.object"
  /// GNUstep's key for the number of members, and the prefix of its other keys.
  static let (generatedCount, generated) = ("$0", "$")

  /// The members and their counts.
  static func entries(_ fields: inout StoredFields) throws(LayoutFault) -> (
    members: StoredMembers, counts: [PlistInteger]
  ) {
    if let position = fields.position(of: count) {
      let (members, counts) = (fields.numbered(member), fields.numbered(count))
      return try entries(
        &fields, position: position, member: { members[$0] }, count: { counts[$0] })
    }
    guard let position = fields.position(of: generatedCount) else {
      throw LayoutFault(code: .valueNotFound, message: "the counted set has no \(count)")
    }
    let positions = fields.numbered(generated)
    return try entries(
      &fields, position: position, member: { positions[1 + 2 * $0] },
      count: { positions[2 + 2 * $0] })
  }

  private static func entries(
    _ fields: inout StoredFields, position: Int, member: (Int) -> Int?, count: (Int) -> Int?
  ) throws(LayoutFault) -> (members: StoredMembers, counts: [PlistInteger]) {
    let total = try number(fields, position: position)
    fields.take(position)
    var (members, counts): ([Int], [PlistInteger]) = ([], [])
    while PlistInteger(members.count) < total {
      guard let memberPosition = member(members.count), let countPosition = count(members.count)
      else {
        throw LayoutFault(
          code: .invalidCount,
          message: "expected \(total) as the number of members of the counted set, found "
            + "\(members.count)",
          pair: position)
      }
      try fields.checkReference(at: memberPosition)
      counts.append(try number(fields, position: countPosition))
      members.append(fields.value(at: memberPosition))
      fields.take(memberPosition)
      fields.take(countPosition)
    }
    return (.nodes(members), counts)
  }

  private static func number(_ fields: StoredFields, position: Int) throws(LayoutFault)
    -> PlistInteger
  {
    guard let number = fields.table.integer(fields.value(at: position)), number >= 0 else {
      throw LayoutFault(
        code: .invalidCount,
        message: "expected a non-negative integer as a count, found another value", pair: position)
    }
    return number
  }

}
