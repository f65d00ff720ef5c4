// The longest increasing subsequence: the elements of a reordered sequence that can stay where they
// are while the others move.

/// A search for the longest increasing subsequence.
enum IncreasingSubsequence {
  /// Returns the indexes of a longest strictly increasing subsequence, in ascending order. Takes
  /// O(n log n) time.
  static func indexes(of sequence: [Int]) -> [Int] {
    // For each length, the index of the smallest last element of a subsequence of that length.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: sequence.count)
    for (index, value) in sequence.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = low + (high - low) / 2
        if sequence[ends[middle]] < value { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var result: [Int] = []
    var next = ends.last ?? -1
    while next >= 0 {
      result.append(next)
      next = previous[next]
    }
    return result.reversed()
  }
}
