// What the errors of files mean for a state or for preferences that were to be saved.

internal import DurableFiles
internal import SystemPackage

extension StateError {
  /// The error for a save that failed.
  ///
  /// - Parameters:
  ///   - subject: What was to be saved, such as "the state".
  ///   - error: Why it failed.
  ///   - path: The file.
  init(saving subject: String, _ error: any Error, path: FilePath) {
    switch (error as? FileError)?.code {
    case .conflict?:
      self.init(
        .conflict, message: "another writer has saved \(subject) meanwhile", path: path,
        underlyingError: error)
    case .lockTimedOut?:
      self.init(
        .locked,
        message:
          "somebody else is saving, or this program from inside an update, and did not finish",
        path: path,
        underlyingError: error)
    case .durabilityUnknown?:
      self.init(
        .durabilityUnknown, message: "what was saved is there, but may not survive a power loss",
        path: path,
        underlyingError: error)
    default:
      self.init(
        .notSaved, message: "\(subject) could not be saved", path: path, underlyingError: error)
    }
  }
}
