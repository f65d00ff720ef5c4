// The rule for repeated keys of texts and of what encoders write: the last value of a key counts, at
// the place of the first. (In binary files the first counts: see DistinctKeys.swift.)

/// Which pairs of a dictionary with repeated keys stay.
struct LastValues {
  /// For each key that stays: where it stands first, and where it stands last.
  private(set) var kept: [(key: Int, value: Int)] = []
  /// Where keys stand that stood before.
  private(set) var repeated: [Int] = []

  /// - Parameters:
  ///   - count: The number of pairs.
  ///   - key: What makes the key of a pair equal to others.
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
  /// Takes the pairs that do not count out of the dictionary whose references are the last; the
  /// dictionary's node then.
  mutating func keep(_ pairs: LastValues, of node: Node) -> Node {
    let keys = pairs.kept.map { self[node.start + $0.key] }
    let values = pairs.kept.map { self[node.start + node.count + $0.value] }
    truncate(to: node.start)
    for key in keys { append(key) }
    for value in values { append(value) }
    return Node(.dictionary, count: keys.count, payload: UInt64(node.start))
  }
}
