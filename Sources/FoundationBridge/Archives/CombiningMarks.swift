// The cost of combining marks in text: Foundation orders each run of marks by comparing them
// pairwise, whenever it compares or hashes the text.
internal import PropertyLists

extension CombiningMarks {
  /// Returns the number of pairs of marks in the runs of a text, at most 2 to the power of 40.
  /// Takes linear time.
  static func pairs(in text: String) -> Int {
    if text.utf8.count < 8 { return 0 }
    var (pairs, run) = (0, 0)
    for scalar in text.unicodeScalars {
      if scalar.isReorderedMark {
        pairs = min(pairs + run, 1 << 40)
        run += 1
      } else {
        run = 0
      }
    }
    return pairs
  }
}
