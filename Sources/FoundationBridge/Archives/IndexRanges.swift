// Index ranges in an order in which Foundation appends each at the end.

extension [Range<Int>] {
  /// The ranges in ascending order, with overlapping and adjacent ranges merged. The ranges in
  /// Apple's archives are already in this form, which takes one pass to verify.
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
