// What texts with many combining marks cost Foundation, which orders each run of marks by comparing them
// two by two, whenever it compares or hashes the text.
internal import PropertyLists

extension CombiningMarks {
  /// The number of pairs of marks in the runs of a text, at most 2 to the power of 40. Linear.
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
