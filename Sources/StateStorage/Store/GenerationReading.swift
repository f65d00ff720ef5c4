// Generations read one by one, with an account of what was found: states and preferences are read in
// the same way. Relies on `StateBackend` for the contents.

internal import DurableFiles

/// What came of reading one generation.
enum GenerationFinding<Value> {
  case absent
  case good(Value, FileIdentity)
  /// The contents are not what was written, or not what they ought to be.
  case noGood(StateError, FileIdentity)
  /// Nothing is known of the contents.
  case unreadable(StateError)
}

/// Reads generations, and what they stand for.
struct GenerationReading<Value> {
  let backend: any StateBackend
  /// What is kept there, as errors call it: "the state".
  let subject: String
  /// What contents stand for.
  let decode: (FileSnapshot) throws(StateError) -> Value

  /// Reads a generation.
  func find(_ number: Int) -> GenerationFinding<Value> {
    do throws(FileError) {
      guard let contents = try backend.contents(ofGeneration: number) else { return .absent }
      return finding(contents)
    } catch {
      return .unreadable(
        failure(.unreadable, message: "\(subject) could not be read", underlyingError: error))
    }
  }

  private func finding(_ contents: FileSnapshot) -> GenerationFinding<Value> {
    do throws(StateError) {
      if contents.integrity == .damaged {
        throw failure(.damaged, message: "\(subject) changed on the drive although nobody wrote it")
      }
      return .good(try decode(contents), contents.identity)
    } catch {
      return .noGood(error, contents.identity)
    }
  }

  private func failure(
    _ code: StateError.Code, message: String, underlyingError: (any Error)? = nil
  ) -> StateError {
    StateError(code, message: message, path: backend.path, underlyingError: underlyingError)
  }
}
