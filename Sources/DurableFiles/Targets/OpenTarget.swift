// The file that a path means, found once: the directory that it is in, which stays open, its name, and
// the file itself, opened once for everything that is done with it. Relies on `FileSystem`.

internal import SystemPackage

/// A name in an open directory, and the file that has the name.
struct OpenTarget: Sendable {
  let directory: FileDescriptor
  /// The path that led to the directory.
  let directoryPath: FilePath
  let name: FilePath
  /// The file that has the name; nil when there is none.
  var status: FileStatus?
  /// That file, open for looking into it; nil before it is needed, and where it cannot be opened.
  var file: FileDescriptor?
  /// Why it is not open.
  var openFailure: Errno?
  /// Whether status and file are known to belong together.
  var isOpened = false
  /// Whether the contents were read, so that the next reading has to open the file again.
  var isRead = false
  /// The checksum of the contents, when they were read.
  var checksum: UInt32?
  /// Whether a checksum is recorded with the file; nil when nobody has looked.
  var hasDigest: Bool?
  /// The file that the contents were written to, where that is recorded with the checksum.
  var origin: FileOrigin?

  /// Forgets what is known of the file, which has to be closed before.
  mutating func forgetFile() {
    (file, openFailure, checksum, hasDigest, origin) = (nil, nil, nil, nil, nil)
    (isOpened, isRead) = (false, false)
  }
}

extension FileSteps {
  /// Looks at an open file again, whose number of names has changed. It stays open: some file systems
  /// give it another number otherwise.
  func refreshStatus(of target: inout OpenTarget) throws(FileError) {
    guard let file = target.file else { return closeFile(of: &target) }
    target.status = try perform(.open) { () throws(Errno) in try system.status(of: file) }
  }

  /// Opens the file that has the name, and looks at it; what is open already stays so.
  ///
  /// A file that may not be opened can be replaced all the same: its status is known, and the reason
  /// is kept for those who have to read it.
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

  /// Closes the file and opens what has the name now.
  func reopenFile(of target: inout OpenTarget) throws(FileError) {
    closeFile(of: &target)
    try openFile(of: &target)
  }

  /// The open file, at its start; an error where it could not be opened.
  func fileToRead(of target: inout OpenTarget) throws(FileError) -> FileDescriptor? {
    if target.isRead { try reopenFile(of: &target) } else { try openFile(of: &target) }
    if target.status == nil { return nil }
    guard let file = target.file else {
      throw failure(.open, error: target.openFailure ?? .ioError)
    }
    target.isRead = true
    return file
  }

  /// Closes the file and forgets it; the directory stays open.
  func closeFile(of target: inout OpenTarget) {
    if let file = target.file { abandon(file) }
    target.forgetFile()
  }

  /// Closes all of a target.
  func abandon(_ target: OpenTarget) {
    if let file = target.file { abandon(file) }
    abandon(target.directory)
  }

  /// Fails unless a file may be replaced.
  func refuse(unlessReplaceable status: FileStatus?) throws(FileError) {
    switch status?.kind {
    case nil, .regular: return
    case .directory: throw refusal(.isDirectory)
    default: throw refusal(.notARegularFile)
    }
  }
}
