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

  /// Runs part of a container's work. Its errors are `DecodingError`s, which types catch, with the archive's
  /// own error beneath.
  @inline(__always)
  func decoding<Value>(_ type: Any.Type, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as ArchiveError { throw error.decodingError(type) }
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
    let name = (try? className(table.node(inSlot: slot), place, type.type)) ?? "no object"
    if type.bridged != nil {
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

extension ArchiveError {
  /// The error as a type sees it that decodes itself.
  @inline(never)
  func decodingError(_ type: Any.Type) -> DecodingError {
    switch code {
    case .typeMismatch, .unexpectedClass: .typeMismatch(type, context)
    case .valueNotFound: .valueNotFound(type, context)
    default: .dataCorrupted(context)
    }
  }

  /// What a `DecodingError` says of it.
  var context: DecodingError.Context {
    DecodingError.Context(
      codingPath: path.codingPath, debugDescription: description, underlyingError: self)
  }

  /// The archive's own error beneath a `DecodingError`, or the error itself.
  static func own(_ error: any Error) -> any Error {
    guard let error = error as? DecodingError else { return error }
    let context =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context
      @unknown default: DecodingError.Context(codingPath: [], debugDescription: "")
      }
    return context.underlyingError as? ArchiveError ?? error
  }
}
