// The protocol of a replacement, step by step: find the target, fill a temporary beside it, send it
// to the drive, rename it, send the directory to the drive. The rename is the moment of change, the
// last step its receipt. Relies on `ReplacementTarget` and `TemporaryFile`.

internal import SystemPackage

/// One replacement of one file.
struct ReplacementSteps<System: FileSystem> {
  let system: System
  /// As the caller gave it.
  let path: FilePath
  let options: AtomicReplacement.Options

  /// Does it all.
  func run(_ bytes: Span<UInt8>) throws(FileError) {
    let target = try findTarget()
    defer { abandon(target.directory) }
    let temporary = try createTemporary(for: target)
    try fill(temporary, with: bytes, for: target)
    do throws(FileError) {
      try perform(.rename) { () throws(Errno) in
        try system.rename(temporary.name, to: target.name, in: target.directory)
      }
    } catch {
      remove(temporary, from: target)
      throw error
    }
    try confirm(target)
  }

  /// Fills and closes the temporary, or removes it.
  private func fill(
    _ temporary: TemporaryFile, with bytes: Span<UInt8>, for target: ReplacementTarget
  ) throws(FileError) {
    do throws(FileError) {
      try write(bytes, to: temporary)
      if let old = target.status { try copyAccess(of: old, named: target, to: temporary) }
      try synchronize(temporary)
    } catch {
      abandon(temporary.file)
      remove(temporary, from: target)
      throw error
    }
    do throws(FileError) {
      try close(temporary)
    } catch {
      remove(temporary, from: target)
      throw error
    }
  }

  /// Makes the new name survive a power loss. The replacement can be seen already, so an error
  /// here says that only its permanence is in doubt.
  private func confirm(_ target: ReplacementTarget) throws(FileError) {
    guard options.durability == .durable else { return }
    do throws(Errno) {
      try synchronizeDirectory(target.directory)
    } catch {
      throw FileError(
        code: .durabilityUnknown, path: path, operation: .synchronizeDirectory,
        systemError: error, task: .replace)
    }
  }

  /// Sends the names in a directory to the drive. Some file systems have nothing to send and
  /// refuse; that is no error.
  func synchronizeDirectory(_ directory: FileDescriptor) throws(Errno) {
    do throws(Errno) {
      try retryingInterrupts { () throws(Errno) in
        try system.synchronize(directory, .complete)
      }
    } catch {
      if error != .invalidArgument, error != .notSupported { throw error }
    }
  }

  /// Closes a descriptor nothing depends on any more.
  func abandon(_ file: FileDescriptor) {
    try? system.close(file)
  }
}

extension ReplacementSteps {
  /// Makes a system call, again when a signal interrupts it; an error says which step it was.
  func perform<Result>(
    _ operation: FileError.Operation, _ call: () throws(Errno) -> Result
  ) throws(FileError) -> Result {
    do throws(Errno) {
      return try retryingInterrupts(call)
    } catch {
      throw failure(operation, error)
    }
  }

  /// The error for a failed system call.
  func failure(_ operation: FileError.Operation, _ error: Errno) -> FileError {
    FileError(
      code: FileError.Code(error), path: path, operation: operation, systemError: error,
      task: .replace)
  }

  /// The error for something this library refuses by itself.
  func refusal(_ code: FileError.Code) -> FileError {
    FileError(
      code: code, path: path, operation: .resolve, systemError: nil, task: .replace)
  }
}
