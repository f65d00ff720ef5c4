// The comparison of two documents, container by container, with an explicit stack. Only containers
// that differ are entered. Relies on the numbers of values, `ElementMatching` and `ArrayEdits`.

/// A comparison that records the changes between two documents.
struct ValueComparison: ~Copyable {
  private(set) var records: [ChangeRecord] = []
  private(set) var pairs: [ComparedContainers] = []
  private let numbered: NumberedPair
  private let old: DocumentStorage
  private let new: DocumentStorage
  private var frames: [ComparisonFrame] = []
  /// The budget for visits of containers that occur at several paths.
  private var budget: ExpansionBudget

  /// A pair of containers whose changes are being recorded.
  private struct ComparisonFrame {
    /// The changes to record in order; those with containers on both sides are compared further.
    var tasks: [ChangeRecord]
    var next = 0
  }

  /// The number of edits of one container, multiplied by its elements, beyond which it is replaced
  /// as a whole, because every edit moves the following elements.
  static let editLimit = 1 << 30

  init(_ old: PlistDocument, _ new: PlistDocument) {
    numbered = NumberedPair(old, new)
    self.old = old.storage
    self.new = new.storage
    budget = ExpansionBudget(
      allowance: ExpansionBudget.defaultAllowance,
      sourceBytes: old.byteCount + new.byteCount + old.nodeCount + new.nodeCount)
  }

  mutating func run() {
    let root = ChangeRecord(
      kind: .changed, container: -1, oldValue: UInt32(truncatingIfNeeded: old.root),
      newValue: UInt32(truncatingIfNeeded: new.root))
    if isSame(old.root, new.root) { return }
    compare(root)
    while let frame = frames.last {
      if frame.next == frame.tasks.count {
        frames.removeLast()
        continue
      }
      frames[frames.count - 1].next += 1
      let task = frame.tasks[frame.next]
      if task.kind == .changed { compare(task) } else { records.append(task) }
    }
  }

  private func isSame(_ oldNode: Int, _ newNode: Int) -> Bool {
    numbered.number(old: oldNode) == numbered.number(new: newNode)
  }

  /// Compares two values that differ: containers of one kind by their contents, all others as a
  /// whole.
  private mutating func compare(_ change: ChangeRecord) {
    let (left, right) = (old.nodes[Int(change.oldValue)], new.nodes[Int(change.newValue)])
    guard left.kind == right.kind, left.kind.isContainer, !left.hasOtherKeys, !right.hasOtherKeys,
      spend(on: left, right)
    else { return records.append(change) }
    var pair = ComparedContainers(
      parent: change.container, oldPosition: change.oldPosition, newPosition: change.newPosition,
      old: change.oldValue, new: change.newValue)
    let container = Int32(truncatingIfNeeded: pairs.count)
    let tasks =
      left.kind == .dictionary
      ? pairTasks(left, right, container: container)
      : elementTasks(left, right, container: container)
    let edits = tasks.count { $0.kind != .changed }
    let isReplacedInParent = change.container >= 0 && pairs[Int(change.container)].isReplaced
    pair.isReplaced = isReplacedInParent || edits * max(left.count, right.count) > Self.editLimit
    pairs.append(pair)
    frames.append(ComparisonFrame(tasks: tasks))
  }

  private mutating func spend(on left: Node, _ right: Node) -> Bool {
    guard old.hasSharedContainers || new.hasSharedContainers else { return true }
    var cost = left.referenceCount + right.referenceCount
    if left.kind != .dictionary {
      for index in 0..<left.count { cost += old.nodes[old.child(index, of: left)].referenceCount }
      for index in 0..<right.count { cost += new.nodes[new.child(index, of: right)].referenceCount }
    }
    return budget.visit(cost + 1)
  }

  // MARK: Arrays

  /// Returns the changes of two arrays: removals, moves and insertions, and then the elements that
  /// differ.
  private func elementTasks(_ left: Node, _ right: Node, container: Int32) -> [ChangeRecord] {
    let matching = ElementMatching(left, right, in: numbered)
    var tasks = ArrayEdits.edits(of: matching).map { edit in
      elementTask(edit, left, right, container: container)
    }
    for (index, match) in matching.oldIndexes.enumerated() where match >= 0 {
      let (oldValue, newValue) = (old.child(match, of: left), new.child(index, of: right))
      if isSame(oldValue, newValue) { continue }
      tasks.append(
        ChangeRecord(
          kind: .changed, container: container, oldPosition: UInt32(truncatingIfNeeded: match),
          newPosition: UInt32(truncatingIfNeeded: index),
          oldValue: UInt32(truncatingIfNeeded: oldValue),
          newValue: UInt32(truncatingIfNeeded: newValue)))
    }
    return tasks
  }

  private func elementTask(_ edit: ArrayEdit, _ left: Node, _ right: Node, container: Int32)
    -> ChangeRecord
  {
    var task = ChangeRecord(kind: .added, container: container)
    switch edit {
    case .remove(let index, let source):
      task.kind = .removed
      task.oldPosition = UInt32(truncatingIfNeeded: index)
      task.oldValue = UInt32(truncatingIfNeeded: old.child(index, of: left))
      task.source = UInt32(truncatingIfNeeded: source)
    case .move(let oldIndex, let newIndex, let source, let target):
      task.kind = .moved
      task.oldPosition = UInt32(truncatingIfNeeded: oldIndex)
      task.oldValue = UInt32(truncatingIfNeeded: old.child(oldIndex, of: left))
      task.newPosition = UInt32(truncatingIfNeeded: newIndex)
      task.newValue = UInt32(truncatingIfNeeded: new.child(newIndex, of: right))
      task.source = UInt32(truncatingIfNeeded: source)
      task.target = UInt32(truncatingIfNeeded: target)
    case .insert(let index, let target):
      task.newPosition = UInt32(truncatingIfNeeded: index)
      task.newValue = UInt32(truncatingIfNeeded: new.child(index, of: right))
      task.target = UInt32(truncatingIfNeeded: target)
    }
    return task
  }

  // MARK: Dictionaries

  /// Returns the changes of two dictionaries: those of the old pairs in their order, and then the
  /// added pairs, and those that were renamed and have other neighbors, in the new order.
  private func pairTasks(_ left: Node, _ right: Node, container: Int32) -> [ChangeRecord] {
    var partners = PairPartners(left, right, in: numbered)
    partners.matchRenamed(left, right, in: numbered)
    var tasks: [ChangeRecord] = []
    var arranged: [ChangeRecord] = partners.addedPositions.map { position in
      ChangeRecord(
        kind: .added, container: container, newPosition: UInt32(truncatingIfNeeded: position),
        newValue: UInt32(truncatingIfNeeded: new.value(position, of: right)))
    }
    for position in 0..<left.count {
      let partner = partners.newPositions[position]
      var task = ChangeRecord(
        kind: .removed, container: container, oldPosition: UInt32(truncatingIfNeeded: position),
        oldValue: UInt32(truncatingIfNeeded: old.value(position, of: left)))
      if partner >= 0 {
        let newValue = new.value(partner, of: right)
        let isRenamed = partners.isRenamed(position)
        if !isRenamed, isSame(Int(task.oldValue), newValue) { continue }
        task.kind = isRenamed ? .renamed : .changed
        task.newPosition = UInt32(truncatingIfNeeded: partner)
        task.newValue = UInt32(truncatingIfNeeded: newValue)
        task.hasOtherNeighbors = isRenamed && !partners.keepsPosition(position)
      }
      if task.hasOtherNeighbors { arranged.append(task) } else { tasks.append(task) }
    }
    return tasks + arranged.sorted { $0.newPosition < $1.newPosition }
  }
}
