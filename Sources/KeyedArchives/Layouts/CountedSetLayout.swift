// NSCountedSet: the number of members, then each member and its count under numbered keys.
// GNUstep's archives store the same under generated keys.
internal import PropertyLists

/// The layout of counted sets.
package enum CountedSetLayout {
  /// The key of the number of members, and the prefix of the keys of their counts.
  package static let count = "NS.count"
  /// The prefix of the keys of members.
  package static let member = "NS.object"
  /// GNUstep's key of the number of members, and the prefix of its other keys.
  private static let (generatedCount, generated) = ("$0", "$")

  /// The members and their counts.
  struct CountedElements {
    var members: StoredMembers
    var counts: [PlistInteger]
  }

  /// The members and their counts.
  static func entries(_ fields: inout StoredFields) throws(LayoutFault) -> CountedElements {
    if let position = fields.position(of: count) {
      let (members, counts) = (fields.numbered(member), fields.numbered(count))
      return try entries(
        &fields, position: position, member: { members[$0] }, count: { counts[$0] })
    }
    guard let position = fields.position(of: generatedCount) else {
      throw LayoutFault(.valueNotFound, message: "the counted set has no \(count)")
    }
    let positions = fields.numbered(generated)
    return try entries(
      &fields, position: position, member: { positions[1 + 2 * $0] },
      count: { positions[2 + 2 * $0] })
  }

  private static func entries(
    _ fields: inout StoredFields, position: Int, member: (Int) -> Int?, count: (Int) -> Int?
  ) throws(LayoutFault) -> CountedElements {
    let total = try number(fields, position: position)
    fields.take(position)
    var (members, counts): ([Int], [PlistInteger]) = ([], [])
    while PlistInteger(members.count) < total {
      guard let memberPosition = member(members.count), let countPosition = count(members.count)
      else {
        throw LayoutFault(
          .invalidCount,
          message: "expected \(total) members of the counted set, found \(members.count)",
          pair: position)
      }
      try fields.checkReference(at: memberPosition)
      counts.append(try number(fields, position: countPosition))
      members.append(fields.value(at: memberPosition))
      fields.take(memberPosition)
      fields.take(countPosition)
    }
    return CountedElements(members: .nodes(members), counts: counts)
  }

  private static func number(_ fields: StoredFields, position: Int) throws(LayoutFault)
    -> PlistInteger
  {
    guard let number = fields.table.integer(fields.value(at: position)), number >= 0 else {
      throw LayoutFault(
        .invalidCount, message: "expected a non-negative integer as a count, found another value",
        pair: position)
    }
    return number
  }

  /// Writes members and their counts, which are equal in number.
  package static func write(
    _ members: [SinkValue], counts: [Int], to sink: ObjectSink
  ) throws {
    sink.add(members.count, key: count)
    for (position, (value, number)) in zip(members, counts).enumerated() {
      try sink.add(value, key: .name(member + "\(position)"))
      sink.add(number, key: count + "\(position)")
    }
  }
}
