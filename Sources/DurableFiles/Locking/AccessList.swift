// POSIX access control lists, as Linux stores them in an extended attribute: the part of a file's
// list that its lock file copies.

/// An access control list.
struct AccessList: Equatable {
  static let attribute = "system.posix_acl_access"

  /// The value of the attribute: a version of four bytes, then for each entry a type of two bytes,
  /// permissions of two bytes and an identifier of four bytes, all in little-endian order.
  let encoded: [UInt8]

  private static let headSize = 4
  private static let entrySize = 8
  private static let owner: UInt8 = 0x01
  private static let write: UInt8 = 0x02
  private static let readAndWrite: UInt8 = 0x06

  /// Parses the value of an attribute; nil if it is malformed.
  init?(attribute: [UInt8]) {
    guard attribute.count > Self.headSize,
      (attribute.count - Self.headSize).isMultiple(of: Self.entrySize)
    else { return nil }
    encoded = attribute
  }

  private init(encoded: [UInt8]) { self.encoded = encoded }

  /// The list that grants read and write access to the users that this list allows to write, and no
  /// access to others. The owner always has access.
  var ofWriters: AccessList {
    var bytes = encoded
    for start in stride(from: Self.headSize, to: bytes.count, by: Self.entrySize) {
      let isAllowed = bytes[start] == Self.owner || bytes[start + 2] & Self.write != 0
      bytes[start + 2] = isAllowed ? Self.readAndWrite : 0
    }
    return AccessList(encoded: bytes)
  }
}
