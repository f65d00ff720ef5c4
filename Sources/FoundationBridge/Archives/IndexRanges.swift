// Ranges of indices in the order in which Foundation adds each at the end.

extension [Range<Int>] {
  /// The ranges in ascending order, those that overlap or touch as one. Archives of Apple's have them so,
  /// which costs one look.
  package var inOrderApart: [Range<Int>] {
    if zip(self, dropFirst()).allSatisfy({ $0.upperBound < $1.lowerBound }) { return self }
    var merged: [Range<Int>] = []
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}
