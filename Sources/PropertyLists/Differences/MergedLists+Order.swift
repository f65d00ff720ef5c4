// The merge of lists whose order has a meaning, element by element along the base.

/// One side of a merge of lists: what became of the elements of the base, and what was added.
private struct ListSide {
  let elements: [NumberedNode]
  /// The index of the element that continues each element of the base; −1 if it was removed.
  private(set) var partners: [Int]
  /// Whether each element of the base kept its order among the others.
  private(set) var isStaying: [Bool]
  /// For each element, the index in the base; −1 if it was added.
  private(set) var origins: [Int]
  /// The elements that were added or moved, before each element of the base and at the end.
  private(set) var insertions: [[Int]]

  init(base: [NumberedNode], elements: [NumberedNode], matches: [Int]) {
    self.elements = elements
    partners = matches
    origins = Array(repeating: -1, count: elements.count)
    isStaying = Array(repeating: false, count: base.count)
    insertions = Array(repeating: [], count: base.count + 1)
    for (index, partner) in matches.enumerated() where partner >= 0 {
      // A scalar that was changed is another scalar.
      if base[index].number != elements[partner].number, !base[index].kind.isContainer {
        partners[index] = -1
      } else {
        origins[partner] = index
      }
    }
    let matched = partners.indices.filter { partners[$0] >= 0 }
    for selected in IncreasingSubsequence.indexes(of: matched.map { partners[$0] }) {
      isStaying[matched[selected]] = true
    }
    var gap = 0
    for index in elements.indices {
      let origin = origins[index]
      if origin >= 0, isStaying[origin] {
        gap = origin + 1
      } else {
        insertions[gap].append(index)
      }
    }
  }

  func isChanged(in chunk: Range<Int>) -> Bool {
    !chunk.allSatisfy { isStaying[$0] }
      || (chunk.lowerBound...chunk.upperBound).contains { !insertions[$0].isEmpty }
  }

  /// Returns the indexes of the elements in a part of the base, in order.
  func indexes(in chunk: Range<Int>) -> [Int] {
    (chunk.lowerBound...chunk.upperBound).flatMap { index in
      let isKept = chunk.contains(index) && isStaying[index]
      return isKept ? insertions[index] + [partners[index]] : insertions[index]
    }
  }

  /// Returns the indexes of the elements that were added in a part of the base.
  func added(in chunk: Range<Int>) -> [Int] {
    (chunk.lowerBound...chunk.upperBound).flatMap { insertions[$0].filter { origins[$0] < 0 } }
  }

  func numbers(of indexes: [Int]) -> [Int] { indexes.map { elements[$0].number } }
}

/// A merge of three lists along the base.
private struct ListWeave {
  private let base: [NumberedNode]
  private let ours: ListSide
  private let theirs: ListSide
  /// The values that occur more than once in one of the lists.
  private let repeated: Set<Int>
  /// The values of the elements that we added.
  private let ourAdditions: Set<Int>
  /// Our elements that the merged list has.
  private var used = Set<Int>()
  /// The parts of the base between elements that both sides left in order.
  private var chunks: [(range: Range<Int>, decision: ChunkDecision)] = []
  /// The elements of the base that they moved into a part that is not woven.
  private var lostMoves = Set<Int>()
  private(set) var merged: [MergedElement] = []
  private(set) var conflicts: [ListConflict] = []

  /// How a part of the lists is merged.
  private enum ChunkDecision {
    /// Element by element.
    case woven
    /// Both sides have the same elements, or ours contain theirs.
    case ours
    /// Theirs contain ours.
    case theirs
    /// Ours, as a conflict.
    case conflict
  }

  init(_ lists: MergedLists, ourMatches: [Int], theirMatches: [Int]) {
    base = lists.base
    ours = ListSide(base: base, elements: lists.ours, matches: ourMatches)
    theirs = ListSide(base: base, elements: lists.theirs, matches: theirMatches)
    repeated = [lists.base, lists.ours, lists.theirs].reduce(into: []) { repeated, list in
      for (number, count) in ListAlignment.counts(list.map(\.number)) where count > 1 {
        repeated.insert(number)
      }
    }
    ourAdditions = Set(ours.numbers(of: ours.added(in: base.indices)))
  }

  mutating func run() {
    var start = 0
    for index in 0...base.count
    where index == base.count || ours.isStaying[index] && theirs.isStaying[index] {
      let range = start..<index
      let decision = decision(for: range)
      chunks.append((range, decision))
      if decision != .woven {
        lostMoves.formUnion(theirs.indexes(in: range).map { theirs.origins[$0] })
      }
      start = index + 1
    }
    for chunk in chunks {
      switch chunk.decision {
      case .woven: weave(chunk.range)
      case .ours:
        for index in ours.indexes(in: chunk.range) { append(MergedElement(ours: index)) }
      case .theirs: takeTheirs(chunk.range)
      case .conflict: addConflict(chunk.range)
      }
      let end = chunk.range.upperBound
      if end < base.count {
        append(MergedElement(base: end, ours: ours.partners[end], theirs: theirs.partners[end]))
      }
    }
  }

  /// Adds an element, unless it is one of ours that the list has: both sides can move an element to
  /// different parts.
  private mutating func append(_ element: MergedElement) {
    if let own = element.ours, !used.insert(own).inserted { return }
    merged.append(element)
  }

  // MARK: Decisions

  private func decision(for chunk: Range<Int>) -> ChunkDecision {
    guard ours.isChanged(in: chunk), theirs.isChanged(in: chunk) else { return .woven }
    let (our, their) = (ours.indexes(in: chunk), theirs.indexes(in: chunk))
    if ours.numbers(of: our) == theirs.numbers(of: their) { return .ours }
    let elements =
      base[chunk] + our.map { ours.elements[$0] } + their.map { theirs.elements[$0] }
    // The order of numbers has a meaning, as in a point or a color.
    if elements.contains(where: { !$0.kind.isContainer && $0.kind != .string }) { return .conflict }
    let ourNew = ours.numbers(of: ours.added(in: chunk))
    let theirNew = theirs.numbers(of: theirs.added(in: chunk))
    if ourNew.isEmpty || theirNew.isEmpty { return .woven }
    let (ourSet, theirSet) = (Set(ourNew), Set(theirNew))
    let isRemovedByBoth = chunk.contains { ours.partners[$0] < 0 && theirs.partners[$0] < 0 }
    if isRemovedByBoth, !ourSet.isSubset(of: theirSet), !theirSet.isSubset(of: ourSet) {
      return .conflict
    }
    return decision(ourNew, theirNew, isInsertion: chunk.isEmpty)
  }

  /// Decides about added elements of which some occur several times, as in `-framework A
  /// -framework B`: a sequence like this cannot be merged element by element.
  private func decision(_ our: [Int], _ their: [Int], isInsertion: Bool) -> ChunkDecision {
    guard (our + their).contains(where: { repeated.contains($0) }),
      !Set(our).isDisjoint(with: their)
    else { return .woven }
    if isInsertion, Self.contains(our, their) { return .ours }
    if isInsertion, Self.contains(their, our) { return .theirs }
    let common = Set(our).intersection(their)
    return common.isSubset(of: repeated) ? .woven : .conflict
  }

  /// Returns whether a sequence contains the elements of another in the same order.
  private static func contains(_ sequence: [Int], _ other: [Int]) -> Bool {
    var remaining = other[...]
    for number in sequence where number == remaining.first { remaining.removeFirst() }
    return remaining.isEmpty
  }

  // MARK: Elements

  private mutating func takeTheirs(_ chunk: Range<Int>) {
    var our = ours.indexes(in: chunk)[...]
    for index in theirs.indexes(in: chunk) {
      if let own = our.first, ours.elements[own].number == theirs.elements[index].number {
        our.removeFirst()
        append(MergedElement(ours: own))
      } else {
        append(MergedElement(theirs: index))
      }
    }
  }

  private mutating func addConflict(_ chunk: Range<Int>) {
    let our = ours.indexes(in: chunk).filter { !used.contains($0) }
    let their = theirs.indexes(in: chunk)
    conflicts.append(
      ListConflict(
        start: merged.count, base: Array(base[chunk]), ours: our.map { ours.elements[$0] },
        theirs: their.map { theirs.elements[$0] },
        message: "both sides changed the same elements"))
    for index in our { append(MergedElement(ours: index)) }
  }

  private mutating func weave(_ chunk: Range<Int>) {
    for gap in chunk.lowerBound...chunk.upperBound {
      for index in ours.insertions[gap] { addOurs(index) }
      for index in theirs.insertions[gap] { addTheirs(index) }
      if gap < chunk.upperBound { addBase(gap) }
    }
  }

  /// Adds an element that we added or moved.
  private mutating func addOurs(_ index: Int) {
    let origin = ours.origins[index]
    if origin < 0 { return append(MergedElement(ours: index)) }
    if theirs.partners[origin] < 0 { return addChangedByUs(index, origin: origin) }
    append(MergedElement(base: origin, ours: index, theirs: theirs.partners[origin]))
  }

  /// Adds an element that they added or moved.
  private mutating func addTheirs(_ index: Int) {
    let origin = theirs.origins[index]
    let number = theirs.elements[index].number
    if origin < 0 {
      // We added the same element, perhaps elsewhere.
      if !repeated.contains(number), ourAdditions.contains(number) { return }
      return append(MergedElement(theirs: index))
    }
    if ours.partners[origin] < 0 { return addChangedByThem(index, origin: origin) }
    if ours.isStaying[origin] {
      append(MergedElement(base: origin, ours: ours.partners[origin], theirs: index))
    }
  }

  /// Adds an element of the base that at most one side left in order.
  private mutating func addBase(_ index: Int) {
    let (own, other) = (ours.partners[index], theirs.partners[index])
    if ours.isStaying[index] {
      if other < 0 { return addChangedByUs(own, origin: index) }
      if lostMoves.contains(index) {
        append(MergedElement(base: index, ours: own, theirs: other))
      }
    } else if theirs.isStaying[index], own < 0 {
      addChangedByThem(other, origin: index)
    }
  }

  /// Adds an element that they removed, if we changed it.
  private mutating func addChangedByUs(_ index: Int, origin: Int) {
    if ours.elements[index].number == base[origin].number { return }
    conflicts.append(
      ListConflict(
        start: merged.count, base: [base[origin]], ours: [ours.elements[index]], theirs: [],
        message: "we changed this element, and they removed it"))
    append(MergedElement(ours: index))
  }

  /// Reports that they changed an element that we removed.
  private mutating func addChangedByThem(_ index: Int, origin: Int) {
    if theirs.elements[index].number == base[origin].number { return }
    conflicts.append(
      ListConflict(
        start: merged.count, base: [base[origin]], ours: [], theirs: [theirs.elements[index]],
        message: "we removed an element, and they changed it"))
  }
}

extension MergedLists {
  /// Merges lists in order.
  ///
  /// - Parameters:
  ///   - ourMatches: The index of our element for each element of the base; −1 if there is none.
  ///   - theirMatches: The same for theirs.
  mutating func mergeInOrder(ours ourMatches: [Int], theirs theirMatches: [Int]) {
    var weave = ListWeave(self, ourMatches: ourMatches, theirMatches: theirMatches)
    weave.run()
    merged = weave.merged
    conflicts = weave.conflicts
  }
}
