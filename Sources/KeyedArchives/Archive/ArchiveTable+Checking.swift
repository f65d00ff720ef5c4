// The checks that every reader of an archive runs before it inspects an object: `$top`, `$objects`,
// and the references reachable from `$top`; and the errors for invalid references and slots. All
// readers share one verdict.
package import PropertyLists

extension ArchiveTable {
  /// The table of a document with the outer structure of an archive: a dictionary `$top` and an
  /// array `$objects`. References may still be invalid: ``checkReferences()`` finds these.
  ///
  /// - Throws: `ArchiveError` with `notArchive`, `invalidTop` or `invalidObjects`; with
  ///   `notPropertyList` if a key is not a string.
  convenience init(frameOf document: PlistDocument) throws(ArchiveError) {
    let root = document.root
    guard root.kind == .dictionary else {
      throw ArchiveError(
        .notArchive,
        message: "expected a dictionary at the root of the archive, found a value of type "
          + "\(root.kind)", suggestion: Self.ordinary, position: root.position)
    }
    guard root["$top"] != nil || root["$objects"] != nil else {
      throw ArchiveError(
        .notArchive, message: "this is an ordinary property list: it has neither $top nor $objects",
        suggestion: Self.ordinary, position: root.position)
    }
    let top = try Self.part("$top", kind: .dictionary, code: .invalidTop, of: root)
    let objects = try Self.part("$objects", kind: .array, code: .invalidObjects, of: root)
    do throws(PlistError) { try document.requireStringKeys("keyed archives") } catch {
      throw ArchiveError(error)
    }
    self.init(document, top: top, objects: objects)
    guard slot(referredBy: top) == nil else {
      throw ArchiveError(
        .invalidTop, message: "expected a dictionary for $top, found a reference",
        position: top.position, path: PlistPath([.key("$top")]))
    }
  }

  /// The table of an archive in which every reference reachable from `$top` refers to a value.
  /// Throws `ArchiveError` for the first fault that a walk from `$top` finds. Takes time linear in
  /// the document.
  package convenience init(_ document: PlistDocument) throws(ArchiveError) {
    try self.init(frameOf: document)
    if isSound { return }
    var walk = ReferenceWalk(self, limit: 1)
    walk.walkFromTop()
    if let fault = walk.findings.first { throw fault }
  }

  /// Whether a document has the outer structure of an archive; does not check its objects.
  package static func hasFrame(_ document: PlistDocument) -> Bool {
    document.root["$top"]?.kind == .dictionary && document.root["$objects"]?.kind == .array
  }

  private static let ordinary = "`plist print` shows property lists that are not archives"

  private static func part(
    _ key: String, kind: PlistKind, code: ArchiveError.Code, of root: PlistNode
  ) throws(ArchiveError) -> PlistNode {
    guard let part = root[key] else {
      throw ArchiveError(code, message: "the archive has no \(key)", position: root.position)
    }
    guard part.kind == kind else {
      throw ArchiveError(
        code,
        message: "expected \(kind == .array ? "an array" : "a \(kind)") for \(key), found a value "
          + "of type \(part.kind)", position: part.position, path: PlistPath([.key(key)]))
    }
    return part
  }

  func object(inSlot slot: Int) -> PlistNode { view(node(inSlot: slot)) }
}

extension ArchiveTable {
  func path(of slot: Int, _ steps: PlistPath.Step...) -> PlistPath {
    PlistPath([.key("$objects"), .index(slot)] + steps)
  }

  /// The error for a version that unarchivers reject; nil for 100000, which Apple's archives have.
  var versionFault: ArchiveError? {
    let version = document.root["$version"]
    if version?.integerValue == 100_000 { return nil }
    return ArchiveError(
      .unknownVersion,
      message: version == nil
        ? "the archive has no $version" : "expected 100000 for $version, found another value",
      position: (version ?? document.root).position,
      path: PlistPath(version == nil ? [] : [.key("$version")]))
  }

  /// The error for a reference to a slot that does not exist.
  func outOfRange(_ node: PlistNode, at path: PlistPath) -> ArchiveError {
    ArchiveError(
      .referenceOutOfRange,
      message: "reference to object \(referenceNumber(node)), but the archive has only "
        + slots.count.counting("object"),
      position: node.position, path: path)
  }

  /// The error for a slot that values cannot refer to.
  func fault(inSlot slot: Int) -> ArchiveError {
    let node = object(inSlot: slot)
    switch slots[slot].kind {
    case .reference:
      return ArchiveError(
        .referenceToReference, message: "expected an object, found a reference",
        position: node.position, path: path(of: slot))
    case .invalidClassReference:
      return ArchiveError(
        .invalidClassReference,
        message: "the $class of the object does not refer to a slot of $objects",
        position: node["$class"]?.position, path: path(of: slot, .key("$class")))
    case .invalidClassRecord:
      let record = node["$class"].flatMap(self.slot(referredBy:)) ?? slot
      return ArchiveError(
        .invalidClassRecord,
        message:
          "invalid class record of object \(slot): expected a string $classname, and strings in"
          + " $classes and $classhints, none with more than \(CombiningMarks.limit) combining marks"
          + " in a row", position: object(inSlot: record).position, path: path(of: record))
    default:
      let isRecord = node["$classname"] != nil
      return ArchiveError(
        .missingClass,
        message: isRecord ? "expected an object, found a class record" : "the object has no $class",
        position: node.position, path: path(of: slot))
    }
  }
}

extension ArchiveTable {
  /// The text that represents nil.
  static let nullText = "$null"
}
