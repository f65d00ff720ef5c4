// What tells one state of a file from another, without its contents.

internal import SystemPackage

/// What tells the contents that were read or written from later ones: which file has the name, its
/// size and the moment of its last change.
///
/// A replacement makes another file; a change in place another moment, as far as the clock of the
/// file system tells them apart.
public struct FileIdentity: Sendable, Hashable, Codable {
  /// The size in bytes.
  public let size: Int

  private let device: UInt64
  private let inode: UInt64
  private let seconds: Int
  private let nanoseconds: Int

  package init(_ status: FileStatus) {
    size = status.size
    device = status.device
    inode = status.inode
    seconds = status.modified.seconds
    nanoseconds = status.modified.nanoseconds
  }

  /// The moment of the last change, since 1970.
  public var modificationTime: Duration {
    .seconds(seconds) + .nanoseconds(nanoseconds)
  }

  var modified: FileTime { FileTime(seconds: seconds, nanoseconds: nanoseconds) }
}
