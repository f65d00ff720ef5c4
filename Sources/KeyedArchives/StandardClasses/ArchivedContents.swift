// What the objects of Foundation's own collections and values hold, taken out of the keys that they
// are stored under.
public import PropertyLists

/// What an object of a standard class holds.
public enum ArchivedContents: Sendable {
  /// The members of an array, set or ordered set.
  case items(ArchivedMembers)
  /// The pairs of a dictionary; as many keys as values.
  case entries(keys: ArchivedMembers, values: ArchivedMembers)
  /// The members of a counted set, and how often each is in it.
  case countedItems(ArchivedMembers, counts: [PlistInteger])
  /// A date: seconds since 2001-01-01T00:00:00Z, real or integer.
  case date(PlistNode)
  /// Text.
  case string(PlistNode)
  /// Bytes.
  case data(PlistNode)
  /// A URL: its text, a plain string, and the URL that it is relative to, nil where none is stored.
  case url(ArchivedValue, base: ArchivedValue?)
  /// A UUID.
  case uuid(UUID)
  /// The object that stands for nothing.
  case null
  /// A decimal number: `NaN`, or digits without an exponent.
  case decimal(String)
}

/// An object of a standard class: what it holds, and what else is stored with it.
public struct StandardContents: Sendable {
  /// What it holds.
  public let contents: ArchivedContents
  let object: ArchivedObject
  /// The places of the pairs that the contents were taken from, and of `$class`.
  let taken: [Int]

  /// The fields that are not part of the contents, in the order of the file.
  public var otherFields: [ArchivedField] {
    otherPlaces.compactMap { place in
      guard let key = object.node.key(at: place)?.stringValue,
        let value = object.node.value(at: place)
      else { return nil }
      return ArchivedField(key: key, value: ArchivedValue(object.table, value))
    }
  }

  /// The places of the pairs that are not part of the contents.
  var otherPlaces: [Int] {
    var isTaken = Array(repeating: false, count: object.node.count)
    for place in taken { isTaken[place] = true }
    return isTaken.indices.filter { !isTaken[$0] }
  }
}

extension ArchivedObject {
  /// The object as one of a standard class: arrays, sets, dictionaries, dates, strings, data, URLs,
  /// UUIDs, decimal numbers and the null object, by exact class name. Nil for objects of every other
  /// class, subclasses among them, and where the stored keys have another form.
  ///
  /// - Throws: `ArchiveError` where a collection contradicts itself. Linear in the members.
  public func standard() throws(ArchiveError) -> StandardContents? {
    var reading = StandardReading(self)
    guard let contents = try reading.contents() else { return nil }
    let record = node.position(ofKey: "$class").map { [$0] } ?? []
    return StandardContents(contents: contents, object: self, taken: reading.taken + record)
  }
}
