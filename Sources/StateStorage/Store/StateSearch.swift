// Loading step by step: the file, and when it is gone or no good its generations from the newest on.

internal import DurableFiles
internal import PropertyLists
internal import SystemPackage

/// One attempt to load a state.
struct StateSearch<State> {
  let backend: any StateBackend
  let format: StateFormat<State>
  let schema: StateSchema
  /// The shapes that were decoded; nil where nothing is made of them.
  var shapes: DecodedShapes?

  /// What a generation is.
  private enum Decoded {
    case state(State, StateSource)
    case newer(Int, StateError)
  }

  /// What was found so far, on the way from the newest generation to older ones.
  private struct SearchProgress {
    /// Whether the file itself is gone.
    var isFileGone = false
    /// What tells the contents of the file, when they are no good.
    var identity: FileIdentity?
    /// Why the newest contents that there are, are no good.
    var reason: StateError?
    /// The earlier generations that there are.
    var generations: [Int] = []
  }

  /// What came of it, and what is known of the file now.
  ///
  /// The newest generation that is not known to be bad decides: what was saved last may be in one
  /// that cannot be read, and an older one is not taken for it.
  func run() -> (StateLoad<State>, KnownContents) {
    var trail = SearchProgress()
    for number in 0...oldestGeneration {
      if let outcome = step(number, trail: &trail) { return outcome }
    }
    guard let reason = trail.reason else { return (.missing, .absent) }
    return (.corrupt(reason), refused(reason, trail: trail))
  }

  /// Looks at a generation; nil when older ones have to be looked at.
  private func step(
    _ number: Int, trail: inout SearchProgress
  ) -> (StateLoad<State>, KnownContents)? {
    let finding = find(number)
    if case .absent = finding {
      if number == 0 { trail.isFileGone = true }
      return nil
    }
    if number > 0 { trail.generations.append(number) }
    switch finding {
    case .absent: return nil
    case .good(.state(let state, let source), let identity):
      return found(state, source: source, identity: identity, trail: trail)
    case .good(.newer(let version, let error), _):
      return (.newerVersion(version, error), refused(error, trail: trail))
    case .unreadable(let error): return (.unreadable(error), refused(error, trail: trail))
    case .noGood(let error, let identity):
      if number == 0 { trail.identity = identity }
      trail.reason = trail.reason ?? error
      return nil
    }
  }

  private func found(
    _ state: State, source: StateSource, identity: FileIdentity, trail: SearchProgress
  ) -> (StateLoad<State>, KnownContents) {
    if source.generation == 0 {
      return (.loaded(state, source), .good(identity, version: source.version))
    }
    let gone = StateError(.stateMissing, message: "the state is gone", path: backend.path)
    let reason = trail.isFileGone ? gone : trail.reason ?? gone
    let origin = RecoveredGeneration(number: source.generation, version: source.version)
    return (
      .recovered(state, source, reason: reason), .recovered(trail.identity, from: origin)
    )
  }

  private func refused(_ reason: StateError, trail: SearchProgress) -> KnownContents {
    let identity = try? backend.identity(like: nil)
    return .refused(
      Refusal(reason: reason, generations: trail.generations, identity: identity))
  }
}

// MARK: - One generation

extension StateSearch {
  private func find(_ number: Int) -> GenerationFinding<Decoded> {
    let reading = GenerationReading(backend: backend, subject: subject(number)) {
      contents throws(StateError) in
      try decode(contents.bytes, integrity: contents.integrity, number: number)
    }
    return reading.find(number)
  }

  /// What a generation is called in errors.
  private func subject(_ number: Int) -> String {
    number == 0 ? "the state" : "generation \(number) of the state"
  }

  /// Makes sure that a state which was encoded would be loaded again: its bytes have the values that were
  /// encoded, in a shape that was decoded before, or else it is decoded.
  func check(_ encoded: StateFormat<State>.EncodedState) throws(StateError) {
    let bytes = Array(encoded.bytes)
    do throws(StateError) {
      if isProven(encoded, bytes: bytes) { return }
      let decoded = try decode(bytes, integrity: .verified, number: 0)
      if case .newer(_, let error) = decoded { throw error }
      if case .state(_, let source) = decoded, source.version != schema.version {
        throw StateError(.corrupt, message: "its version would be \(source.version)")
      }
    } catch {
      throw notLoadable(error)
    }
  }

  /// The error for a state that was encoded and would not be loaded again.
  func notLoadable(_ error: StateError) -> StateError {
    StateError(
      .notEncodable, message: "what was encoded could not be loaded again", path: backend.path,
      underlyingError: error.underlyingError ?? error)
  }

  /// Whether bytes that were encoded have the values that they were encoded from, in a shape that was
  /// decoded before.
  func isProven(
    _ encoded: StateFormat<State>.EncodedState, bytes: [UInt8]
  ) -> Bool {
    guard let shapes, let written = encoded.document,
      DecodedShapes.areWorthwhile(for: written)
    else {
      return false
    }
    do {
      let document = StateDocument(try PlistDocument(bytes), readFrom: bytes)
      guard format.validationError(document.document, bytes: bytes) == nil,
        try version(of: document) == schema.version, let shape = document.shape
      else { return false }
      return shapes.contain(shape) && written.hasSameValues(as: document.document)
    } catch {
      return false
    }
  }

  private func decode(
    _ bytes: [UInt8], integrity: FileSnapshot.Integrity, number: Int
  ) throws(StateError) -> Decoded {
    do {
      var document = StateDocument(try PlistDocument(bytes), readFrom: bytes)
      if let problem = format.validationError(document.document, bytes: bytes) { throw problem }
      let version = try version(of: document)
      if version > schema.version { return .newer(version, newerVersion(version, number: number)) }
      if version < schema.version {
        document = StateDocument(
          try schema.migrated(document.document, from: version), readFrom: bytes)
      }
      let state = try format.decode(document, schema.key)
      if format.decodesValues, let shape = document.shape { shapes?.learn(shape) }
      let source = StateSource(
        generation: number, integrity: integrity, version: version)
      return .state(state, source)
    } catch {
      throw failure(error, number: number)
    }
  }

  /// The version of a document: the first where none stands, the present one where none ever does.
  private func version(of document: StateDocument) throws -> Int {
    guard let find = format.version else { return schema.version }
    guard let version = try find(document, schema.key) else { return 1 }
    if version < 1 {
      throw StateError(
        .corrupt, message: "the version of the state is \(version)", path: backend.path)
    }
    return version
  }

  private func newerVersion(_ version: Int, number: Int) -> StateError {
    StateError(
      .newerVersion,
      message:
        "\(subject(number)) has version \(version), and this program knows \(schema.version) at most",
      path: backend.path)
  }

  /// The error for contents that are no state.
  private func failure(_ error: any Error, number: Int) -> StateError {
    if let error = error as? StateError { return error }
    let subject = number == 0 ? "the file" : "generation \(number)"
    return StateError(
      .corrupt, message: "\(subject) is no state of this program", path: backend.path,
      underlyingError: error)
  }
}
