// A set of hashes in four bytes each, for values that are nearly always distinct.

/// A set of 64-bit hashes. It stores 31 bits of each, in a slot that other bits determine.
struct HashTags: ~Copyable {
  /// A power of two long, at most two thirds full; a free slot is zero.
  private var slots: LinearBuffer<UInt32>

  /// - Parameter count: The maximum number of hashes.
  init(count: Int) {
    var size = 64
    while size < count + count / 2 { size *= 2 }
    slots = LinearBuffer(zeros: size)
  }

  /// Inserts a hash. Returns false if it is in the set, or one that looks the same.
  @inline(__always)
  mutating func insert(_ hash: UInt64) -> Bool {
    let tag = UInt32(truncatingIfNeeded: hash &>> 32) | 1
    var slot = position(of: hash)
    while slots[slot] != 0 {
      if slots[slot] == tag { return false }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    slots[slot] = tag
    return true
  }

  /// Prefetches the slot of a hash.
  @inline(__always)
  func prefetch(_ hash: UInt64) { slots.prefetch(position(of: hash)) }

  @inline(__always)
  private func position(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash) & (slots.count &- 1)
  }
}
