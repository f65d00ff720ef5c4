// The file that contents were written to, as it is recorded with them: its name and its number. A copy has
// another number, and a file that was moved there another name.

internal import SystemPackage

/// Which file contents were written to.
struct FileOrigin: Hashable {
  private var inode: UInt64
  /// The CRC-32C of the bytes of the name.
  private let name: UInt32

  /// The file of a name.
  init(_ name: FilePath, status: FileStatus) {
    inode = status.inode
    self.name = checksum(of: name.bytes.span)
  }

  /// What is at the end of the value of an attribute; nil where it is something else.
  init?(endOf attribute: [UInt8]) {
    let words = attribute.split(separator: UInt8(ascii: " "))
    guard words.count >= 3, words[words.count - 3].elementsEqual("origin".utf8),
      let inode = UInt64(String(decoding: words[words.count - 2], as: UTF8.self), radix: 16),
      let name = UInt32(String(decoding: words[words.count - 1], as: UTF8.self), radix: 16)
    else { return nil }
    (self.inode, self.name) = (inode, name)
  }

  /// Whether the number is that of a file.
  func isOf(_ status: FileStatus) -> Bool { inode == status.inode }

  /// The origin of a copy that takes the place of the file in another directory.
  func copied(to status: FileStatus) -> FileOrigin {
    var copy = self
    copy.inode = status.inode
    return copy
  }

  var encoded: String { "origin \(String(inode, radix: 16)) \(String(name, radix: 16))" }
}
