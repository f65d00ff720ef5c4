// Texts of which Swift's comparisons and hashes cost more than their length.

/// Runs of combining marks, which the normal form of a text has in an order of its own: Swift orders each
/// run by comparing its marks two by two, whenever it compares or hashes the text.
enum CombiningMarks {
  /// How many pairs of marks the runs of a text have, all in all.
  static func pairs(in text: String) -> Int {
    if text.utf8.count < 8 { return 0 }
    var (pairs, run) = (0, 0)
    for scalar in text.unicodeScalars {
      if scalar.value < 0x300 || scalar.properties.canonicalCombiningClass == .notReordered {
        run = 0
      } else {
        pairs = min(pairs + run, 1 << 40)
        run += 1
      }
    }
    return pairs
  }

  /// Whether a text that is to be a name has more marks in a row than any name has: Unicode's
  /// stream-safe texts have at most 30.
  static func areMany(in name: String) -> Bool { name.utf8.count > 64 && pairs(in: name) > 1024 }
}
