// Sets and dictionaries in the layouts of Apple's classes. Members are sorted if possible, because
// Swift's order differs in each process. Text that unarchiving rejects is not archived.
package import PropertyLists

/// A collection that writes its members itself.
protocol CollectionArchiving {
  func archive(in session: ArchivingSession, _ position: ArchivingPosition) throws
}

extension Set: CollectionArchiving where Element: Encodable {
  func archive(in session: ArchivingSession, _ position: ArchivingPosition) throws {
    let container = try session.openCollection(.set, at: position)
    for element in inStableOrder(Array(self), by: { $0 }) {
      try session.encode(key: element, session.element(of: container))
    }
    session.closeCollection()
  }
}

extension Dictionary: CollectionArchiving where Key: Encodable, Value: Encodable {
  func archive(in session: ArchivingSession, _ position: ArchivingPosition) throws {
    let container = try session.openCollection(.dictionary, at: position)
    let pairs = inStableOrder(Array(self), by: \.key)
    for pair in pairs { try session.encode(key: pair.key, session.key(of: container)) }
    for pair in pairs { try session.encode(pair.value, at: session.element(of: container)) }
    session.closeCollection()
  }
}

/// A list that is archived without the containers of the standard library, with the same result.
protocol ListArchiving {
  static func archive<List>(_ list: List, in session: ArchivingSession, _ entry: Int) throws
}

extension Array: ListArchiving where Element: Encodable {
  static func archive<List>(_ list: List, in session: ArchivingSession, _ entry: Int) throws {
    guard let container = session.container(.array, entry: entry) else { return }
    let list = sameType(list, as: Self.self)
    if session.types.record(of: Element.self).shape == .instance {
      return try session.encode(instances(list), type: Element.self, in: container, entry: entry)
    }
    for element in list {
      if session.isFinished { throw session.secondValue(entry, type: Element.self) }
      try session.encode(element, at: session.element(of: container))
    }
  }
}

extension ArchivingSession {
  /// Encodes a member of a set or the key of a dictionary. Throws `ArchiveError` with
  /// `combiningLimit` for text that unarchiving would reject because hashing it takes too long.
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

/// A collection that reads its members from an object itself.
protocol CollectionUnarchiving {
  static func unarchive(in session: UnarchivingSession, _ entry: Int) throws -> Self
}

extension Set: CollectionUnarchiving where Element: Decodable {
  static func unarchive(in session: UnarchivingSession, _ entry: Int) throws -> Set {
    let members = try session.members(entry, for: Self.self)
    var set = Set(minimumCapacity: members.count)
    for position in members {
      try session.checkText(ofKey: position)
      set.insert(try session.decode(Element.self, at: position))
    }
    if set.count < members.count { try session.checkTexts(ofKeys: members, entry) }
    return set
  }
}

extension Dictionary: CollectionUnarchiving where Key: Decodable, Value: Decodable {
  static func unarchive(in session: UnarchivingSession, _ entry: Int) throws -> Dictionary {
    let pairs = try session.pairs(entry, for: Self.self)
    var dictionary = Dictionary(minimumCapacity: pairs.keys.count)
    for (keyPosition, position) in zip(pairs.keys, pairs.values) {
      try session.checkText(ofKey: keyPosition)
      let key = try session.decode(Key.self, at: keyPosition)
      var position = position
      position.key = key as? String
      dictionary[key] = try session.decode(Value.self, at: position)
    }
    if dictionary.count < pairs.keys.count { try session.checkTexts(ofKeys: pairs.keys, entry) }
    return dictionary
  }
}

/// A list that is decoded without the containers of the standard library, with the same result.
protocol ListUnarchiving {
  static func unarchive<List>(in session: UnarchivingSession, _ entry: Int, as list: List.Type)
    throws -> List
}

extension Array: ListUnarchiving where Element: Decodable {
  static func unarchive<List>(in session: UnarchivingSession, _ entry: Int, as list: List.Type)
    throws -> List
  {
    let members = try session.decoding([Any].self) {
      try session.members(entry, for: Self.self)
    }
    var elements = Self()
    // The elements of a hostile array may be large values that share one slot.
    elements.reserveCapacity(
      MemoryLayout<Element>.stride <= 16 ? members.count : Swift.min(members.count, 64))
    let known = session.type(Element.self)
    // Without the closure of `decoding`, which would copy the position of each element.
    for var position in members {
      position.parent = Int32(truncatingIfNeeded: entry)
      do {
        elements.append(
          known.shape == .instance
            ? try session.decode(instance: Element.self, known, at: position)
            : try session.decode(Element.self, at: position))
      } catch {
        throw ArchiveError.decodingError(error, type: Element.self)
      }
    }
    return sameType(elements, as: list)
  }
}

extension UnarchivingSession {
  /// Throws if the text of a key or member would take too long to hash as a `String`.
  func checkText(ofKey position: ValuePosition) throws {
    guard let node = try? target(position), table.exceedsCombiningMarks(node) else { return }
    throw error(KeyFault.combiningMarks(table.string(node) ?? ""), at: position)
  }

  /// Throws if keys or members whose bytes differ were lost. The last of equal keys is used.
  func checkTexts(ofKeys positions: MemberPositions, _ entry: Int) throws {
    let texts = positions.compactMap { try? string($0) }
    if let fault = KeyFault.first(inAny: texts) { throw error(fault, at: position(entry)) }
  }

  /// The error for keys that Swift's dictionaries cannot contain.
  func error(_ fault: KeyFault, at position: ValuePosition) -> any Error {
    error(fault.archiveCode, message: fault.message, at: position)
  }

  /// The members of the array or set that an entry decodes.
  func members(_ entry: Int, for type: Any.Type) throws -> MemberPositions {
    if let node = record(entry) { return try members(ofObject: node) }
    let position = position(entry)
    let node = try target(position)
    if table.kind(node) == .array, node == position.node {
      try visit(table.count(node), at: position)
      return MemberPositions(.list(node), in: table)
    }
    guard let layout = layouts[try classRecord(node, type: type, at: position)], layout.isList
    else { throw mismatch(type, expected: "expected an array or a set", at: position) }
    return try members(ofObject: node)
  }

  /// The keys and values of the dictionary that an entry decodes.
  func pairs(_ entry: Int, for type: Any.Type) throws -> (
    keys: MemberPositions, values: MemberPositions
  ) {
    let position = position(entry)
    let node = try target(position)
    guard layouts[try classRecord(node, type: type, at: position)] == .dictionary else {
      throw mismatch(type, expected: "expected a dictionary", at: position)
    }
    return try entries(ofObject: node)
  }

  func isDictionary(_ node: Int) -> Bool {
    table.record(of: node).map { layouts[$0] == .dictionary } ?? false
  }

  func className(_ node: Int, at position: ValuePosition, type: Any.Type) throws -> String {
    table.records[try classRecord(node, type: type, at: position)].name
  }

  func read<Contents>(_ node: Int, read: (inout StoredFields) throws(LayoutFault) -> Contents)
    throws -> Contents
  {
    var fields = StoredFields(table: table, node: node)
    do throws(LayoutFault) { return try read(&fields) } catch {
      throw table.error(error, object: node)
    }
  }

  /// The members of an array, set or ordered set.
  func members(ofObject node: Int) throws -> MemberPositions {
    try positions(read(node, read: ArrayLayout.members), of: node)
  }

  func entries(ofObject node: Int) throws -> (keys: MemberPositions, values: MemberPositions) {
    let entries = try read(node, read: DictionaryLayout.entries)
    return (try positions(entries.keys, of: node), try positions(entries.values, of: node))
  }

  /// The members of a counted set, and their counts.
  func countedEntries(ofObject node: Int) throws -> (
    members: MemberPositions, counts: [PlistInteger]
  ) {
    let entries = try read(node, read: CountedSetLayout.entries)
    return (try positions(entries.members, of: node), entries.counts)
  }

  private func positions(_ members: StoredMembers, of node: Int) throws -> MemberPositions {
    let positions = MemberPositions(members, in: table)
    try visit(positions.count, at: ValuePosition(node: node))
    return positions
  }
}

/// The positions of the members of a collection.
package struct MemberPositions: RandomAccessCollection {
  private let members: StoredMembers
  private let table: ArchiveTable
  package let endIndex: Int
  package var startIndex: Int { 0 }

  init(_ members: StoredMembers, in table: ArchiveTable) {
    self.members = members
    self.table = table
    endIndex = members.count(in: table)
  }

  package subscript(index: Int) -> ValuePosition {
    ValuePosition(node: members.node(index, in: table), index: index, isMember: true)
  }
}

extension KeyFault {
  package var archiveCode: ArchiveError.Code {
    if case .combiningMarks = self { .combiningLimit } else { .equivalentKeys }
  }
}
