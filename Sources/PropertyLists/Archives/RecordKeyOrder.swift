// The keys of objects in CoreFoundation's order. Objects of one class have the same keys, so the
// order for the previous object usually applies to the next one.

/// A cache of key orders.
struct RecordKeyOrder {
  private var hashes: [UInt32: UInt64] = [:]
  private var known: [[UInt32]: [Int]] = [:]
  private var lastKeys: [UInt32] = []
  private var lastOrder: [Int] = []
  private var values: [UInt32] = []

  /// Reorders pairs in a buffer, which contains their key numbers in insertion order, followed by
  /// their values.
  mutating func arrange(
    _ pairs: inout LinearBuffer<UInt32>, from start: Int, count: Int,
    table: borrowing NodeTableBuilder
  ) {
    if count < 2 { return }
    if !isLast(pairs, from: start, count: count) {
      lastKeys = (start..<start + count).map { pairs[$0] }
      lastOrder = order(of: lastKeys, table)
    }
    values.removeAll(keepingCapacity: true)
    for index in 0..<count { values.append(pairs[start + count + index]) }
    for (position, index) in lastOrder.enumerated() {
      pairs[start + position] = lastKeys[index]
      pairs[start + count + position] = values[index]
    }
  }

  private func isLast(_ pairs: borrowing LinearBuffer<UInt32>, from start: Int, count: Int) -> Bool
  {
    guard lastKeys.count == count else { return false }
    for index in 0..<count where pairs[start + index] != lastKeys[index] { return false }
    return true
  }

  private mutating func order(of keys: [UInt32], _ table: borrowing NodeTableBuilder) -> [Int] {
    if let order = known[keys] { return order }
    var keyHashes: [UInt64] = []
    for key in keys { keyHashes.append(hash(of: key, table)) }
    let order = CoreFoundationTable.order(of: keyHashes)
    known[keys] = order
    return order
  }

  private mutating func hash(of key: UInt32, _ table: borrowing NodeTableBuilder) -> UInt64 {
    if let hash = hashes[key] { return hash }
    let hash = CoreFoundationHash.hash(table.text(ofKey: key))
    hashes[key] = hash
    return hash
  }
}
