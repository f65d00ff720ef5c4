// The difference of two property lists: what was added, removed, changed, renamed and moved.

/// The difference of two property lists, by their values.
///
/// The formats of the documents and the order of the keys of a dictionary do not matter. Keys and
/// strings are compared by their bytes. Values of different kinds are different: the string `1` of
/// an OpenStep file is not equal to the integer 1 of an XML file.
///
/// The elements of arrays are matched with each other: equal elements first, then dictionaries with
/// an identity (such as `PayloadUUID`, `id`, `identifier` or `name`) that is unique in both arrays,
/// then the most similar ones, and then elements of one kind between the same neighbors. An element
/// that is matched out of order has moved. A key is renamed if its value is found unchanged under
/// a new key, unless the value is a short scalar.
///
/// A dictionary with keys that are not strings is changed as a whole. If containers that occur at
/// many paths would make the comparison take much longer than reading the documents, those
/// containers are changed as a whole too.
public struct PlistDifference: Sendable {
  /// The changes. Those of the elements of a container precede those in its values.
  public let changes: Changes

  /// Compares two documents. Takes time linear in the documents, apart from sorting and from a
  /// search for the best matches that is limited for each element of an array.
  public init(from old: PlistDocument, to new: PlistDocument) {
    var comparison = ValueComparison(old, new)
    comparison.run()
    changes = Changes(
      old: old, new: new, records: comparison.records, pairs: comparison.pairs)
  }

  /// Whether the values are equal.
  public var isEmpty: Bool { changes.isEmpty }

  /// A change of one value.
  public struct Change: Sendable {
    /// The kind of the change.
    public let kind: Kind
    /// The path in the old document; nil for an added value.
    public let oldPath: PlistPath?
    /// The path in the new document; nil for a removed value.
    public let newPath: PlistPath?
    /// The value in the old document; nil for an added value.
    public let oldValue: PlistNode?
    /// The value in the new document; nil for a removed value.
    public let newValue: PlistNode?

    /// The kinds of changes.
    public enum Kind: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
      /// A pair or element that only the new document has.
      case added
      /// A pair or element that only the old document has.
      case removed
      /// A value that was replaced by another one.
      case changed
      /// A pair whose key is a different one. Its value is the same.
      case renamed
      /// An element of an array that precedes or follows other elements than before. Changes in the
      /// element are separate changes.
      case moved
    }
  }
}

extension PlistDifference {
  /// The changes between two property lists, created on each access.
  public struct Changes: RandomAccessCollection, Sendable {
    let old: PlistDocument
    let new: PlistDocument
    let records: [ChangeRecord]
    let pairs: [ComparedContainers]

    /// The index of the first change.
    public var startIndex: Int { 0 }
    /// The number of changes.
    public var endIndex: Int { records.count }

    /// The change at an index. Takes time linear in the length of its path.
    public subscript(index: Int) -> Change {
      let record = records[index]
      let hasOld = record.kind != .added
      let hasNew = record.kind != .removed
      return Change(
        kind: record.kind,
        oldPath: hasOld ? path(of: record, isOld: true) : nil,
        newPath: hasNew ? path(of: record, isOld: false) : nil,
        oldValue: hasOld ? PlistNode(old.storage, index: Int(record.oldValue)) : nil,
        newValue: hasNew ? PlistNode(new.storage, index: Int(record.newValue)) : nil)
    }
  }
}

/// A change as positions in the node tables.
struct ChangeRecord: BitwiseCopyable {
  var kind: PlistDifference.Change.Kind
  /// The index of the compared containers that contain the value; −1 for the root.
  var container: Int32
  /// The position in the old container, and in the new one.
  var oldPosition: UInt32 = 0
  var newPosition: UInt32 = 0
  /// The nodes of the values.
  var oldValue: UInt32 = 0
  var newValue: UInt32 = 0
  /// For elements of arrays: the index from which the edit takes the element.
  var source: UInt32 = 0
  /// For elements of arrays: the index at which the edit inserts the element.
  var target: UInt32 = 0
  /// Whether a renamed pair has other pairs before and after it than in the old dictionary, so that
  /// it is removed and inserted.
  var hasOtherNeighbors = false
}

/// Two containers that were compared.
struct ComparedContainers: BitwiseCopyable {
  /// The index of the containers that contain them; −1 for the roots.
  var parent: Int32
  /// The positions in the parents.
  var oldPosition: UInt32
  var newPosition: UInt32
  /// The nodes of the containers.
  var old: UInt32
  var new: UInt32
  /// Whether the edits replace the containers, or some that contain them, as a whole.
  var isReplaced = false
}

// MARK: - Paths

extension PlistDifference.Changes {
  /// Returns the path of a change in one of the documents.
  func path(of record: ChangeRecord, isOld: Bool) -> PlistPath {
    guard record.container >= 0 else { return PlistPath() }
    let position = isOld ? record.oldPosition : record.newPosition
    let step = step(position, in: pairs[Int(record.container)], isOld: isOld)
    return path(ofContainers: Int(record.container), isOld: isOld).appending(step)
  }

  /// Returns the path of a compared container in one of the documents.
  func path(ofContainers index: Int, isOld: Bool) -> PlistPath {
    var steps: [PlistPath.Step] = []
    var pair = pairs[index]
    while pair.parent >= 0 {
      let parent = pairs[Int(pair.parent)]
      steps.append(step(isOld ? pair.oldPosition : pair.newPosition, in: parent, isOld: isOld))
      pair = parent
    }
    return PlistPath(steps.reversed())
  }

  /// Returns the step from a container to the value at a position.
  func step(_ position: UInt32, in pair: ComparedContainers, isOld: Bool) -> PlistPath.Step {
    let storage = isOld ? old.storage : new.storage
    let container = storage.nodes[Int(isOld ? pair.old : pair.new)]
    guard container.kind == .dictionary else { return .index(Int(position)) }
    let key = storage.nodes[storage.key(Int(position), of: container)]
    return .key(key.text(in: storage.source))
  }
}
