// The matching of the pairs of two dictionaries, by their keys, and of renamed keys by their values.

/// The pairs of a new dictionary that continue those of an old one.
struct PairPartners {
  /// The position of the matching new pair for each old pair; −1 if there is none.
  private(set) var newPositions: [Int]
  /// The positions of the new pairs that no old pair matches, in ascending order.
  private(set) var addedPositions: [Int] = []
  private var renamed: Set<Int> = []
  private var keepsPosition: Set<Int> = []

  /// Matches the pairs by their keys. Takes time linear in the pairs.
  init(_ left: Node, _ right: Node, in pair: borrowing NumberedPair) {
    newPositions = Array(repeating: -1, count: left.count)
    var isMatched = Array(repeating: false, count: right.count)
    var next = 0
    // Most keys follow each other in the same order.
    while next < min(left.count, right.count),
      pair.number(old: pair.old.key(next, of: left))
        == pair.number(new: pair.new.key(next, of: right))
    {
      newPositions[next] = next
      isMatched[next] = true
      next += 1
    }
    var positions: [UInt32: Int] = [:]
    positions.reserveCapacity(next < left.count ? right.count - next : 0)
    if next < left.count {
      for position in next..<right.count {
        positions[pair.number(new: pair.new.key(position, of: right))] = position
      }
    }
    for position in next..<left.count {
      guard let match = positions[pair.number(old: pair.old.key(position, of: left))] else {
        continue
      }
      newPositions[position] = match
      isMatched[match] = true
    }
    addedPositions = isMatched.indices.filter { !isMatched[$0] }
  }

  /// Returns whether the old pair at a position has another key in the new dictionary.
  func isRenamed(_ position: Int) -> Bool { renamed.contains(position) }

  /// Returns whether a renamed pair follows or precedes the same pairs as in the old dictionary.
  func keepsPosition(_ position: Int) -> Bool { keepsPosition.contains(position) }

  /// Finds the renamed pairs next to a pair that is not renamed, directly or with other such pairs in
  /// between, in both dictionaries.
  private mutating func findKeptPositions() {
    let positions = renamed.sorted()
    for position in positions {
      let partner = newPositions[position]
      let isFirst = position == 0 && partner == 0
      if isFirst || isNeighbor(position - 1, of: partner - 1) { keepsPosition.insert(position) }
    }
    for position in positions.reversed()
    where isNeighbor(position + 1, of: newPositions[position] + 1) {
      keepsPosition.insert(position)
    }
  }

  /// Returns whether an old pair matches the new pair at a position and has not moved with others.
  private func isNeighbor(_ position: Int, of partner: Int) -> Bool {
    newPositions.indices.contains(position) && partner >= 0 && newPositions[position] == partner
      && (!renamed.contains(position) || keepsPosition.contains(position))
  }

  /// Matches old and new pairs without a partner whose values are equal and occur only once among
  /// them on each side.
  mutating func matchRenamed(_ left: Node, _ right: Node, in pair: borrowing NumberedPair) {
    let removed = newPositions.indices.filter { newPositions[$0] < 0 }
    if removed.isEmpty || addedPositions.isEmpty { return }
    let removedValues = Self.uniqueValues(removed) {
      pair.number(old: pair.old.value($0, of: left))
    }
    let addedValues = Self.uniqueValues(addedPositions) {
      pair.number(new: pair.new.value($0, of: right))
    }
    for (value, position) in removedValues {
      guard let match = addedValues[value],
        pair.old.nodes[pair.old.value(position, of: left)].isDistinctive
      else { continue }
      newPositions[position] = match
      renamed.insert(position)
    }
    let matched = Set(renamed.map { newPositions[$0] })
    addedPositions.removeAll { matched.contains($0) }
    findKeptPositions()
  }

  /// Returns the positions of the values that occur once, by the numbers of the values.
  private static func uniqueValues(_ positions: [Int], number: (Int) -> UInt32) -> [UInt32: Int] {
    var unique: [UInt32: Int] = [:]
    for position in positions {
      let number = number(position)
      unique[number] = unique[number] == nil ? position : -1
    }
    return unique.filter { $0.value >= 0 }
  }
}

extension Node {
  /// The minimum size, in bytes or code units, of text or data that is unlikely to be repeated by
  /// chance.
  private static var distinctiveCount: Int { 8 }

  /// Whether it is unlikely that an equal value occurs by chance.
  fileprivate var isDistinctive: Bool {
    switch kind {
    case .array, .set, .dictionary: count > 0
    case .string, .data: count >= Self.distinctiveCount
    default: false
    }
  }
}
