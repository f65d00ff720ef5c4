// NSDictionary and NSMutableDictionary: keys and values in two arrays of references, or each under
// a numbered key.
internal import PropertyLists

/// The layout of dictionaries.
package enum DictionaryLayout {
  /// The key of the keys.
  package static let keys = "NS.keys"
  /// The prefix of the numbered keys of keys.
  package static let numberedKey = "NS.key."

  /// The keys and values of a dictionary, which are equal in number.
  struct DictionaryReferences {
    var keys: StoredMembers
    var values: StoredMembers
  }

  /// The keys and values.
  static func entries(_ fields: inout StoredFields) throws(LayoutFault) -> DictionaryReferences {
    let table = fields.table
    let entries = try members(&fields)
    let (keys, values) = (entries.keys.count(in: table), entries.values.count(in: table))
    guard keys == values else {
      throw LayoutFault(
        .unevenMembers, message: "the dictionary has \(keys) keys and \(values) values")
    }
    for index in 0..<keys {
      let slot = table.reference(entries.keys.node(index, in: table)) ?? ArchiveTable.outside
      if slot >= 0, table.isNull(slot: slot) {
        throw LayoutFault(
          .nilKey, message: "key \(index) of the dictionary is nil",
          pair: fields.position(of: Self.keys) ?? fields.position(of: numberedKey + "\(index)")
            ?? -1, element: fields.position(of: Self.keys) == nil ? -1 : index)
      }
    }
    return entries
  }

  private static func members(_ fields: inout StoredFields) throws(LayoutFault)
    -> DictionaryReferences
  {
    switch (fields.position(of: keys), fields.position(of: ArrayLayout.objects)) {
    case (let keys?, let values?):
      let list = try ArrayLayout.list(&fields, position: keys)
      return DictionaryReferences(
        keys: list, values: try ArrayLayout.list(&fields, position: values))
    case (nil, nil):
      let keys = try ArrayLayout.members(&fields, key: keys, prefix: numberedKey)
      return DictionaryReferences(keys: keys, values: try ArrayLayout.members(&fields))
    case (let keys, let values):
      throw LayoutFault(
        .unevenMembers,
        message: keys == nil
          ? "the dictionary has values but no keys" : "the dictionary has keys but no values",
        pair: keys ?? values ?? -1)
    }
  }

  /// Writes keys and values, which are equal in number.
  package static func write(
    keys: [SinkValue], values: [SinkValue], to sink: ObjectSink
  ) throws {
    try sink.add(keys, key: .name(Self.keys))
    try sink.add(values, key: .name(ArrayLayout.objects))
  }
}
