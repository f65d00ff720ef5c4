// Decimal numbers as NSDecimalNumber has them: a mantissa of eight 16-bit words, the lowest first,
// and a power of ten.
internal import PropertyLists

extension ArchivingSession {
  func encode(_ value: Decimal, _ place: Place) {
    let object = standardObject(.decimal, place) { container in
      let parts = DecimalParts(value)
      builder.add(Int64(parts.exponent), field("NS.exponent", container))
      builder.add(Int64(parts.words), field("NS.length", container))
      builder.add(parts.isNegative, field("NS.negative", container))
      builder.add(true, field("NS.compact", container))
      builder.add(Int64(1), field("NS.mantissa.bo", container))
      builder.add(parts.mantissaBytes, field("NS.mantissa", container))
    }
    builder.addReference(object, place.slot)
  }

  private func field(_ name: String, _ container: UInt32) -> ArchiveBuilder.Place {
    .init(in: container, key: builder.key(name))
  }
}

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

  var mantissaBytes: Data {
    Data((0..<16).map { UInt8(truncatingIfNeeded: mantissa >> UInt128($0 * 8)) })
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

  /// The number; nil when Swift's type cannot hold it.
  var decimal: Decimal? {
    if mantissa == 0 { return isNegative ? Decimal.nan : 0 }
    guard let significand = Decimal(string: mantissa.description) else { return nil }
    return Decimal(
      sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
  }
}
