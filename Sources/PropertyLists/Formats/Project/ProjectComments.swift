// The comments that Xcode writes after ids. The rules were derived by comparing the comments of
// many projects with their objects. Only the name of the project does not come from an object.

/// The generator of the comments of a project.
struct ProjectComments {
  let objects: ProjectObjects
  private let projectName: String
  /// Whether comments of configurations name the owner, as they do from object version 90 on.
  private let configurationsNameOwners: Bool

  init(_ objects: ProjectObjects, storage: DocumentStorage, options: PlistWritingOptions) {
    self.objects = objects
    projectName =
      options.projectName ?? storage.projectName(objects) ?? Self.derivedName(objects) ?? ""
    configurationsNameOwners = Self.version(storage) >= 90
  }

  /// Returns the comment after an id, without its delimiters; nil for text that is not an id or has
  /// no comment.
  func comment(for node: Node) -> String? {
    guard objects.byID.count > 0, let id = objects.shortText(node) else { return nil }
    return comment(forID: id)
  }

  /// Returns whether Xcode writes an object on one line.
  func isOnOneLine(_ id: String) -> Bool { objects.byID[id]?.isOnOneLine == true }

  /// Returns the comment after an id, without its delimiters; nil if there is none.
  func comment(forID id: String) -> String? {
    guard let object = objects.byID[id] else { return nil }
    guard let comment = comment(object, id: id), !comment.isEmpty,
      comment.utf8.count <= ProjectObjects.maximumTextLength
    else { return nil }
    return comment
  }

  private func comment(_ object: ProjectObject, id: String) -> String? {
    switch object.isa {
    case "PBXBuildFile": buildFile(object, id: id)
    case "XCConfigurationList": configurationList(object, id: id)
    case "XCBuildConfiguration": configuration(object, id: id)
    case "PBXFileSystemSynchronizedBuildFileExceptionSet": buildFileExceptions(object, id: id)
    case "PBXFileSystemSynchronizedGroupBuildPhaseMembershipExceptionSet":
      membershipExceptions(object, id: id)
    default: ownName(object)
    }
  }

  /// Returns the name of an object that does not depend on other objects.
  private func ownName(_ object: ProjectObject) -> String? {
    switch object.isa {
    case "PBXProject": "Project object"
    case "PBXTargetDependency", "PBXContainerItemProxy", "PBXBuildRule": object.isa
    case "PBXGroup": object.name ?? object.path
    case "XCSwiftPackageProductDependency": object.productName ?? object.isa
    case "XCRemoteSwiftPackageReference":
      "\(object.isa) \"\(packageName(object.repositoryURL ?? ""))\""
    case "XCLocalSwiftPackageReference": "\(object.isa) \"\(object.relativePath ?? "")\""
    case _ where object.isBuildPhase: object.name ?? String(object.isa.dropFirst(3).dropLast(10))
    default: object.name ?? object.path ?? object.isa
    }
  }

  /// Returns the last component of a URL without its extension.
  private func packageName(_ url: String) -> String {
    guard let name = url.split(separator: "/").last else { return "" }
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
    return String(name[..<dot])
  }

  private func name(_ id: String?) -> String? { id.flatMap { objects.byID[$0] }.flatMap(ownName) }

  private func buildFile(_ object: ProjectObject, id: String) -> String {
    let file = name(object.fileReference ?? object.productReference) ?? "(null)"
    return "\(file) in \(name(objects.firstReferrer(.files, of: id)) ?? "(null)")"
  }

  private func configurationList(_ object: ProjectObject, id: String) -> String? {
    guard let owner = owner(ofList: id) else { return ownName(object) }
    return "Build configuration list for \(owner)"
  }

  private func configuration(_ object: ProjectObject, id: String) -> String? {
    guard configurationsNameOwners, let name = object.name,
      let owner = objects.firstReferrer(.configurations, of: id).flatMap(owner(ofList:))
    else { return ownName(object) }
    return "\(name) configuration for \(owner)"
  }

  /// Returns the class and name of the project or target that owns a list of configurations.
  private func owner(ofList id: String) -> String? {
    guard
      let owner = objects.firstReferrer(.configurationList, of: id).flatMap({ objects.byID[$0] })
    else { return nil }
    let name = owner.isa == "PBXProject" ? projectName : ownName(owner) ?? ""
    return "\(owner.isa) \"\(name)\""
  }

  private func buildFileExceptions(_ object: ProjectObject, id: String) -> String? {
    guard let folder = laterFolder(of: id) else { return object.isa }
    return "Exceptions for \"\(folder)\" folder in \"\(name(object.target) ?? "")\" target"
  }

  private func membershipExceptions(_ object: ProjectObject, id: String) -> String? {
    guard let folder = laterFolder(of: id), let phase = object.buildPhase else { return object.isa }
    let target = name(objects.firstReferrer(.phases, of: phase)) ?? ""
    return "Exceptions for \"\(folder)\" folder in \"\(name(phase) ?? "")\" phase"
      + " from \"\(target)\" target"
  }

  /// Returns the name of the folder that owns a set of exceptions; nil if Xcode 16.0 wrote the
  /// folder, because its comments then show the class.
  private func laterFolder(of exceptions: String) -> String? {
    guard let id = objects.firstReferrer(.exceptions, of: exceptions),
      let folder = objects.byID[id], !folder.isEarlyFolder
    else { return nil }
    return ownName(folder)
  }

  // MARK: The project

  private static func version(_ storage: DocumentStorage) -> Int {
    guard let node = storage.rootValue("objectVersion") else { return 0 }
    switch node.kind {
    case .integer: return Int(node.integer(in: storage.view).description) ?? 0
    case .string where node.count <= 20: return Int(node.text(in: storage.source)) ?? 0
    default: return 0
    }
  }

  /// Returns the most likely name of the project.
  private static func derivedName(_ objects: ProjectObjects) -> String? {
    guard let project = objects.project.flatMap({ objects.byID[$0] }) else { return nil }
    let group = project.mainGroup.flatMap { objects.byID[$0] }
    return group?.name ?? group?.path ?? project.firstTarget.flatMap { objects.byID[$0] }?.name
  }
}

extension DocumentStorage {
  /// Returns the name of the project from the source text: from the comment after the reference to
  /// the project's list of configurations.
  func projectName(_ objects: ProjectObjects) -> String? {
    guard origin.format == .project,
      let list = objects.project.flatMap({ objects.byID[$0] })?.configurationList
    else { return nil }
    let end = list.start + list.count
    let comment = view.byte(orZeroAt: end) == UInt8(ascii: "\"") ? end + 1 : end
    let opening: StaticString = " /* Build configuration list for PBXProject \""
    guard view.matches(opening, at: comment) else { return nil }
    let start = comment + opening.utf8CodeUnitCount
    for position in start..<min(start + ProjectObjects.maximumTextLength, view.count)
    where view.matches("\" */", at: position) {
      return view.string(at: start, count: position - start)
    }
    return nil
  }
}
