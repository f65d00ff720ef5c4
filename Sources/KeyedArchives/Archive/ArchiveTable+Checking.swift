// The checks that every reader of an archive runs before it inspects an object: `$top`, `$objects`,
// and the references that `$top` reaches. All readers share one verdict.
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
        message: "expected a dictionary at the root of the archive, found \(root.kind)",
        suggestion: Self.ordinary, position: root.position)
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

  /// The table of an archive in which every reference that `$top` reaches refers to a value.
  ///
  /// - Throws: `ArchiveError` for the first fault in a traversal from `$top`. Takes time linear in
  ///   the document.
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
        code, message: "expected \(kind.withArticle) for \(key), found \(part.kind)",
        position: part.position, path: PlistPath([.key(key)]))
    }
    return part
  }

  /// The value of a slot.
  func object(inSlot slot: Int) -> PlistNode { view(node(inSlot: slot)) }
}

extension PlistKind {
  fileprivate var withArticle: String { self == .array ? "an array" : "a \(self)" }
}
