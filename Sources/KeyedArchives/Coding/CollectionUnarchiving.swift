// Sets and dictionaries out of the objects that Apple's classes write.
package import PropertyLists

/// A collection that takes its members out of an object itself.
protocol CollectionUnarchiving {
  static func unarchive(in session: UnarchivingSession, _ entry: Int) throws -> Self
}

extension Set: CollectionUnarchiving where Element: Decodable {
  static func unarchive(in session: UnarchivingSession, _ entry: Int) throws -> Set {
    let members = try session.members(entry, for: Self.self)
    var set = Set(minimumCapacity: members.count)
    for place in members {
      try session.checkText(ofKey: place)
      set.insert(try session.decode(Element.self, place))
    }
    if set.count < members.count { try session.checkTexts(ofKeys: members, entry) }
    return set
  }
}

extension Dictionary: CollectionUnarchiving where Key: Decodable, Value: Decodable {
  static func unarchive(in session: UnarchivingSession, _ entry: Int) throws -> Dictionary {
    let pairs = try session.pairs(entry, for: Self.self)
    var dictionary = Dictionary(minimumCapacity: pairs.keys.count)
    for (keyPlace, place) in zip(pairs.keys, pairs.values) {
      try session.checkText(ofKey: keyPlace)
      let key = try session.decode(Key.self, keyPlace)
      var place = place
      place.key = key as? String
      dictionary[key] = try session.decode(Value.self, place)
    }
    if dictionary.count < pairs.keys.count { try session.checkTexts(ofKeys: pairs.keys, entry) }
    return dictionary
  }
}

extension UnarchivingSession {
  /// Throws where the text of a key or member takes too long to hash as a `String`.
  @inline(__always)
  func checkText(ofKey place: Place) throws {
    guard let node = try? target(place), table.exceedsCombiningMarks(node) else { return }
    throw error(KeyFault.combiningMarks(table.string(node) ?? ""), place)
  }

  /// Throws where some keys that a dictionary has lost, or members of a set, differ in their bytes. Of a
  /// key that is there twice the last value counts.
  func checkTexts(ofKeys places: [Place], _ entry: Int) throws {
    let texts = places.compactMap { try? string($0) }
    if let fault = KeyFault.first(inAny: texts) { throw error(fault, place(entry)) }
  }

  /// The error of keys that cannot be those of a dictionary of Swift's.
  func error(_ fault: KeyFault, _ place: Place) -> any Error {
    error(fault.archiveCode, fault.message, place)
  }

  /// The members of the array or set that an entry decodes.
  func members(_ entry: Int, for type: Any.Type) throws -> [Place] {
    if let node = record(entry) { return try members(ofObject: node) }
    let place = place(entry)
    let node = try target(place)
    if table.kind(node) == .array, node == place.node { return try members(ofArray: node, place) }
    guard let layout = layouts[try classRecord(node, type, place)], layout.isList else {
      throw mismatch(type, "expected an array or a set", place)
    }
    return try members(ofObject: node)
  }

  /// The keys and values of the dictionary that an entry decodes.
  func pairs(_ entry: Int, for type: Any.Type) throws -> (keys: [Place], values: [Place]) {
    let place = place(entry)
    let node = try target(place)
    guard layouts[try classRecord(node, type, place)] == .dictionary else {
      throw mismatch(type, "expected a dictionary", place)
    }
    return try entries(ofObject: node)
  }

  /// Whether an object is a dictionary of Foundation's.
  func isDictionary(_ node: Int) -> Bool {
    table.record(of: node).map { layouts[$0] == .dictionary } ?? false
  }

  /// The class name of an object.
  func className(_ node: Int, _ place: Place, _ type: Any.Type) throws -> String {
    table.records[try classRecord(node, type, place)].name
  }

  // MARK: Objects with the layouts of collections

  /// Reads an object of a class with a layout.
  func read<Contents>(
    _ node: Int, _ read: (inout StoredFields) throws(LayoutFault) -> Contents
  ) throws -> Contents {
    var fields = StoredFields(table, node)
    do throws(LayoutFault) { return try read(&fields) } catch {
      throw table.error(error, object: node)
    }
  }

  /// The members of an array, set or ordered set.
  func members(ofObject node: Int) throws -> [Place] {
    try places(read(node, ArrayLayout.members), of: node)
  }

  /// The keys and values of a dictionary.
  func entries(ofObject node: Int) throws -> (keys: [Place], values: [Place]) {
    let entries = try read(node, DictionaryLayout.entries)
    return (try places(entries.keys, of: node), try places(entries.values, of: node))
  }

  /// The members of a counted set, and their counts.
  func countedEntries(ofObject node: Int) throws -> (members: [Place], counts: [PlistInteger]) {
    let entries = try read(node, CountedSetLayout.entries)
    return (try places(entries.members, of: node), entries.counts)
  }

  private func places(_ members: StoredMembers, of node: Int) throws -> [Place] {
    let count = members.count(in: table)
    try visit(count, Place(node: node))
    return (0..<count).map {
      Place(node: members.node($0, in: table), position: $0, isMember: true)
    }
  }

  private func members(ofArray node: Int, _ place: Place) throws -> [Place] {
    try visit(table.count(node), place)
    return (0..<table.count(node)).map {
      Place(node: table.element($0, of: node), position: $0, isMember: true)
    }
  }
}

extension KeyFault {
  /// The code of the error of an archive.
  package var archiveCode: ArchiveError.Code {
    if case .combiningMarks = self { .combiningLimit } else { .equivalentKeys }
  }
}
