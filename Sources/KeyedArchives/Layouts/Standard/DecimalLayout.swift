// NSDecimalNumber: a mantissa of 16-bit words and a power of ten; in GNUstep's archives, text.
internal import PropertyLists

/// The layout of decimal numbers.
package enum DecimalLayout {
  static let (exponent, length, negative) = ("NS.exponent", "NS.length", "NS.negative")
  static let (mantissa, order) = ("NS.mantissa", "NS.mantissa.bo")
  static let compact = "NS.compact"
  /// The key that GNUstep's archiver generates.
  static let generated = "$0"

  static func parts(_ fields: inout StoredFields) throws(LayoutFault) -> DecimalParts {
    let table = fields.table
    guard let mantissa = fields.value(mantissa, kind: .data), table.storedLength(mantissa) <= 1024,
      let bytes = table.data(mantissa), let order = fields.integer(order), order == 1 || order == 2,
      let exponent = fields.integer(exponent), let length = fields.integer(length),
      let isNegative = fields.value(negative, kind: .bool).flatMap({ table.bool($0) }),
      fields.position(of: compact) == nil || fields.value(compact, kind: .bool) != nil,
      let parts = DecimalParts(
        isNegative: isNegative, exponent: exponent, words: length, bytes: bytes,
        isBigEndian: order == 2)
    else {
      throw LayoutFault(
        code: .typeMismatch, message: "expected the fields of a decimal number, found others")
    }
    return parts
  }
}

/// The parts of a decimal number. NaN has no words and is negative.
struct DecimalParts {
  var isNegative: Bool
  var exponent: Int
  var mantissa: UInt128
  let isNaN: Bool

  init(_ value: Decimal) {
    isNaN = value.isNaN
    isNegative = value.isNaN || value.isSignMinus
    exponent = value.isNaN ? 0 : value.exponent
    // The significand is an integer of at most 39 digits, written without an exponent.
    mantissa = value.isNaN ? 0 : UInt128(value.significand.magnitude.description) ?? 0
  }

  /// The number of 16-bit words that the mantissa takes.
  var words: Int { (UInt128.bitWidth - mantissa.leadingZeroBitCount + 15) / 16 }

  /// The mantissa in archived form.
  var mantissaBytes: Data {
    Data((0..<16).map { UInt8(truncatingIfNeeded: mantissa >> UInt128($0 * 8)) })
  }
}

extension DecimalParts {
  /// Creates the parts from the eight words of a mantissa, of which `words` are significant; nil if
  /// they do not form a number.
  init?(isNegative: Bool, exponent: Int, words: Int, bytes: Data, isBigEndian: Bool) {
    guard bytes.count == 16, (0...8).contains(words), (-128...127).contains(exponent) else {
      return nil
    }
    isNaN = words == 0 && isNegative
    self.isNegative = isNegative
    self.exponent = exponent
    mantissa = 0
    let bytes = [UInt8](bytes)
    for word in (0..<words).reversed() {
      let (low, high) = (bytes[word * 2], bytes[word * 2 + 1])
      let value =
        isBigEndian ? UInt128(low) &<< 8 | UInt128(high) : UInt128(high) &<< 8 | UInt128(low)
      mantissa = mantissa &<< 16 | value
    }
  }

  /// The number that a string represents; nil if it does not represent one.
  static func decimal(_ text: String) -> Decimal? {
    if text == "NaN" { return Decimal.nan }
    let isNumber = text.utf8.allSatisfy { "+-.eE0123456789".utf8.contains($0) }
    return isNumber ? Decimal(string: text) : nil
  }

  /// The number; nil if `Decimal` cannot represent it.
  var decimal: Decimal? {
    if mantissa == 0 { return isNaN ? Decimal.nan : 0 }
    guard let significand = Decimal(string: mantissa.description) else { return nil }
    return Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
  }

  /// The number without an exponent; `0` for zero, `NaN` for NaN.
  var plainDigits: String {
    if isNaN { return "NaN" }
    if mantissa == 0 { return "0" }
    let sign = isNegative ? "-" : ""
    let digits = "\(mantissa)"
    if exponent >= 0 { return sign + digits + String(repeating: "0", count: exponent) }
    let padded = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
    var fraction = padded.suffix(-exponent)
    while fraction.last == "0" { fraction.removeLast() }
    return sign + padded.dropLast(-exponent) + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// Creates the parts of a number in the form of `plainDigits`; nil for other text, and for a
  /// number that needs more than 128 bits or an exponent beyond −128…127.
  init?(plainDigits text: String) {
    isNaN = text == "NaN"
    if isNaN {
      (isNegative, exponent, mantissa) = (true, 0, 0)
      return
    }
    let pieces = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let hasSign = text.utf8.first == UInt8(ascii: "-")
    var digits = Array(pieces[0].dropFirst(hasSign ? 1 : 0))
    let fraction = pieces.count > 1 ? Array(pieces[1]) : []
    guard pieces.count <= 2, !digits.isEmpty, pieces.count == 1 || !fraction.isEmpty else {
      return nil
    }
    digits += fraction
    var power = -fraction.count
    guard digits.count <= 512, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    while digits.count > 1, digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      power += 1
    }
    guard let number = UInt128(String(decoding: digits, as: UTF8.self)) else { return nil }
    mantissa = number
    exponent = number == 0 ? 0 : power
    isNegative = hasSign && number != 0
    // A large exponent becomes zeros of the mantissa, if they fit.
    while exponent > 127, !mantissa.multipliedReportingOverflow(by: 10).overflow {
      mantissa *= 10
      exponent -= 1
    }
    guard (-128...127).contains(exponent) else { return nil }
  }
}
