// The checksum that is stored with a file, together with the size and modification time of the
// contents that it describes. After an edit by a program that ignores the checksum, the size or
// time differs, so the checksum does not apply. If bytes are corrupted on the drive, the size and
// the time are unchanged.

internal import SystemPackage

/// The value of the checksum attribute.
struct FileDigest: Equatable {
  static let attribute = "user.plinth.digest"

  /// The CRC-32C of the contents.
  let sum: UInt32
  /// The file that the contents were written to; nil if it is not recorded.
  let origin: FileOrigin?
  private let identity: FileIdentity

  /// Creates the digest of written contents that have the given checksum.
  init(sum: UInt32, _ identity: FileIdentity, origin: FileOrigin? = nil) {
    self.sum = sum
    self.identity = identity
    self.origin = origin
  }

  /// Creates the digest of written contents.
  init(_ bytes: Span<UInt8>, identity: FileIdentity) {
    self.init(sum: checksum(of: bytes), identity)
  }

  /// Parses the attribute of a file; nil if it describes other contents or is not a digest of this
  /// library. A digest consists of the size and time, eight hexadecimal digits and an optional
  /// origin.
  init?(attribute: [UInt8], _ identity: FileIdentity) {
    let subject = Self.subject(identity).utf8
    let digits = attribute.dropFirst(subject.count).prefix(8)
    let rest = attribute.dropFirst(subject.count + 8)
    let origin = FileOrigin(endOf: attribute)
    guard attribute.starts(with: subject), digits.count == 8,
      digits.allSatisfy({ "0123456789abcdef".utf8.contains($0) }), rest.isEmpty || origin != nil,
      let sum = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    self.init(sum: sum, identity, origin: origin)
  }

  /// The value of the attribute: `crc32c 12 1700000000.123456789 e3069283 origin 4d2 9a71bb4c`.
  var encoded: [UInt8] {
    let digits = String(sum, radix: 16)
    let text = "\(Self.subject(identity))\(Self.zeros(8 - digits.count))\(digits)"
    return Array((text + (origin.map { " \($0.encoded)" } ?? "")).utf8)
  }

  /// Returns the text before the checksum.
  private static func subject(_ identity: FileIdentity) -> String {
    let (seconds, nanoseconds) = (identity.modified.seconds, identity.modified.nanoseconds)
    let digits = String(nanoseconds)
    return "crc32c \(identity.size) \(seconds).\(zeros(9 - digits.count))\(digits) "
  }

  private static func zeros(_ count: Int) -> String { String(repeating: "0", count: max(0, count)) }
}
