// The file that a path refers to, resolved once: its directory, which stays open, its name, and the
// file itself, which is opened once for all operations; and the common parts of all file
// operations: system calls that are repeated after an interruption, and errors that name the task
// and its step.

internal import SystemPackage

/// A name in an open directory, and the file that has that name.
struct OpenTarget: Sendable {
  let directory: FileDescriptor
  /// The path that led to the directory.
  let directoryPath: FilePath
  let name: FilePath
  /// The status of the file; nil if it does not exist.
  var status: FileStatus?
  /// The open file; nil before it is needed, and if it cannot be opened.
  var file: FileDescriptor?
  /// The reason why the file could not be opened.
  var openFailure: Errno?
  /// Whether `status` and `file` are known to describe the same file.
  var isOpened = false
  /// Whether the contents were read, so that the file must be opened again to read them again.
  var isRead = false
  /// The checksum of the contents, if they were read.
  var checksum: UInt32?
  /// Whether a checksum is recorded with the file; nil if not checked yet.
  var hasDigest: Bool?
  /// The file that the contents were written to, if it is recorded with the checksum.
  var origin: FileOrigin?

  /// Resets everything that is known about the file, which must be closed first.
  mutating func forgetFile() {
    (file, openFailure, checksum, hasDigest, origin) = (nil, nil, nil, nil, nil)
    (isOpened, isRead) = (false, false)
  }
}

extension FileSteps {
  /// Updates the status of an open file after its number of hard links has changed. The file stays
  /// open: on some file systems, it would get another inode number if it were reopened.
  func refreshStatus(of target: inout OpenTarget) throws(FileError) {
    guard let file = target.file else { return closeFile(of: &target) }
    target.status = try perform(.open, call: system.status(of: file))
  }

  /// Opens the file that has the name and reads its status, unless it is already open. A file that
  /// cannot be opened can still be replaced: its status is known, and the reason is stored for
  /// callers that must read it.
  func openFile(of target: inout OpenTarget) throws(FileError) {
    if target.isOpened { return }
    do throws(Errno) {
      target.file = try retryingInterrupts(
        system.open(target.name, in: target.directory, as: .inspecting))
    } catch { target.openFailure = error }
    do throws(FileError) {
      if let file = target.file {
        target.status = try perform(.open, call: system.status(of: file))
      } else if target.openFailure == .noSuchFileOrDirectory {
        target.status = nil
      } else {
        target.status = try status(of: target.name, in: target.directory)
      }
      try refuse(unlessReplaceable: target.status)
    } catch {
      closeFile(of: &target)
      throw error
    }
    target.isOpened = true
  }

  /// Closes the file and opens the file that has the name now.
  func reopenFile(of target: inout OpenTarget) throws(FileError) {
    closeFile(of: &target)
    try openFile(of: &target)
  }

  /// Returns the open file, positioned at its start; nil if it does not exist. Throws an error if
  /// it cannot be opened.
  func fileToRead(of target: inout OpenTarget) throws(FileError) -> FileDescriptor? {
    if target.isRead { try reopenFile(of: &target) } else { try openFile(of: &target) }
    if target.status == nil { return nil }
    guard let file = target.file else {
      throw failure(.open, error: target.openFailure ?? .ioError)
    }
    target.isRead = true
    return file
  }

  /// Closes and forgets the file; the directory stays open.
  func closeFile(of target: inout OpenTarget) {
    if let file = target.file { abandon(file) }
    target.forgetFile()
  }

  /// Closes the file and the directory of a target.
  func abandon(_ target: OpenTarget) {
    if let file = target.file { abandon(file) }
    abandon(target.directory)
  }

  func refuse(unlessReplaceable status: FileStatus?) throws(FileError) {
    switch status?.kind {
    case nil, .regular: return
    case .directory: throw refusal(.isDirectory)
    default: throw refusal(.notARegularFile)
    }
  }
}

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

  /// The size of the pieces in which contents are written and copied. Progress is reported and
  /// cancellation is checked for each piece.
  var pieceSize: Int { 1 << 20 }

  /// Makes a system call, and repeats it if a signal interrupts it. Errors name the step.
  func perform<Result>(
    _ operation: FileError.Operation, call: @autoclosure () throws(Errno) -> Result
  ) throws(FileError) -> Result {
    do throws(Errno) { return try retryingInterrupts(call()) } catch {
      throw failure(operation, error: error)
    }
  }

  /// Flushes data to the drive. If that fails, the file can still be read, and only its durability
  /// is unknown.
  func performFlush(_ operation: FileError.Operation, call: @autoclosure () throws(Errno) -> Void)
    throws(FileError)
  {
    do throws(Errno) { try call() } catch {
      throw FileError(
        code: .durabilityUnknown, path: path, operation: operation, systemError: error, task: task)
    }
  }

  /// Returns the error for a failed system call.
  func failure(_ operation: FileError.Operation, error: Errno) -> FileError {
    FileError(
      code: FileError.Code(error), path: path, operation: operation, systemError: error, task: task)
  }

  /// Returns the error for a condition that this library rejects without an error from the system.
  func refusal(_ code: FileError.Code, operation: FileError.Operation = .resolve) -> FileError {
    FileError(code: code, path: path, operation: operation, systemError: nil, task: task)
  }

  /// Closes a descriptor that is no longer needed, ignoring errors.
  func abandon(_ file: FileDescriptor) { try? system.close(file) }

  /// Returns the status of a name in an open directory; nil if nothing has the name.
  func status(of name: FilePath, in directory: FileDescriptor) throws(FileError) -> FileStatus? {
    do throws(Errno) { return try ifPresent(system.status(of: name, in: directory)) } catch {
      throw failure(.resolve, error: error)
    }
  }

  /// Flushes the names in a directory to the drive; `device` is its device if that is known. Some
  /// file systems have nothing to flush and return an error, which is ignored.
  func synchronizeDirectory(_ directory: FileDescriptor, on device: UInt64? = nil) throws(Errno) {
    func flush() throws(Errno) {
      try system.synchronize(directory, strength: .complete)
      if let device, !system.hidesLosses(of: directory, on: device) { return }
      // After XFS has shut down because of an error, this call succeeds for a directory whose
      // changes are lost. XFS then rejects every request for a status.
      _ = try system.status(of: directory)
    }
    do throws(Errno) { try retryingInterrupts(flush()) } catch {
      if error != .invalidArgument, error != .notSupported { throw error }
    }
  }
}
