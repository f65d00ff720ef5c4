// The checksum that is kept with a file: what it says of which size and moment. A file that was
// edited by a program that knows nothing of it has another size or moment, so that its checksum
// speaks of something else; one whose bytes rotted has both as they were.

internal import SystemPackage

/// What the attribute says.
struct FileDigest: Equatable {
  static let attribute = "user.plinth.digest"

  private let description: String

  /// The digest of contents, at the moment they were written.
  init(_ bytes: Span<UInt8>, _ identity: FileIdentity) {
    let sum = String(checksum(of: bytes), radix: 16)
    let padded = String(repeating: "0", count: max(0, 8 - sum.count)) + sum
    description = "\(Self.subject(identity))\(padded)"
  }

  /// The value of the attribute: `crc32c 12 1700000000.123456789 e3069283`.
  var encoded: [UInt8] { Array(description.utf8) }

  /// What the attribute of a file says of its contents.
  static func integrity(
    of bytes: Span<UInt8>, _ identity: FileIdentity, attribute: [UInt8]?
  ) -> FileSnapshot.Integrity {
    guard let attribute, attribute.starts(with: subject(identity).utf8) else {
      return .unverified
    }
    // A part that is not eight digits is no digest of ours.
    let digits = attribute.dropFirst(subject(identity).utf8.count)
    guard digits.count == 8, digits.allSatisfy(isHexadecimal) else { return .unverified }
    return FileDigest(bytes, identity).encoded == attribute ? .verified : .damaged
  }

  /// What comes before the sum.
  private static func subject(_ identity: FileIdentity) -> String {
    let (seconds, nanoseconds) = (identity.modified.seconds, identity.modified.nanoseconds)
    let digits = String(nanoseconds)
    let zeros = String(repeating: "0", count: max(0, 9 - digits.count))
    return "crc32c \(identity.size) \(seconds).\(zeros)\(digits) "
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }
}
