// The matching of two sequences of numbers, where equal numbers are equal values. It is exact for
// sequences that differ little, and bounded in time for all others.

/// A pair of indexes of equal elements in two sequences.
struct SequenceMatch: Hashable {
  var left: Int
  var right: Int
}

/// The common subsequence of two sequences of numbers.
///
/// Within a budget of differences, it is the longest one (Myers, "An O(ND) Difference Algorithm and
/// Its Variations", 1986). Beyond the budget, the numbers that occur exactly once in both sequences
/// divide them first, as in a patience difference. If there are none, the best path within the
/// budget is taken, and the search continues at its end. The time is proportional to the number of
/// elements, multiplied by the budget at most.
struct CommonSubsequence {
  private let left: [Int]
  private let right: [Int]
  private var matches: [SequenceMatch] = []

  /// Returns the matching elements, in ascending order of both indexes.
  static func matches(between left: [Int], and right: [Int]) -> [SequenceMatch] {
    var search = CommonSubsequence(left: left, right: right)
    search.run()
    return search.matches.sorted { $0.left < $1.left }
  }

  private init(left: [Int], right: [Int]) {
    self.left = left
    self.right = right
  }

  /// The part of both sequences in which matches are searched.
  private struct MatchRegion {
    var left: Range<Int>
    var right: Range<Int>
    /// The number of divisions of the sequences that led to this region.
    var divisions = 0

    var isEmpty: Bool { left.isEmpty || right.isEmpty }
  }

  /// The differences that a search for the longest common subsequence follows.
  private static let exactBudget = 512
  /// The differences that a search follows where no number divides the sequences.
  private static let partialBudget = 128
  /// The number of times that regions are divided.
  private static let divisionLimit = 8

  private mutating func run() {
    var regions = [MatchRegion(left: left.indices, right: right.indices)]
    while let next = regions.popLast() {
      let region = matchEnds(of: next)
      if region.isEmpty { continue }
      let isDivisible = region.divisions < Self.divisionLimit
      let budget = isDivisible ? Self.exactBudget : Self.partialBudget
      let path = EditPath(from: left[region.left], to: right[region.right], budget: budget)
      if path.isComplete {
        matches += path.matches
        continue
      }
      let anchors = isDivisible ? self.anchors(in: region) : []
      if anchors.isEmpty {
        matches += path.matches
        regions.append(
          MatchRegion(
            left: path.leftEnd..<region.left.upperBound,
            right: path.rightEnd..<region.right.upperBound, divisions: region.divisions))
      } else {
        matches += anchors
        regions += gaps(between: anchors, in: region)
      }
    }
  }

  /// Matches equal elements at both ends of a region, and returns the rest.
  private mutating func matchEnds(of region: MatchRegion) -> MatchRegion {
    var (start, rightStart) = (region.left.lowerBound, region.right.lowerBound)
    var (end, rightEnd) = (region.left.upperBound, region.right.upperBound)
    while start < end, rightStart < rightEnd, left[start] == right[rightStart] {
      matches.append(SequenceMatch(left: start, right: rightStart))
      start += 1
      rightStart += 1
    }
    while start < end, rightStart < rightEnd, left[end - 1] == right[rightEnd - 1] {
      end -= 1
      rightEnd -= 1
      matches.append(SequenceMatch(left: end, right: rightEnd))
    }
    return MatchRegion(
      left: start..<end, right: rightStart..<rightEnd, divisions: region.divisions)
  }

  /// Returns the longest ascending selection of the numbers that occur exactly once on both sides.
  private func anchors(in region: MatchRegion) -> [SequenceMatch] {
    let rightIndexes = Self.uniqueIndexes(in: right[region.right])
    let candidates = Self.uniqueIndexes(in: left[region.left])
      .compactMap { number, index in
        rightIndexes[number].map { SequenceMatch(left: index, right: $0) }
      }
      .sorted { $0.left < $1.left }
    return IncreasingSubsequence.indexes(of: candidates.map(\.right)).map { candidates[$0] }
  }

  private static func uniqueIndexes(in numbers: ArraySlice<Int>) -> [Int: Int] {
    var indexes: [Int: Int] = [:]
    for index in numbers.indices {
      let number = numbers[index]
      indexes[number] = indexes[number] == nil ? index : -1
    }
    return indexes.filter { $0.value >= 0 }
  }

  private func gaps(between anchors: [SequenceMatch], in region: MatchRegion) -> [MatchRegion] {
    var gaps: [MatchRegion] = []
    var (leftStart, rightStart) = (region.left.lowerBound, region.right.lowerBound)
    let end = SequenceMatch(left: region.left.upperBound, right: region.right.upperBound)
    for anchor in anchors + [end] {
      let gap = MatchRegion(
        left: leftStart..<anchor.left, right: rightStart..<anchor.right,
        divisions: region.divisions + 1)
      if !gap.isEmpty { gaps.append(gap) }
      (leftStart, rightStart) = (anchor.left + 1, anchor.right + 1)
    }
    return gaps
  }
}

/// The shortest path of removals and insertions from one sequence to another, or the part of it
/// that reaches farthest within a budget.
private struct EditPath {
  private(set) var matches: [SequenceMatch] = []
  /// Whether the path ends at the end of both sequences.
  private(set) var isComplete = false
  /// The indexes at which the path ends.
  private(set) var leftEnd = 0
  private(set) var rightEnd = 0

  private let left: ArraySlice<Int>
  private let right: ArraySlice<Int>
  /// The left offsets that paths reach, by the number of differences, then by diagonal from -d to d
  /// in steps of two; negative for diagonals that no path reaches.
  private var reached: [Int] = []

  private static let unreachable = -1

  init(from left: ArraySlice<Int>, to right: ArraySlice<Int>, budget: Int) {
    self.left = left
    self.right = right
    let limit = Swift.min(budget, left.count + right.count)
    let final = left.count - right.count
    for differences in 0...limit {
      for diagonal in stride(from: -differences, through: differences, by: 2) {
        reached.append(extend(differences: differences, diagonal: diagonal))
        if diagonal == final, reached.last == left.count {
          isComplete = true
          follow(differences: differences, diagonal: diagonal)
          return
        }
      }
    }
    var (best, bestSum) = (-limit, -1)
    for diagonal in stride(from: -limit, through: limit, by: 2) {
      let offset = offset(differences: limit, diagonal: diagonal)
      if offset >= 0, 2 * offset - diagonal > bestSum {
        (best, bestSum) = (diagonal, 2 * offset - diagonal)
      }
    }
    follow(differences: limit, diagonal: best)
  }

  /// Returns the left offset that a number of differences reaches on a diagonal.
  private func offset(differences: Int, diagonal: Int) -> Int {
    guard differences >= 0, abs(diagonal) <= differences else { return Self.unreachable }
    return reached[differences * (differences + 1) / 2 + (diagonal + differences) / 2]
  }

  /// Returns the left offset at which a diagonal is entered with the last of some differences.
  private func start(differences: Int, diagonal: Int) -> Int {
    if differences == 0 { return 0 }
    let before = offset(differences: differences - 1, diagonal: diagonal - 1)
    let above = offset(differences: differences - 1, diagonal: diagonal + 1)
    let removal = before >= 0 && before < left.count ? before + 1 : Self.unreachable
    let insertion = above >= 0 && above - diagonal <= right.count ? above : Self.unreachable
    return Swift.max(removal, insertion)
  }

  private func extend(differences: Int, diagonal: Int) -> Int {
    var offset = start(differences: differences, diagonal: diagonal)
    if offset < 0 { return Self.unreachable }
    while offset < left.count, offset - diagonal < right.count,
      left[left.startIndex + offset] == right[right.startIndex + offset - diagonal]
    {
      offset += 1
    }
    return offset
  }

  /// Collects the matches on the path that ends on a diagonal.
  private mutating func follow(differences: Int, diagonal: Int) {
    var (differences, diagonal) = (differences, diagonal)
    let end = offset(differences: differences, diagonal: diagonal)
    leftEnd = left.startIndex + end
    rightEnd = right.startIndex + end - diagonal
    while differences >= 0 {
      let end = offset(differences: differences, diagonal: diagonal)
      let start = start(differences: differences, diagonal: diagonal)
      for offset in (start..<Swift.max(start, end)).reversed() {
        matches.append(
          SequenceMatch(
            left: left.startIndex + offset, right: right.startIndex + offset - diagonal))
      }
      let before = offset(differences: differences - 1, diagonal: diagonal - 1)
      let isRemoval = before >= 0 && before < left.count && before + 1 == start
      diagonal += isRemoval ? -1 : 1
      differences -= 1
    }
    matches.reverse()
  }
}
