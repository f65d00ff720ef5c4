// The value types of the `FileSystem` protocol: the purpose of an open file, its status, the
// strength of a synchronization, a time.

package import SystemPackage

/// The purpose for which a file or directory is opened.
package enum FileUse: Equatable, Sendable {
  /// Reading a file from its start; symbolic links are followed.
  case reading
  /// Inspecting a regular file and its attributes; a symbolic link is rejected.
  case inspecting
  /// Operations in a directory.
  case directory
  /// Operations in a directory whose path has no symbolic link. A link causes
  /// `Errno.tooManySymbolicLinkLevels`, as does every path on a system that cannot check for links.
  case unlinkedDirectory
  /// Listing or locking a directory; a symbolic link is rejected.
  case listing
  /// Traversing a directory, for which search permission is sufficient; a symbolic link is
  /// rejected.
  case walking
  /// Writing a new file; a name that is already in use, even by a link, is rejected. The umask
  /// applies.
  case creating(FilePermissions)
  /// Locking a file, which is created if it is missing; a symbolic link is rejected.
  case locking(FilePermissions)
}

/// The strength of `synchronize` on systems that make a distinction.
package enum SynchronizationStrength: Sendable {
  /// The drive may keep the bytes in its cache, but must write them before later bytes.
  case ordered
  /// The bytes survive a power loss.
  case complete
}

/// The kind of lock: a shared lock excludes exclusive locks; an exclusive lock excludes all others.
package enum LockKind: Sendable { case shared, exclusive }

/// A time according to a file system's clock, since 1970.
package struct FileTime: Hashable, Comparable, Sendable {
  package var seconds: Int
  package var nanoseconds: Int

  package init(seconds: Int, nanoseconds: Int = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  package static func < (left: FileTime, right: FileTime) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

/// The status of a file, as the system reports it.
package struct FileStatus: Equatable, Sendable {
  package enum FileKind: Sendable {
    case regular, directory, symbolicLink, pipe, socket, device, unknown
  }

  package var kind: FileKind
  /// The size in bytes; 0 for files that are generated when they are read.
  package var size: Int
  package var permissions: FilePermissions
  package var user: UInt32
  package var group: UInt32
  /// The device. With `inode`, identifies a file as long as it exists.
  package var device: UInt64
  package var inode: UInt64
  /// The time of the last change of the contents.
  package var modified: FileTime
  /// The time of the last change of the file's contents or metadata: permissions, owner, names,
  /// attributes. Programs cannot set it.
  package var statusChanged: FileTime
  /// The number of names that the file has.
  package var linkCount: Int

  package init(
    kind: FileKind, size: Int, permissions: FilePermissions, user: UInt32, group: UInt32,
    device: UInt64, inode: UInt64, modified: FileTime, linkCount: Int,
    statusChanged: FileTime? = nil
  ) {
    self.kind = kind
    self.size = size
    self.permissions = permissions
    self.user = user
    self.group = group
    self.device = device
    self.inode = inode
    self.modified = modified
    self.statusChanged = statusChanged ?? modified
    self.linkCount = linkCount
  }

  /// Whether both describe the same file, under whatever names.
  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Whether both grant the same access, as far as their permissions and owners show: access
  /// control lists may still differ.
  package func hasSameAccess(as other: FileStatus?) -> Bool {
    permissions == other?.permissions && user == other?.user && group == other?.group
  }
}

/// Whether bytes are read from a stream or written to it.
package enum TransferDirection: Sendable {
  case reading, writing
}

/// The maximum number of consecutive attempts at a call that was interrupted, or whose file was not ready.
/// Both happen occasionally, but a file system that always reports them must not cause an endless loop.
package let attemptLimit = 100

/// Makes the system call in the argument, and repeats it if a signal interrupts it.
package func retryingInterrupts<Result>(_ call: @autoclosure () throws(Errno) -> Result)
  throws(Errno) -> Result
{
  for _ in 1..<attemptLimit {
    do throws(Errno) { return try call() } catch { if error != .interrupted { throw error } }
  }
  return try call()
}

/// Makes the system call in the argument; returns nil if it fails because the file does not exist.
func ifPresent<Result>(_ call: @autoclosure () throws(Errno) -> Result) throws(Errno) -> Result? {
  do throws(Errno) { return try retryingInterrupts(call()) } catch {
    if error == .noSuchFileOrDirectory { return nil }
    throw error
  }
}
