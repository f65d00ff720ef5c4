// The numbers of class instances by their addresses, for writers of object graphs.
internal import CKernels

/// The numbers of instances, never 0; the caller retains the instances as long as the table exists.
///
/// One multiplication hashes an address, which is stored next to its number, so most lookups touch
/// one cache line. The hash of a Swift dictionary, which protects against chosen keys, takes longer
/// than the rest of a lookup. Addresses cannot be chosen.
package struct InstanceNumbers: ~Copyable {
  struct InstanceSlot: BitwiseCopyable {
    var identity: UInt = 0
    var number: UInt32 = 0
  }

  /// The table; its length is a power of two, and it is at most three quarters full.
  private var slots: LinearBuffer<InstanceSlot>
  private var count = 0
  /// The number of bits by which a hashed address is shifted to become an index.
  private var shift: Int

  package init() {
    slots = LinearBuffer(zeros: 16)
    shift = UInt64.bitWidth - 4
  }

  /// The number of an instance; nil if it has none.
  package subscript(instance: ObjectIdentifier) -> UInt32? {
    let slot = slots[position(of: UInt(bitPattern: instance))]
    return slot.number == 0 ? nil : slot.number
  }

  /// Assigns a number to an instance, replacing its previous one.
  package mutating func set(_ number: UInt32, of instance: ObjectIdentifier) {
    let identity = UInt(bitPattern: instance)
    let position = position(of: identity)
    let isNew = slots[position].number == 0
    slots[position] = InstanceSlot(identity: identity, number: number)
    guard isNew else { return }
    count &+= 1
    if count &* 4 > slots.count &* 3 { resize(to: slots.count &* 2) }
  }

  /// Reserves capacity for a number of instances.
  package mutating func reserve(_ expected: Int) {
    var size = slots.count
    while size / 4 * 3 < expected, size < 1 << 30 { size *= 2 }
    if size > slots.count { resize(to: size) }
  }

  /// Fetches the memory of an instance that will be looked up soon, and that for its number.
  package func prefetch(_ identity: UInt) {
    if let address = unsafe UnsafeRawPointer(bitPattern: identity) {
      unsafe plinth_prefetch(address)
    }
    slots.prefetch(firstPosition(of: identity))
  }

  /// The index at which the search for an instance begins.
  @inline(__always)
  private func firstPosition(of identity: UInt) -> Int {
    Int((UInt64(identity) &* 0x9E37_79B9_7F4A_7C15) &>> shift)
  }

  /// The index of an instance, or the free index where the instance belongs.
  @inline(__always)
  private func position(of identity: UInt) -> Int {
    var position = firstPosition(of: identity)
    while slots[position].number != 0, slots[position].identity != identity {
      position = (position &+ 1) & (slots.count &- 1)
    }
    return position
  }

  private mutating func resize(to size: Int) {
    var old = LinearBuffer<InstanceSlot>(zeros: size)
    swap(&old, &slots)
    shift = UInt64.bitWidth - size.trailingZeroBitCount
    for index in 0..<old.count where old[index].number != 0 {
      slots[position(of: old[index].identity)] = old[index]
    }
  }
}
