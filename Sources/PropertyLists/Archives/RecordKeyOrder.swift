// The keys of objects in CoreFoundation's order. Objects of one class have the same keys, so the
// order for the previous object usually applies to the next one.

/// A cache of key orders.
struct RecordKeyOrder: ~Copyable {
  private var hashes: [UInt32: UInt64] = [:]
  private var known: [[UInt32]: [Int]] = [:]
  /// The distinct keys of the previous object in insertion order, and the position of each in the
  /// final order.
  private var lastKeys = LinearBuffer<UInt32>(minimumCapacity: 32)
  private var positions = LinearBuffer<UInt32>(minimumCapacity: 32)
  /// The same keys in the final order.
  private var arrangedKeys = LinearBuffer<UInt32>(minimumCapacity: 32)
  private var values = LinearBuffer<UInt32>(minimumCapacity: 32)

  init() {}

  /// Appends the pairs of a dictionary in the final order if it has the keys of the previous one, in
  /// the same insertion order. Otherwise, appends nothing and returns false.
  mutating func append(
    _ dictionary: Node, to pairs: inout LinearBuffer<UInt32>, table: borrowing NodeTableBuilder
  ) -> Bool {
    guard lastKeys.count == dictionary.count else { return false }
    let start = pairs.count
    pairs.append(arrangedKeys, from: 0)
    pairs.append(arrangedKeys, from: 0)
    let firstValue = start &+ lastKeys.count
    var child = UInt32(truncatingIfNeeded: dictionary.payload)
    for index in 0..<lastKeys.count {
      let link = table.links[Int(child)]
      if link.key != lastKeys[index] {
        pairs.truncate(to: start)
        return false
      }
      pairs[firstValue &+ Int(positions[index])] = child
      child = link.next
    }
    return true
  }

  /// Reorders pairs in a buffer, which contains their key numbers in insertion order, followed by
  /// their values. Returns whether the keys differ from those of the previous object, which are
  /// then replaced.
  mutating func arrange(
    _ pairs: inout LinearBuffer<UInt32>, from start: Int, count: Int,
    table: borrowing NodeTableBuilder
  ) -> Bool {
    if count < 2 { return false }
    let isNew = !isLast(pairs, from: start, count: count)
    if isNew { findOrder(of: pairs, from: start, count: count, table: table) }
    values.truncate(to: 0)
    for index in 0..<count { values.append(pairs[start &+ count &+ index]) }
    for index in 0..<count {
      pairs[start &+ index] = arrangedKeys[index]
      pairs[start &+ count &+ Int(positions[index])] = values[index]
    }
    return isNew
  }

  /// Returns whether an object has the keys of the previous one, in the same order.
  @inline(__always)
  private func isLast(_ pairs: borrowing LinearBuffer<UInt32>, from start: Int, count: Int) -> Bool
  {
    guard lastKeys.count == count else { return false }
    for index in 0..<count where pairs[start &+ index] != lastKeys[index] { return false }
    return true
  }

  @inline(never)
  private mutating func findOrder(
    of pairs: borrowing LinearBuffer<UInt32>, from start: Int, count: Int,
    table: borrowing NodeTableBuilder
  ) {
    lastKeys.truncate(to: 0)
    arrangedKeys.truncate(to: 0)
    positions.truncate(to: 0)
    positions.append(repeating: 0, count: count)
    var keys: [UInt32] = []
    for index in start..<start + count {
      keys.append(pairs[index])
      lastKeys.append(pairs[index])
    }
    for (position, index) in order(of: keys, table).enumerated() {
      arrangedKeys.append(keys[index])
      positions[index] = UInt32(truncatingIfNeeded: position)
    }
  }

  private mutating func order(of keys: [UInt32], _ table: borrowing NodeTableBuilder) -> [Int] {
    if let order = known[keys] { return order }
    var keyHashes: [UInt64] = []
    for key in keys {
      let hash = hashes[key] ?? CoreFoundationHash.hash(table.text(ofKey: key))
      hashes[key] = hash
      keyHashes.append(hash)
    }
    let order = CoreFoundationTable.order(of: keyHashes)
    known[keys] = order
    return order
  }
}
