// Loading step by step: the file, and when it is gone or no good its generations from the newest on.

internal import DurableFiles
internal import PropertyLists
internal import SystemPackage

/// One attempt to load a state.
struct StateSearch<State> {
  let place: any StatePlace
  let format: StateFormat<State>
  let schema: StateSchema

  /// What a generation is.
  private enum Decoded {
    case state(State, StateSource)
    case newer(Int, StateError)
  }

  /// What came of it, and what is known of the file now.
  func run() -> (StateLoad<State>, KnownContents) {
    switch find(0) {
    case .good(.state(let state, let source), let identity):
      return (.loaded(state, source), .good(identity, version: source.version))
    case .good(.newer(let version, let error), _):
      return (.newerVersion(version, error), .refused(error))
    case .unreadable(let error): return (.unreadable(error), .refused(error))
    case .noGood(let error, let identity):
      return recover(error, identity) ?? (.corrupt(error), .refused(error))
    case .absent:
      let error = StateError(.stateMissing, "the state is gone", path: place.path)
      return recover(error, nil) ?? (.missing, .absent)
    }
  }

  /// The newest earlier generation that is a state; nil when there is none.
  private func recover(
    _ reason: StateError, _ identity: FileIdentity?
  ) -> (StateLoad<State>, KnownContents)? {
    for number in 1...oldestGeneration {
      if case .good(.state(let state, let source), _) = find(number) {
        return (.recovered(state, source, reason: reason), .recovered(identity))
      }
    }
    return nil
  }

  private func find(_ number: Int) -> GenerationFinding<Decoded> {
    let reading = GenerationReading(place: place, subject: "the state") {
      contents throws(StateError) in try decode(contents, number)
    }
    return reading.find(number)
  }

  private func decode(_ contents: FileSnapshot, _ number: Int) throws(StateError) -> Decoded {
    do {
      let document = try PlistDocument(contents.bytes)
      let version = try version(of: document)
      if version > schema.version { return .newer(version, newerVersion(version)) }
      let state = try format.decode(schema.migrated(document, from: version))
      let source = StateSource(
        generation: number, integrity: contents.integrity, version: version)
      return .state(state, source)
    } catch {
      throw failure(error)
    }
  }

  /// The version of a document; files that tell none have the first.
  private func version(of document: PlistDocument) throws -> Int {
    guard let version = try format.version(document, schema.key) else { return 1 }
    if version < 1 {
      throw StateError(.corrupt, "the version of the state is \(version)", path: place.path)
    }
    return version
  }

  private func newerVersion(_ version: Int) -> StateError {
    StateError(
      .newerVersion,
      "the state has version \(version), and this program knows \(schema.version) at most",
      path: place.path)
  }

  /// The error for contents that are no state.
  private func failure(_ error: any Error) -> StateError {
    if let error = error as? StateError { return error }
    return StateError(
      .corrupt, "the file is no state of this program", path: place.path, underlyingError: error)
  }
}
