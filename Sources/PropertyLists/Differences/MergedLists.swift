// The merge of three versions of a list: which elements the merged list has, in which order, and
// which of our elements move.

/// An element of a merged list. At least one of the indexes of ours and theirs is set.
struct MergedElement {
  var base: Int?
  var ours: Int?
  var theirs: Int?
}

/// Elements of a list that both sides changed differently. The merged list has ours.
struct ListConflict {
  /// The index of the first element in the merged list.
  var start: Int
  var base: [NumberedNode]
  var ours: [NumberedNode]
  var theirs: [NumberedNode]
  var message: String
}

/// Three versions of a list, and the merged list.
struct MergedLists {
  let base: [NumberedNode]
  let ours: [NumberedNode]
  let theirs: [NumberedNode]
  var merged: [MergedElement] = []
  var conflicts: [ListConflict] = []

  init(base: [NumberedNode], ours: [NumberedNode], theirs: [NumberedNode]) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }

  var all: [NumberedNode] { base + ours + theirs }

  // MARK: Results

  /// Returns the edits that add, remove and move elements of our list.
  func edits(at path: PlistPath) throws(PlistError) -> [PlistEdit] {
    var edits: [PlistEdit] = []
    let kept = merged.compactMap(\.ours)
    let inOrder = Set(IncreasingSubsequence.indexes(of: kept).map { kept[$0] })
    for index in ours.indices.reversed() where !inOrder.contains(index) {
      edits.append(.remove(path.appending(.index(index))))
    }
    for (index, element) in merged.enumerated() {
      if let own = element.ours {
        if !inOrder.contains(own) {
          edits.append(.insert(path.appending(.index(index)), try Plist(ours[own].node)))
        }
      } else if let other = element.theirs {
        edits.append(.insert(path.appending(.index(index)), try Plist(theirs[other].node)))
      }
    }
    return edits
  }

  /// Returns the elements that both sides have, which are merged next.
  func tasks(at path: PlistPath, scope: MergeScope) -> [MergeTask] {
    merged.enumerated().compactMap { index, element in
      guard let own = element.ours, let other = element.theirs,
        ours[own].number != theirs[other].number
      else { return nil }
      return MergeTask(
        base: element.base.map { base[$0] }, ours: ours[own], theirs: theirs[other],
        path: path.appending(.index(index)), scope: scope)
    }
  }

  // MARK: Fixed indexes

  /// Merges lists in which the index of an element is its identity, as the slots of an archive.
  ///
  /// - Parameter count: The number of elements if only they changed the list; nil if both did. Then
  ///   at most one side added elements, at the end.
  mutating func mergeByIndex(count: Int?) {
    for index in 0..<(count ?? max(ours.count, theirs.count)) {
      merged.append(
        MergedElement(
          base: index < base.count ? index : nil, ours: index < ours.count ? index : nil,
          theirs: index < theirs.count ? index : nil))
    }
  }

  // MARK: Ordered sets

  /// Merges lists whose elements have no meaning but their presence: each is in the merged list as
  /// often as both sides together want. The order is that of the side that changed it.
  mutating func mergeAsOrderedSets() {
    let isReordered = !haveCommonOrder(base, theirs) && haveCommonOrder(base, ours)
    let (first, second) = isReordered ? (theirs, ours) : (ours, theirs)
    var remaining = wantedCounts()
    func use(_ number: Int) -> Bool {
      guard let count = remaining[number], count > 0 else { return false }
      remaining[number] = count - 1
      return true
    }
    let isKept = first.map { use($0.number) }
    var indexes: [Int: Int] = [:]
    for index in first.indices.reversed() where isKept[index] {
      indexes[first[index].number] = index
    }
    let known = Set((base + second).map(\.number))
    /// The values that are inserted before each element of the first list, and at its end.
    var insertions = [[Int]](repeating: [], count: first.count + 1)
    var anchor = 0
    for element in second {
      if let index = indexes[element.number] {
        anchor = index + 1
      } else if use(element.number) {
        // Ours come first.
        while !isReordered, anchor < first.count, !known.contains(first[anchor].number) {
          anchor += 1
        }
        insertions[anchor].append(element.number)
      }
    }
    var order: [Int] = []
    for index in 0...first.count {
      order += insertions[index]
      if index < first.count, isKept[index] { order.append(first[index].number) }
    }
    merged = elements(withNumbers: order)
  }

  /// Returns the elements with some numbers: ours, as far as we have them.
  private func elements(withNumbers numbers: [Int]) -> [MergedElement] {
    var ourIndexes: [Int: [Int]] = [:]
    var theirIndexes: [Int: Int] = [:]
    for index in ours.indices.reversed() {
      ourIndexes[ours[index].number, default: []].append(index)
    }
    for index in theirs.indices.reversed() { theirIndexes[theirs[index].number] = index }
    return numbers.map {
      if let own = ourIndexes[$0]?.popLast() { return MergedElement(ours: own) }
      return MergedElement(theirs: theirIndexes[$0])
    }
  }

  /// Returns how often the merged list contains each value: the changes of both sides are added,
  /// and a change that both made counts once.
  private func wantedCounts() -> [Int: Int] {
    let baseCounts = ListAlignment.counts(base.map(\.number))
    let ourCounts = ListAlignment.counts(ours.map(\.number))
    var wanted: [Int: Int] = [:]
    let theirCounts = ListAlignment.counts(theirs.map(\.number))
    for number in Set(ourCounts.keys).union(theirCounts.keys) {
      let (old, own) = (baseCounts[number, default: 0], ourCounts[number, default: 0])
      let other = theirCounts[number, default: 0]
      wanted[number] =
        if own == old || own == other { other } else if other == old { own } else {
          old == 0 ? max(own, other) : max(0, own + other - old)
        }
    }
    return wanted
  }

  /// Returns whether the values that are once in both lists have the same order in both.
  private func haveCommonOrder(_ left: [NumberedNode], _ right: [NumberedNode]) -> Bool {
    let leftIndexes = Dictionary(
      left.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
    var last = -1
    for element in right {
      guard let index = leftIndexes[element.number] else { continue }
      if index < last { return false }
      last = index
    }
    return true
  }
}

extension ListConflict {
  /// Returns the conflict with its path and the edits that choose theirs.
  func described(at path: PlistPath) throws(PlistError) -> MergeConflict {
    let (our, their) = (try Self.values(ours), try Self.values(theirs))
    var resolution: [PlistEdit] = []
    for index in stride(from: our.count - 1, through: their.count, by: -1) {
      resolution.append(.remove(path.appending(.index(start + index))))
    }
    for (index, value) in their.enumerated() {
      let path = path.appending(.index(start + index))
      if index >= our.count {
        resolution.append(.insert(path, value))
      } else if ours[index].number != theirs[index].number {
        resolution.append(.set(path, value))
      }
    }
    let isOne = base.count <= 1 && our.count <= 1 && their.count <= 1
    let old = try Self.values(base)
    func value(_ values: [Plist]) -> Plist? { isOne ? values.first : .array(values) }
    return MergeConflict(
      path: our.isEmpty ? path : path.appending(.index(start)), base: value(old),
      ours: value(our), theirs: value(their), message: message, kept: .ours,
      resolution: resolution)
  }

  private static func values(_ nodes: [NumberedNode]) throws(PlistError) -> [Plist] {
    var values: [Plist] = []
    for element in nodes { values.append(try Plist(element.node)) }
    return values
  }
}
