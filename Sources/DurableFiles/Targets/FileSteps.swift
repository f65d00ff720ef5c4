// The common parts of all file operations: system calls that are repeated after an interruption,
// and errors that name the task and its step.

internal import SystemPackage

/// One task on one file.
protocol FileSteps<System> {
  associatedtype System: FileSystem
  var system: System { get }
  /// The path as the caller specified it.
  var path: FilePath { get }
  /// The task that the caller requested.
  var task: FileError.Task { get }
  /// Whether the exclusive lock of the file is held during the task.
  var holdsLock: Bool { get }
}

extension FileSteps {
  var holdsLock: Bool { false }

  /// The size of the pieces in which contents are written and copied, progress is reported and
  /// cancellation is checked.
  var pieceSize: Int { 1 << 20 }

  /// Makes a system call, and repeats it if a signal interrupts it. Errors name the step.
  func perform<Result>(
    _ operation: FileError.Operation, call: () throws(Errno) -> Result
  ) throws(FileError) -> Result {
    do throws(Errno) {
      return try retryingInterrupts(call)
    } catch {
      throw failure(operation, error: error)
    }
  }

  /// Returns the error for a failed system call.
  func failure(_ operation: FileError.Operation, error: Errno) -> FileError {
    FileError(
      code: FileError.Code(error), path: path, operation: operation, systemError: error,
      task: task)
  }

  /// Returns the error for a condition that this library rejects without an error from the system.
  func refusal(
    _ code: FileError.Code, operation: FileError.Operation = .resolve
  ) -> FileError {
    FileError(code: code, path: path, operation: operation, systemError: nil, task: task)
  }

  /// Closes a descriptor that is no longer needed, ignoring errors.
  func abandon(_ file: FileDescriptor) {
    try? system.close(file)
  }

  /// Returns the status of a name in an open directory; nil if nothing has the name.
  func status(
    of name: FilePath, in directory: FileDescriptor
  ) throws(FileError) -> FileStatus? {
    do throws(Errno) {
      return try retryingInterrupts { () throws(Errno) in
        try system.status(of: name, in: directory)
      }
    } catch {
      if error == .noSuchFileOrDirectory { return nil }
      throw failure(.resolve, error: error)
    }
  }

  /// Flushes the names in a directory to the drive. Some file systems have nothing to flush and
  /// return an error, which is ignored.
  ///
  /// - Parameter device: the device of the directory, if it is known.
  func synchronizeDirectory(
    _ directory: FileDescriptor, on device: UInt64? = nil
  ) throws(Errno) {
    do throws(Errno) {
      try retryingInterrupts { () throws(Errno) in
        try system.synchronize(directory, strength: .complete)
        if let device, !system.hidesLosses(of: directory, on: device) { return }
        // After XFS has shut down because of an error, this call succeeds for a directory whose
        // changes are lost. XFS then rejects every request for a status.
        _ = try system.status(of: directory)
      }
    } catch {
      if error != .invalidArgument, error != .notSupported { throw error }
    }
  }
}
