// The elements of two lists that correspond to each other, in the lists of a merge.

/// The matching of lists of scalars: equal elements in the same order, then unique elements that
/// have moved.
enum ListAlignment {
  /// Returns the index on the right for each element on the left; −1 if there is none.
  static func matches(_ left: [NumberedNode], _ right: [NumberedNode]) -> [Int] {
    matches(left.map(\.number), right.map(\.number))
  }

  static func matches(_ left: [Int], _ right: [Int]) -> [Int] {
    var indexes = [Int](repeating: -1, count: left.count)
    var isMatched = [Bool](repeating: false, count: right.count)
    for match in CommonSubsequence.matches(between: left, and: right) {
      indexes[match.left] = match.right
      isMatched[match.right] = true
    }
    let (leftCounts, rightCounts) = (counts(left), counts(right))
    var moved: [Int: Int] = [:]
    for index in right.indices where !isMatched[index] && rightCounts[right[index]] == 1 {
      moved[right[index]] = index
    }
    for index in left.indices where indexes[index] < 0 && leftCounts[left[index]] == 1 {
      if let match = moved[left[index]] { indexes[index] = match }
    }
    return indexes
  }

  /// Returns how often each number occurs.
  static func counts(_ numbers: [Int]) -> [Int: Int] {
    numbers.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

/// The documents of a merge in pairs, for the matching of elements that are containers.
final class MatchingPairs {
  private let ours: NumberedPair
  private let theirs: NumberedPair

  /// - Parameter documents: The base, ours and theirs.
  init(_ documents: [PlistDocument]) {
    ours = NumberedPair(documents[0], documents[1])
    theirs = NumberedPair(documents[0], documents[2])
  }

  /// Returns the index on each side of each element of the base; −1 if there is none.
  func matches(_ base: PlistNode, _ our: PlistNode, _ their: PlistNode)
    -> (ours: [Int], theirs: [Int])
  {
    (
      ElementMatching(base.node, our.node, in: ours).newIndexes,
      ElementMatching(base.node, their.node, in: theirs).newIndexes
    )
  }
}
