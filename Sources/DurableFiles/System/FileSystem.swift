// The seam between this module and the system: every system call that is made here stands behind
// this protocol, so that a test can let any one of them fail. Relies on swift-system's value types.

package import SystemPackage

/// The system calls that saving and reading a file need, one requirement each.
///
/// A requirement makes its call once: repeating after `EINTR` and after a short write is up to the
/// caller, who can be tested.
package protocol FileSystem: Sendable {
  /// Opens a file or directory; a relative path starts at `directory`, or where the process is.
  func open(_ path: FilePath, in directory: FileDescriptor?, as use: FileUse) throws(Errno)
    -> FileDescriptor
  /// Closes a descriptor, which is gone afterwards even when an error is thrown.
  func close(_ file: FileDescriptor) throws(Errno)

  /// What an open file is.
  func status(of file: FileDescriptor) throws(Errno) -> FileStatus
  /// What a name in an open directory stands for; a symbolic link is not followed.
  func status(of name: FilePath, in directory: FileDescriptor) throws(Errno) -> FileStatus
  /// What a path stands for; symbolic links are followed.
  func statusFollowingLinks(of path: FilePath) throws(Errno) -> FileStatus
  /// The target of the symbolic link called `name`.
  func readLink(_ name: FilePath, in directory: FileDescriptor) throws(Errno) -> FilePath

  /// The next bytes, `count` at most; none at the end of the file.
  func read(_ count: Int, from file: FileDescriptor) throws(Errno) -> [UInt8]
  /// Writes the first of the bytes and returns how many.
  func write(_ bytes: Span<UInt8>, to file: FileDescriptor) throws(Errno) -> Int
  /// Sends what was written to the drive.
  func synchronize(_ file: FileDescriptor, strength: SynchronizationStrength) throws(Errno)

  /// Whether synchronizing a directory may succeed although its changes are lost, so that the status
  /// of the directory has to be asked for: XFS after it has shut down. `device` is the directory's.
  func hidesLosses(of directory: FileDescriptor, on device: UInt64) -> Bool
  /// Sends everything that the file system of an open directory has not yet sent to its drive.
  func synchronizeFileSystem(of directory: FileDescriptor) throws(Errno)

  /// Gives `name` in a directory the new name `newName` in another or the same one, replacing what
  /// had it.
  func rename(
    _ name: FilePath, in directory: FileDescriptor, to newName: FilePath,
    in newDirectory: FileDescriptor
  ) throws(Errno)
  /// Gives the file `name` a second name, `newName`, in the same directory; one that is taken is
  /// refused.
  func link(_ name: FilePath, to newName: FilePath, in directory: FileDescriptor) throws(Errno)
  /// The names in an open directory that begin so, in no order.
  func names(beginning: String, in directory: FileDescriptor) throws(Errno) -> [FilePath]
  /// Begins to watch the names in a directory: the descriptor has the events of inotify.
  func watch(_ directory: FilePath) throws(Errno) -> FileDescriptor
  /// Removes a name of a file.
  func remove(_ name: FilePath, in directory: FileDescriptor) throws(Errno)
  /// Makes a symbolic link called `name` in an open directory; a name that is taken is refused.
  func makeLink(
    to target: FilePath, as name: FilePath, in directory: FileDescriptor
  ) throws(Errno)
  /// Makes a directory with these permissions, less the process's umask; a relative path starts at
  /// `directory`, or where the process is.
  func makeDirectory(
    _ path: FilePath, in directory: FileDescriptor?, permissions: FilePermissions
  ) throws(Errno)
  /// Removes an empty directory; a relative path starts at `directory`, or where the process is.
  func removeDirectory(_ path: FilePath, in directory: FileDescriptor?) throws(Errno)

  /// Sets the owner, the group, or both; nil keeps what there is.
  func setOwner(of file: FileDescriptor, user: UInt32?, group: UInt32?) throws(Errno)
  /// Sets the permissions exactly, whatever the umask.
  func setPermissions(of file: FileDescriptor, to permissions: FilePermissions) throws(Errno)
  /// Sets the permissions of what a name in an open directory stands for.
  func setPermissions(
    of name: FilePath, in directory: FileDescriptor, to permissions: FilePermissions
  ) throws(Errno)

  /// The names of a file's extended attributes that a copy of the file should have.
  func attributeNames(of file: FileDescriptor) throws(Errno) -> [String]
  /// The value of an extended attribute.
  func attribute(_ name: String, of file: FileDescriptor) throws(Errno) -> [UInt8]
  /// Creates or replaces an extended attribute.
  func setAttribute(_ name: String, to value: [UInt8], of file: FileDescriptor) throws(Errno)

  /// Removes an extended attribute, if there is one.
  func removeAttribute(_ name: String, of file: FileDescriptor) throws(Errno)

  /// Sets room aside for a new file's contents; file systems that cannot say so.
  func reserve(_ size: Int, of file: FileDescriptor) throws(Errno)
  /// Takes a lock that belongs to this opening of the file and ends with its closing; false when
  /// another opening has one that excludes it.
  func lock(_ file: FileDescriptor, kind: LockKind) throws(Errno) -> Bool
  /// Gives up the lock of this opening of the file, which stays open.
  func unlock(_ file: FileDescriptor) throws(Errno)

  /// Takes the BSD lock of an open directory, or changes it; false when another opening has one that
  /// excludes it. It ends when the last descriptor of this opening is closed.
  func lockDirectory(_ directory: FileDescriptor, as kind: LockKind) throws(Errno) -> Bool

  /// The working directory.
  func workingDirectory() throws(Errno) -> FilePath
  /// The user whose rights this process has.
  var userIdentifier: UInt32 { get }
  /// The number of this process, which keeps the temporaries of two processes apart.
  var processIdentifier: Int32 { get }
  /// Whether there is a process of this number.
  func isProcessAlive(_ number: Int32) -> Bool
  /// Whether it is time to look for what killed programs left beside a file: at the first time, and
  /// some time after the last. A directory may have very many names.
  func isTimeToTidy(nextTo file: FilePath) -> Bool
  /// The time since some moment, by which waiting is measured; the time of day may be set.
  var elapsed: Duration { get }
  /// The time of day, by which the age of a file is told.
  var now: FileTime { get }
  /// Lets the thread wait.
  func pause(_ duration: Duration)
}

extension FileSystem {
  /// Makes a directory with these permissions, less the process's umask.
  package func makeDirectory(_ path: FilePath, permissions: FilePermissions) throws(Errno) {
    try makeDirectory(path, in: nil, permissions: permissions)
  }

  /// Gives `name` the new name `newName` in the same directory, replacing what had it.
  package func rename(
    _ name: FilePath, to newName: FilePath, in directory: FileDescriptor
  ) throws(Errno) {
    try rename(name, in: directory, to: newName, in: directory)
  }
}
