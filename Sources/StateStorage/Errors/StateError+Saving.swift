// The state errors that file errors become when saving a state or preferences fails.

internal import DurableFiles
internal import SystemPackage

extension StateError {
  /// Creates the error for a save that failed.
  ///
  /// - Parameters:
  ///   - subject: What the save was for, such as "the state".
  ///   - error: The cause.
  ///   - path: The file.
  init(saving subject: String, _ error: any Error, path: FilePath) {
    switch (error as? FileError)?.code {
    case .conflict?:
      self.init(
        .conflict, message: "another writer saved \(subject) in the meantime", path: path,
        underlyingError: error)
    case .lockTimedOut?:
      self.init(
        .locked,
        message:
          "another process is saving, or this program within an update, and did not finish in time",
        path: path,
        underlyingError: error)
    case .durabilityUnknown?:
      self.init(
        .durabilityUnknown, message: "the save is complete, but might not survive a power failure",
        path: path,
        underlyingError: error)
    default:
      self.init(
        .notSaved, message: "\(subject) could not be saved", path: path, underlyingError: error)
    }
  }
}
