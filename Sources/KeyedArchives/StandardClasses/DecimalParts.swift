// Decimal numbers as NSDecimalNumber has them: a mantissa of eight 16-bit words, the lowest first,
// and a power of ten.
internal import PropertyLists

/// A decimal number taken apart. Not a number: no words, and negative.
struct DecimalParts {
  var isNegative: Bool
  var exponent: Int
  var mantissa: UInt128

  /// The parts of a number.
  init(_ value: Decimal) {
    isNegative = value.isNaN || value.isSignMinus
    exponent = value.isNaN ? 0 : value.exponent
    // The significand is a whole number of at most 39 digits, written without an exponent.
    mantissa = value.isNaN ? 0 : UInt128(value.significand.magnitude.description) ?? 0
  }

  /// How many 16-bit words the mantissa takes.
  var words: Int { (UInt128.bitWidth - mantissa.leadingZeroBitCount + 15) / 16 }

  private var mantissaBytes: Data {
    Data((0..<16).map { UInt8(truncatingIfNeeded: mantissa >> UInt128($0 * 8)) })
  }

  /// Adds the fields of an object of `NSDecimalNumber`.
  func addFields(to container: UInt32, _ builder: ArchiveBuilder) {
    func place(_ name: String) -> ArchiveBuilder.Place {
      .init(in: container, key: builder.key(name))
    }
    builder.add(Int64(exponent), place("NS.exponent"))
    builder.add(Int64(words), place("NS.length"))
    builder.add(isNegative, place("NS.negative"))
    builder.add(true, place("NS.compact"))
    builder.add(Int64(1), place("NS.mantissa.bo"))
    builder.add(mantissaBytes, place("NS.mantissa"))
  }
}

extension DecimalParts {
  /// The parts that an archive has; nil where they fit no number.
  ///
  /// - Parameters:
  ///   - words: How many of the eight words count.
  ///   - bytes: The words.
  init?(isNegative: Bool, exponent: Int, words: Int, bytes: Data, isBigEndian: Bool) {
    guard bytes.count == 16, (0...8).contains(words), (-128...127).contains(exponent) else {
      return nil
    }
    self.isNegative = isNegative
    self.exponent = exponent
    mantissa = 0
    let bytes = [UInt8](bytes)
    for word in (0..<words).reversed() {
      let (low, high) = (bytes[word * 2], bytes[word * 2 + 1])
      let value =
        isBigEndian ? UInt128(low) << 8 | UInt128(high) : UInt128(high) << 8 | UInt128(low)
      mantissa = mantissa << 16 | value
    }
  }

  /// The number of some text, all of it; nil for other text.
  static func decimal(_ text: String) -> Decimal? {
    if text == "NaN" { return Decimal.nan }
    let isNumber = text.utf8.allSatisfy { "+-.eE0123456789".utf8.contains($0) }
    return isNumber ? Decimal(string: text) : nil
  }

  /// The number; nil when Swift's type cannot hold it.
  var decimal: Decimal? {
    if mantissa == 0 { return isNegative ? Decimal.nan : 0 }
    guard let significand = Decimal(string: mantissa.description) else { return nil }
    return Decimal(
      sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
  }

  /// The number without an exponent; `0` for zero.
  var plainDigits: String {
    if mantissa == 0 { return "0" }
    let sign = isNegative ? "-" : ""
    let digits = "\(mantissa)"
    if exponent >= 0 { return sign + digits + String(repeating: "0", count: exponent) }
    let padded = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
    var fraction = padded.suffix(-exponent)
    while fraction.last == "0" { fraction.removeLast() }
    return sign + padded.dropLast(-exponent) + (fraction.isEmpty ? "" : "." + fraction)
  }
}
