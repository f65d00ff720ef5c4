// Recognition of unquoted strings as numbers, if numbers are requested. A string is a number if
// writing the number gives the same text. Writers quote strings that look like numbers.

extension ByteView {
  /// Returns the number that a string represents, if writing it gives the same string; nil for
  /// `0041`, `1.50` and `1e3`.
  func typedNumber(at start: Int, count length: Int) -> Node? {
    guard length > 0, length <= 24 else { return nil }
    let first = byte(orZeroAt: start)
    guard first.isDigit || first == UInt8(ascii: "-") else { return nil }
    let end = start + length
    if (start..<end).contains(where: { self[$0] == UInt8(ascii: ".") }) {
      guard let value = real(at: start, end: end), value.isFinite, value != value.rounded(),
        isEqual(at: start, count: length, to: value.description)
      else { return nil }
      return Node(.real, payload: value.bitPattern)
    }
    guard case .success(let value) = integer(at: start, end: end),
      let small = Int64(exactly: value), isEqual(at: start, count: length, to: "\(small)")
    else { return nil }
    return Node(.integer, payload: UInt64(bitPattern: small))
  }
}
