// The file that contents were written to, as recorded with them: its name and inode number. A copy
// has a different inode number, and a moved file has a different name.

internal import SystemPackage

/// The file that contents were written to.
struct FileOrigin: Hashable {
  private var inode: UInt64
  /// The CRC-32C of the bytes of the name.
  private let name: UInt32

  /// Creates the origin of contents that are written to a file of the given name.
  init(_ name: FilePath, status: FileStatus) {
    inode = status.inode
    self.name = checksum(of: name.bytes.span)
  }

  /// Parses the end of an attribute value; nil if it is not an origin.
  init?(endOf attribute: [UInt8]) {
    let words = attribute.split(separator: UInt8(ascii: " "))
    guard words.count >= 3, words[words.count - 3].elementsEqual("origin".utf8),
      let inode = UInt64(String(decoding: words[words.count - 2], as: UTF8.self), radix: 16),
      let name = UInt32(String(decoding: words[words.count - 1], as: UTF8.self), radix: 16)
    else { return nil }
    (self.inode, self.name) = (inode, name)
  }

  /// Whether the inode number is that of the given file.
  func isOf(_ status: FileStatus) -> Bool { inode == status.inode }

  /// Returns the origin of a copy that replaces the file in another directory.
  func copied(to status: FileStatus) -> FileOrigin {
    var copy = self
    copy.inode = status.inode
    return copy
  }

  var encoded: String { "origin \(String(inode, radix: 16)) \(String(name, radix: 16))" }
}
