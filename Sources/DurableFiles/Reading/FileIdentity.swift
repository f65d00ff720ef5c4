// A token that distinguishes the versions of a file: its status, and a checksum on file systems
// without persistent inode numbers.

internal import SystemPackage

/// A token that changes whenever the contents of a file do: device and inode number, size and
/// modification time.
///
/// A replacement creates another file; a change in place sets a new modification time, within the
/// resolution of the file system's clock. Two identities are equal if both describe the same
/// unchanged file. Some file systems (exFAT, FAT, many over FUSE) assign a new inode number to a
/// file after the system has dropped it from its cache: ``isSameContents(as:)`` recognizes such
/// files by their contents.
public struct FileIdentity: Sendable, Codable {
  /// The size in bytes.
  public let size: Int

  private let device: UInt64
  private let inode: UInt64
  private let seconds: Int
  private let nanoseconds: Int
  /// The CRC-32C of the contents; nil if the contents were neither read nor written when the
  /// identity was made.
  package let checksum: UInt32?

  package init(_ status: FileStatus, checksum: UInt32? = nil) {
    size = status.size
    device = status.device
    inode = status.inode
    seconds = status.modified.seconds
    nanoseconds = status.modified.nanoseconds
    self.checksum = checksum
  }

  /// The modification time, since 1970.
  public var modificationTime: Duration { .seconds(seconds) + .nanoseconds(nanoseconds) }

  var modified: FileTime { FileTime(seconds: seconds, nanoseconds: nanoseconds) }

  /// Whether both identities describe the same contents: one unchanged file, or files with the same
  /// size, time and checksum, whatever their inode numbers. The checksum is known only if the
  /// contents were read or written.
  public func isSameContents(as other: FileIdentity) -> Bool {
    if self == other { return true }
    return checksum != nil && checksum == other.checksum && hasSameSizeAndTime(as: other)
  }

  /// Whether the contents may be the same even if the inode numbers differ.
  func hasSameSizeAndTime(as other: FileIdentity) -> Bool {
    size == other.size && modified == other.modified
  }
}

extension FileIdentity: Hashable {
  /// Whether both identities describe the same unchanged file.
  public static func == (left: FileIdentity, right: FileIdentity) -> Bool {
    left.device == right.device && left.inode == right.inode && left.hasSameSizeAndTime(as: right)
  }

  /// Hashes the properties that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(device)
    hasher.combine(inode)
    hasher.combine(size)
    hasher.combine(modified)
  }
}
