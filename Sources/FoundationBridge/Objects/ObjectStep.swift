// The work that a few bytes of a file can cause in Foundation, and its cost.

/// A step performed by Foundation that a file can cause in large numbers.
package enum ObjectStep: Hashable, Sendable {
  /// Adding an object to a counted set again: there is no call with a count.
  case repetition
  /// Comparing two objects with the same hash.
  case comparison
  /// Comparing a part of two objects with the same hash: 64 bytes of text, or one member.
  case comparedPart
  /// Ordering two combining marks of a text, which normalization requires for each pair in a run.
  case markPair
  /// Converting a value of a collection to a Swift value.
  case conversion
  /// Creating a byte of the bitmap of a character set.
  case bitmapByte
  /// Compiling a byte of a regular expression.
  case patternByte
  /// Computing a character class that a regular expression refers to by property, as in `\p{L}`.
  case characterClass

  /// The cost in bytes; a small value costs 16.
  var cost: Int {
    switch self {
    case .bitmapByte: 1
    case .comparedPart, .markPair: 16
    case .repetition, .conversion: 64
    case .comparison: 256
    case .patternByte: 256
    case .characterClass: 32 << 10
    }
  }

  /// Returns the cost of a number of steps, in visits of the session's budget.
  func visits(_ count: Int) -> Int { (min(max(0, count), 1 << 40) * cost + 15) / 16 }
}
