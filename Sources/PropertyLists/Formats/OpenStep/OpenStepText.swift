// Escapes of the OpenStep family: letters such as `\n`, octal numbers in the NeXTSTEP encoding, and
// `\U` with up to four hexadecimal digits for a UTF-16 code unit.

/// The meaning of an escape.
struct OpenStepEscape {
  /// A scalar, or a surrogate.
  var value: UInt32
  /// The position after the escape, which is past the end if the text ends inside the escape.
  var end: Int

  var isFirstSurrogate: Bool { (0xD800..<0xDC00).contains(value) }
  var isSecondSurrogate: Bool { (0xDC00..<0xE000).contains(value) }
}

/// The upper half of the NeXTSTEP encoding. Its last two characters are undefined and read as
/// U+FFFD.
private let nextStepScalars: [UInt16] = [
  0x00A0, 0x00C0, 0x00C1, 0x00C2, 0x00C3, 0x00C4, 0x00C5, 0x00C7, 0x00C8, 0x00C9, 0x00CA, 0x00CB,
  0x00CC, 0x00CD, 0x00CE, 0x00CF, 0x00D0, 0x00D1, 0x00D2, 0x00D3, 0x00D4, 0x00D5, 0x00D6, 0x00D9,
  0x00DA, 0x00DB, 0x00DC, 0x00DD, 0x00DE, 0x00B5, 0x00D7, 0x00F7, 0x00A9, 0x00A1, 0x00A2, 0x00A3,
  0x2044, 0x00A5, 0x0192, 0x00A7, 0x00A4, 0x2019, 0x201C, 0x00AB, 0x2039, 0x203A, 0xFB01, 0xFB02,
  0x00AE, 0x2013, 0x2020, 0x2021, 0x00B7, 0x00A6, 0x00B6, 0x2022, 0x201A, 0x201E, 0x201D, 0x00BB,
  0x2026, 0x2030, 0x00AC, 0x00BF, 0x00B9, 0x02CB, 0x00B4, 0x02C6, 0x02DC, 0x00AF, 0x02D8, 0x02D9,
  0x00A8, 0x00B2, 0x02DA, 0x00B8, 0x00B3, 0x02DD, 0x02DB, 0x02C7, 0x2014, 0x00B1, 0x00BC, 0x00BD,
  0x00BE, 0x00E0, 0x00E1, 0x00E2, 0x00E3, 0x00E4, 0x00E5, 0x00E7, 0x00E8, 0x00E9, 0x00EA, 0x00EB,
  0x00EC, 0x00C6, 0x00ED, 0x00AA, 0x00EE, 0x00EF, 0x00F0, 0x00F1, 0x0141, 0x00D8, 0x0152, 0x00BA,
  0x00F2, 0x00F3, 0x00F4, 0x00F5, 0x00F6, 0x00E6, 0x00F9, 0x00FA, 0x00FB, 0x0131, 0x00FC, 0x00FD,
  0x0142, 0x00F8, 0x0153, 0x00DF, 0x00FE, 0x00FF, 0xFFFD, 0xFFFD,
]

extension ByteView {
  /// Returns the escape that begins with the backslash at `start`.
  func openStepEscape(at start: Int) -> OpenStepEscape {
    guard start + 1 < count else { return OpenStepEscape(value: 0, end: count + 1) }
    let byte = self[start + 1]
    if byte & 0xF8 == UInt8(ascii: "0") { return octalEscape(at: start + 1) }
    if byte == UInt8(ascii: "U") { return unitEscape(at: start + 2) }
    if byte >= 0x80 {
      // A character that needs no escape.
      var end = start + 2
      while end < count, self[end] & 0xC0 == 0x80 { end += 1 }
      let scalar = string(at: start + 1, count: end - start - 1).unicodeScalars.first
      return OpenStepEscape(value: scalar?.value ?? 0xFFFD, end: end)
    }
    let named: UInt8 =
      switch byte {
      case UInt8(ascii: "a"): 0x07
      case UInt8(ascii: "b"): 0x08
      case UInt8(ascii: "f"): 0x0C
      case UInt8(ascii: "n"): UInt8(ascii: "\n")
      case UInt8(ascii: "r"): UInt8(ascii: "\r")
      case UInt8(ascii: "t"): UInt8(ascii: "\t")
      case UInt8(ascii: "v"): 0x0B
      default: byte
      }
    return OpenStepEscape(value: UInt32(named), end: start + 2)
  }

  /// Returns an escape of one to three octal digits, which denote a byte of the NeXTSTEP encoding.
  private func octalEscape(at start: Int) -> OpenStepEscape {
    var value: UInt32 = 0
    var end = start
    while end < min(start + 3, count), self[end] & 0xF8 == UInt8(ascii: "0") {
      value = value &<< 3 | UInt32(self[end] & 7)
      end += 1
    }
    let byte = Int(value & 0xFF)
    let scalar = byte < 0x80 ? UInt32(byte) : UInt32(nextStepScalars[byte - 0x80])
    return OpenStepEscape(value: scalar, end: end)
  }

  /// Returns an escape of up to four hexadecimal digits, which denote a UTF-16 code unit. The
  /// reader rejects an escape without a digit.
  private func unitEscape(at start: Int) -> OpenStepEscape {
    var value: UInt32 = 0
    var end = start
    while end < min(start + 4, count), let digit = self[end].hexadecimalValue {
      value = value &<< 4 | UInt32(truncatingIfNeeded: digit)
      end += 1
    }
    return OpenStepEscape(value: value, end: end)
  }

  /// Returns the code units of validated text that contains an unpaired surrogate; nil for other
  /// text.
  func unpairedOpenStepUnits(at start: Int, count length: Int) -> [UInt16]? {
    let part = slice(start..<start + length)
    var units: [UInt16] = []
    var position = 0
    while position < part.count {
      let next = part.firstIndex(of: UInt8(ascii: "\\"), from: position)
      units += part.string(at: position, count: next - position).utf16
      guard next < part.count else { break }
      let escape = part.openStepEscape(at: next)
      if escape.isFirstSurrogate || escape.isSecondSurrogate {
        units.append(UInt16(truncatingIfNeeded: escape.value))
      } else {
        units += (Unicode.Scalar(escape.value) ?? "\u{FFFD}").utf16
      }
      position = min(escape.end, part.count)
    }
    return units.hasUnpairedSurrogate ? units : nil
  }

  /// Returns validated text as UTF-8 with its escapes resolved. Unpaired surrogates become U+FFFD.
  func resolvedOpenStepText(at start: Int, count length: Int) -> ByteWriter {
    var output = ByteWriter(minimumCapacity: length + 8)
    let part = slice(start..<start + length)
    var position = 0
    var first: UInt32?
    while position < part.count {
      let next = part.firstIndex(of: UInt8(ascii: "\\"), from: position)
      if next > position { Self.end(&first, into: &output) }
      output.append(part, at: position, count: next - position)
      guard next < part.count else { break }
      let escape = part.openStepEscape(at: next)
      position = min(escape.end, part.count)
      if escape.isSecondSurrogate, let high = first {
        first = nil
        let value = 0x10000 + (high & 0x3FF) &<< 10 + escape.value & 0x3FF
        output.append(Unicode.Scalar(value) ?? "\u{FFFD}")
        continue
      }
      Self.end(&first, into: &output)
      if escape.isFirstSurrogate {
        first = escape.value
      } else {
        output.append(Unicode.Scalar(escape.value) ?? "\u{FFFD}")
      }
    }
    Self.end(&first, into: &output)
    return output
  }

  /// Appends U+FFFD for a first surrogate without a second one.
  private static func end(_ first: inout UInt32?, into output: inout ByteWriter) {
    if first != nil { output.append("\u{FFFD}" as Unicode.Scalar) }
    first = nil
  }
}
