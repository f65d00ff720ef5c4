// What the writer of Xcode projects must know of all objects before it writes the first: their
// classes, which part them into sections, and what the comments behind ids are made from.

/// One object: the fields that comments show.
struct ProjectObject {
  var isa: String
  var name: String?
  var path: String?
  var fileReference: String?
  var productReference: String?
  var productName: String?
  var repositoryURL: String?
  var relativePath: String?
  var target: String?
  var buildPhase: String?
  var mainGroup: String?
  var firstTarget: String?
  /// The text of the reference to the configuration list.
  var configurationList: Node?
  /// Which of the two keys of folders that Xcode 16.0 always wrote are there.
  var explicitKeys = 0

  /// The field of a key.
  mutating func note(_ key: String, text: String, node: Node) {
    switch key {
    case "name": name = text
    case "path": path = text
    case "fileRef": fileReference = text
    case "productRef": productReference = text
    case "productName": productName = text
    case "repositoryURL": repositoryURL = text
    case "relativePath": relativePath = text
    case "target": target = text
    case "buildPhase": buildPhase = text
    case "mainGroup": mainGroup = text
    case "buildConfigurationList": configurationList = node
    default: break
    }
  }

  var isBuildPhase: Bool { isa.hasPrefix("PBX") && isa.hasSuffix("BuildPhase") }

  /// Whether the object has the form of folders that Xcode 16.0 wrote.
  var isEarlyFolder: Bool {
    isa == "PBXFileSystemSynchronizedRootGroup" && explicitKeys == 2
  }

  /// Whether Xcode writes the object in one line.
  var isInOneLine: Bool {
    isa == "PBXBuildFile" || isa == "PBXFileReference" || isEarlyFolder
  }
}

/// The objects of a project by their ids. One pass over all of them.
struct ProjectObjects {
  private let storage: DocumentStorage
  private(set) var byID: [String: ProjectObject] = [:]
  /// The places of all entries, sorted by their keys: what comes first there names first.
  private(set) var indexes: [UInt32] = []
  /// The class of each entry, in that order; nil for what is no object.
  private(set) var classes: [String?] = []
  /// For each relation, who names an id first.
  private var namers: [ProjectRelation: [String: String]] = [:]
  /// The id of the first project.
  private(set) var project: String?
  /// What shared values may cost: beyond it the walk that writes gives up.
  private var budget: ExpansionBudget

  /// Who names whom.
  enum ProjectRelation {
    /// Build phases their build files.
    case files
    /// Projects and targets their list of configurations.
    case configurationList
    /// Lists of configurations their configurations.
    case configurations
    /// Folders their sets of exceptions.
    case exceptions
    /// Targets their build phases.
    case phases
  }

  /// The longest class, id or name that counts, in bytes: comments are copied to each reference, so
  /// that a long one would make the output many times the input; and comparing long texts of
  /// combining characters as Swift does takes more than linear time.
  static let longestText = 512

  /// - Parameter objects: The dictionary of objects; nil where there is none.
  init(_ objects: Node?, storage: DocumentStorage, options: PlistWritingOptions) {
    self.storage = storage
    budget = ExpansionBudget(
      allowance: options.maximumExpansion, sourceBytes: storage.byteCount)
    guard let objects else { return }
    indexes = KeySorting.indexes(objects, storage: storage)
    for index in indexes { note(Int(index), of: objects) }
  }

  /// Who names an id.
  func namer(_ relation: ProjectRelation, of id: String) -> String? { namers[relation]?[id] }

  /// The text of a node that is an id or a name; nil for anything else.
  func shortText(_ node: Node) -> String? {
    guard node.kind == .string, node.count <= Self.longestText,
      !node.exceedsCombiningMarks(in: storage.source)
    else { return nil }
    return node.text(in: storage.source)
  }

  private mutating func note(_ index: Int, of objects: Node) {
    let node = storage.nodes[storage.value(index, of: objects)]
    guard node.kind == .dictionary, spend(on: node), let isa = isa(of: node) else {
      return classes.append(nil)
    }
    classes.append(isa)
    guard let id = shortText(storage.nodes[storage.key(index, of: objects)]) else { return }
    var object = ProjectObject(isa: isa)
    for field in 0..<node.count { note(field, of: node, id: id, object: &object) }
    if isa == "PBXProject", project == nil { project = id }
    byID[id] = object
  }

  /// Pays for the fields or elements of a container: texts are looked at up to their longest.
  private mutating func spend(on node: Node) -> Bool {
    for position in 0..<node.referenceCount {
      let child = storage.nodes[Int(storage.references[node.start + position])]
      let text = min(child.textCost, Self.longestText)
      guard budget.spend(ExpansionBudget.bytesPerVisit + text) else { return false }
    }
    return true
  }

  private func isa(of node: Node) -> String? {
    guard let index = storage.classIndex(of: node) else { return nil }
    return shortText(storage.nodes[storage.value(index, of: node)])
  }

  private mutating func note(
    _ field: Int, of node: Node, id: String, object: inout ProjectObject
  ) {
    let value = storage.nodes[storage.value(field, of: node)]
    guard let key = shortText(storage.nodes[storage.key(field, of: node)]) else { return }
    if key == "explicitFileTypes" || key == "explicitFolders" { object.explicitKeys += 1 }
    if value.kind == .string {
      // A text that is too long to be shown is shown as nothing.
      let text = shortText(value) ?? ""
      object.note(key, text: text, node: value)
      if key == "buildConfigurationList" { relate(.configurationList, named: text, id: id) }
    } else if value.kind == .array {
      noteList(key, list: value, id: id, object: &object)
    }
  }

  private mutating func noteList(
    _ key: String, list: Node, id: String, object: inout ProjectObject
  ) {
    switch key {
    case "files" where object.isBuildPhase: relate(.files, list: list, id: id)
    case "buildConfigurations": relate(.configurations, list: list, id: id)
    case "exceptions": relate(.exceptions, list: list, id: id)
    case "buildPhases": relate(.phases, list: list, id: id)
    case "targets" where list.count > 0:
      object.firstTarget = shortText(storage.nodes[storage.child(0, of: list)])
    default: break
    }
  }

  private mutating func relate(_ relation: ProjectRelation, list: Node, id: String) {
    guard spend(on: list) else { return }
    for position in 0..<list.count {
      guard let named = shortText(storage.nodes[storage.child(position, of: list)]) else {
        continue
      }
      relate(relation, named: named, id: id)
    }
  }

  private mutating func relate(_ relation: ProjectRelation, named: String, id: String) {
    if namers[relation]?[named] == nil { namers[relation, default: [:]][named] = id }
  }
}

extension DocumentStorage {
  /// The place of a dictionary's `isa`, when that is a string.
  func classIndex(of dictionary: Node) -> Int? {
    for index in 0..<dictionary.count
    where nodes[key(index, of: dictionary)].isText("isa", in: source) {
      return nodes[value(index, of: dictionary)].kind == .string ? index : nil
    }
    return nil
  }

  /// The value of a key of the root, a dictionary.
  func rootValue(_ name: String) -> Node? {
    let node = nodes[root]
    guard node.kind == .dictionary else { return nil }
    for index in 0..<node.count where nodes[key(index, of: node)].isText(name, in: source) {
      return nodes[value(index, of: node)]
    }
    return nil
  }
}
