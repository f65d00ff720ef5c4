// What the errors of files mean for a state that was to be saved.

internal import DurableFiles
internal import SystemPackage

extension StateError {
  /// The error for a save that failed.
  init(saving error: any Error, _ path: FilePath) {
    switch (error as? FileError)?.code {
    case .conflict?:
      self.init(
        .conflict, "somebody else has saved since the state was loaded", path: path,
        underlyingError: error)
    case .lockTimedOut?:
      self.init(
        .locked, "another process is saving and did not finish in time", path: path,
        underlyingError: error)
    case .durabilityUnknown?:
      self.init(
        .durabilityUnknown, "the state was saved but may not survive a power loss", path: path,
        underlyingError: error)
    default:
      self.init(.notSaved, "the state could not be saved", path: path, underlyingError: error)
    }
  }
}
