// The rules that make the merge of an Xcode project whole: which removed objects stay removed, and
// what happens to references to them.
internal import OrderedCollections

/// The last step of the merge of a project, after its objects were merged one by one.
///
/// An object that one side removed and the other changed stays removed if nothing in the merged
/// project refers to it. Otherwise it is kept, and the removal is a conflict. A reference to an
/// object that one side removed is dropped from a list, with the object that exists only for the
/// reference, such as a build file. Where an object cannot do without the reference, the removed
/// object returns.
struct ProjectMerge {
  private let base: Plist?
  private let ours: Plist
  private let theirs: Plist
  /// The objects of the inputs.
  private let inputs: [ProjectGraph]
  private let deletions: [ObjectDeletion]
  private(set) var merged: Plist

  private(set) var edits: [PlistEdit] = []
  private(set) var conflicts: [MergeConflict] = []
  private(set) var warnings: [PlistDiagnostic] = []
  private(set) var consequences: [MergeSide: [PlistEdit]] = [:]

  init(base: Plist?, ours: Plist, theirs: Plist, merged: Plist, deletions: [ObjectDeletion]) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.merged = merged
    self.deletions = deletions
    inputs = [base, ours, theirs].compactMap { $0.map { ProjectGraph($0) } }
  }

  mutating func run() throws(PlistError) {
    try settleDeletions()
    try keepOneGroup()
    var repair = ProjectRepair(merged, inputs: inputs)
    try repair.run()
    edits += repair.edits
    warnings += repair.warnings
    merged = repair.project
    try findConsequences()
  }

  private mutating func apply(_ edit: PlistEdit) throws(PlistError) {
    try merged.applyInPlace(edit)
    edits.append(edit)
  }

  private static func path(of id: String) -> PlistPath {
    PlistPath([.key("objects"), .key(id)])
  }

  private func object(_ id: String, in project: Plist?) -> Plist? { project?["objects"]?[id] }

  /// The version of an object of the side that changed it.
  private func changed(_ deletion: ObjectDeletion) -> Plist {
    object(deletion.id, in: deletion.side == .ours ? theirs : ours) ?? .null
  }

  // MARK: Removed and changed objects

  /// Removes the objects that one side removed, unless another object still refers to them.
  private mutating func settleDeletions() throws(PlistError) {
    var waiting = Dictionary(
      deletions.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    if waiting.isEmpty { return }
    let graph = ProjectGraph(merged)
    var pending = Array(merged["rootObject"]?.stringValue.map { [$0] } ?? [])
    for (id, object) in graph.objects where waiting[id] == nil {
      pending += ProjectGraph.texts(in: object)
    }
    var needed: [String: ObjectDeletion] = [:]
    while let id = pending.popLast() {
      guard let deletion = waiting.removeValue(forKey: id) else { continue }
      needed[id] = deletion
      pending += ProjectGraph.texts(in: changed(deletion))
    }
    for deletion in deletions {
      let path = Self.path(of: deletion.id)
      if needed[deletion.id] != nil {
        if deletion.side == .ours {
          try apply(.insert(path, changed(deletion), position: position(of: deletion.id)))
        }
        conflicts.append(conflict(for: deletion))
      } else if deletion.side == .theirs {
        try apply(.remove(path))
      }
    }
    for deletion in deletions where needed[deletion.id] == nil { warnAboutMembers(of: deletion) }
  }

  private func conflict(for deletion: ObjectDeletion) -> MergeConflict {
    let path = Self.path(of: deletion.id)
    let isOurs = deletion.side == .ours
    return MergeConflict(
      path: path, base: object(deletion.id, in: base), ours: object(deletion.id, in: ours),
      theirs: object(deletion.id, in: theirs),
      message: isOurs
        ? "we removed this object, but they changed it, and other objects refer to it"
        : "they removed this object, but we changed it, and other objects refer to it",
      kept: deletion.side.other, resolution: [.remove(path)])
  }

  /// Returns the position of an object that returns: after the preceding object of their project.
  private func position(of id: String) -> PlistEdit.PairPosition {
    guard let pairs = theirs["objects"]?.pairs, let index = pairs.index(forKey: id) else {
      return .automatic
    }
    let isa = pairs.values[index]["isa"]?.stringValue
    let present = merged["objects"]?.pairs ?? [:]
    for other in (0..<index).reversed() {
      guard pairs.values[other]["isa"]?.stringValue == isa else { break }
      if present[pairs.keys[other]] != nil { return .after(pairs.keys[other]) }
    }
    return .automatic
  }

  /// Warns if members that one side added to a list of a removed object are in no other list.
  private mutating func warnAboutMembers(of deletion: ObjectDeletion) {
    let old = Set(ProjectGraph.members(of: object(deletion.id, in: base)))
    let added = ProjectGraph.members(of: changed(deletion)).filter { !old.contains($0) }
    let objects = merged["objects"]?.pairs ?? [:]
    let lost = added.filter { objects[$0] != nil }
    if lost.isEmpty { return }
    let present = ProjectGraph(merged).allMembers
    for member in lost where !present.contains(member) {
      warnings.append(
        .merge(
          "\(deletion.side.subject) removed the list to which \(deletion.side.other.subject) added "
            + "this object",
          path: Self.path(of: member)))
    }
  }

  // MARK: Groups

  /// Keeps a file in one group if both sides moved it to different ones.
  private mutating func keepOneGroup() throws(PlistError) {
    let counts = inputs.map(\.groupsByMember)
    for (member, groups) in ProjectGraph(merged).groupsByMember.sorted(by: { $0.key < $1.key }) {
      guard groups.count > 1, counts.allSatisfy({ ($0[member]?.count ?? 0) <= 1 }) else { continue }
      let groups = groups.sorted()
      for group in groups.dropFirst() {
        let path = Self.path(of: group).appending(.key("children"))
        let children = merged[path]?.elements ?? []
        for index in children.indices.reversed() where children[index].stringValue == member {
          try apply(.remove(path.appending(.index(index))))
        }
      }
      warnings.append(
        .merge(
          "both sides moved this object to a group of their own; it stays in the group "
            + groups[0], path: Self.path(of: member)))
    }
  }

  // MARK: Conflicts

  /// Finds what follows when all conflicts are decided for one side: references to the objects
  /// that are removed then are dropped.
  private mutating func findConsequences() throws(PlistError) {
    for side in MergeSide.allCases {
      let removed = conflicts.filter { $0.kept != side }.flatMap(\.resolution)
      if removed.isEmpty { continue }
      var project = merged
      for edit in removed where edit.removesExisting(in: project) { try project.applyInPlace(edit) }
      var repair = ProjectRepair(project, inputs: inputs)
      repair.mayRestore = false
      try repair.run()
      consequences[side] = repair.edits
    }
  }
}

extension PlistEdit {
  /// Whether the edit removes a value that a property list has.
  fileprivate func removesExisting(in project: Plist) -> Bool {
    if case .remove(let path) = self { project[path] != nil } else { false }
  }
}

extension MergeSide {
  /// The subject of a sentence about the side.
  var subject: String { self == .ours ? "we" : "they" }
}
