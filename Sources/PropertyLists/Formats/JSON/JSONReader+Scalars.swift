// Strings, numbers and keywords of JSON. Numbers are parsed immediately. Strings are validated, and
// decoded only when they are requested.

extension JSONReader {
  // MARK: Strings

  @inline(__always)
  mutating func readString(_ start: Int) throws(PlistError) {
    let text = try quotedText(at: start)
    position = text.end &+ 1
    let first = start &+ 1
    try table.append(
      Node(
        .string, form: text.form, count: text.end &- first,
        payload: UInt64(truncatingIfNeeded: first)), start: start)
  }

  /// Validates the string that begins with the quote at a byte. Returns the position of its closing
  /// quote, and its form.
  @inline(__always)
  mutating func quotedText(at start: Int) throws(PlistError) -> (end: Int, form: UInt8) {
    let run = view.jsonRun(from: start &+ 1)
    guard view.byte(orZeroAt: run.end) == UInt8(ascii: "\"") else {
      return try endOfEscapedText(start, first: run.end)
    }
    if run.hasHighBytes { try table.checkUTF8(start &+ 1..<run.end) }
    return (run.end, run.hasHighBytes ? NodeForm.utf8 : NodeForm.plain)
  }

  private mutating func endOfEscapedText(_ start: Int, first: Int) throws(PlistError) -> (
    end: Int, form: UInt8
  ) {
    let (end, isUnpaired): (Int, Bool)
    do throws(JSONTextFault) { (end, isUnpaired) = try view.endOfJSONText(from: first) } catch {
      throw error.code == .unexpectedEnd ? openString(start) : failure(error)
    }
    try table.checkUTF8(start + 1..<end)
    return (end, isUnpaired ? NodeForm.escapedUnpaired : NodeForm.escaped)
  }

  // MARK: Numbers

  @inline(__always)
  mutating func readNumber(_ start: Int) throws(PlistError) {
    let isNegative = view[start] == UInt8(ascii: "-")
    let first = isNegative ? start &+ 1 : start
    var end = first
    var value: UInt64 = 0
    var byte = view.byte(orZeroAt: end)
    // 18 digits never overflow 64 bits.
    while byte.isDigit, end &- first < 18 {
      value = value &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
      end &+= 1
      byte = view.byte(orZeroAt: end)
    }
    let hasLeadingZero = view.byte(orZeroAt: first) == UInt8(ascii: "0") && end &- first > 1
    if end == first || hasLeadingZero || byte.isDigit || byte.continuesJSONNumber {
      return try readUnusualNumber(start)
    }
    position = end
    try table.append(Node(.integer, payload: isNegative ? 0 &- value : value), start: start)
  }

  /// Reads a real or an integer of many digits, or throws.
  private mutating func readUnusualNumber(_ start: Int) throws(PlistError) {
    let number = try number(at: start)
    position = number.end
    if !number.isReal { return try readLongInteger(start..<number.end) }
    let value = view.jsonReal(start..<number.end)
    if value?.isFinite != true {
      try table.report(
        .invalidReal, message: "\(shown(start..<number.end)) is out of the range of reals",
        at: start)
    }
    try table.append(Node(.real, payload: (value ?? 0).bitPattern), start: start)
  }

  private mutating func number(at start: Int) throws(PlistError) -> (end: Int, isReal: Bool) {
    do throws(JSONTextFault) { return try view.jsonNumber(at: start) } catch {
      throw failure(error)
    }
  }

  private static let mostDigitsOfUInt128 = 39

  private mutating func readLongInteger(_ range: Range<Int>) throws(PlistError) {
    let value = view.jsonInteger(range)
    if value == nil, keepsWideIntegers, range.count <= Self.mostDigitsOfUInt128,
      let wide = UInt128(view.string(at: range.lowerBound, count: range.count))
    {
      return try table.append(Node(wideInteger: wide, digits: range), start: range.lowerBound)
    }
    if value == nil {
      try table.report(
        .integerOutOfRange,
        message: "\(shown(range)) is out of the range of integers, -2^127 to 2^127-1",
        at: range.lowerBound)
    }
    try table.append(node(of: PlistInteger(value ?? 0)), start: range.lowerBound)
  }

  private mutating func node(of integer: PlistInteger) -> Node {
    if integer.fits64Bits { return Node(integer: integer) }
    let start = appendixStart + appendix.count
    appendix.append(bigEndian: UInt64(bitPattern: integer.high), width: 8)
    appendix.append(bigEndian: integer.low, width: 8)
    return Node(.integer, form: NodeForm.wide | 4, payload: UInt64(start))
  }

  // MARK: Keywords

  /// Reads `true`, `false` or `null`, or throws.
  @inline(__always)
  mutating func readWord(_ start: Int) throws(PlistError) {
    if view.matches("true", at: start) {
      position = start &+ 4
      try table.append(Node(.bool, payload: 1), start: start)
    } else if view.matches("false", at: start) {
      position = start &+ 5
      try table.append(Node(.bool, payload: 0), start: start)
    } else if view.matches("null", at: start) {
      position = start &+ 4
      try table.append(Node(.null), start: start)
    } else {
      throw expectedValue()
    }
  }
}

extension UInt8 {
  /// Whether the byte is a decimal point or the letter of an exponent.
  var continuesJSONNumber: Bool { self == UInt8(ascii: ".") || self | 0x20 == UInt8(ascii: "e") }
}
