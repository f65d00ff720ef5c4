// The three-way merge of property lists: what two sides changed since their common base, in one
// document. The result is a list of edits of one side, so that its comments and layout remain.

/// One of the two sides of a merge.
public enum MergeSide: String, Sendable, Hashable, CaseIterable {
  /// The document that the edits of a merge change.
  case ours
  /// The document whose changes are merged.
  case theirs

  /// The opposite side.
  public var other: MergeSide { self == .ours ? .theirs : .ours }
}

/// Changes of both sides to the same value, which cannot both be kept.
public struct MergeConflict: Sendable, Hashable {
  /// The path of the value in the merged document. For elements that one side or both replaced, it
  /// is the path of the first of them, or of their array.
  public let path: PlistPath
  /// The value in the base; nil if there was none.
  public let base: Plist?
  /// Our value; nil if we removed it.
  public let ours: Plist?
  /// Their value; nil if they removed it.
  public let theirs: Plist?
  /// One sentence about what both sides did, without a period.
  public let message: String
  /// The side whose value the merged document has. It is `ours`, unless a value that we removed is
  /// still needed.
  public let kept: MergeSide
  /// The edits of the merged document that choose the other side.
  let resolution: [PlistEdit]
}

/// A three-way merge of property lists of any formats.
///
/// Dictionaries are merged key by key, and arrays element by element. Elements that are
/// dictionaries are recognized by their identity or similarity, so that two sides can change
/// different keys of one element. A change of one side alone is always part of the result; if both
/// sides made the same change, it is made once. If both added elements at the same index of an
/// array, ours come first. Different changes of one value, and the removal of a value that the
/// other side changed, are conflicts.
///
/// Two kinds of documents have rules of their own. In Xcode projects, lists of references are
/// ordered sets, and the merged project is whole: a reference leads to an object if it did so in
/// one of the inputs. Keyed archives are merged only if both sides kept the slots of the base.
public struct PlistMerge: Sendable {
  /// The edits that make our document the merged one. At conflicts, it keeps one side.
  public let edits: [PlistEdit]
  /// The conflicts, in the order of the merged document.
  public let conflicts: [MergeConflict]
  /// The decisions of the merge that a person may want to check, each with a path and a sentence.
  public let warnings: [PlistDiagnostic]
  /// The merged value.
  public let value: Plist
  /// The edits that follow when all conflicts are decided for one side.
  private let consequences: [MergeSide: [PlistEdit]]

  /// Merges two documents with their common base, which is nil if both sides added the document.
  ///
  /// - Throws: `PlistError` if a document cannot be a `Plist`: see `Plist.init(_:)`.
  public init(base: PlistDocument?, ours: PlistDocument, theirs: PlistDocument)
    throws(PlistError)
  {
    let rules = MergeRules(base: base, ours: ours, theirs: theirs)
    let empty = try PlistDocument(Plist.null)
    var walk = MergeWalk(
      base: base ?? empty, hasBase: base != nil, ours: ours, theirs: theirs, rules: rules)
    try walk.run()
    // Faster than edits of a `Plist` if there are many.
    var tree = EditTree(ours.storage)
    for edit in walk.edits { try tree.apply(edit) }
    let merged = try tree.plist(of: tree.root)
    var project = ProjectMerge(
      base: base == nil ? nil : try Plist(base ?? empty), ours: try Plist(ours),
      theirs: try Plist(theirs), merged: merged, deletions: walk.deletions)
    if rules == .project { try project.run() }
    edits = walk.edits + project.edits
    conflicts = walk.conflicts + project.conflicts
    warnings =
      project.warnings + Self.formatWarnings(base: base, ours: ours, theirs: theirs)
    value = project.merged
    consequences = project.consequences
  }

  /// Returns the warning about a change of the format by them alone.
  private static func formatWarnings(
    base: PlistDocument?, ours: PlistDocument, theirs: PlistDocument
  ) -> [PlistDiagnostic] {
    guard let old = base?.format, old == ours.format, let new = theirs.format, old != new else {
      return []
    }
    return [
      .merge(
        "they changed the format to \(new.rawValue); the merged file keeps our format",
        path: PlistPath())
    ]
  }

  /// Returns the edits of the merged document that decide all conflicts for one side.
  public func resolutions(favoring side: MergeSide) -> [PlistEdit] {
    let chosen = conflicts.reversed().filter { $0.kept != side }.flatMap(\.resolution)
    return chosen + (consequences[side] ?? [])
  }
}

/// The kinds of documents that are merged by different rules.
enum MergeRules {
  case plain, project, archive

  init(base: PlistDocument?, ours: PlistDocument, theirs: PlistDocument) {
    let documents = [ours, theirs] + (base.map { [$0] } ?? [])
    if documents.allSatisfy({ $0.root["objects"]?.kind == .dictionary })
      && documents.allSatisfy({ $0.root["rootObject"]?.kind == .string })
    {
      self = .project
    } else if documents.contains(where: {
      $0.root["$archiver"] != nil && $0.root["$objects"]?.kind == .array
    }) {
      self = .archive
    } else {
      self = .plain
    }
  }
}

extension PlistDiagnostic {
  /// Returns the warning about a decision of a merge.
  static func merge(_ message: String, path: PlistPath) -> PlistDiagnostic {
    PlistDiagnostic(
      severity: .warning, error: PlistError(.mergeDecision, message: message, path: path))
  }
}
