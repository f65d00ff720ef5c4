// The file that a path refers to, resolved once: its directory, which stays open, its name, and the
// file itself, which is opened once for all operations. Relies on `FileSystem`.

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
  /// Updates the status of an open file after its number of names has changed. The file stays open:
  /// on some file systems, it would get another inode number when it is reopened.
  func refreshStatus(of target: inout OpenTarget) throws(FileError) {
    guard let file = target.file else { return closeFile(of: &target) }
    target.status = try perform(.open) { () throws(Errno) in try system.status(of: file) }
  }

  /// Opens the file that has the name and reads its status, unless it is already open.
  ///
  /// A file that cannot be opened can still be replaced: its status is known, and the reason is
  /// stored for callers that must read it.
  func openFile(of target: inout OpenTarget) throws(FileError) {
    if target.isOpened { return }
    do throws(Errno) {
      target.file = try retryingInterrupts { () throws(Errno) in
        try system.open(target.name, in: target.directory, as: .inspecting)
      }
    } catch {
      target.openFailure = error
    }
    do throws(FileError) {
      target.status = try statusOfFile(of: target)
      try refuse(unlessReplaceable: target.status)
    } catch {
      closeFile(of: &target)
      throw error
    }
    target.isOpened = true
  }

  private func statusOfFile(of target: OpenTarget) throws(FileError) -> FileStatus? {
    if let file = target.file {
      return try perform(.open) { () throws(Errno) in try system.status(of: file) }
    }
    if target.openFailure == .noSuchFileOrDirectory { return nil }
    return try status(of: target.name, in: target.directory)
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

  /// Throws an error unless the file can be replaced.
  func refuse(unlessReplaceable status: FileStatus?) throws(FileError) {
    switch status?.kind {
    case nil, .regular: return
    case .directory: throw refusal(.isDirectory)
    default: throw refusal(.notARegularFile)
    }
  }
}
