// Compares sets of bits with sets of the standard library.
import Testing

@testable import PropertyLists

@Suite("Sets of bits")
struct BitSetTests {
  @Test("A set contains what was inserted, in increasing order", arguments: [1, 63, 64, 65, 200])
  func members(_ count: Int) {
    for step in [1, 2, 7, 64, 100] {
      var bits = BitSet(count: count)
      let numbers = Array(stride(from: count - 1, through: 0, by: -step))
      for isNew in [true, false] {
        let results = numbers.map { bits.insert($0) }
        #expect(results.allSatisfy { $0 == isNew })
      }
      let expected = Set(numbers)
      #expect((0..<count).filter { bits.contains($0) } == numbers.reversed())
      #expect((0..<count).map { bits.bit($0) } == (0..<count).map { expected.contains($0) ? 1 : 0 })
      for start in 0...count {
        let first = bits.first(from: start)
        #expect(first == numbers.last { $0 >= start })
        let missing = (start..<count + 1000).first { !expected.contains($0) }
        let found = bits.firstMissing(from: start)
        #expect(found == missing || (missing ?? 0) >= count && (found ?? .max) >= count)
      }
    }
  }

  @Test("Two sets overlap if a number is in both")
  func overlap() {
    var even = BitSet(count: 200)
    var odd = BitSet(count: 200)
    for number in 0..<100 {
      even.insert(2 * number)
      odd.insert(2 * number + 1)
    }
    let (before, itself) = (even.overlaps(odd), even.overlaps(even))
    odd.insert(198)
    let after = even.overlaps(odd)
    #expect(!before && itself && after)
  }

  @Test("An empty set has no first number")
  func empty() {
    let bits = BitSet(count: 100)
    let (first, last, missing) = (
      bits.first(from: 0), bits.first(from: 1 << 40), bits.firstMissing(from: 70)
    )
    #expect(first == nil && last == nil && missing == 70)
  }
}
