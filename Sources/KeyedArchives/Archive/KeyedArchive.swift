// A keyed archive as data: the values of `$top`, objects and classes. Creating an archive checks
// it; all other operations are views that cannot fail.
public import PropertyLists

/// A keyed archive that was read and can be traversed: every reference reachable from `$top` refers
/// to an object with a class record, or to a plain value.
///
/// Nothing is decoded into types here: classes are names. Any `$version` and `$archiver` are
/// accepted. Objects that are unreachable from `$top` may be damaged, and their damaged values have
/// the kind `damaged`. ``diagnose(_:)`` reports everything that a stricter reader would reject.
///
/// A reference is a UID. In formats without UIDs, which are XML, plain JSON and the OpenStep
/// family, it is a dictionary with the single key `CF$UID` and an integer value.
public struct KeyedArchive: Sendable {
  let table: ArchiveTable
  /// For each slot, the number of values reachable from `$top` that refer to it.
  let referenceCounts: [UInt32]

  /// Creates the archive of a table whose references were followed from `$top`.
  init(_ table: ArchiveTable, referenceCounts: [UInt32]) {
    (self.table, self.referenceCounts) = (table, referenceCounts)
  }

  /// Creates the archive that a property list contains.
  ///
  /// - Throws: `ArchiveError` if the property list does not have the outer structure of an archive,
  ///   or if a dangling reference is reachable from `$top`. Takes time linear in the document.
  public init(_ document: PlistDocument) throws(ArchiveError) {
    table = try ArchiveTable(frameOf: document)
    var walk = ReferenceWalk(table, limit: 1)
    walk.walkFromTop()
    if let error = walk.findings.first { throw error }
    referenceCounts = walk.referenceCounts
  }

  /// Reads an archive from the bytes of a file, in any property-list format.
  ///
  /// - Parameters:
  ///   - bytes: The complete input; the archive shares it and does not copy it.
  ///   - options: The limits.
  /// - Throws: `ArchiveError`, with the code `notPropertyList` and an underlying `PlistError` if
  ///   the bytes cannot be read.
  public init(_ bytes: [UInt8], options: PlistReadingOptions = PlistReadingOptions())
    throws(ArchiveError)
  {
    let document: PlistDocument
    do throws(PlistError) { document = try PlistDocument(bytes, options: options) } catch {
      throw ArchiveError(error)
    }
    try self.init(document)
  }

  /// The property list that contains the archive.
  ///
  /// Unpaired surrogates in text are read as U+FFFD here and are written as U+FFFD in XML. All
  /// other formats and `json(_:)` preserve them.
  public var document: PlistDocument { table.document }

  /// `$version` as it is stored; 100000 in current archives.
  public var version: PlistNode? { document.root["$version"] }

  /// `$archiver` as it is stored: the name of the class that wrote the archive.
  public var archiver: PlistNode? { document.root["$archiver"] }

  /// The archived values by name: usually one value named `root`.
  public var top: ArchivedObject.Fields {
    ArchivedObject.Fields(table: table, node: table.view(table.top), hidden: -1)
  }

  /// All slots of `$objects`, even class records and unreachable objects; a UID is their index.
  public var objects: Objects { Objects(table: table) }

  /// The value that a UID refers to; nil if it is out of range.
  public subscript(uid: PlistUID) -> ArchivedValue? {
    Int(uid.value) < table.slots.count ? objects[Int(uid.value)] : nil
  }

  /// The class records of the objects that are reachable from `$top`, by ascending index.
  public var classes: [ArchivedClass] {
    table.records(usedBy: referenceCounts.map { $0 > 0 }).map { ArchivedClass(table, record: $0) }
  }

  /// The objects reachable from `$top`, by ascending index: values with a class, not plain values.
  public var reachableObjects: [ArchivedObject] {
    table.slots.indices.filter { table.slots[$0].kind == .object && referenceCounts[$0] > 0 }
      .compactMap { objects[$0].object }
  }

  /// The slots that are unreachable from `$top`, by ascending index: neither values nor class
  /// records of reachable objects. Slots that represent nil are never included.
  public var unreachableObjects: [PlistUID] {
    table.unreachableSlots(referenceCounts.map { $0 > 0 }).map {
      PlistUID(UInt32(truncatingIfNeeded: $0))
    }
  }

  /// All slots of an archive.
  public struct Objects: RandomAccessCollection, Sendable {
    let table: ArchiveTable

    /// Always 0.
    public var startIndex: Int { 0 }

    /// The number of slots.
    public var endIndex: Int { table.slots.count }

    /// The value of a slot, as seen through a reference to it.
    public subscript(position: Int) -> ArchivedValue {
      ArchivedValue(table, slot: position, node: table.object(inSlot: position))
    }
  }
}

extension ArchiveTable {
  /// The indexes of the class records of the given slots, ordered by the records' own slots.
  func records(usedBy isReached: [Bool]) -> [Int] {
    var isUsed = Array(repeating: false, count: records.count)
    for (slot, classified) in slots.enumerated() where classified.kind == .object && isReached[slot]
    { isUsed[classified.record] = true }
    return records.indices.filter { isUsed[$0] }.sorted { records[$0].slot < records[$1].slot }
  }

  /// The slots that are neither reached nor the class record of a reached slot, nor nil.
  func unreachableSlots(_ isReached: [Bool]) -> [Int] {
    var isUsed = isReached
    for number in records(usedBy: isReached) { isUsed[records[number].slot] = true }
    return isUsed.indices.filter { !isUsed[$0] && slots[$0].kind != .null }
  }
}
