// Sets and dictionaries in the layouts of Apple's classes; Swift's own encoding would turn them
// into arrays. Members that can be sorted are written in sorted order, because Swift's order
// differs in each process. Text with more combining marks in a row than unarchiving accepts is not
// archived either.
internal import PropertyLists

/// A collection that writes its members itself.
protocol CollectionArchiving {
  func archive(in session: ArchivingSession, _ position: ArchivingSession.ArchivingPosition) throws
}

extension Set: CollectionArchiving where Element: Encodable {
  func archive(in session: ArchivingSession, _ position: ArchivingSession.ArchivingPosition) throws
  {
    let container = try session.openCollection(.set, at: position)
    for element in inStableOrder(Array(self), by: { $0 }) {
      try session.encode(key: element, session.element(of: container))
    }
    session.closeCollection()
  }
}

extension Dictionary: CollectionArchiving where Key: Encodable, Value: Encodable {
  func archive(in session: ArchivingSession, _ position: ArchivingSession.ArchivingPosition) throws
  {
    let container = try session.openCollection(.dictionary, at: position)
    let pairs = inStableOrder(Array(self), by: \.key)
    for pair in pairs {
      try session.encode(key: pair.key, session.key(of: container))
    }
    for pair in pairs { try session.encode(pair.value, at: session.element(of: container)) }
    session.closeCollection()
  }
}

extension ArchivingSession {
  /// Encodes a member of a set or the key of a dictionary.
  ///
  /// - Throws: `ArchiveError` with `combiningLimit` if text has more combining marks in a row than
  ///   unarchiving accepts, because hashing it would take too long.
  fileprivate func encode<Key: Encodable>(key: Key, _ position: ArchivingPosition) throws {
    try encode(key, at: position)
    guard let text = builder.markedText(lastIn: position.slot.container) else { return }
    throw combiningLimit(text, at: path(position))
  }
}

/// Sorts members whose keys are text, numbers or UUIDs; leaves others in their order.
private func inStableOrder<Member, Key>(_ members: [Member], by key: (Member) -> Key) -> [Member] {
  func sorted<Known: Comparable>(as type: Known.Type) -> [Member] {
    members.sorted { sameType(key($0), as: type) < sameType(key($1), as: type) }
  }
  return switch Key.self {
  case is String.Type: sorted(as: String.self)
  case is Int.Type: sorted(as: Int.self)
  case is UUID.Type: members.sorted { "\(key($0))" < "\(key($1))" }
  case let type as any Comparable.Type: sorted(as: type)
  default: members
  }
}
