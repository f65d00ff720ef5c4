// Loading a state step by step: the file, and if it is missing or invalid, its generations, from
// the newest to the oldest.

internal import DurableFiles
internal import PropertyLists
internal import SystemPackage

/// One attempt to load a state.
struct StateSearch<State> {
  let backend: any StateBackend
  let format: StateFormat<State>
  let schema: StateSchema
  /// The shapes that were decoded; nil if they are not used.
  var shapes: DecodedShapes?

  /// A decoded generation.
  private enum Decoded {
    case state(State, StateSource)
    case newer(Int, StateError)
  }

  /// The findings so far, from the newest generation to older ones.
  private struct SearchProgress {
    /// Whether the file itself is missing.
    var isFileGone = false
    /// The identity of the file's contents if they are invalid.
    var identity: FileIdentity?
    /// The reason why the newest existing contents are invalid.
    var reason: StateError?
    /// The earlier generations that exist.
    var generations: [Int] = []
  }

  /// Returns the result, and the knowledge about the file that follows from it. The newest
  /// generation that is not known to be invalid determines the result: if it cannot be read, it may
  /// contain the latest save, and an older one is not used instead.
  func run() -> (StateLoad<State>, KnownContents) {
    var progress = SearchProgress()
    for number in 0...oldestGeneration {
      let finding = find(number)
      if number > 0, case .absent = finding { continue }
      if number > 0 { progress.generations.append(number) }
      switch finding {
      case .absent: progress.isFileGone = true
      case .good(.state(let state, let source), let identity):
        return found(state, source: source, identity: identity, progress: progress)
      case .good(.newer(let version, let error), _):
        return (.newerVersion(version, error), refused(error, progress: progress))
      case .unreadable(let error): return (.unreadable(error), refused(error, progress: progress))
      case .invalid(let error, let identity):
        if number == 0 { progress.identity = identity }
        progress.reason = progress.reason ?? error
      }
    }
    guard let reason = progress.reason else { return (.missing, .absent) }
    return (.corrupt(reason), refused(reason, progress: progress))
  }

  private func found(
    _ state: State, source: StateSource, identity: FileIdentity, progress: SearchProgress
  ) -> (StateLoad<State>, KnownContents) {
    if source.generation == 0 {
      return (.loaded(state, source), .good(identity, version: source.version))
    }
    let gone = StateError(.stateMissing, message: "the state file is missing", path: backend.path)
    let reason = progress.isFileGone ? gone : progress.reason ?? gone
    let origin = RecoveredGeneration(number: source.generation, version: source.version)
    return (.recovered(state, source, reason: reason), .recovered(progress.identity, from: origin))
  }

  private func refused(_ reason: StateError, progress: SearchProgress) -> KnownContents {
    let identity = try? backend.identity(like: nil)
    return .refused(Refusal(reason: reason, generations: progress.generations, identity: identity))
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

  /// Returns the name of a generation in errors.
  private func subject(_ number: Int) -> String {
    number == 0 ? "the state" : "generation \(number) of the state"
  }

  /// Verifies that an encoded state would load again: either its bytes contain the encoded values
  /// in a shape that was decoded before, or they are decoded.
  func check(_ encoded: StateFormat<State>.EncodedState) throws(StateError) {
    let bytes = Array(encoded.bytes)
    do throws(StateError) {
      if isProven(encoded, bytes: bytes) { return }
      let decoded = try decode(bytes, integrity: .verified, number: 0)
      if case .newer(_, let error) = decoded { throw error }
      if case .state(_, let source) = decoded, source.version != schema.version {
        throw StateError(
          .corrupt, message: "expected version \(schema.version), found \(source.version)")
      }
    } catch { throw notLoadable(error) }
  }

  /// Returns the error for a state that was encoded but would not load again.
  func notLoadable(_ error: StateError) -> StateError {
    StateError(
      .notEncodable, message: "the encoded state could not be loaded again", path: backend.path,
      underlyingError: error.underlyingError ?? error)
  }

  /// Whether encoded bytes contain the values that they were encoded from, in a shape that was
  /// decoded before.
  func isProven(_ encoded: StateFormat<State>.EncodedState, bytes: [UInt8]) -> Bool {
    guard let shapes, let written = encoded.document, DecodedShapes.areWorthwhile(for: written)
    else { return false }
    do {
      let document = StateDocument(try PlistDocument(bytes), readFrom: bytes)
      guard format.validationError(document.document, bytes: bytes) == nil,
        try version(of: document) == schema.version, let shape = document.shape
      else { return false }
      return shapes.contain(shape) && written.hasSameValues(as: document.document)
    } catch { return false }
  }

  private func decode(_ bytes: [UInt8], integrity: FileSnapshot.Integrity, number: Int)
    throws(StateError) -> Decoded
  {
    do {
      var document = StateDocument(try PlistDocument(bytes), readFrom: bytes)
      if let problem = format.validationError(document.document, bytes: bytes) { throw problem }
      let version = try version(of: document)
      if version > schema.version {
        let message =
          "\(subject(number)) has version \(version), but this program supports at most "
          + "version \(schema.version)"
        return .newer(version, StateError(.newerVersion, message: message, path: backend.path))
      }
      if version < schema.version {
        document = StateDocument(
          try schema.migrated(document.document, from: version), readFrom: bytes)
      }
      let state = try format.decode(document, schema.key)
      if format.decodesValues, let shape = document.shape { shapes?.learn(shape) }
      return .state(state, StateSource(generation: number, integrity: integrity, version: version))
    } catch let error as StateError { throw error } catch {
      let subject = number == 0 ? "the file" : "generation \(number)"
      throw StateError(
        .corrupt, message: "\(subject) does not contain a state that this program can decode",
        path: backend.path, underlyingError: error)
    }
  }

  /// Returns the version of a document: 1 if it has none, and the current version if the format has
  /// no versions.
  private func version(of document: StateDocument) throws -> Int {
    guard let find = format.version else { return schema.version }
    guard let version = try find(document, schema.key) else { return 1 }
    if version < 1 {
      throw StateError(
        .corrupt, message: "expected a state version of at least 1, found \(version)",
        path: backend.path)
    }
    return version
  }
}
