// What Foundation is made to do by a few bytes of a file, and what it costs: all of it is paid from the
// one budget of an unarchiving session, through this file alone.
internal import KeyedArchives

/// A step of Foundation's that a file can ask for in large numbers.
package enum ObjectStep: Hashable, Sendable {
  /// Adding an object to a counted set once more: there is no call that takes a count.
  case repetition
  /// Comparing two objects with the same hash.
  case comparison
  /// Comparing a part of two objects with the same hash: 64 bytes of text, or a member.
  case comparedPart
  /// Ordering two combining marks of a text, as its normal form needs for each two in a row.
  case markPair
  /// Handing out a value of a collection as a value of Swift's.
  case conversion
  /// Making a byte of the bitmap of a set of characters.
  case bitmapByte
  /// Compiling a byte of a regular expression.
  case patternByte
  /// Computing a class of characters that a regular expression names by a property: `\p{L}`.
  case characterClass

  /// What it costs, in bytes: the budget has 16 for a small value.
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

  /// What some steps cost, in visits of the session's budget.
  func visits(_ count: Int) -> Int { (min(max(0, count), 1 << 40) * cost + 15) / 16 }
}

extension ObjectReader {
  /// Pays for steps before they are done.
  ///
  /// - Throws: `ArchiveError` with `expansionLimit`.
  func pay(for step: ObjectStep, _ count: Int) throws {
    if count <= 0 { return }
    request.context.work[step, default: 0] += min(count, 1 << 40)
    try source.visit(step.visits(count))
  }
}
