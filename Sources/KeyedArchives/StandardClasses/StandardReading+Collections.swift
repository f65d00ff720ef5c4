// The members of collections: in an array of references, or under numbered keys.
internal import PropertyLists

extension StandardReading {
  // MARK: Arrays and sets

  /// The members of an array or set.
  mutating func members() throws(ArchiveError) -> ArchivedMembers {
    if let place = place("NS.objects") { return try list(place) }
    return pairs(try numbered("NS.object.", numberedPlaces("NS.object.")))
  }

  /// An array of references.
  private mutating func list(_ place: Int) throws(ArchiveError) -> ArchivedMembers {
    guard let list = node.value(at: place), list.kind == .array else {
      throw failure(
        .invalidMembers, "the members of a collection are an array of references", at: place)
    }
    for index in 0..<list.count {
      guard let member = list[index], object.table.slot(referredBy: member) != nil else {
        throw failure(
          .invalidMembers, "a member of a collection is a reference", at: place, element: index)
      }
    }
    take(place)
    return ArchivedMembers(object.table, .list(list))
  }

  /// The places of numbered keys, from 0 until one is missing.
  private mutating func numbered(
    _ prefix: String, _ places: [Int: Int]
  ) throws(ArchiveError) -> [Int] {
    var found: [Int] = []
    while let place = places[found.count] {
      try checkReference(at: place)
      found.append(place)
    }
    for place in found { take(place) }
    return found
  }

  private func checkReference(at place: Int) throws(ArchiveError) {
    guard let member = node.value(at: place), object.table.slot(referredBy: member) != nil else {
      throw failure(.invalidMembers, "a member of a collection is a reference", at: place)
    }
  }

  private func pairs(_ places: [Int]) -> ArchivedMembers {
    ArchivedMembers(object.table, .pairs(node, places))
  }

  /// The places of the keys that are a text and a number behind it. Linear in the keys.
  private func numberedPlaces(_ prefix: String) -> [Int: Int] {
    var places: [Int: Int] = [:]
    for place in 0..<node.count {
      guard let key = node.key(at: place)?.stringValue, key.utf8.starts(with: prefix.utf8),
        let number = Self.number(key.utf8.dropFirst(prefix.utf8.count))
      else { continue }
      places[number] = place
    }
    return places
  }

  /// A number as archivers write it: digits alone, no needless zero.
  private static func number(_ digits: Substring.UTF8View.SubSequence) -> Int? {
    guard 1...9 ~= digits.count, digits.allSatisfy({ 0x30...0x39 ~= $0 }),
      digits.count == 1 || digits.first != 0x30
    else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  // MARK: Dictionaries

  /// The pairs of a dictionary.
  mutating func entries() throws(ArchiveError) -> ArchivedContents {
    let (keys, values) = try keysAndValues()
    guard keys.count == values.count else {
      throw failure(.unevenMembers, "a dictionary has \(keys.count) keys, \(values.count) values")
    }
    for (index, key) in keys.enumerated() where key.kind == .null {
      throw failure(.nilKey, "key \(index) of a dictionary is nil", position: key.position)
    }
    return .entries(keys: keys, values: values)
  }

  private mutating func keysAndValues() throws(ArchiveError) -> (ArchivedMembers, ArchivedMembers) {
    switch (place("NS.keys"), place("NS.objects")) {
    case (let keys?, let values?): return (try list(keys), try list(values))
    case (nil, nil):
      let keys = try numbered("NS.key.", numberedPlaces("NS.key."))
      return (pairs(keys), pairs(try numbered("NS.object.", numberedPlaces("NS.object."))))
    case (let keys, let values):
      throw failure(
        .unevenMembers,
        keys == nil
          ? "a dictionary has values, but no keys" : "a dictionary has keys, but no values",
        at: keys ?? values)
    }
  }

  // MARK: Counted sets

  /// The members of a counted set, in Apple's keys or in GNUstep's.
  mutating func countedItems() throws(ArchiveError) -> ArchivedContents? {
    if let count = place("NS.count") {
      let (members, counts) = (numberedPlaces("NS.object"), numberedPlaces("NS.count"))
      return try countedItems(count, member: { members[$0] }, count: { counts[$0] })
    }
    guard let count = place("$0") else { return nil }
    let places = numberedPlaces("$")
    return try countedItems(
      count, member: { places[1 + 2 * $0] }, count: { places[2 + 2 * $0] })
  }

  private mutating func countedItems(
    _ place: Int, member: (Int) -> Int?, count: (Int) -> Int?
  ) throws(ArchiveError) -> ArchivedContents {
    let total = try self.count(at: place)
    take(place)
    var (members, counts): ([Int], [PlistInteger]) = ([], [])
    while PlistInteger(members.count) < total {
      guard let memberPlace = member(members.count), let countPlace = count(members.count) else {
        throw failure(
          .invalidCount, "a counted set of \(total) members has \(members.count)", at: place)
      }
      try checkReference(at: memberPlace)
      counts.append(try self.count(at: countPlace))
      members.append(memberPlace)
      take(memberPlace)
      take(countPlace)
    }
    return .countedItems(pairs(members), counts: counts)
  }

  private func count(at place: Int) throws(ArchiveError) -> PlistInteger {
    guard let count = node.value(at: place)?.integerValue, count >= 0 else {
      throw failure(.invalidCount, "a count is a whole number from 0", at: place)
    }
    return count
  }

  // MARK: Errors

  /// An error at a pair of the object, or at an element of its value.
  private func failure(
    _ code: ArchiveError.Code, _ message: String, at place: Int? = nil, element: Int? = nil,
    position: SourcePosition? = nil
  ) -> ArchiveError {
    let value = place.flatMap { node.value(at: $0) }
    let steps = [place.flatMap { node.step(to: $0) }, element.map { .index($0) }]
    return ArchiveError(
      code, message,
      position: position ?? element.flatMap { value?[$0]?.position } ?? (value ?? node).position,
      path: PlistPath(object.table.path(of: object.slot).steps + steps.compactMap { $0 }))
  }
}
