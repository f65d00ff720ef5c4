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
    let isLast =
      lastKeys.count == count && (0..<count).allSatisfy { pairs[start + $0] == lastKeys[$0] }
    if !isLast {
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
