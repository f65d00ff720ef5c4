// NSCountedSet: how many members, then each member and its count under numbered keys; GNUstep's
// archives have the same under keys that its archiver makes up.
internal import PropertyLists

/// The layout of counted sets.
package enum CountedSetLayout {
  /// The number of members, and the beginning of the key of a member's count.
  package static let count = "NS.count"
  /// The beginning of the key of a member.
  package static let member = "NS.object"
  /// GNUstep's key of the number of members, and the beginning of its other keys.
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
      throw LayoutFault(.valueNotFound, message: "a counted set has no \(count)")
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
          .invalidCount, message: "a counted set of \(total) members has \(members.count)",
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
        .invalidCount, message: "expected an integer from 0 for a count", pair: position)
    }
    return number
  }

  /// Writes members and their counts, as many of the one as of the other.
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
