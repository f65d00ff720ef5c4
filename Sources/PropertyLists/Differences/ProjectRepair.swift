// The repair of references of a merged project that lead nowhere, although they led to an object in
// one of the inputs.
internal import OrderedCollections

struct ProjectRepair {
  private(set) var project: Plist
  private let inputs: [ProjectGraph]
  /// The ids of all objects of the inputs.
  private let knownTargets: Set<String>
  /// Whether a removed object returns where a reference needs it; otherwise, the reference is
  /// dropped.
  var mayRestore = true

  private(set) var edits: [PlistEdit] = []
  /// The objects that were removed. They do not return, so that the repair ends.
  private var gone = Set<String>()
  private(set) var warnings: [PlistDiagnostic] = []

  init(_ project: Plist, inputs: [ProjectGraph]) {
    self.project = project
    self.inputs = inputs
    knownTargets = inputs.reduce(into: []) { $0.formUnion($1.objects.keys) }
  }

  /// Repairs references until none is left. Each round removes or restores objects that no later
  /// round restores or removes, except those that it restored itself.
  mutating func run() throws(PlistError) {
    var pending = Array(project["objects"]?.pairs?.keys ?? [])
    while !pending.isEmpty {
      let broken = brokenReferences(of: pending)
      if broken.isEmpty { return }
      pending = try repair(broken)
    }
  }

  private func brokenReferences(of ids: [String]) -> [ProjectReference] {
    let objects = project["objects"]?.pairs ?? [:]
    return ids.flatMap { id in
      guard let object = objects[id] else { return [ProjectReference]() }
      let broken = ProjectGraph.references(of: id, object) {
        objects[$0] == nil && knownTargets.contains($0)
      }
      let targets = broken.isEmpty ? [] : formerTargets(of: id)
      return broken.filter { targets.contains($0.target) }
    }
  }

  /// Returns the objects to which an object refers in an input that has both.
  private func formerTargets(of id: String) -> Set<String> {
    inputs.reduce(into: []) { targets, input in
      guard let holder = input.objects[id] else { return }
      for text in ProjectGraph.texts(in: holder) where input.objects[text] != nil {
        targets.insert(text)
      }
    }
  }

  /// Repairs references; returns the objects that must be checked again.
  private mutating func repair(_ broken: [ProjectReference]) throws(PlistError) -> [String] {
    var removed = Set<String>()
    var drops: [ProjectReference] = []
    var restorations: [String] = []
    for reference in broken {
      if isList(reference) || reference.isKey {
        drops.append(reference)
      } else if existsForReference(reference) {
        removed.insert(reference.holder)
      } else if mayRestore, !gone.contains(reference.target) {
        restorations.append(reference.target)
      } else {
        drops.append(reference)
      }
    }
    for id in restorations where project["objects"]?[id] == nil { try restore(id) }
    let holders = drops.map(\.holder)
    for reference in drops.reversed()
    where !removed.contains(reference.holder) && project["objects"]?[reference.target] == nil {
      try drop(reference)
    }
    for id in removed.sorted() { try remove(id) }
    let isRemoving = !removed.isEmpty
    return isRemoving ? Array(project["objects"]?.pairs?.keys ?? []) : restorations + holders
  }

  private func isList(_ reference: ProjectReference) -> Bool {
    if case .index? = reference.steps.last { true } else { false }
  }

  /// Whether the object that refers has no other purpose.
  private func existsForReference(_ reference: ProjectReference) -> Bool {
    let isa = project["objects"]?[reference.holder]?["isa"]?.stringValue
    guard case .key(let key)? = reference.steps.last, reference.steps.count == 1 else {
      return false
    }
    switch isa {
    case "PBXBuildFile": return key == "fileRef" || key == "productRef"
    case "PBXTargetDependency":
      return key == "target" || key == "targetProxy" || key == "productRef"
    case "PBXContainerItemProxy": return key == "remoteGlobalIDString" || key == "containerPortal"
    case "PBXReferenceProxy": return key == "remoteRef"
    default: return false
    }
  }

  private mutating func apply(_ edit: PlistEdit) throws(PlistError) {
    try project.applyInPlace(edit)
    edits.append(edit)
  }

  private mutating func drop(_ reference: ProjectReference) throws(PlistError) {
    let path = PlistPath([.key("objects"), .key(reference.holder)] + reference.steps)
    try apply(.remove(path))
    if !reference.isKey {
      warnings.append(
        .merge(
          "one side removed the object \(reference.target), to which the other side refers here; "
            + "the reference is removed, too",
          path: PlistPath(path.steps.dropLast())))
    }
  }

  private mutating func remove(_ id: String) throws(PlistError) {
    let path = PlistPath([.key("objects"), .key(id)])
    guard project[path] != nil else { return }
    gone.insert(id)
    try apply(.remove(path))
    warnings.append(
      .merge(
        "one side removed the object to which this object refers; both are removed", path: path)
    )
  }

  private mutating func restore(_ id: String) throws(PlistError) {
    guard let object = inputs.reversed().lazy.compactMap({ $0.objects[id] }).first else { return }
    let path = PlistPath([.key("objects"), .key(id)])
    try apply(.insert(path, object, position: .automatic))
    warnings.append(
      .merge(
        "one side removed this object, but the other side refers to it; it is kept", path: path)
    )
  }
}
