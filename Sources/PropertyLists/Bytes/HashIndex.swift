// A hash table of numbers with open addressing: the index of the distinct keys of a document, of
// the distinct strings of an archive and of the distinct scalars of a binary file. The values that
// the numbers stand for are stored elsewhere, and the caller compares them.

/// A hash table from hashes to numbers.
struct HashIndex: ~Copyable {
  /// A slot of the table; a free one is zero. The hash is stored next to the number, so that most
  /// mismatches are found without looking at the value.
  struct HashSlot: BitwiseCopyable {
    var hash: UInt32 = 0
    /// The number plus one; zero for a free slot.
    var number: UInt32 = 0
  }

  /// A number, or the slot where it belongs.
  struct Lookup: BitwiseCopyable {
    /// The number; −1 if there is none.
    var number: Int
    fileprivate var slot: Int
  }

  /// A power of two long, at most two thirds full.
  private var slots: LinearBuffer<HashSlot>
  private(set) var count = 0
  /// How many slots ahead memory is fetched while a table grows to this size or a larger one.
  private static let prefetchDistance = 16
  private static let smallestPrefetched = 1 << 16

  /// An empty table.
  ///
  /// - Parameter capacity: The numbers that the table holds before it grows, rounded up.
  init(minimumCapacity capacity: Int) {
    slots = LinearBuffer(zeros: Self.size(for: capacity))
  }

  /// The number with a hash that satisfies a condition.
  func find(_ hash: UInt32, where isMatch: (Int) -> Bool) -> Lookup {
    var lookup = first(hash)
    while lookup.number >= 0, !isMatch(lookup.number) { lookup = next(after: lookup, hash: hash) }
    return lookup
  }

  /// The first number with a hash, for callers whose condition a closure cannot capture.
  func first(_ hash: UInt32) -> Lookup { lookup(hash, from: Int(hash) & (slots.count &- 1)) }

  /// The next number with the same hash.
  func next(after lookup: Lookup, hash: UInt32) -> Lookup {
    self.lookup(hash, from: (lookup.slot &+ 1) & (slots.count &- 1))
  }

  private func lookup(_ hash: UInt32, from start: Int) -> Lookup {
    var slot = start
    while slots[slot].number != 0, slots[slot].hash != hash {
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return Lookup(number: Int(slots[slot].number) &- 1, slot: slot)
  }

  /// Inserts a number at the slot where a lookup, made since the last change, found none.
  mutating func insert(_ number: Int, hash: UInt32, at lookup: Lookup) {
    slots[lookup.slot] = HashSlot(hash: hash, number: UInt32(truncatingIfNeeded: number &+ 1))
    count &+= 1
    if count &* 3 > slots.count &* 2 {
      // A large table that is mostly free would take more time than it saves.
      grow(to: slots.count * (slots.count < 1 << 16 ? 4 : 2))
    }
  }

  /// Brings the slot of a hash into the cache.
  func prefetch(_ hash: UInt32) { slots.prefetch(Int(hash) & (slots.count &- 1)) }

  /// The number in the first slot of a hash, which is probably the one that a lookup finds; nil if
  /// the slot is free.
  func candidate(_ hash: UInt32) -> Int? {
    let stored = slots[Int(hash) & (slots.count &- 1)]
    return stored.number == 0 ? nil : Int(stored.number) &- 1
  }

  /// Makes the table large enough for a number of entries, as in the initializer.
  mutating func reserve(_ capacity: Int) {
    let size = Self.size(for: capacity)
    if size > slots.count { grow(to: size) }
  }

  private static func size(for capacity: Int) -> Int {
    var size = 64
    while size < capacity + capacity / 2, size < 1 << 26 { size *= 2 }
    return size
  }

  private mutating func grow(to size: Int) {
    var larger = LinearBuffer<HashSlot>(zeros: size)
    let isPrefetched = size >= Self.smallestPrefetched
    for index in 0..<slots.count where slots[index].number != 0 {
      if isPrefetched {
        let next = slots[min(index &+ Self.prefetchDistance, slots.count &- 1)]
        larger.prefetch(Int(next.hash) & (size &- 1))
      }
      var slot = Int(slots[index].hash) & (size - 1)
      while larger[slot].number != 0 { slot = (slot + 1) & (size - 1) }
      larger[slot] = slots[index]
    }
    slots = larger
  }
}
