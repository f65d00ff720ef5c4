// Integers as decimal and hexadecimal text.
internal import CKernels

/// The two digits of each number below 100.
private let digitPairs: [UInt16] = (0..<100).map {
  ($0 / 10 + UInt16(UInt8(ascii: "0"))) | ($0 % 10 + UInt16(UInt8(ascii: "0"))) &<< 8
}

/// The reason that the text of an integer is invalid.
enum IntegerTextFault: Error { case malformed, outOfRange }

extension ByteView {
  /// Parses an integer as Apple's parser does: white space, sign, white space, then `0x` and
  /// hexadecimal digits or decimal digits, up to `end`. The range is −2^63 … 2^64−1.
  @inline(__always)
  func integer(at start: Int, end: Int) -> Result<PlistInteger, IntegerTextFault> {
    if let short = shortDecimal(at: start, end: end) { return .success(short) }
    return generalInteger(at: start, end: end)
  }

  /// Parses an optional minus sign and digits, too few to overflow; returns nil for any other text.
  @inline(__always)
  private func shortDecimal(at start: Int, end: Int) -> PlistInteger? {
    var position = start
    let isNegative = byte(orZeroAt: start) == UInt8(ascii: "-")
    if isNegative { position &+= 1 }
    guard position < end, end &- position <= 19 else { return nil }
    var value: UInt64 = 0
    while position &+ 8 <= end, let eight = eightDigits(word(at: position)) {
      value = value &* 100_000_000 &+ eight
      position &+= 8
    }
    while position < end {
      let digit = self[position] &- UInt8(ascii: "0")
      if digit > 9 { return nil }
      value = value &* 10 &+ UInt64(digit)
      position &+= 1
    }
    if !isNegative { return PlistInteger(high: 0, low: value) }
    guard value <= 1 << 63 else { return nil }
    return PlistInteger(Int64(truncatingIfNeeded: 0 &- value))
  }

  /// Reads a number with one of the kernels; returns nil for any other text, and near the beginning
  /// and the end of the input.
  @inline(__always)
  func shortNumber(
    from start: Int, _ read: (UnsafePointer<UInt8>) -> plinth_decimal
  ) -> plinth_decimal? {
    let text = unsafe surroundings(
      of: start, before: plinth_bytes_before_decimal, after: plinth_bytes_after_decimal
    ) { unsafe read($0.assumingMemoryBound(to: UInt8.self)) }
    guard let text, text.length > 0 else { return nil }
    return text
  }

  /// Parses an optional minus sign and up to 19 digits before `<`; returns nil for any other text,
  /// above Int64.max, and near the beginning and the end of the input.
  @inline(__always)
  func shortInteger(from start: Int) -> (value: Int64, end: Int)? {
    guard let text = unsafe shortNumber(from: start, { unsafe plinth_read_integer($0) }) else {
      return nil
    }
    // All bits for a minus sign, otherwise none.
    let sign = 0 &- UInt64(text.is_negative)
    guard text.digits <= UInt64(Int64.max) &- sign else { return nil }
    return (Int64(bitPattern: (text.digits ^ sign) &- sign), start &+ Int(text.length))
  }

  private func generalInteger(at start: Int, end: Int) -> Result<PlistInteger, IntegerTextFault> {
    var position = skipNumberSpace(from: start, end: end)
    var isNegative = false
    if position < end, self[position] == UInt8(ascii: "-") || self[position] == UInt8(ascii: "+") {
      isNegative = self[position] == UInt8(ascii: "-")
      position = skipNumberSpace(from: position + 1, end: end)
    }
    let isHexadecimal =
      end - position > 2 && self[position] == UInt8(ascii: "0")
      && self[position + 1] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { position += 2 }
    let radix: UInt64 = isHexadecimal ? 16 : 10
    guard position < end, (position..<end).allSatisfy({ (self[$0].hexadecimalValue ?? 16) < radix })
    else { return .failure(.malformed) }
    var magnitude: UInt64 = 0
    for digit in position..<end {
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: radix)
      let (sum, carry) = product.addingReportingOverflow(self[digit].hexadecimalValue ?? 0)
      if overflow || carry { return .failure(.outOfRange) }
      magnitude = sum
    }
    if !isNegative { return .success(PlistInteger(magnitude)) }
    if magnitude > 1 << 63 { return .failure(.outOfRange) }
    return .success(PlistInteger(Int64(truncatingIfNeeded: 0 &- magnitude)))
  }

  /// Skips white space as Apple's number scanner defines it: bytes below 0x21 and 0x7F, and the
  /// Unicode spaces U+0080 to U+00A0, U+2000 to U+200B, U+202F, U+205F and U+3000.
  func skipNumberSpace(from start: Int, end: Int) -> Int {
    var position = start
    while position < end {
      let byte = self[position]
      if byte < 0x21 || byte == 0x7F {
        position += 1
      } else if byte >= 0xC2, let length = unicodeSpaceLength(at: position, end: end) {
        position += length
      } else {
        break
      }
    }
    return position
  }

  /// Returns the length in bytes of the Unicode space at a position; nil if there is none.
  func unicodeSpaceLength(at position: Int, end: Int) -> Int? {
    if self[position] == 0xC2, position + 1 < end {
      return (0x80...0xA0).contains(self[position + 1]) ? 2 : nil
    }
    guard position + 2 < end else { return nil }
    let bytes = (self[position], self[position + 1], self[position + 2])
    switch bytes {
    case (0xE2, 0x80, 0x80...0x8B), (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
      return 3
    default: return nil
    }
  }
}

extension UInt8 {
  /// The value of the byte as a hexadecimal digit of either case; nil for other bytes.
  var hexadecimalValue: UInt64? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(self &- UInt8(ascii: "0"))
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(self &- UInt8(ascii: "A") &+ 10)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(self &- UInt8(ascii: "a") &+ 10)
    default: nil
    }
  }
}

extension ByteWriter {
  @inline(__always)
  mutating func append(decimal value: UInt64) {
    reserve(20)
    if value < 10 {
      append(UInt8(truncatingIfNeeded: value) &+ UInt8(ascii: "0"))
    } else if value < 100 {
      append(packed: UInt64(digitPairs[Int(value)]), count: 2)
    } else {
      appendLong(decimal: value)
    }
  }

  private mutating func appendLong(decimal value: UInt64) {
    var rest = value
    var text: UInt64 = 0
    var digits = 0
    while rest >= 10, digits < 8 {
      text = text &<< 16 | UInt64(digitPairs[Int(rest % 100)])
      rest /= 100
      digits &+= 2
    }
    if digits < 8 {
      if rest > 0 {
        text = text &<< 8 | (rest &+ UInt64(UInt8(ascii: "0")))
        digits &+= 1
      }
    } else if rest > 0 {
      append(decimal: rest)
    }
    append(packed: text, count: digits)
  }

  @inline(__always)
  mutating func append(decimal value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(decimal: value.magnitude)
  }
}
