// Reading generations one by one and reporting the finding for each. States and preferences share
// this code. Relies on `StateBackend` for the contents.

internal import DurableFiles

/// The result of reading one generation.
enum GenerationFinding<Value> {
  case absent
  case good(Value, FileIdentity)
  /// The contents are corrupted or cannot be decoded.
  case invalid(StateError, FileIdentity)
  /// The contents are unknown.
  case unreadable(StateError)
}

/// Reads and decodes generations.
struct GenerationReading<Value> {
  let backend: any StateBackend
  /// The name of the stored data in errors: "the state".
  let subject: String
  /// Decodes contents.
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
        throw failure(
          .damaged,
          message: "checksum mismatch: the contents of \(subject) were corrupted on the drive")
      }
      return .good(try decode(contents), contents.identity)
    } catch {
      return .invalid(error, contents.identity)
    }
  }

  private func failure(
    _ code: StateError.Code, message: String, underlyingError: (any Error)? = nil
  ) -> StateError {
    StateError(code, message: message, path: backend.path, underlyingError: underlyingError)
  }
}
