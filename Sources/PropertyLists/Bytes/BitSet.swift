// A set of the numbers of nodes or objects, with one bit for each number.

/// A set of numbers that are smaller than a given count.
struct BitSet: ~Copyable {
  private var words: LinearBuffer<UInt64>

  init(count: Int) { words = LinearBuffer(zeros: count / 64 + 1) }

  /// A set that cannot contain numbers, and has no memory.
  static var unallocated: BitSet { BitSet(unallocated: ()) }

  private init(unallocated: Void) { words = .unallocated }

  @inline(__always)
  func contains(_ number: Int) -> Bool { bit(number) != 0 }

  /// 1 if the set contains a number; 0 otherwise.
  @inline(__always)
  func bit(_ number: Int) -> Int {
    Int(truncatingIfNeeded: words[number &>> 6] >> UInt64(number & 63) & 1)
  }

  /// Inserts a number. Returns false if the set contained it.
  @inline(__always)
  @discardableResult
  mutating func insert(_ number: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(number & 63)
    let word = words[number &>> 6]
    words[number &>> 6] = word | bit
    return word & bit == 0
  }

  /// Returns whether a number is in both sets, which have the same range.
  func overlaps(_ other: borrowing BitSet) -> Bool {
    for index in 0..<min(words.count, other.words.count)
    where words[index] & other.words[index] != 0 {
      return true
    }
    return false
  }

  /// Returns the smallest number in the set that is not smaller than another; nil if there is none.
  @inline(__always)
  func first(from number: Int) -> Int? { first(from: number, complement: 0) }

  /// Returns the smallest number outside of the set that is not smaller than another, which may be
  /// larger than all numbers that the set can contain; nil if there is none.
  @inline(__always)
  func firstMissing(from number: Int) -> Int? { first(from: number, complement: .max) }

  @inline(__always)
  private func first(from number: Int, complement: UInt64) -> Int? {
    var index = number &>> 6
    if index >= words.count { return nil }
    let passed = UInt64(number & 63)
    var word = ((words[index] ^ complement) >> passed) << passed
    while word == 0 {
      index &+= 1
      if index == words.count { return nil }
      word = words[index] ^ complement
    }
    return index &<< 6 | word.trailingZeroBitCount
  }
}
