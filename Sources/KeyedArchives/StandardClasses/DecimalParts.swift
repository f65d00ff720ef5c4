// The parts of a decimal number as archives store them, and its digits.

/// A decimal number: words of 16 bits, the lowest first, times a power of ten.
struct DecimalParts {
  /// Sixteen bytes.
  var mantissa: [UInt8]
  /// The order of the two bytes of a word: 1 for the low one first, 2 for the high one.
  var order: Int
  /// The power of ten.
  var exponent: Int
  /// How many words are used.
  var length: Int
  var isNegative: Bool

  /// The number without an exponent, or `NaN`; nil where the parts are none of a decimal number.
  var text: String? {
    guard order == 1 || order == 2, -128...127 ~= exponent, 0...8 ~= length else { return nil }
    if length == 0, isNegative { return "NaN" }
    if magnitude == 0 { return "0" }
    return (isNegative ? "-" : "") + plainDigits
  }

  private var magnitude: UInt128 {
    (0..<length).reversed().reduce(0) { sum, word in
      let (first, second) = (UInt128(mantissa[word * 2]), UInt128(mantissa[word * 2 + 1]))
      return sum << 16 | (order == 1 ? second << 8 | first : first << 8 | second)
    }
  }

  private var plainDigits: String {
    let digits = "\(magnitude)"
    if exponent >= 0 { return digits + String(repeating: "0", count: exponent) }
    let padded = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
    var fraction = padded.suffix(-exponent)
    while fraction.last == "0" { fraction.removeLast() }
    return padded.dropLast(-exponent) + (fraction.isEmpty ? "" : "." + fraction)
  }
}
