// What all work on files has in common: system calls that are made again after an interruption and
// whose errors say which step of which task they belong to.

internal import SystemPackage

/// One attempt to do something with one file.
protocol FileSteps<System> {
  associatedtype System: FileSystem
  var system: System { get }
  /// As the caller gave it.
  var path: FilePath { get }
  /// What the caller wants.
  var task: FileError.Task { get }
  /// Whether the exclusive lock of the file is held meanwhile.
  var holdsLock: Bool { get }
}

extension FileSteps {
  var holdsLock: Bool { false }

  /// Contents are written, copied, reported and cancelled in pieces of this size.
  var pieceSize: Int { 1 << 20 }

  /// Makes a system call, again when a signal interrupts it; an error says which step it was.
  func perform<Result>(
    _ operation: FileError.Operation, call: () throws(Errno) -> Result
  ) throws(FileError) -> Result {
    do throws(Errno) {
      return try retryingInterrupts(call)
    } catch {
      throw failure(operation, error: error)
    }
  }

  /// The error for a failed system call.
  func failure(_ operation: FileError.Operation, error: Errno) -> FileError {
    FileError(
      code: FileError.Code(error), path: path, operation: operation, systemError: error,
      task: task)
  }

  /// The error for something this library refuses by itself.
  func refusal(
    _ code: FileError.Code, operation: FileError.Operation = .resolve
  ) -> FileError {
    FileError(code: code, path: path, operation: operation, systemError: nil, task: task)
  }

  /// Closes a descriptor nothing depends on any more.
  func abandon(_ file: FileDescriptor) {
    try? system.close(file)
  }

  /// What a name in an open directory stands for; nil when nothing has it.
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

  /// Sends the names in a directory to the drive. Some file systems have nothing to send and
  /// refuse; that is no error.
  ///
  /// - Parameter device: that of the directory, where it is known.
  func synchronizeDirectory(
    _ directory: FileDescriptor, on device: UInt64? = nil
  ) throws(Errno) {
    do throws(Errno) {
      try retryingInterrupts { () throws(Errno) in
        try system.synchronize(directory, strength: .complete)
        if let device, !system.hidesLosses(of: directory, on: device) { return }
        // XFS that has shut down after an error lets this succeed for a directory whose changes are
        // lost. Then it refuses to tell the status of anything.
        _ = try system.status(of: directory)
      }
    } catch {
      if error != .invalidArgument, error != .notSupported { throw error }
    }
  }
}
