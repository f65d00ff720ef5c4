// A keyed archive as data: what `$top` names, objects, classes. Making one is the check; everything
// else is a view that cannot fail.
public import PropertyLists

/// A keyed archive that was read and can be walked: every reference that `$top` reaches leads to an
/// object with a class record, or to a plain value.
///
/// Nothing is decoded into types here: classes are names. Any `$version` and `$archiver` are taken;
/// objects that `$top` does not reach may be damaged, and their damaged values have the kind
/// `damaged`. ``diagnose(_:)`` finds all that a stricter reader would refuse.
///
/// A reference is a UID. In formats that have none, which are XML, plain JSON and the OpenStep
/// family, it is a dictionary of the one key `CF$UID` with an integer.
public struct KeyedArchive: Sendable {
  let table: ArchiveTable
  /// How many values that `$top` reaches refer to each slot.
  let meetings: [UInt32]

  /// The archive of a table whose references were followed from `$top`.
  init(_ table: ArchiveTable, meetings: [UInt32]) {
    (self.table, self.meetings) = (table, meetings)
  }

  /// The archive that a property list holds.
  ///
  /// - Throws: `ArchiveError` where the property list has not the frame of an archive, or where
  ///   what `$top` reaches has a reference that leads nowhere. Takes time linear in the document.
  public init(_ document: PlistDocument) throws(ArchiveError) {
    table = try ArchiveTable(frameOf: document)
    var walk = ReferenceWalk(table, limit: 1)
    walk.walkFromTop()
    if let error = walk.findings.first { throw error }
    meetings = walk.meetings
  }

  /// Reads the archive of a file's bytes, in any format of property lists.
  ///
  /// - Parameters:
  ///   - bytes: The whole input; it is shared with the archive, not copied.
  ///   - options: Limits.
  /// - Throws: `ArchiveError`, with the code `notPropertyList` and a `PlistError` inside where the
  ///   bytes cannot be read.
  public init(_ bytes: [UInt8], options: PlistReadingOptions = PlistReadingOptions())
    throws(ArchiveError)
  {
    let document: PlistDocument
    do throws(PlistError) {
      document = try PlistDocument(bytes, options: options)
    } catch {
      throw ArchiveError(error)
    }
    try self.init(document)
  }

  /// The property list that holds the archive.
  ///
  /// Text with unpaired surrogates reads as U+FFFD here and is written so as XML. All other formats and
  /// `json(_:)` keep it.
  public var document: PlistDocument { table.document }

  /// `$version` as it is stored; 100000 in the archives of today.
  public var version: PlistNode? { document.root["$version"] }

  /// `$archiver` as it is stored: the name of the class that wrote the archive.
  public var archiver: PlistNode? { document.root["$archiver"] }

  /// What the archive was made of, by name: mostly one value named `root`.
  public var top: ArchivedObject.Fields {
    ArchivedObject.Fields(table, node: table.view(table.top), hidden: -1)
  }

  /// All slots of `$objects`, class records and unreachable ones included; a UID is an index here.
  public var objects: Objects { Objects(table: table) }

  /// The value that a reference leads to; nil past the end.
  public subscript(uid: PlistUID) -> ArchivedValue? {
    Int(uid.value) < table.slots.count ? objects[Int(uid.value)] : nil
  }

  /// The class records of what `$top` reaches, by rising index.
  public var classes: [ArchivedClass] {
    table.records(usedBy: meetings.map { $0 > 0 }).map { ArchivedClass(table, record: $0) }
  }

  /// The objects that `$top` reaches, by rising index: those with a class, not plain values.
  public var reachableObjects: [ArchivedObject] {
    table.slots.indices.filter { table.slots[$0].kind == .object && meetings[$0] > 0 }
      .compactMap { objects[$0].object }
  }

  /// The slots that `$top` does not reach, by rising index: neither as values nor as class records
  /// of what it reaches. The first slot, which stands for nil, is never among them.
  public var unreachableObjects: [PlistUID] {
    table.unreachableSlots(meetings.map { $0 > 0 }).map { PlistUID(UInt32(truncatingIfNeeded: $0)) }
  }
}

extension ArchiveTable {
  /// The numbers of the records of some slots, by their own slots.
  func records(usedBy isReached: [Bool]) -> [Int] {
    var isUsed = Array(repeating: false, count: records.count)
    for (slot, judged) in slots.enumerated() where judged.kind == .object && isReached[slot] {
      isUsed[Int(judged.record)] = true
    }
    return records.indices.filter { isUsed[$0] }.sorted { records[$0].slot < records[$1].slot }
  }

  /// The slots that are neither reached nor the class record of what is.
  func unreachableSlots(_ isReached: [Bool]) -> [Int] {
    var isUsed = isReached
    for number in records(usedBy: isReached) { isUsed[records[number].slot] = true }
    return isUsed.indices.filter { !isUsed[$0] && ($0 > 0 || slots[0].kind != .null) }
  }
}

extension KeyedArchive {
  /// All slots of an archive.
  public struct Objects: RandomAccessCollection, Sendable {
    let table: ArchiveTable

    /// Always 0.
    public var startIndex: Int { 0 }

    /// The number of slots.
    public var endIndex: Int { table.slots.count }

    /// What a slot holds, as a reference to it shows it.
    public subscript(position: Int) -> ArchivedValue {
      ArchivedValue(table, slot: position, node: table.object(inSlot: position))
    }
  }
}
