// An integer of a property list: 128 bits, two's complement, the widest that a binary file can
// hold.

/// An integer of a property list.
///
/// XML and most software hold −2^63 … 2^64−1; a binary file may hold 128 bits. Conversions to
/// Swift's integers are exact or give nil.
public struct PlistInteger: Hashable, Sendable {
  /// The low 64 bits.
  public let low: UInt64
  /// The high 64 bits, with the sign.
  public let high: Int64

  /// An integer from its two halves, two's complement.
  public init(high: Int64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// An integer of any fixed width; values of more than 128 bits do not exist in Swift's own types.
  @inlinable
  @inline(__always)
  public init(_ value: some FixedWidthInteger) {
    low = UInt64(truncatingIfNeeded: value)
    high = Int64(truncatingIfNeeded: Int128(truncatingIfNeeded: value) >> 64)
  }

  /// The value as Swift's widest integer.
  public var int128: Int128 { Int128(high) << 64 | Int128(low) }

  /// Whether the value fits in XML and in what other software reads: −2^63 … 2^64−1.
  public var fits64Bits: Bool { high == 0 || high == -1 && low >> 63 == 1 }
}

extension FixedWidthInteger {
  /// The value of a property list's integer, or nil when it does not fit.
  @inlinable
  public init?(exactly integer: PlistInteger) {
    self.init(exactly: integer.int128)
  }
}

extension PlistInteger: Comparable {
  /// Orders by value.
  public static func < (left: PlistInteger, right: PlistInteger) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

extension PlistInteger: ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// An integer from a literal.
  public init(integerLiteral value: Int64) { self.init(value) }

  /// Decimal digits.
  public var description: String { int128.description }
}
