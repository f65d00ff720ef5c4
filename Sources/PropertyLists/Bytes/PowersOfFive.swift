// Powers of five with 128 significant bits. They convert between decimal text and doubles with one
// wide multiplication. The table is computed on first use: 668 entries, 10 KB.

/// 5^exponent = (significand + error) · 2^(binaryExponent − 127), 0 ≤ error < 1; the significand's
/// top bit is set.
struct PowerOfFive {
  var significand: UInt128
  var binaryExponent: Int

  /// The exponents in the table.
  static let exponents = -342...325

  /// The exponents whose significand has no error.
  static let exactExponents = 0...55

  static func with(exponent: Int) -> PowerOfFive { table[exponent &- exponents.lowerBound] }

  private static let table: [PowerOfFive] = {
    var powers: [PowerOfFive] = []
    var power = WidePower(words: [0, 0, 0, 1 << 63], binaryExponent: 0)
    for _ in exponents.lowerBound..<0 {
      power.divideByFive()
      powers.append(power.rounded)
    }
    powers.reverse()
    power = WidePower(words: [0, 0, 0, 1 << 63], binaryExponent: 0)
    for _ in 0...exponents.upperBound {
      powers.append(power.rounded)
      power.multiplyByFive()
    }
    return powers
  }()
}

/// A power of five with 256 bits; the table stores the upper half.
private struct WidePower {
  /// The words, least significant first. The top bit of the last word is set.
  var words: [UInt64]
  var binaryExponent: Int

  var rounded: PowerOfFive {
    PowerOfFive(
      significand: UInt128(words[3]) &<< 64 | UInt128(words[2]), binaryExponent: binaryExponent)
  }

  mutating func multiplyByFive() {
    var carry: UInt64 = 0
    for index in 0..<4 {
      let product = words[index].multipliedFullWidth(by: 5)
      let sum = product.low.addingReportingOverflow(carry)
      words[index] = sum.partialValue
      carry = product.high &+ (sum.overflow ? 1 : 0)
    }
    let shift = 64 - carry.leadingZeroBitCount
    shiftRight(by: shift, carry: carry)
    binaryExponent += shift
  }

  mutating func divideByFive() {
    var remainder: UInt64 = 0
    for index in (0..<4).reversed() {
      let result = UInt64(5).dividingFullWidth((remainder, words[index]))
      words[index] = result.quotient
      remainder = result.remainder
    }
    // The remainder is less than one unit of 256 bits after the shift, so it is dropped.
    let shift = words[3].leadingZeroBitCount
    for index in (1..<4).reversed() {
      words[index] = words[index] << UInt64(shift) | words[index - 1] >> UInt64(64 - shift)
    }
    words[0] <<= UInt64(shift)
    binaryExponent -= shift
  }

  private mutating func shiftRight(by shift: Int, carry: UInt64) {
    for index in 0..<3 {
      words[index] = words[index] >> UInt64(shift) | words[index + 1] << UInt64(64 - shift)
    }
    words[3] = words[3] >> UInt64(shift) | carry << UInt64(64 - shift)
  }
}
