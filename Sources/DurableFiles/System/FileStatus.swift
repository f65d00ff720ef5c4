// What the seam to the system speaks of: what a file is opened for, what is known of it, how far a
// synchronization goes, when something was.

package import SystemPackage

/// What a descriptor is opened for.
package enum FileUse: Equatable, Sendable {
  /// Reading a file from its start; a symbolic link is followed.
  case reading
  /// Looking at a regular file and its attributes; a symbolic link is refused.
  case inspecting
  /// Working in a directory.
  case directory
  /// Working in a directory whose path has no symbolic link. One is `Errno.tooManySymbolicLinkLevels`, as is
  /// every path where the system does not know.
  case unlinkedDirectory
  /// Listing or locking a directory; a symbolic link is refused.
  case listing
  /// Going through a directory, for which search permission is enough; a symbolic link is refused.
  case walking
  /// Writing a new file; a name that is taken, even by a link, is refused. The umask applies.
  case creating(FilePermissions)
  /// Locking a file, which is created when it is missing; a symbolic link is refused.
  case locking(FilePermissions)
}

/// How far `synchronize` goes on systems that make a difference.
package enum SynchronizationStrength: Sendable {
  /// The drive may keep the bytes in its cache, but not write later ones before them.
  case ordered
  /// The bytes survive a power loss.
  case complete
}

/// Whom a lock excludes: everybody, or those who want everybody excluded.
package enum LockKind: Sendable { case shared, exclusive }

/// A moment of a file system's clock, since 1970.
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

/// What the system knows about a file.
package struct FileStatus: Equatable, Sendable {
  package enum FileKind: Sendable {
    case regular, directory, symbolicLink, pipe, socket, device, unknown
  }

  package var kind: FileKind
  /// In bytes; 0 for files that are generated while they are read.
  package var size: Int
  package var permissions: FilePermissions
  package var user: UInt32
  package var group: UInt32
  /// With `inode`, tells files apart for as long as they exist.
  package var device: UInt64
  package var inode: UInt64
  /// The last change of the contents.
  package var modified: FileTime
  /// The last change of anything that is known of the file: contents, permissions, owner, names,
  /// attributes. Nobody can set it.
  package var statusChanged: FileTime
  /// The number of names the file has.
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

  /// Whether both tell of one file, under whatever names.
  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Whether both give the same people the same access, as far as that is known: an access control
  /// list may differ all the same.
  package func hasSameAccess(as other: FileStatus) -> Bool {
    permissions == other.permissions && user == other.user && group == other.group
  }
}

/// How often in a row an interrupted call is made again. Signals come now and then; a file system
/// that says so each time must not keep the program for ever.
package let interruptionLimit = 100

/// Makes a system call again when a signal interrupts it.
package func retryingInterrupts<Result>(
  _ call: () throws(Errno) -> Result
) throws(Errno) -> Result {
  for _ in 1..<interruptionLimit {
    do throws(Errno) {
      return try call()
    } catch {
      if error != .interrupted { throw error }
    }
  }
  return try call()
}
