// The walk of a merge through three documents. It decides each value that both sides have, and
// collects edits and conflicts. Containers come before their contents, so that all paths are paths
// of the merged document.

/// A value of one of the documents of a merge, with its number.
struct NumberedNode {
  let node: PlistNode
  /// Equal for equal values of all documents.
  let number: Int

  var kind: PlistKind { node.kind }
}

/// The part of a document that determines how lists are merged.
enum MergeScope {
  /// An ordinary value.
  case value
  /// The root of a project, its dictionary of objects, one of the objects, and a value in it.
  case projectRoot, objects, object, field
  /// The root of a keyed archive, its array of slots, and the contents of a slot.
  case archiveRoot, slots, slot
}

/// A value that both sides have.
struct MergeTask {
  var base: NumberedNode?
  var ours: NumberedNode
  var theirs: NumberedNode
  var path: PlistPath
  var scope: MergeScope
}

/// The documents of a merge.
enum MergeRole: Int {
  case base, ours, theirs
}

/// The removal of an object of a project that the other side changed.
struct ObjectDeletion {
  var id: String
  /// The side that removed the object.
  var side: MergeSide
}

struct MergeWalk: ~Copyable {
  private let documents: [PlistDocument]
  private let numbering: ValueNumbering
  private let hasBase: Bool
  private let rules: MergeRules
  private var pending: [MergeTask] = []
  /// The documents with the numbers of their values, for the matching of elements.
  private var pairs: MatchingPairs?

  private(set) var edits: [PlistEdit] = []
  private(set) var conflicts: [MergeConflict] = []
  /// The objects of a project that one side removed and the other changed.
  private(set) var deletions: [ObjectDeletion] = []

  init(
    base: PlistDocument, hasBase: Bool, ours: PlistDocument, theirs: PlistDocument,
    rules: MergeRules
  ) {
    documents = [base, ours, theirs]
    numbering = ValueNumbering(documents)
    self.hasBase = hasBase
    self.rules = rules
  }

  mutating func run() throws(PlistError) {
    let scope: MergeScope =
      switch rules {
      case .plain: .value
      case .project: .projectRoot
      case .archive: .archiveRoot
      }
    let base = hasBase ? numbered(documents[0].root, .base) : nil
    let task = MergeTask(
      base: base, ours: numbered(documents[1].root, .ours),
      theirs: numbered(documents[2].root, .theirs), path: PlistPath(), scope: scope)
    if rules == .archive, isChangedByBoth(task), !ArchiveSlots.canMerge(documents, hasBase) {
      return try addConflict(
        task, "both sides changed the archive, and its objects no longer correspond")
    }
    pending = [task]
    while let task = pending.popLast() { try decide(task) }
  }

  // MARK: Values

  private func numbered(_ node: PlistNode, _ role: MergeRole) -> NumberedNode {
    NumberedNode(
      node: node, number: Int(numbering.number(of: node.index, in: role.rawValue)))
  }

  /// Returns the elements of an array or set.
  func elements(of node: PlistNode?, _ role: MergeRole) -> [NumberedNode] {
    (node?.children ?? []).map { numbered($0, role) }
  }

  private func isChangedByBoth(_ task: MergeTask) -> Bool {
    let (ours, theirs) = (task.ours.number, task.theirs.number)
    return ours != theirs && ours != task.base?.number && theirs != task.base?.number
  }

  private mutating func decide(_ task: MergeTask) throws(PlistError) {
    let (ours, theirs) = (task.ours, task.theirs)
    if ours.number == theirs.number || task.base?.number == theirs.number { return }
    if ours.kind == theirs.kind, ours.kind.isContainer {
      if task.scope == .slot, isChangedByBoth(task), !ArchiveSlots.canMerge(task) {
        return try addConflict(task, "both sides changed this object")
      }
      return ours.kind == .dictionary ? try mergeDictionaries(task) : try mergeLists(task)
    }
    if task.base?.number == ours.number {
      edits.append(.set(task.path, try Plist(theirs.node)))
    } else if let larger = VersionSetting.larger(of: task, rules) {
      if larger == .theirs { edits.append(.set(task.path, try Plist(theirs.node))) }
    } else {
      let verb = task.base == nil ? "added" : "changed"
      try addConflict(task, "both sides \(verb) this value differently")
    }
  }

  private mutating func addConflict(_ task: MergeTask, _ message: String) throws(PlistError) {
    let theirs = try Plist(task.theirs.node)
    conflicts.append(
      MergeConflict(
        path: task.path,
        base: try task.base.map { node throws(PlistError) in try Plist(node.node) },
        ours: try Plist(task.ours.node), theirs: theirs, message: message, kept: .ours,
        resolution: [.set(task.path, theirs)]))
  }

  // MARK: Dictionaries

  /// A dictionary with its values by key.
  private struct KeyedValues {
    var keys: [String] = []
    var values: [ByteKey: NumberedNode] = [:]

    subscript(key: String) -> NumberedNode? { values[ByteKey(key)] }
  }

  private func keyedValues(of node: PlistNode?, _ role: MergeRole) -> KeyedValues {
    guard let node, node.kind == .dictionary else { return KeyedValues() }
    let keys = node.keys
    var values: [ByteKey: NumberedNode] = [:]
    values.reserveCapacity(keys.count)
    for (key, child) in zip(keys, node.children) { values[ByteKey(key)] = numbered(child, role) }
    return KeyedValues(keys: keys, values: values)
  }

  private mutating func mergeDictionaries(_ task: MergeTask) throws(PlistError) {
    let base = keyedValues(of: task.base?.node, .base)
    let ours = keyedValues(of: task.ours.node, .ours)
    let theirs = keyedValues(of: task.theirs.node, .theirs)
    var tasks: [MergeTask] = []
    for key in ours.keys {
      guard let own = ours[key] else { continue }
      let path = task.path.appending(.key(key))
      if let other = theirs[key] {
        if own.number == other.number { continue }
        tasks.append(
          MergeTask(
            base: base[key], ours: own, theirs: other, path: path,
            scope: task.scope.inside(key: key)))
      } else if let old = base[key] {
        try removedByThem(key, old: old, own: own, path: path, scope: task.scope)
      }
    }
    try addKeys(base, ours, theirs, to: task)
    pending += tasks.reversed()
  }

  private mutating func removedByThem(
    _ key: String, old: NumberedNode, own: NumberedNode, path: PlistPath, scope: MergeScope
  ) throws(PlistError) {
    if old.number == own.number { return edits.append(.remove(path)) }
    if scope == .objects {
      return deletions.append(ObjectDeletion(id: key, side: .theirs))
    }
    conflicts.append(
      MergeConflict(
        path: path, base: try Plist(old.node), ours: try Plist(own.node), theirs: nil,
        message: "we changed this value, and they removed it", kept: .ours,
        resolution: [.remove(path)]))
  }

  /// Adds the keys that only they have.
  private mutating func addKeys(
    _ base: KeyedValues, _ ours: KeyedValues, _ theirs: KeyedValues, to task: MergeTask
  ) throws(PlistError) {
    if !theirs.keys.contains(where: { ours[$0] == nil }) { return }
    var positions = PairPositions(isPerClass: task.scope == .objects)
    for key in theirs.keys { positions.addTheirs(key, theirs[key]?.node) }
    for key in ours.keys {
      guard let own = ours[key] else { continue }
      let isRemoved = theirs[key] == nil && base[key]?.number == own.number
      if isRemoved { continue }
      positions.addOurs(key, own.node, isNew: base[key] == nil && theirs[key] == nil)
    }
    for key in theirs.keys {
      guard let other = theirs[key] else { continue }
      if ours[key] != nil {
        positions.follow(key, other.node)
        continue
      }
      let path = task.path.appending(.key(key))
      let position = positions.position(of: key, other.node)
      if let old = base[key] {
        if old.number == other.number { continue }
        if task.scope == .objects {
          deletions.append(ObjectDeletion(id: key, side: .ours))
          continue
        }
        let value = try Plist(other.node)
        conflicts.append(
          MergeConflict(
            path: path, base: try Plist(old.node), ours: nil, theirs: value,
            message: "we removed this value, and they changed it", kept: .ours,
            resolution: [.insert(path, value, position: position)]))
      } else {
        edits.append(.insert(path, try Plist(other.node), position: position))
        positions.insert(key, other.node)
      }
    }
  }

  // MARK: Lists

  private mutating func mergeLists(_ task: MergeTask) throws(PlistError) {
    let isBaseList = task.base?.kind == task.ours.kind
    var lists = MergedLists(
      base: isBaseList ? elements(of: task.base?.node, .base) : [],
      ours: elements(of: task.ours.node, .ours),
      theirs: elements(of: task.theirs.node, .theirs))
    let all = lists.all
    if task.scope == .slots {
      lists.mergeByIndex(count: isChangedByBoth(task) ? nil : task.theirs.node.count)
    } else if task.ours.kind == .set
      || task.scope == .field && all.allSatisfy({ $0.kind == .string })
    {
      lists.mergeAsOrderedSets()
    } else {
      let matching = matchElements(of: task, all, hasBase: isBaseList)
      lists.mergeInOrder(ours: matching.ours, theirs: matching.theirs)
    }
    edits += try lists.edits(at: task.path)
    try addConflicts(of: lists, to: task)
    let scope = task.scope.inside(key: "")
    let tasks = lists.tasks(at: task.path, scope: scope)
    pending += tasks.reversed()
  }

  /// Returns the index on each side of each element of the base; −1 if there is none.
  private mutating func matchElements(of task: MergeTask, _ all: [NumberedNode], hasBase: Bool)
    -> (ours: [Int], theirs: [Int])
  {
    guard hasBase, let base = task.base else { return ([], []) }
    if all.contains(where: { $0.kind.isContainer }) {
      let pairs = pairs ?? MatchingPairs(documents)
      self.pairs = pairs
      return pairs.matches(base.node, task.ours.node, task.theirs.node)
    }
    return (
      ListAlignment.matches(elements(of: base.node, .base), elements(of: task.ours.node, .ours)),
      ListAlignment.matches(elements(of: base.node, .base), elements(of: task.theirs.node, .theirs))
    )
  }

  private mutating func addConflicts(of lists: MergedLists, to task: MergeTask) throws(PlistError) {
    for conflict in lists.conflicts { conflicts.append(try conflict.described(at: task.path)) }
  }
}

extension MergeScope {
  /// Returns the scope of the value of a key, or of the elements of a list.
  func inside(key: String) -> MergeScope {
    switch self {
    case .value: .value
    case .projectRoot: key == "objects" ? .objects : .value
    case .objects: .object
    case .object: .field
    case .field: .value
    case .archiveRoot: key == "$objects" ? .slots : .value
    case .slots: .slot
    case .slot: .slot
    }
  }
}
