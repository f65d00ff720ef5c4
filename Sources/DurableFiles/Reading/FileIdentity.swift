// What tells one state of a file from another: by its status, and by a checksum where the file system
// does not number files for good.

internal import SystemPackage

/// A token that changes whenever the contents of a file do: which file has the name, its size and the
/// moment of its last change.
///
/// A replacement makes another file; a change in place another moment, as far as the clock of the
/// file system tells them apart. Two identities are equal when both say that it is the same file,
/// unchanged. Some file systems (exFAT, FAT, many over FUSE) give a file another number each time that
/// the system has forgotten it: ``isSameContents(as:)`` tells such files by their contents.
public struct FileIdentity: Sendable, Codable {
  /// The size in bytes.
  public let size: Int

  private let device: UInt64
  private let inode: UInt64
  private let seconds: Int
  private let nanoseconds: Int
  /// The CRC-32C of the contents; nil when whoever made the identity has not read or written them.
  package let checksum: UInt32?

  package init(_ status: FileStatus, checksum: UInt32? = nil) {
    size = status.size
    device = status.device
    inode = status.inode
    seconds = status.modified.seconds
    nanoseconds = status.modified.nanoseconds
    self.checksum = checksum
  }

  /// The moment of the last change, since 1970.
  public var modificationTime: Duration {
    .seconds(seconds) + .nanoseconds(nanoseconds)
  }

  var modified: FileTime { FileTime(seconds: seconds, nanoseconds: nanoseconds) }

  /// Whether both tell of the same contents: those of one file, unchanged, or contents of the same
  /// size, time and checksum, whatever the number of the file. A checksum is known to those who have
  /// read or written the contents.
  public func isSameContents(as other: FileIdentity) -> Bool {
    if self == other { return true }
    return checksum != nil && checksum == other.checksum && hasSameSizeAndTime(as: other)
  }

  /// Whether the contents may be the same though the file has another number.
  func hasSameSizeAndTime(as other: FileIdentity) -> Bool {
    size == other.size && modified == other.modified
  }
}

extension FileIdentity: Hashable {
  /// Whether both tell of one file, unchanged.
  public static func == (left: FileIdentity, right: FileIdentity) -> Bool {
    left.device == right.device && left.inode == right.inode
      && left.hasSameSizeAndTime(as: right)
  }

  /// Hashes what makes two identities equal.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(device)
    hasher.combine(inode)
    hasher.combine(size)
    hasher.combine(modified)
  }
}
