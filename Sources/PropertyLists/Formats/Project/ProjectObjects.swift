// What the writer of Xcode projects must know about all objects before it writes the first one:
// their classes, which determine the sections, and the fields that appear in comments.

/// The fields of an object that appear in comments.
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
  /// The node of the reference to the configuration list.
  var configurationList: Node?
  /// How many of the two keys that Xcode 16.0 always wrote for folders are present.
  var explicitKeys = 0

  /// Stores the value of a key if it appears in comments.
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

  /// Whether the object is a folder in the form that Xcode 16.0 wrote.
  var isEarlyFolder: Bool { isa == "PBXFileSystemSynchronizedRootGroup" && explicitKeys == 2 }

  /// Whether Xcode writes the object on one line.
  var isOnOneLine: Bool { isa == "PBXBuildFile" || isa == "PBXFileReference" || isEarlyFolder }
}

/// The objects of a project by their ids, collected in one pass.
struct ProjectObjects {
  private let storage: DocumentStorage
  private(set) var byID: [String: ProjectObject] = [:]
  /// The indexes of all entries, sorted by key. If several objects name an id, the first of them in
  /// this order is used.
  private(set) var indexes: [UInt32] = []
  /// The class of each entry, in the order of `indexes`; nil for entries that are not objects.
  private(set) var classes: [String?] = []
  /// For each relation, the ids of objects, each with the id of the first object that names it.
  private var firstReferrers: [ProjectRelation: [String: String]] = [:]
  /// The id of the first project.
  private(set) var project: String?
  /// The budget for expanding shared values. Beyond it, the writer throws an error.
  private var budget: ExpansionBudget

  /// A relation in which an object names the ids of others.
  enum ProjectRelation {
    /// From build phases to their build files.
    case files
    /// From projects and targets to their list of configurations.
    case configurationList
    /// From lists of configurations to their configurations.
    case configurations
    /// From folders to their sets of exceptions.
    case exceptions
    /// From targets to their build phases.
    case phases
  }

  /// The maximum length of a class, id or name in bytes. Comments are copied to each reference, so
  /// that a long name would make the output many times as large as the input. Swift's comparison of
  /// long runs of combining characters takes more than linear time.
  static let maximumTextLength = 512

  /// Collects the objects of a project.
  ///
  /// - Parameter objects: The dictionary of objects; nil if there is none.
  init(_ objects: Node?, storage: DocumentStorage, options: PlistWritingOptions) {
    self.storage = storage
    budget = ExpansionBudget(allowance: options.maximumExpansion, sourceBytes: storage.byteCount)
    guard let objects else { return }
    indexes = KeySorting.indexes(objects, storage: storage)
    for index in indexes { note(Int(index), of: objects) }
  }

  /// Returns the first object that names an id.
  func firstReferrer(_ relation: ProjectRelation, of id: String) -> String? {
    firstReferrers[relation]?[id]
  }

  /// Returns the text of a node that is an id or a name; nil for other nodes.
  func shortText(_ node: Node) -> String? {
    guard node.kind == .string, node.count <= Self.maximumTextLength,
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

  /// Charges the fields or elements of a container to the budget, each string only up to the
  /// maximum length.
  private mutating func spend(on node: Node) -> Bool {
    for position in 0..<node.referenceCount {
      let child = storage.nodes[Int(storage.references[node.start + position])]
      let text = min(child.textCost, Self.maximumTextLength)
      guard budget.spend(ExpansionBudget.bytesPerVisit + text) else { return false }
    }
    return true
  }

  private func isa(of node: Node) -> String? {
    guard let index = storage.classIndex(of: node) else { return nil }
    return shortText(storage.nodes[storage.value(index, of: node)])
  }

  private mutating func note(_ field: Int, of node: Node, id: String, object: inout ProjectObject) {
    let value = storage.nodes[storage.value(field, of: node)]
    guard let key = shortText(storage.nodes[storage.key(field, of: node)]) else { return }
    if key == "explicitFileTypes" || key == "explicitFolders" { object.explicitKeys += 1 }
    if value.kind == .string {
      // A string that is too long for a comment is treated as empty.
      let text = shortText(value) ?? ""
      object.note(key, text: text, node: value)
      if key == "buildConfigurationList" { relate(.configurationList, named: text, id: id) }
    } else if value.kind == .array {
      noteList(key, list: value, id: id, object: &object)
    }
  }

  private mutating func noteList(_ key: String, list: Node, id: String, object: inout ProjectObject)
  {
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
    if firstReferrers[relation]?[named] == nil {
      firstReferrers[relation, default: [:]][named] = id
    }
  }
}

extension DocumentStorage {
  /// Returns the index of a dictionary's `isa` key if its value is a string.
  func classIndex(of dictionary: Node) -> Int? {
    for index in 0..<dictionary.count
    where nodes[key(index, of: dictionary)].isText("isa", in: source) {
      return nodes[value(index, of: dictionary)].kind == .string ? index : nil
    }
    return nil
  }

  /// The dictionary of the objects of a project; nil if there is none.
  var projectObjects: Node? {
    rootValue("objects").flatMap { $0.kind == .dictionary ? $0 : nil }
  }

  /// Returns the value of a key if the root is a dictionary.
  func rootValue(_ name: String) -> Node? {
    let node = nodes[root]
    guard node.kind == .dictionary else { return nil }
    for index in 0..<node.count where nodes[key(index, of: node)].isText(name, in: source) {
      return nodes[value(index, of: node)]
    }
    return nil
  }
}
