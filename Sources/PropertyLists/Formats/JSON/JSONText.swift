// The lexical level of JSON: validation and decoding of strings with escapes, and numbers. Nothing
// here depends on the document.

/// A fault in a string or number of JSON.
struct JSONTextFault: Error {
  var code: PlistError.Code
  var message: String
  var offset: Int
}

extension ByteView {
  // MARK: Strings

  /// Validates the text of a string that begins at `start`. Returns the position of the closing
  /// quote, and whether an escape is an unpaired surrogate.
  func endOfJSONText(from start: Int) throws(JSONTextFault) -> (end: Int, isUnpaired: Bool) {
    var position = start
    var isUnpaired = false
    while true {
      position = jsonRun(from: position).end
      guard position < count else {
        throw JSONTextFault(
          code: .unexpectedEnd, message: "the input ends inside a string", offset: count)
      }
      if self[position] == UInt8(ascii: "\"") { return (position, isUnpaired) }
      guard self[position] == UInt8(ascii: "\\") else {
        throw JSONTextFault(
          code: .unexpectedCharacter,
          message:
            "unescaped control character in a string; write it as an escape, such as \\n or \\u0000",
          offset: position)
      }
      position += try lengthOfJSONEscape(at: position, &isUnpaired)
    }
  }

  /// Returns the length of the escape that begins at a backslash, or of both escapes of a surrogate
  /// pair.
  private func lengthOfJSONEscape(at start: Int, _ isUnpaired: inout Bool) throws(JSONTextFault)
    -> Int
  {
    guard start + 1 < count else { throw endsInEscape }
    if self[start + 1].jsonEscaped != nil { return 2 }
    guard self[start + 1] == UInt8(ascii: "u") else {
      throw JSONTextFault(
        code: .unexpectedCharacter,
        message: "invalid escape; expected \\\", \\\\, \\/, \\b, \\f, \\n, \\r, \\t or \\u",
        offset: start)
    }
    let unit = try jsonUnit(at: start)
    if unit & 0xF800 != 0xD800 { return 6 }
    if unit < 0xDC00, matches("\\u", at: start + 6), try jsonUnit(at: start + 6) & 0xFC00 == 0xDC00
    {
      return 12
    }
    isUnpaired = true
    return 6
  }

  private var endsInEscape: JSONTextFault {
    JSONTextFault(code: .unexpectedEnd, message: "the input ends inside a string", offset: count)
  }

  /// Returns the code unit of the four digits of a `\u`.
  private func jsonUnit(at start: Int) throws(JSONTextFault) -> UInt32 {
    for offset in start + 2..<start + 6 {
      guard offset < count else { throw endsInEscape }
      guard self[offset].hexadecimalValue != nil else {
        throw JSONTextFault(
          code: .unexpectedCharacter, message: "expected four hexadecimal digits after \\u",
          offset: offset)
      }
    }
    return validatedJSONUnit(at: start)
  }

  /// Returns the code unit of a validated `\u`.
  private func validatedJSONUnit(at start: Int) -> UInt32 {
    (2..<6).reduce(0) { unit, offset in
      unit &<< 4 | UInt32(byte(orZeroAt: start + offset).hexadecimalValue ?? 0)
    }
  }

  /// Returns validated text with its escapes resolved.
  func resolvedJSONText(at start: Int, count length: Int) -> ByteWriter {
    var output = ByteWriter(minimumCapacity: length)
    let text = slice(start..<start + length)
    var position = 0
    while position < length {
      let end = text.firstIndex(of: UInt8(ascii: "\\"), from: position)
      output.append(text, at: position, count: end - position)
      position = end < length ? text.resolveJSONEscape(at: end, into: &output) : length
    }
    return output
  }

  /// Appends the characters that an escape denotes. Returns the position after it.
  private func resolveJSONEscape(at start: Int, into output: inout ByteWriter) -> Int {
    if let byte = byte(orZeroAt: start + 1).jsonEscaped {
      output.append(byte)
      return start + 2
    }
    let unit = validatedJSONUnit(at: start)
    if unit & 0xFC00 != 0xD800 {
      output.append(Unicode.Scalar(unit) ?? "\u{FFFD}")
      return start + 6
    }
    let low = validatedJSONUnit(at: start + 6)
    guard matches("\\u", at: start + 6), low & 0xFC00 == 0xDC00 else {
      output.append("\u{FFFD}")
      return start + 6
    }
    output.append(Unicode.Scalar(0x10000 + ((unit & 0x3FF) &<< 10 | low & 0x3FF)) ?? "\u{FFFD}")
    return start + 12
  }

  /// Returns the code units of validated text that contains an unpaired surrogate; nil for other
  /// text.
  func unpairedJSONUnits(at start: Int, count length: Int) -> [UInt16]? {
    let text = slice(start..<start + length)
    var units: [UInt16] = []
    var isUnpaired = false
    var position = 0
    while position < length {
      let end = text.firstIndex(of: UInt8(ascii: "\\"), from: position)
      units += text.string(at: position, count: end - position).utf16
      guard end < length else { break }
      var resolved = ByteWriter(minimumCapacity: 8)
      position = text.resolveJSONEscape(at: end, into: &resolved)
      if position == end + 6, text.validatedJSONUnit(at: end) & 0xF800 == 0xD800 {
        units.append(UInt16(truncatingIfNeeded: text.validatedJSONUnit(at: end)))
        isUnpaired = true
      } else {
        units += resolved.view.string(at: 0, count: resolved.count).utf16
      }
    }
    return isUnpaired ? units : nil
  }

  /// Returns the length of a `$`, plain or as an escape, at a byte of a string; 0 if there is none.
  func jsonDollarLength(at position: Int) -> Int {
    if byte(orZeroAt: position) == UInt8(ascii: "$") { return 1 }
    return matches("\\u0024", at: position) ? 6 : 0
  }

  // MARK: Numbers

  /// Returns the end of the number that begins at a byte, and whether it has a fraction or an
  /// exponent.
  func jsonNumber(at start: Int) throws(JSONTextFault) -> (end: Int, isReal: Bool) {
    let first = byte(orZeroAt: start) == UInt8(ascii: "-") ? start + 1 : start
    var end = try endOfJSONDigits(from: first, after: "-")
    if end - first > 1, self[first] == UInt8(ascii: "0") {
      throw JSONTextFault(
        code: .unexpectedCharacter, message: "a number must not have leading zeros", offset: first)
    }
    let endOfWhole = end
    if byte(orZeroAt: end) == UInt8(ascii: ".") {
      end = try endOfJSONDigits(from: end + 1, after: ".")
    }
    if byte(orZeroAt: end) | 0x20 == UInt8(ascii: "e") {
      let sign = byte(orZeroAt: end + 1)
      let hasSign = sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+")
      end = try endOfJSONDigits(from: hasSign ? end + 2 : end + 1, after: "e")
    }
    return (end, end > endOfWhole)
  }

  private func endOfJSONDigits(from start: Int, after mark: String) throws(JSONTextFault) -> Int {
    var end = start
    while byte(orZeroAt: end).isDigit { end += 1 }
    if end > start { return end }
    throw JSONTextFault(
      code: start >= count ? .unexpectedEnd : .unexpectedCharacter,
      message: start >= count
        ? "the input ends inside a number" : "expected a digit after \(mark) in a number",
      offset: min(start, count))
  }

  /// Returns the value of a validated number; infinity if it is too large.
  func jsonReal(_ range: Range<Int>) -> Double? {
    let isNegative = self[range.lowerBound] == UInt8(ascii: "-")
    let first = isNegative ? range.lowerBound + 1 : range.lowerBound
    guard let magnitude = real(at: first, end: range.upperBound) else { return nil }
    return isNegative ? -magnitude : magnitude
  }

  /// Returns the value of a validated number without fraction and exponent; nil if it does not fit
  /// in 128 bits.
  func jsonInteger(_ range: Range<Int>) -> Int128? {
    let isNegative = self[range.lowerBound] == UInt8(ascii: "-")
    let first = isNegative ? range.lowerBound + 1 : range.lowerBound
    var value: Int128 = 0
    for position in first..<range.upperBound {
      let digit = Int128(self[position] &- UInt8(ascii: "0"))
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      // Negative numbers have one more value.
      let (sum, carry) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if overflow || carry { return nil }
      value = sum
    }
    return value
  }
}

extension UInt8 {
  /// The character that the byte denotes after a backslash; nil if it is not an escape by itself.
  fileprivate var jsonEscaped: UInt8? {
    switch self {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): self
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): UInt8(ascii: "\n")
    case UInt8(ascii: "r"): UInt8(ascii: "\r")
    case UInt8(ascii: "t"): UInt8(ascii: "\t")
    default: nil
    }
  }
}
