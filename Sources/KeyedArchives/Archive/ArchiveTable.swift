// What an archive's objects are: each slot of `$objects` judged once, with its class. Relies on the
// document's own guarantee that nothing inline contains itself.
internal import PropertyLists

/// One entry of `$objects`, judged.
struct Slot: BitwiseCopyable, Sendable {
  enum Kind: UInt8, Sendable {
    /// The string `$null`: nil, in every slot.
    case null
    /// A string, number, boolean, data or date.
    case plain
    /// An array without a class.
    case array
    /// A dictionary with a class.
    case object
    /// A reference, which no object can be.
    case reference
    /// A dictionary without `$class`: a class record, or damage.
    case classless
    /// A dictionary whose `$class` is no reference in range.
    case badClassReference
    /// A dictionary whose `$class` leads to no class record.
    case badClassRecord
  }

  var kind: Kind
  /// The number of an object's class record.
  var record: UInt32 = .max

  /// Whether a reference to the slot is an error.
  var isDamaged: Bool { kind.rawValue >= Kind.reference.rawValue }
}

/// A class record that some object names.
struct RecordEntry: Sendable {
  var slot: Int
  var node: PlistNode
  /// `$classname`.
  var nameNode: PlistNode
  var name: String
}

/// The objects of an archive. Immutable.
final class ArchiveTable: Sendable {
  let document: PlistDocument
  let top: PlistNode
  let objects: PlistNode
  let slots: [Slot]
  let records: [RecordEntry]
  let references: ReferenceForm

  /// Checks the frame, `$top` and `$objects`, and judges every slot. Linear in the document.
  init(_ document: PlistDocument) throws(ArchiveError) {
    let root = document.root
    guard root.kind == .dictionary else {
      throw ArchiveError(
        .notArchive, "an archive is a dictionary, not a value of type \(root.kind)",
        position: root.position)
    }
    self.document = document
    top = try Self.part("$top", .dictionary, .invalidTop, of: root)
    objects = try Self.part("$objects", .array, .invalidObjects, of: root)
    references = ReferenceForm(document.format)
    guard references.slot(of: top, count: objects.count) == nil else {
      throw ArchiveError(
        .invalidTop, "the $top of an archive is a dictionary, not a reference",
        position: top.position, path: PlistPath([.key("$top")]))
    }
    var judge = SlotJudge(objects, references)
    slots = judge.judgeAll()
    records = judge.records
  }

  private static func part(
    _ key: String, _ kind: PlistKind, _ code: ArchiveError.Code, of root: PlistNode
  ) throws(ArchiveError) -> PlistNode {
    guard let part = root[key] else {
      throw ArchiveError(code, "an archive has a \(key)", position: root.position)
    }
    guard part.kind == kind else {
      throw ArchiveError(
        code, "the \(key) of an archive is of type \(kind), not \(part.kind)",
        position: part.position, path: PlistPath([.key(key)]))
    }
    return part
  }

  /// The slot that a value refers to, `ReferenceForm.outside` where there is none; nil where the
  /// value is no reference.
  func slot(referredBy node: PlistNode) -> Int? {
    references.slot(of: node, count: slots.count)
  }
}

/// How a document says that a value is a reference.
struct ReferenceForm: Sendable {
  /// A slot that is not there.
  static let outside = -1

  /// Whether a dictionary of the one key `CF$UID` is a reference: where the format has no other.
  let hasDictionaries: Bool

  init(_ format: PlistFormat?) {
    hasDictionaries = format.map { $0 != .binary && $0 != .typedJSON } ?? false
  }

  func slot(of node: PlistNode, count: Int) -> Int? {
    if let uid = node.uidValue { return Int(uid.value) < count ? Int(uid.value) : Self.outside }
    guard hasDictionaries, node.kind == .dictionary, node.count == 1,
      node.key(at: 0)?.isText("CF$UID") == true, let number = node.value(at: 0)?.integerValue
    else { return nil }
    return Int(exactly: number).flatMap { 0..<count ~= $0 ? $0 : nil } ?? Self.outside
  }
}
