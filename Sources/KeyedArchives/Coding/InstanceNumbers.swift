// A hash table of instances, which archiving queries for each link of a graph.

/// The numbers of instances, never 0; the caller retains the instances as long as the table exists.
///
/// An address is hashed by one multiplication and stored next to its number, so most lookups touch
/// one cache line. The hash of a Swift dictionary, which protects against chosen keys, takes longer
/// than the rest of a lookup. Addresses cannot be chosen.
struct InstanceNumbers {
  private struct InstanceSlot {
    var identity: UInt = 0
    var number: UInt32 = 0
  }

  /// The table; its length is a power of two, and it is at most three quarters full.
  private var slots: ContiguousArray<InstanceSlot>
  private var count = 0
  /// The number of bits by which a hashed address is shifted to become an index.
  private var shift: Int

  init() {
    slots = ContiguousArray(repeating: InstanceSlot(), count: 16)
    shift = UInt64.bitWidth - 4
  }

  /// The number of an instance; nil if it has none.
  subscript(instance: ObjectIdentifier) -> UInt32? {
    let slot = slots[position(of: UInt(bitPattern: instance))]
    return slot.number == 0 ? nil : slot.number
  }

  /// Assigns a number to an instance, replacing its previous one.
  mutating func set(_ number: UInt32, of instance: ObjectIdentifier) {
    let identity = UInt(bitPattern: instance)
    let position = position(of: identity)
    let isNew = slots[position].number == 0
    slots[position] = InstanceSlot(identity: identity, number: number)
    guard isNew else { return }
    count &+= 1
    if count &* 4 > slots.count &* 3 { resize(to: slots.count &* 2) }
  }

  /// Reserves capacity for a number of instances.
  mutating func reserve(_ expected: Int) {
    var size = slots.count
    while size / 4 * 3 < expected, size < 1 << 30 { size *= 2 }
    if size > slots.count { resize(to: size) }
  }

  /// The index of an instance, or the free index where it belongs.
  @inline(__always)
  private func position(of identity: UInt) -> Int {
    var position = Int((UInt64(identity) &* 0x9E37_79B9_7F4A_7C15) &>> shift)
    while slots[position].number != 0, slots[position].identity != identity {
      position = (position &+ 1) & (slots.count &- 1)
    }
    return position
  }

  @inline(never)
  private mutating func resize(to size: Int) {
    let old = slots
    slots = ContiguousArray(repeating: InstanceSlot(), count: size)
    shift = UInt64.bitWidth - size.trailingZeroBitCount
    for slot in old where slot.number != 0 { slots[position(of: slot.identity)] = slot }
  }
}
