// An integer of a property list: 128 bits in two's complement, the widest that a binary file can
// contain.

/// An integer of a property list.
///
/// XML and most software support −2^63 … 2^64−1; a binary file can have 128-bit integers.
/// Conversions to Swift's integers are exact or return nil.
public struct PlistInteger: Hashable, Sendable {
  /// The low 64 bits.
  public let low: UInt64
  /// The high 64 bits, including the sign.
  public let high: Int64

  /// Creates an integer from its two halves in two's complement.
  public init(high: Int64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates an integer from a value of any fixed-width type. Swift's own types have at most 128
  /// bits.
  @inlinable
  public init(_ value: some FixedWidthInteger) {
    low = UInt64(truncatingIfNeeded: value)
    high = Int64(truncatingIfNeeded: Int128(truncatingIfNeeded: value) &>> 64)
  }

  /// The value as an `Int128`.
  public var int128: Int128 { Int128(high) &<< 64 | Int128(low) }

  /// Whether the value is within −2^63 … 2^64−1, the range of XML and of other software.
  public var fits64Bits: Bool { high == 0 || high == -1 && low &>> 63 == 1 }
}

extension FixedWidthInteger {
  /// Creates the value of a property-list integer; nil if it does not fit.
  @inlinable
  public init?(exactly integer: PlistInteger) { self.init(exactly: integer.int128) }
}

extension PlistInteger: Comparable {
  /// Compares the values.
  public static func < (left: PlistInteger, right: PlistInteger) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

extension PlistInteger: ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// Creates an integer from a literal.
  public init(integerLiteral value: Int64) { self.init(value) }

  /// The decimal digits.
  public var description: String { int128.description }
}
