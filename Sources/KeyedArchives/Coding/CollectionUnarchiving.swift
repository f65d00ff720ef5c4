// Sets and dictionaries out of the objects that Apple's classes write.
internal import PropertyLists

/// A collection that takes its members out of an object itself.
protocol CollectionUnarchiving {
  static func unarchive(in session: UnarchivingSession, _ entry: Int) throws -> Self
}

extension Set: CollectionUnarchiving where Element: Decodable {
  static func unarchive(in session: UnarchivingSession, _ entry: Int) throws -> Set {
    let members = try session.members(entry, for: Self.self)
    var set = Set(minimumCapacity: members.count)
    for place in members { set.insert(try session.decode(Element.self, place)) }
    return set
  }
}

extension Dictionary: CollectionUnarchiving where Key: Decodable, Value: Decodable {
  static func unarchive(in session: UnarchivingSession, _ entry: Int) throws -> Dictionary {
    let pairs = try session.pairs(entry, for: Self.self)
    var dictionary = Dictionary(minimumCapacity: pairs.keys.count)
    for (keyPlace, place) in zip(pairs.keys, pairs.values) {
      let key = try session.decode(Key.self, keyPlace)
      var place = place
      place.key = key as? String
      dictionary[key] = try session.decode(Value.self, place)
    }
    return dictionary
  }
}

extension UnarchivingSession {
  private static let lists: Set<String> = [
    "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet",
  ]
  private static let dictionaries: Set<String> = ["NSDictionary", "NSMutableDictionary"]

  /// The members of the array or set that an entry decodes.
  func members(_ entry: Int, for type: Any.Type) throws -> [Place] {
    let place = place(entry)
    let node = try record(entry) ?? target(place)
    if table.kind(node) == .array, node == place.node { return try members(ofArray: node, place) }
    let name = try className(node, place, type)
    guard record(entry) != nil || Self.lists.contains(name) else {
      throw mismatch(type, "an array or a set", place)
    }
    return try members("NS.objects", "NS.object.", node, place)
  }

  /// The keys and values of the dictionary that an entry decodes.
  func pairs(_ entry: Int, for type: Any.Type) throws -> (keys: [Place], values: [Place]) {
    let place = place(entry)
    let node = try target(place)
    guard Self.dictionaries.contains(try className(node, place, type)) else {
      throw mismatch(type, "a dictionary", place)
    }
    let keys = try members("NS.keys", "NS.key.", node, place)
    let values = try members("NS.objects", "NS.object.", node, place)
    guard keys.count == values.count else {
      throw error(
        .typeMismatch, "the dictionary has \(keys.count) keys and \(values.count) values", place)
    }
    return (keys, values)
  }

  /// Whether an object is a dictionary of Apple's.
  func isDictionary(_ name: String) -> Bool { Self.dictionaries.contains(name) }

  /// The class name of an object.
  func className(_ node: Int, _ place: Place, _ type: Any.Type) throws -> String {
    try classOfRecord(node, type, place).1
  }

  /// The members of an object: in an array under one key, or under numbered keys.
  func members(_ key: String, _ prefix: String, _ node: Int, _ place: Place) throws
    -> [Place]
  {
    let position = position(of: key, in: node)
    if position >= 0 {
      let array = table.value(position, of: node)
      if table.kind(array) == .array { return try members(ofArray: array, place) }
      throw error(.typeMismatch, "\(key) is no array", place)
    }
    var members: [Place] = []
    while members.count < table.count(node) {
      let position = self.position(of: prefix + String(members.count), in: node)
      if position < 0 { break }
      try visit(1, place)
      members.append(
        Place(node: table.value(position, of: node), position: members.count, isMember: true))
    }
    return members
  }

  private func members(ofArray node: Int, _ place: Place) throws -> [Place] {
    try visit(table.count(node), place)
    return (0..<table.count(node)).map {
      Place(node: table.element($0, of: node), position: $0, isMember: true)
    }
  }
}
