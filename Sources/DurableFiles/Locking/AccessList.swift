// Access lists of POSIX, as Linux keeps them in an extended attribute: what a lock file takes over from
// the one of its file.

/// An access list.
struct AccessList: Equatable {
  static let attribute = "system.posix_acl_access"

  /// The value of the attribute: four bytes of version, then for each entry two of its kind, two of its
  /// permissions and four of an identifier, all with the lowest byte first.
  let encoded: [UInt8]

  private static let headSize = 4
  private static let entrySize = 8
  private static let owner: UInt8 = 0x01
  private static let write: UInt8 = 0x02
  private static let readAndWrite: UInt8 = 0x06

  /// The list of an attribute; nil where it is none.
  init?(attribute: [UInt8]) {
    guard attribute.count > Self.headSize,
      (attribute.count - Self.headSize).isMultiple(of: Self.entrySize)
    else { return nil }
    encoded = attribute
  }

  private init(encoded: [UInt8]) { self.encoded = encoded }

  /// The list that lets those read and write who may write with this one, and no other user do anything. The
  /// owner may always.
  var ofWriters: AccessList {
    var bytes = encoded
    for start in stride(from: Self.headSize, to: bytes.count, by: Self.entrySize) {
      let isAllowed = bytes[start] == Self.owner || bytes[start + 2] & Self.write != 0
      bytes[start + 2] = isAllowed ? Self.readAndWrite : 0
    }
    return AccessList(encoded: bytes)
  }
}
