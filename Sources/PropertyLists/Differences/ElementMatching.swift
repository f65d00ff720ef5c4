// The matching of the elements of two arrays: which element of the new array continues which
// element of the old one. Relies on the numbers of values, and on `CommonSubsequence`.

/// A matching of the elements of two arrays.
///
/// Elements are matched in this order:
/// 1. equal elements in the same order;
/// 2. other equal elements, which have moved;
/// 3. dictionaries by an identity key whose value is unique on both sides;
/// 4. dictionaries and arrays of which at least half is equal, the most similar first;
/// 5. elements of the same kind between the same neighbors.
///
/// Takes time linear in the elements and their direct children, apart from sorting.
struct ElementMatching {
  /// The index of the matching new element for each old element; −1 if there is none.
  private(set) var newIndexes: [Int]
  /// The index of the matching old element for each new element; −1 if there is none.
  private(set) var oldIndexes: [Int]

  /// Matches the elements of two arrays or sets.
  init(_ old: Node, _ new: Node, in pair: borrowing NumberedPair) {
    newIndexes = Array(repeating: -1, count: old.count)
    oldIndexes = Array(repeating: -1, count: new.count)
    let oldNumbers = (0..<old.count).map { Int(pair.number(old: pair.old.child($0, of: old))) }
    let newNumbers = (0..<new.count).map { Int(pair.number(new: pair.new.child($0, of: new))) }
    matchInOrder(oldNumbers, newNumbers)
    matchMoved(oldNumbers, newNumbers)
    var oldElements = UnmatchedElements(of: old, indexes: remaining(newIndexes), isOld: true, pair)
    var newElements = UnmatchedElements(of: new, indexes: remaining(oldIndexes), isOld: false, pair)
    if oldElements.isEmpty || newElements.isEmpty { return }
    matchByIdentity(oldElements, newElements)
    oldElements.removeAll { newIndexes[$0] >= 0 }
    newElements.removeAll { oldIndexes[$0] >= 0 }
    matchBySimilarity(oldElements, newElements)
    matchByPosition(oldElements, newElements)
  }

  /// The matches whose elements have kept their order: as many as possible, in ascending order.
  var inOrder: [SequenceMatch] {
    let matches = newIndexes.indices.filter { newIndexes[$0] >= 0 }
    return IncreasingSubsequence.indexes(of: matches.map { newIndexes[$0] }).map {
      SequenceMatch(left: matches[$0], right: newIndexes[matches[$0]])
    }
  }

  private mutating func join(old: Int, new: Int) {
    newIndexes[old] = new
    oldIndexes[new] = old
  }

  private func remaining(_ partners: [Int]) -> [Int] {
    partners.indices.filter { partners[$0] < 0 }
  }

  // MARK: Equal elements

  /// Matches equal elements in the same order. Elements without an equal one on the other side are
  /// left out first, which makes the search faster and does not change its result.
  private mutating func matchInOrder(_ oldNumbers: [Int], _ newNumbers: [Int]) {
    let common = Set(oldNumbers).intersection(newNumbers)
    let oldIndexes = oldNumbers.indices.filter { common.contains(oldNumbers[$0]) }
    let newIndexes = newNumbers.indices.filter { common.contains(newNumbers[$0]) }
    let (old, new) = (oldIndexes.map { oldNumbers[$0] }, newIndexes.map { newNumbers[$0] })
    let areUnique = old.count == common.count && new.count == common.count
    let matches =
      areUnique
      ? Self.longestSelection(of: old, in: new) : CommonSubsequence.matches(between: old, and: new)
    for match in matches { join(old: oldIndexes[match.left], new: newIndexes[match.right]) }
  }

  /// Returns the longest common subsequence of two sequences of the same numbers, each of which occurs
  /// once in both, in time `n log n`.
  private static func longestSelection(of old: [Int], in new: [Int]) -> [SequenceMatch] {
    let positions = Dictionary(uniqueKeysWithValues: zip(new, new.indices))
    let targets = old.compactMap { positions[$0] }
    return IncreasingSubsequence.indexes(of: targets).map {
      SequenceMatch(left: $0, right: targets[$0])
    }
  }

  /// Matches equal elements that have moved: the first with the first, and so on.
  private mutating func matchMoved(_ oldNumbers: [Int], _ newNumbers: [Int]) {
    var indexes: [Int: [Int]] = [:]
    for index in oldIndexes.indices.reversed() where oldIndexes[index] < 0 {
      indexes[newNumbers[index], default: []].append(index)
    }
    if indexes.isEmpty { return }
    for index in newIndexes.indices where newIndexes[index] < 0 {
      if let match = indexes[oldNumbers[index]]?.popLast() { join(old: index, new: match) }
    }
  }

  // MARK: Identity

  private mutating func matchByIdentity(_ old: UnmatchedElements, _ new: UnmatchedElements) {
    for rank in IdentityKeys.all.indices {
      let candidates = new.uniqueIndexes(ofIdentity: rank) { oldIndexes[$0] < 0 }
      if candidates.isEmpty { continue }
      for (value, index) in old.uniqueIndexes(ofIdentity: rank, where: { newIndexes[$0] < 0 }) {
        if let match = candidates[value] { join(old: index, new: match) }
      }
    }
  }

  // MARK: Similarity

  /// Two elements that share some contents.
  private struct MatchCandidate {
    var shared: Int
    var size: Int
    var old: Int
    var new: Int

    /// Whether this candidate is better than another: a larger part is equal, or the elements are
    /// closer to each other.
    func isBetter(than other: MatchCandidate) -> Bool {
      let (share, otherShare) = (shared * other.size, other.shared * size)
      if share != otherShare { return share > otherShare }
      let (distance, otherDistance) = (abs(old - new), abs(other.old - other.new))
      if distance != otherDistance { return distance < otherDistance }
      return (old, new) < (other.old, other.new)
    }
  }

  /// The maximum number of elements in which a part is found, so that it can suggest a candidate.
  private static let rareCount = 16
  /// The maximum number of candidates for an element.
  private static let candidateCount = 8

  private mutating func matchBySimilarity(_ old: UnmatchedElements, _ new: UnmatchedElements) {
    var holders: [UInt64: [Int]] = [:]
    for (position, element) in new.elements.enumerated() {
      for part in element.parts where holders[part, default: []].count <= Self.rareCount {
        holders[part, default: []].append(position)
      }
    }
    if holders.isEmpty { return }
    var candidates: [MatchCandidate] = []
    for element in old.elements {
      var shared: [Int: Int] = [:]
      for part in element.parts {
        guard let positions = holders[part], positions.count <= Self.rareCount else { continue }
        for position in positions { shared[position, default: 0] += 1 }
      }
      let best = shared.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      for (position, _) in best.prefix(Self.candidateCount) {
        let other = new.elements[position]
        guard other.kind == element.kind else { continue }
        let size = max(element.parts.count, other.parts.count)
        let shared = element.sharedCount(with: other)
        guard 2 * shared >= size else { continue }
        candidates.append(
          MatchCandidate(shared: shared, size: size, old: element.index, new: other.index))
      }
    }
    candidates.sort { $0.isBetter(than: $1) }
    for match in candidates where newIndexes[match.old] < 0 && oldIndexes[match.new] < 0 {
      join(old: match.old, new: match.new)
    }
  }

  // MARK: Position

  /// Matches the remaining elements of one kind between two neighbors that kept their order.
  /// Dictionaries with different identities are not matched.
  private mutating func matchByPosition(_ old: UnmatchedElements, _ new: UnmatchedElements) {
    let oldElements = old.elements.filter { newIndexes[$0.index] < 0 }
    let newElements = new.elements.filter { oldIndexes[$0.index] < 0 }
    if oldElements.isEmpty || newElements.isEmpty { return }
    var (next, nextNew) = (0, 0)
    let end = SequenceMatch(left: newIndexes.count, right: oldIndexes.count)
    for neighbor in inOrder + [end] {
      let (start, newStart) = (next, nextNew)
      while next < oldElements.count, oldElements[next].index < neighbor.left { next += 1 }
      while nextNew < newElements.count, newElements[nextNew].index < neighbor.right {
        nextNew += 1
      }
      if start < next, newStart < nextNew {
        matchGap(oldElements[start..<next], newElements[newStart..<nextNew])
      }
    }
  }

  private mutating func matchGap(
    _ old: ArraySlice<UnmatchedElement>, _ new: ArraySlice<UnmatchedElement>
  ) {
    var waiting: [PlistKind: [UnmatchedElement]] = [:]
    for element in new.reversed() { waiting[element.kind, default: []].append(element) }
    for element in old {
      guard let other = waiting[element.kind]?.last, element.mayContinue(as: other) else {
        continue
      }
      waiting[element.kind]?.removeLast()
      join(old: element.index, new: other.index)
    }
  }
}
