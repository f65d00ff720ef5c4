// Tests of the edits of arrays, against a model that performs them.
import Foundation
import Testing

@testable import PropertyLists

@Suite("Edits of arrays")
struct ArrayEditsTests {
  private func matching(_ old: [Plist], _ new: [Plist]) throws -> ElementMatching {
    let (left, right) = (try PlistDocument(.array(old)), try PlistDocument(.array(new)))
    let pair = NumberedPair(left, right)
    return ElementMatching(left.root.node, right.root.node, in: pair)
  }

  /// Performs edits on an array of numbers, which are equal for matching elements.
  private func apply(_ edits: [ArrayEdit], to old: [Int], inserting new: [Int]) -> [Int] {
    var elements = old
    for edit in edits {
      switch edit {
      case .remove(let index, let source):
        #expect(elements[source] == old[index])
        elements.remove(at: source)
      case .move(let oldIndex, let newIndex, let source, let target):
        #expect(elements[source] == old[oldIndex])
        elements.insert(elements.remove(at: source), at: target)
        #expect(new[newIndex] == old[oldIndex])
      case .insert(let index, let target): elements.insert(new[index], at: target)
      }
    }
    return elements
  }

  @Test("Removals, moves and insertions give the new order", arguments: 0..<40)
  func random(seed: Int) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    for size in [2, 3, 5, 8, 30, 200] {
      let bound = UInt64(size * (seed % 3 + 1))
      let old = (0..<size).map { _ in Int(random.next() % bound) }
      var new = old
      for _ in 0..<Int(random.next() % UInt64(size)) {
        let index = Int(random.next() % UInt64(new.count))
        switch random.next() % 3 {
        case 0 where new.count > 1: new.remove(at: index)
        case 1: new.insert(Int(random.next() % bound), at: index)
        default: new.swapAt(index, Int(random.next() % UInt64(new.count)))
        }
      }
      // Null elements are never matched by position with other kinds, and numbers that are not
      // equal are matched only by position, so the strings are unique by number.
      let matching = try matching(
        old.map { .string("\($0)") }, new.map { .string("\($0)") })
      // Elements that continue each other get the same number.
      var numbers = new
      for (index, match) in matching.newIndexes.enumerated() where match >= 0 {
        numbers[match] = old[index]
      }
      #expect(apply(ArrayEdits.edits(of: matching), to: old, inserting: numbers) == numbers)
    }
  }

  @Test("One element that moves is one edit")
  func oneMove() throws {
    let matching = try matching(["a", "b", "c", "d"], ["d", "a", "b", "c"])
    #expect(ArrayEdits.edits(of: matching) == [.move(old: 3, new: 0, source: 3, target: 0)])
  }

  @Test("Sums of counts by index")
  func counts() {
    var counts = IndexCounts(count: 10)
    for index in [0, 3, 3, 9] { counts.add(1, at: index) }
    #expect([0, 1, 3, 4, 9, 10].map { counts.sum(before: $0) } == [0, 1, 1, 3, 3, 4])
  }
}

/// The generator SplitMix64.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
