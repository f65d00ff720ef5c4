// Validation of UTF-8 (Unicode 15, table 3-7) and UTF-16: no overlong forms and no surrogates in
// UTF-8, no lone surrogates in UTF-16, and nothing above U+10FFFF.

extension ByteView {
  /// Returns the offset of the first byte in a range that cannot be part of well-formed UTF-8, or
  /// nil.
  func firstInvalidUTF8(in range: Range<Int>) -> Int? {
    var position = range.lowerBound
    while position < range.upperBound {
      if position &+ 8 <= range.upperBound, word(at: position) & 0x8080_8080_8080_8080 == 0 {
        position &+= 8
        continue
      }
      let length = sequenceLength(at: position, before: range.upperBound)
      if length == 0 { return position }
      position &+= length
    }
    return nil
  }

  /// Returns the length of the well-formed sequence at a position, or zero.
  private func sequenceLength(at position: Int, before end: Int) -> Int {
    let lead = self[position]
    if lead < 0x80 { return 1 }
    if lead < 0xC2 || lead > 0xF4 { return 0 }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard end &- position >= length, secondRange(of: lead).contains(self[position &+ 1]) else {
      return 0
    }
    for offset in 2..<max(length, 2) where self[position &+ offset] & 0xC0 != 0x80 { return 0 }
    return length
  }

  /// Returns the range of bytes that are valid after a lead byte.
  private func secondRange(of lead: UInt8) -> ClosedRange<UInt8> {
    switch lead {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }

  /// Returns the index of the first lone surrogate in a run of big-endian UTF-16, or nil.
  func firstLoneSurrogate(at start: Int, units: Int) -> Int? {
    var unit = 0
    while unit < units {
      let value = bigEndian(at: start &+ 2 &* unit, width: 2)
      if value & 0xF800 == 0xD800 {
        guard value < 0xDC00, unit &+ 1 < units else { return unit }
        guard bigEndian(at: start &+ 2 &* unit &+ 2, width: 2) & 0xFC00 == 0xDC00 else {
          return unit
        }
        unit &+= 1
      }
      unit &+= 1
    }
    return nil
  }

  /// Calls `body` with each scalar of a run of big-endian UTF-16, and with U+FFFD for each lone
  /// surrogate.
  @inline(__always)
  func forEachUTF16Scalar(at start: Int, units: Int, _ body: (Unicode.Scalar) -> Void) {
    var unit = 0
    while unit < units {
      var value = UInt32(bigEndian(at: start &+ 2 &* unit, width: 2))
      unit &+= 1
      if value & 0xFC00 == 0xD800, unit < units {
        let low = UInt32(bigEndian(at: start &+ 2 &* unit, width: 2))
        if low & 0xFC00 == 0xDC00 {
          value = 0x10000 &+ ((value & 0x3FF) &<< 10 | low & 0x3FF)
          unit &+= 1
        }
      }
      body(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
  }
}

extension ByteWriter {
  /// Appends a scalar as UTF-8. Disfavored, so that literals of one character are text.
  @_disfavoredOverload
  @inline(__always)
  mutating func append(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    if value < 0x80 {
      append(UInt8(truncatingIfNeeded: value))
    } else {
      for byte in UTF8.encode(scalar).orReplacementCharacter { append(byte) }
    }
  }
}

extension Optional where Wrapped == UTF8.EncodedScalar {
  /// The code units. UTF-8 can encode every scalar, so the value is never nil.
  fileprivate var orReplacementCharacter: UTF8.EncodedScalar {
    self ?? UTF8.encodedReplacementCharacter
  }
}
