// The first byte of a binary object: its kind in the high half, its size in the low half.

/// The high halves of the markers.
enum BinaryMarker {
  /// 00 null, 08 false, 09 true.
  static let singleton: UInt8 = 0x0
  /// 1k: an integer of 2^k bytes.
  static let integer: UInt8 = 0x1
  /// 22, 23: a real of 4 or 8 bytes.
  static let real: UInt8 = 0x2
  /// 33: seconds since 2001 as a double.
  static let date: UInt8 = 0x3
  static let data: UInt8 = 0x4
  /// One byte per character.
  static let asciiString: UInt8 = 0x5
  /// Big-endian UTF-16.
  static let utf16String: UInt8 = 0x6
  /// 8n: a UID of n+1 bytes.
  static let uid: UInt8 = 0x8
  static let array: UInt8 = 0xA
  static let set: UInt8 = 0xC
  static let dictionary: UInt8 = 0xD

  static let null: UInt8 = 0x00
  static let `false`: UInt8 = 0x08
  static let `true`: UInt8 = 0x09
  static let integer64: UInt8 = 0x13
  static let integer128: UInt8 = 0x14
  static let real32: UInt8 = 0x22
  static let real64: UInt8 = 0x23
  static let date64: UInt8 = 0x33
  /// The low half that means that the count follows as an integer object.
  static let extendedCount: UInt8 = 0xF

  /// Returns the high half of the marker of a container.
  @inline(__always)
  static func container(_ kind: PlistKind) -> UInt8 {
    switch kind {
    case .array: array
    case .set: set
    default: dictionary
    }
  }
}
