// Remembers in which sequences keys were added to dictionaries, and the order in which the keys of
// each sequence are written. Usually, the keys of all dictionaries of one type are sorted once.

/// The known sequences of distinct keys.
struct KeySequences: ~Copyable, Sendable {
  /// A key of a sequence, by its number.
  struct RankedKey: BitwiseCopyable {
    var key = UInt32.max
    /// The position of the key in the order of writing.
    var rank: UInt32 = 0
  }

  /// A sequence: its position in `ranked`, and the number of its keys, which is 0 if there is none.
  struct KnownSequence: BitwiseCopyable {
    var start = 0
    var count = 0
  }

  private var ranked = LinearBuffer<RankedKey>.unallocated
  private var known = LinearBuffer<KnownSequence>.unallocated
  private var areSorted = false

  /// The number of keys of the longest sequence that is remembered.
  private static let longest = 256
  /// The number of sequences, a power of two.
  private static let slotCount = 16
  /// The number of keys, those of replaced sequences included, above which all are forgotten.
  private static let mostKeys = 4096

  /// Forgets the sequences if their keys are in another order than that of the next output.
  mutating func begin(sorted: Bool) {
    if sorted == areSorted { return }
    areSorted = sorted
    known.truncate(to: 0)
  }

  private static func slot(count: Int, firstKey: UInt32) -> Int {
    (count &+ Int(firstKey)) & (slotCount &- 1)
  }

  /// Returns the position of the sequence with this number of keys that may have the keys of a
  /// dictionary.
  @inline(__always)
  func candidate(count: Int, firstKey: UInt32) -> Int? {
    let slot = Self.slot(count: count, firstKey: firstKey)
    guard slot < known.count, known[slot].count == count else { return nil }
    return known[slot].start
  }

  /// Returns the key at a position at or after that of a sequence.
  @inline(__always)
  subscript(position: Int) -> RankedKey { ranked[position] }

  /// Remembers a sequence of distinct keys, unless it is long. `order` contains their indexes in the
  /// order of writing.
  mutating func remember(_ keys: [UInt32], order: [UInt32]) {
    guard let first = keys.first, keys.count <= Self.longest, keys.count == order.count else {
      return
    }
    if known.count == 0 || ranked.count > Self.mostKeys {
      ranked.truncate(to: 0)
      known.truncate(to: 0)
      known.append(repeating: KnownSequence(), count: Self.slotCount)
    }
    let slot = Self.slot(count: keys.count, firstKey: first)
    if known[slot].count != keys.count {
      known[slot] = KnownSequence(start: ranked.count, count: keys.count)
      ranked.append(repeating: RankedKey(), count: keys.count)
    }
    let start = known[slot].start
    for (position, key) in keys.enumerated() { ranked[start + position].key = key }
    for (rank, index) in order.enumerated() {
      ranked[start + Int(index)].rank = UInt32(truncatingIfNeeded: rank)
    }
  }
}
