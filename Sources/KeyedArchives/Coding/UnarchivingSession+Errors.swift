// What is refused when objects are made, with the path to it and its place in the input.
internal import PropertyLists

extension UnarchivingSession {
  /// The path to the value at hand, and on to a place. What is decoded in the place of another value
  /// is no step.
  private func path(_ entries: some Collection<Entry>, _ end: Place? = nil) -> PlistPath {
    var steps: [PlistPath.Step] = []
    steps.reserveCapacity(entries.count + 1)
    var last: Place?
    func add(_ place: Place) {
      if place.isSame(as: last) { return }
      steps.append(place.key.map { .key($0) } ?? .index(place.position))
      last = place
    }
    for entry in entries { add(entry.place) }
    if let end { add(end) }
    return PlistPath(steps)
  }

  func codingPath(_ entry: Int) -> [any CodingKey] { path(entries.prefix(entry + 1)).codingPath }

  /// An error with the path to its place. Types may try one thing after the other: errors deep inside
  /// cost as visits do.
  func error(_ code: ArchiveError.Code, _ message: String, _ place: Place) -> ArchiveError {
    noteError(depth: entries.count)
    return ArchiveError(
      code, message, position: table.position(place.node), path: path(entries, place))
  }

  func mismatch(_ type: Any.Type, _ expected: String, _ place: Place) -> any Error {
    error(.typeMismatch, "expected \(expected) for \(type)", place)
  }

  func cycle(_ slot: Int, _ place: Place) -> ArchiveError {
    error(
      .cycle,
      "object \(slot) is needed to make itself; one of the links on the way must be @Reference",
      place)
  }

  func unexpectedClass(_ slot: Int, _ type: DecodedType, _ place: Place) -> ArchiveError {
    let name = (try? classOfRecord(table.node(inSlot: slot), type.type, place).1) ?? "no object"
    if type.foreign != nil {
      return error(
        .unexpectedClass,
        "found an object of the class \(PlistError.quoted(name)), which is not allowed here", place)
    }
    let expected = type.names.all.first ?? "another class"
    return error(
      .unexpectedClass,
      "expected \(expected), found \(PlistError.quoted(name)), which is not registered for it",
      place)
  }

  /// An object that is made ahead of being asked for, or filled into a link.
  func place(ofSlot slot: Int) -> Place {
    Place(node: table.node(inSlot: slot), key: "$objects[\(slot)]")
  }
}
