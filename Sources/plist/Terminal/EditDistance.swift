// The number of changes between two texts, for suggestions of similar names.

extension String {
  /// The scalars of the text in lowercase.
  var letters: [Unicode.Scalar] { Array(lowercased().unicodeScalars) }
}

extension [Unicode.Scalar] {
  /// Returns the number of letters that must be added, removed, or replaced to get another text.
  func distance(to other: [Unicode.Scalar]) -> Int {
    var row = [Int](0...other.count)
    for (index, scalar) in enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in 1..<row.count {
        let replaced = diagonal + (scalar == other[column - 1] ? 0 : 1)
        diagonal = row[column]
        row[column] = Swift.min(replaced, row[column] + 1, row[column - 1] + 1)
      }
    }
    return row[other.count]
  }
}
