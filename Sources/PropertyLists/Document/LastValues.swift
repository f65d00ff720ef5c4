// The rule for repeated keys in text formats and in the output of encoders: the last value of a key
// counts, and takes the position of the first. (In binary files the first value counts: see
// DistinctKeys.swift.)

/// The pairs that remain of a dictionary with repeated keys.
struct LastValues {
  /// For each remaining key, the position of its first and that of its last occurrence.
  private(set) var kept: [(key: Int, value: Int)] = []
  /// The positions of the repeated occurrences of keys.
  private(set) var repeated: [Int] = []

  /// - Parameters:
  ///   - count: The number of pairs.
  ///   - key: Returns the identity of the key of a pair.
  init<Key: Hashable>(count: Int, key: (Int) -> Key) {
    var indexes: [Key: Int] = [:]
    for position in 0..<count {
      let key = key(position)
      if let index = indexes[key] {
        kept[index].value = position
        repeated.append(position)
      } else {
        indexes[key] = kept.count
        kept.append((position, position))
      }
    }
  }
}

extension LinearBuffer where Element == UInt32 {
  /// Removes the overridden pairs of the dictionary whose references are the last ones, and returns
  /// the dictionary's new node.
  mutating func keep(_ pairs: LastValues, of node: Node) -> Node {
    let keys = pairs.kept.map { self[node.start + $0.key] }
    let values = pairs.kept.map { self[node.start + node.count + $0.value] }
    truncate(to: node.start)
    for key in keys { append(key) }
    for value in values { append(value) }
    return Node(.dictionary, count: keys.count, payload: UInt64(node.start))
  }
}
