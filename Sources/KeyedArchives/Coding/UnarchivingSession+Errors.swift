// What is refused when objects are made, with the path to it and its place in the input.
internal import PropertyLists

extension UnarchivingSession {
  /// The path to the value at hand, and on to a place. What is decoded in the place of another value
  /// is no step.
  private func path(_ places: some Sequence<Place>) -> PlistPath {
    var steps: [PlistPath.Step] = []
    var last: Place?
    for place in places where !place.isSame(as: last) {
      steps.append(place.key.map { .key($0) } ?? .index(place.position))
      last = place
    }
    return PlistPath(steps)
  }

  private var path: PlistPath { path(entries.map(\.place)) }

  func codingPath(_ entry: Int) -> [any CodingKey] {
    path(entries.prefix(entry + 1).map(\.place)).codingPath
  }

  func error(_ code: ArchiveError.Code, _ message: String, _ place: Place) -> ArchiveError {
    ArchiveError(
      code, message, position: table.position(place.node),
      path: path(entries.map(\.place) + [place]))
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
