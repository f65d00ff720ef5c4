// Conversion between real numbers and decimal text. One multiplication by a 128-bit power of five
// is enough for nearly every number. The rare number too close to a rounding boundary goes to the C
// library, which is exact but slow.
internal import CKernels

/// A scanned decimal number: digits times a power of ten.
private struct DecimalScan {
  var digits: UInt64 = 0
  var exponent = 0
  var isNegative = false
  /// Whether digits were dropped because there are more than 19 significant digits.
  var isTruncated = false
}

extension ByteView {
  /// Parses a real as Apple's parser does: `nan`, `inf` and `infinity` with an optional sign in any
  /// case (but not `-nan`), or white space and decimal text up to `end`. Overflow gives infinity,
  /// and underflow gives zero.
  func real(at start: Int, end: Int) -> Double? {
    if start < end, self[start].isDigit, let scan = scanDecimal(at: start, end: end),
      !scan.isTruncated, let value = scan.nearestDouble
    {
      return value
    }
    return unusualReal(at: start, end: end)
  }

  /// Parses a real of up to 19 digits without an exponent before `<`; returns nil for any other
  /// text, and near the beginning and the end of the input.
  @inline(__always)
  func shortReal(from start: Int) -> (value: Double, end: Int)? {
    guard let text = unsafe shortNumber(from: start, { unsafe plinth_read_real($0) }) else {
      return nil
    }
    let scan = DecimalScan(
      digits: text.digits, exponent: 0 &- Int(text.fraction), isNegative: text.is_negative != 0)
    guard let value = scan.nearestDouble else { return nil }
    return (value, start &+ Int(text.length))
  }

  @inline(never)
  private func unusualReal(at start: Int, end: Int) -> Double? {
    if start < end, let special = specialReal(at: start, end: end) { return special }
    let first = skipNumberSpace(from: start, end: end)
    guard let scan = scanDecimal(at: first, end: end) else { return nil }
    if !scan.isTruncated, let value = scan.nearestDouble { return value }
    return Double(string(at: first, count: end - first))
  }

  private func specialReal(at start: Int, end: Int) -> Double? {
    let byte = self[start] | 0x20
    guard
      byte == UInt8(ascii: "n") || byte == UInt8(ascii: "i") || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: "-"), end - start <= 9
    else { return nil }
    switch string(at: start, count: end - start).lowercased() {
    case "nan": return .nan
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: return nil
    }
  }

  private func scanDecimal(at start: Int, end: Int) -> DecimalScan? {
    var scan = DecimalScan()
    var position = start
    if position < end, self[position] == UInt8(ascii: "-") || self[position] == UInt8(ascii: "+") {
      scan.isNegative = self[position] == UInt8(ascii: "-")
      position += 1
    }
    let firstDigit = position
    scanDigits(&scan, position: &position, end: end, exponentStep: 0)
    var digitCount = position - firstDigit
    if position < end, self[position] == UInt8(ascii: ".") {
      position += 1
      let firstFraction = position
      scanDigits(&scan, position: &position, end: end, exponentStep: -1)
      digitCount += position - firstFraction
    }
    guard digitCount > 0, scanExponent(&scan, position: &position, end: end), position == end else {
      return nil
    }
    return scan
  }

  private func scanDigits(
    _ scan: inout DecimalScan, position: inout Int, end: Int, exponentStep: Int
  ) {
    while scan.digits < 100_000_000_000, position &+ 8 <= end,
      let eight = eightDigits(word(at: position))
    {
      scan.digits = scan.digits &* 100_000_000 &+ eight
      scan.exponent &+= 8 &* exponentStep
      position &+= 8
    }
    while position < end, self[position].isDigit {
      let digit = UInt64(self[position] &- UInt8(ascii: "0"))
      if scan.digits < 1_000_000_000_000_000_000 {
        scan.digits = scan.digits &* 10 &+ digit
        scan.exponent &+= exponentStep
      } else {
        scan.isTruncated = true
      }
      position &+= 1
    }
  }

  private func scanExponent(_ scan: inout DecimalScan, position: inout Int, end: Int) -> Bool {
    guard position < end, self[position] | 0x20 == UInt8(ascii: "e") else { return true }
    position += 1
    var isNegative = false
    if position < end, self[position] == UInt8(ascii: "-") || self[position] == UInt8(ascii: "+") {
      isNegative = self[position] == UInt8(ascii: "-")
      position += 1
    }
    let firstDigit = position
    var exponent = 0
    while position < end, self[position].isDigit {
      exponent = min(exponent * 10 + Int(self[position] &- UInt8(ascii: "0")), 100_000)
      position += 1
    }
    scan.exponent += isNegative ? -exponent : exponent
    return position > firstDigit
  }
}

extension DecimalScan {
  private static let exactTens: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The double nearest to the number, or nil if this method cannot determine it.
  @inline(__always)
  var nearestDouble: Double? {
    guard let magnitude = digits == 0 ? 0.0 : nearestMagnitude else { return nil }
    return Double(bitPattern: magnitude.bitPattern | (isNegative ? 1 << 63 : 0))
  }

  @inline(__always)
  private var nearestMagnitude: Double? {
    if digits <= 1 << 53, exponent >= -22, exponent <= 22 {
      let power = Self.exactTens[abs(exponent)]
      return exponent < 0 ? Double(digits) / power : Double(digits) * power
    }
    guard PowerOfFive.exponents.contains(exponent) else { return nil }
    return roundedProduct(PowerOfFive.with(exponent: exponent))
  }

  /// Returns digits · 5^e · 2^e with 128 bits. The power is too small by less than one unit, so the
  /// product is too small by less than two. Returns nil if that could change the rounding.
  @inline(never)
  private func roundedProduct(_ power: PowerOfFive) -> Double? {
    let shift = digits.leadingZeroBitCount
    let factor = digits << UInt64(truncatingIfNeeded: shift)
    let upper = UInt64(truncatingIfNeeded: power.significand &>> 64).multipliedFullWidth(by: factor)
    let lower = UInt64(truncatingIfNeeded: power.significand).multipliedFullWidth(by: factor)
    let (low, carry) = upper.low.addingReportingOverflow(lower.high)
    let high = upper.high &+ (carry ? 1 : 0)
    // Both factors have their highest bit set, so that the product has at most one leading zero.
    let leading = high.leadingZeroBitCount
    let below = 75 &- leading
    // Of `below` bits to round away, the upper 11 or 10 are in `high`.
    let cut = UInt64(truncatingIfNeeded: below &- 64)
    let fraction = high & (1 << cut &- 1)
    let half = UInt64(1) << (cut &- 1)
    if low &+ 4 <= 8 {
      // The fraction is zero, one half or one if its lower bits are zero.
      let nearest = low <= 4 ? fraction : fraction &+ 1
      if nearest & (half &- 1) == 0 { return nil }
    }
    let significand = (high >> cut) &+ (fraction >= half ? 1 : 0)
    // The product has 192 − leading bits; its low 64 bits and `below` more are rounded away.
    let exponentOfTwo = power.binaryExponent - 127 + exponent - shift + 64 + below
    guard exponentOfTwo >= -1022 - 52 + 2, exponentOfTwo <= 1023 - 54 else { return nil }
    // The significand has 53 bits, or is 2^53; its highest bit adds 1 to the biased exponent.
    let biasedExponent = UInt64(truncatingIfNeeded: exponentOfTwo &+ 52 &+ 1022)
    return Double(bitPattern: biasedExponent &<< 52 &+ significand)
  }
}

extension ByteWriter {
  /// Appends a finite real as C's `%.17g` prints it.
  mutating func append(realWith17Digits value: Double) {
    if value < 0 || value.isZero && value.sign == .minus { append(UInt8(ascii: "-")) }
    let magnitude = value.magnitude
    if magnitude == 0 { return append(UInt8(ascii: "0")) }
    if magnitude < 1e15, magnitude == magnitude.rounded(.down) {
      return append(decimal: UInt64(magnitude))
    }
    guard let (digits, exponent) = magnitude.seventeenDigits else {
      return appendByLibrary(magnitude)
    }
    append(general: digits, exponent: exponent)
  }

  /// Appends a number in the form of `%g`: fixed for exponents −4 … 16, otherwise scientific,
  /// without trailing zeros.
  private mutating func append(general digits: UInt64, exponent: Int) {
    var digits = digits
    var count = 17
    while digits % 10 == 0, count > 1 {
      digits /= 10
      count -= 1
    }
    if exponent < -4 || exponent >= 17 {
      return append(scientific: digits, count: count, exponent: exponent)
    }
    if exponent < 0 {
      append("0.")
      append(repeating: UInt8(ascii: "0"), count: -exponent - 1)
      return append(decimal: digits)
    }
    append(fixed: digits, count: count, wholeDigits: exponent + 1)
  }

  private mutating func append(fixed digits: UInt64, count: Int, wholeDigits: Int) {
    if count <= wholeDigits {
      append(decimal: digits)
      return append(repeating: UInt8(ascii: "0"), count: wholeDigits - count)
    }
    var power: UInt64 = 1
    for _ in 0..<(count - wholeDigits) { power *= 10 }
    append(decimal: digits / power)
    append(UInt8(ascii: "."))
    append(zeroPadded: digits % power, width: count - wholeDigits)
  }

  private mutating func append(scientific digits: UInt64, count: Int, exponent: Int) {
    append(fixed: digits, count: count, wholeDigits: 1)
    append(UInt8(ascii: "e"))
    append(exponent < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    append(zeroPadded: UInt64(exponent.magnitude), width: max(2, exponent.magnitude >= 100 ? 3 : 2))
  }

  private mutating func append(zeroPadded value: UInt64, width: Int) {
    var digits = 1
    var power: UInt64 = 10
    while digits < width, value >= power {
      digits += 1
      power *= 10
    }
    append(repeating: UInt8(ascii: "0"), count: width - digits)
    append(decimal: value)
  }

  private mutating func appendByLibrary(_ value: Double) {
    reserve(64)
    var text = [CChar](repeating: 0, count: 64)
    let length = unsafe Int(plinth_format_real(value, &text, text.count))
    for character in text.prefix(max(0, min(length, 63))) { append(UInt8(bitPattern: character)) }
  }
}

extension Double {
  /// The 17 significant digits d and the exponent x with value = d · 10^(x−16), correctly rounded;
  /// nil if this method cannot determine them. The value must be positive and finite.
  fileprivate var seventeenDigits: (digits: UInt64, exponent: Int)? {
    guard self >= 0x1p-1000, self <= 0x1p1000 else { return nil }
    // ⌊log10⌋ from the binary exponent, too small by at most one.
    var guess = (Int(exponent) * 78_913) &>> 18
    for _ in 0..<2 {
      guard let digits = scaledDigits(tenExponent: 16 - guess) else { return nil }
      if digits < 10_000_000_000_000_000 { return nil }
      if digits < 100_000_000_000_000_000 { return (digits, guess) }
      guess += 1
    }
    return nil
  }

  /// Returns the value times 10^tenExponent, rounded to the nearest integer, ties to even; nil if
  /// this method cannot determine it.
  private func scaledDigits(tenExponent: Int) -> UInt64? {
    guard PowerOfFive.exponents.contains(tenExponent) else { return nil }
    let power = PowerOfFive.with(exponent: tenExponent)
    let bits = significandBitPattern | 1 << 52
    let wide = power.significand.multipliedFullWidth(by: UInt128(bits &<< 11))
    let product = wide.high &<< 64 | wide.low &>> 64
    // value = bits·2^(exponent−52). The product has 11 + 127 more bits, of which 64 are dropped.
    let below = -(Int(exponent) - 63 + power.binaryExponent - 127 + 64 + tenExponent)
    guard below >= 2, below < 127 else { return nil }
    let whole = UInt64(truncatingIfNeeded: product >> UInt128(below))
    let fraction = product & (1 << UInt128(below) - 1)
    let half = UInt128(1) << UInt128(below - 1)
    if PowerOfFive.exactExponents.contains(tenExponent), wide.low &<< 64 == 0 {
      return fraction > half || fraction == half && whole & 1 == 1 ? whole + 1 : whole
    }
    if fraction &+ 4 >= half && fraction <= half &+ 4 || fraction &+ 4 >= half * 2 { return nil }
    return fraction > half ? whole + 1 : whole
  }
}
