// Hexadecimal text: data in OpenStep property lists, and escapes in strings.

extension ByteView {
  /// Decodes hexadecimal digits. Skips all other bytes, and drops an unpaired last digit.
  func hexadecimalDecoded() -> Data {
    var output = ByteWriter(minimumCapacity: count / 2 + 8)
    var high: UInt64?
    for position in 0..<count {
      guard let digit = self[position].hexadecimalValue else { continue }
      if let first = high {
        output.append(UInt8(truncatingIfNeeded: first &<< 4 | digit))
        high = nil
      } else {
        high = digit
      }
    }
    return output.data()
  }
}

/// The case of the digits above nine.
enum HexadecimalCase {
  /// `A` to `F`.
  case upper
  /// `a` to `f`.
  case lower

  fileprivate func digit(_ value: UInt8) -> UInt8 {
    value < 10
      ? UInt8(ascii: "0") &+ value
      : value &- 10 &+ (self == .upper ? UInt8(ascii: "A") : UInt8(ascii: "a"))
  }
}

extension ByteWriter {
  /// Appends the two digits of a byte.
  @inline(__always)
  mutating func append(hexadecimal byte: UInt8, _ letters: HexadecimalCase = .lower) {
    append(letters.digit(byte &>> 4))
    append(letters.digit(byte & 15))
  }

  /// Appends the four digits of a UTF-16 code unit.
  mutating func append(hexadecimal unit: UInt16, _ letters: HexadecimalCase = .lower) {
    append(hexadecimal: UInt8(unit &>> 8), letters)
    append(hexadecimal: UInt8(unit & 255), letters)
  }

  /// Appends `<0fbd77…>` with a space after each group of `group` bytes; no spaces if `group` is
  /// zero.
  mutating func append(hexadecimal data: Data, group: Int) {
    reserve(data.count * 3 + 2)
    append(UInt8(ascii: "<"))
    var bytes = ByteWriter(minimumCapacity: data.count)
    bytes.append(data)
    for index in 0..<bytes.count {
      if group > 0, index > 0, index % group == 0 { append(UInt8(ascii: " ")) }
      append(hexadecimal: bytes.view[index])
    }
    append(UInt8(ascii: ">"))
  }
}
