// The seam between this module and the system: every system call that is made here stands behind
// this protocol, so that a test can let any one of them fail. Relies on swift-system's value types.

internal import SystemPackage

/// The system calls that saving and reading a file need, one requirement each.
///
/// A requirement makes its call once: repeating after `EINTR` and after a short write is up to the
/// caller, who can be tested.
protocol FileSystem: Sendable {
  /// Opens a file or directory; a relative path starts at `directory`, or where the process is.
  func open(_ path: FilePath, in directory: FileDescriptor?, as use: FileUse) throws(Errno)
    -> FileDescriptor
  /// Closes a descriptor, which is gone afterwards even when an error is thrown.
  func close(_ file: FileDescriptor) throws(Errno)

  /// What an open file is.
  func status(of file: FileDescriptor) throws(Errno) -> FileStatus
  /// What a name in an open directory stands for; a symbolic link is not followed.
  func status(of name: FilePath, in directory: FileDescriptor) throws(Errno) -> FileStatus
  /// The target of the symbolic link called `name`.
  func readLink(_ name: FilePath, in directory: FileDescriptor) throws(Errno) -> FilePath

  /// The next bytes, `count` at most; none at the end of the file.
  func read(_ count: Int, from file: FileDescriptor) throws(Errno) -> [UInt8]
  /// Writes the first of the bytes and returns how many.
  func write(_ bytes: Span<UInt8>, to file: FileDescriptor) throws(Errno) -> Int
  /// Sends what was written to the drive.
  func synchronize(_ file: FileDescriptor, _ strength: SynchronizationStrength) throws(Errno)

  /// Gives `name` the new name `newName` in the same directory, replacing what had it.
  func rename(_ name: FilePath, to newName: FilePath, in directory: FileDescriptor) throws(Errno)
  /// Removes a name of a file.
  func remove(_ name: FilePath, in directory: FileDescriptor) throws(Errno)
  /// Makes a directory that the process's umask protects.
  func makeDirectory(_ path: FilePath) throws(Errno)
  /// Removes an empty directory.
  func removeDirectory(_ path: FilePath) throws(Errno)

  /// Sets the owner, the group, or both; nil keeps what there is.
  func setOwner(of file: FileDescriptor, user: UInt32?, group: UInt32?) throws(Errno)
  /// Sets the permissions exactly, whatever the umask.
  func setPermissions(of file: FileDescriptor, to permissions: FilePermissions) throws(Errno)

  /// The names of a file's extended attributes that a copy of the file should have.
  func attributeNames(of file: FileDescriptor) throws(Errno) -> [String]
  /// The value of an extended attribute.
  func attribute(_ name: String, of file: FileDescriptor) throws(Errno) -> [UInt8]
  /// Creates or replaces an extended attribute.
  func setAttribute(_ name: String, to value: [UInt8], of file: FileDescriptor) throws(Errno)

  /// The number of this process, which keeps the temporaries of two processes apart.
  var processIdentifier: Int32 { get }
}

/// What a descriptor is opened for.
enum FileUse: Equatable {
  /// Reading a file from its start; a symbolic link is followed.
  case reading
  /// Looking at the attributes of a regular file; a symbolic link is refused.
  case inspecting
  /// Working in a directory.
  case directory
  /// Writing a new file; a name that is taken, even by a link, is refused. The umask applies.
  case creating(FilePermissions)
}

/// How far `synchronize` goes on systems that make a difference.
enum SynchronizationStrength {
  /// The drive may keep the bytes in its cache, but not write later ones before them.
  case ordered
  /// The bytes survive a power loss.
  case complete
}

/// What the system knows about a file.
struct FileStatus: Equatable {
  enum Kind {
    case regular, directory, symbolicLink, pipe, socket, device, unknown
  }

  var kind: Kind
  /// In bytes; 0 for files that are generated while they are read.
  var size: Int
  var permissions: FilePermissions
  var user: UInt32
  var group: UInt32
}

/// Makes a system call again for as long as a signal interrupts it.
func retryingInterrupts<Result>(_ call: () throws(Errno) -> Result) throws(Errno) -> Result {
  while true {
    do throws(Errno) {
      return try call()
    } catch {
      if error != .interrupted { throw error }
    }
  }
}
