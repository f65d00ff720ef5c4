// Tests of the matching of two sequences, against a simple table of lengths.

import Testing

@testable import PropertyLists

@Suite struct CommonSubsequenceTests {
  /// The length of the longest common subsequence, from the textbook table.
  private static func length(_ left: [Int], _ right: [Int]) -> Int {
    var row = [Int](repeating: 0, count: right.count + 1)
    for number in left {
      var diagonal = 0
      for index in right.indices {
        let above = row[index + 1]
        row[index + 1] = number == right[index] ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[right.count]
  }

  private static func areValid(_ matches: [SequenceMatch], _ left: [Int], _ right: [Int]) -> Bool {
    zip(matches, matches.dropFirst()).allSatisfy { $0.left < $1.left && $0.right < $1.right }
      && matches.allSatisfy { left[$0.left] == right[$0.right] }
  }

  @Test("Small differences give the longest common subsequence")
  func longest() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let values = Int.random(in: 1...6, using: &generator)
      let left = (0..<Int.random(in: 0...20)).map { _ in Int.random(in: 0..<values) }
      let right = (0..<Int.random(in: 0...20)).map { _ in Int.random(in: 0..<values) }
      let matches = CommonSubsequence.matches(between: left, and: right)
      #expect(Self.areValid(matches, left, right))
      #expect(matches.count == Self.length(left, right), "\(left) \(right)")
    }
  }

  @Test("Unique elements divide long sequences that differ much")
  func anchored() {
    var right = Array(0..<4000)
    for start in stride(from: 0, to: 4000, by: 4) { right.swapAt(start, start + 1) }
    let left = Array(0..<4000)
    let matches = CommonSubsequence.matches(between: left, and: right)
    #expect(Self.areValid(matches, left, right))
    #expect(matches.count == 3000)
  }

  @Test("Long sequences without unique elements are matched in bounded time")
  func bounded() {
    var number: UInt64 = 1
    func next() -> Int {
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(number >> 60)
    }
    let (left, right) = ((0..<20000).map { _ in next() }, (0..<20000).map { _ in next() })
    let matches = CommonSubsequence.matches(between: left, and: right)
    #expect(Self.areValid(matches, left, right))
    #expect(matches.count > 7000)
  }

  @Test("The longest ascending selection is found")
  func ascending() {
    #expect(IncreasingSubsequence.indexes(of: [3, 1, 4, 1, 5, 9, 2, 6]).count == 4)
    #expect(IncreasingSubsequence.indexes(of: []) == [])
    #expect(IncreasingSubsequence.indexes(of: [2, 2, 1]).count == 1)
  }
}
