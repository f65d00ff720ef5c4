// The checks that every reader of an archive runs before it looks at an object: the frame, and the
// references that `$top` reaches. One verdict, whoever asks.
package import PropertyLists

extension ArchiveTable {
  /// The table of a document that has the frame of an archive: `$top`, a dictionary, and `$objects`,
  /// an array. References may still be invalid: ``checkReferences()`` looks for those.
  ///
  /// - Throws: `ArchiveError` with `notArchive`, `invalidTop` or `invalidObjects`, and with
  ///   `notPropertyList` where a key is not a string.
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

  /// The table of an archive in which every reference that `$top` reaches leads to a value.
  ///
  /// - Throws: `ArchiveError` for the first fault, in the order of a walk from `$top`. Linear in the
  ///   document.
  package convenience init(_ document: PlistDocument) throws(ArchiveError) {
    try self.init(frameOf: document)
    if isSound { return }
    var walk = ReferenceWalk(self, limit: 1)
    walk.walkFromTop()
    if let fault = walk.findings.first { throw fault }
  }

  /// Whether a document has the frame of an archive, its objects aside.
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
