// Writes everything reachable from `$top` as JSON, with an explicit stack. On it, an object's
// contents are above its fields, and documents in data are above both; the top is written first.
internal import PropertyLists

/// A writer of one archive, or of one property list with the documents in its data.
struct ArchiveJSONWriter {
  let options: KeyedArchive.JSONOptions
  var text = JSONOutput()
  var frames: [OpenJSONElement] = []
  /// The open documents in data, innermost last.
  var nests: [Nest] = []
  var reader: NestedDocumentReader
  /// The documents that were not shown.
  var warnings: [ArchiveError] = []
  /// The notation for values of the innermost document.
  var notation: Notation
  /// The slots of the innermost archive that were already written.
  var isShown: [Bool]
  /// The remaining budget of the innermost document.
  var budget: ExpansionBudget
  /// The bytes of documents in data that may still be counted by their own size, not as shared.
  var nestedBytes: Int
  /// The unused budget: that of documents in data while none is open; otherwise the outermost's.
  var otherBudget: ExpansionBudget

  /// The forms of dates, data and references.
  enum Notation {
    /// The notation of archives, which distinguishes all values.
    case archive
    /// The notation of plain JSON.
    case plain
  }

  /// An element with several parts that encloses the current value.
  struct OpenJSONElement {
    let parts: JSONElementParts
    var next = 0
    /// The text after the last part.
    let end: StaticString

    /// Whether the parts are on the same line as their container.
    var isInline: Bool {
      switch parts {
      case .base, .stored, .nested: true
      case .pairs(_, _, let indexes): indexes?.isEmpty ?? false
      default: false
      }
    }
  }

  enum JSONElementParts {
    /// The fields of an archive's root.
    case archive(KeyedArchive)
    /// Class records, by index.
    case records(ArchiveTable, [Int])
    /// A stored array, or the members of a collection.
    case members(ArchivedValue.Members)
    /// The pairs with the given indexes, or all pairs.
    case pairs(ArchiveTable, PlistNode, [Int]?)
    case entries(keys: ArchivedValue.Members, values: ArchivedValue.Members)
    /// The members of a counted set, followed by their counts.
    case counted(ArchivedValue.Members, [PlistInteger])
    /// A value after its name.
    case base(ArchivedValue)
    /// A container with dangling references, on one line.
    case stored(PlistNode)
    /// A container of a property list that is not an archive.
    case plain(PlistNode)
    /// A document in data.
    case nested(NestedDocument)
  }

  init(_ document: PlistDocument, options: KeyedArchive.JSONOptions, notation: Notation) {
    self.options = options
    self.notation = notation
    reader = NestedDocumentReader(document)
    isShown = []
    budget = document.expansionBudget(options.maximumExpansion)
    nestedBytes = 4 * min(document.byteCount, Int(UInt32.max))
    otherBudget = ExpansionBudget(allowance: options.maximumExpansion, sourceBytes: 0)
  }

  /// Begins an archive, after adding up its long strings.
  mutating func open(_ archive: KeyedArchive) throws(ArchiveError) {
    try checkTexts(of: archive)
    isShown = Array(repeating: false, count: archive.table.slots.count)
    open(.archive(archive), start: "{", end: "}")
  }

  private mutating func writePart(_ index: Int, of archive: KeyedArchive, frame: OpenJSONElement)
    throws(ArchiveError)
  {
    guard index < 4 else { return close(frame) }
    beginPart(index)
    switch index {
    case 0: try writeStored("\"$archiver\": ", node: archive.archiver)
    case 1: try writeStored("\"$version\": ", node: archive.version)
    case 2:
      let top = archive.table.view(archive.table.top)
      open(.pairs(archive.table, top, nil), start: "\"$top\": {", end: "}")
    default:
      let records = archive.table.records(usedBy: archive.referenceCounts.map { $0 > 0 })
      open(.records(archive.table, records), start: "\"$classes\": [", end: "]")
    }
  }

  // MARK: Traversal

  mutating func drain() throws(ArchiveError) {
    while let frame = frames.last {
      frames[frames.count - 1].next += 1
      do throws(ArchiveError) { try writePart(frame.next, of: frame) } catch {
        try abandonNest(after: error)
      }
    }
  }

  mutating func open(_ parts: JSONElementParts, start: StaticString, end: StaticString) {
    text.append(start)
    frames.append(OpenJSONElement(parts: parts, end: end))
  }

  /// Writes a part of an element, or its end. Long because it has a case for each kind.
  private mutating func writePart(_ index: Int, of frame: OpenJSONElement) throws(ArchiveError) {
    switch frame.parts {
    case .archive(let archive): try writePart(index, of: archive, frame: frame)
    case .records(let table, let records):
      guard index < records.count else { return close(frame) }
      beginPart(index)
      let record = table.records[records[index]]
      let node = table.view(record.node)
      text.append("{\"$id\": \(record.slot)")
      for key in ["$classname", "$classes", "$classhints"] {
        guard let value = node[key] else { continue }
        text.append(", \"\(key)\": ")
        try writeNames(value)
      }
      text.append("}")
    case .members(let members): try writeMember(index, of: members, frame: frame)
    case .pairs(let table, let node, let indexes):
      guard index < indexes?.count ?? node.count else { return close(frame) }
      let pair = indexes?[index] ?? index
      guard let key = node.key(at: pair), let value = node.value(at: pair) else { return }
      if indexes != nil || index > 0 { text.append(",") }
      breakLine()
      try writeKey(key)
      try write(ArchivedValue(table, stored: value))
    case .entries(let keys, let values):
      // Keys and values alternate: an even index is a key's.
      if !index.isMultiple(of: 2) {
        text.append(", ")
        return try write(values[index / 2])
      }
      if index > 0 { text.append("]") }
      guard index / 2 < keys.count else { return close(frame) }
      beginPart(index)
      text.append("[")
      try write(keys[index / 2])
    case .counted(let members, let counts):
      if index < members.count { return try writeMember(index, of: members, frame: frame) }
      close(frame)
      text.append(", \"$counts\": [")
      for (index, count) in counts.enumerated() {
        text.append(index > 0 ? ", \(count)" : "\(count)")
      }
      text.append("]")
    case .base(let value):
      if index > 0 { return close(frame) }
      try write(value)
    case .stored(let node):
      if index >= node.count { return close(frame) }
      if index > 0 { text.append(", ") }
      if let key = node.key(at: index) { try writeKey(key) }
      if let child = node[index] ?? node.value(at: index) { try openStored(child) }
    case .plain(let node):
      if index >= node.count { return close(frame) }
      beginPart(index)
      if let key = node.key(at: index) { try writeKey(key) }
      if let child = node[index] ?? node.value(at: index) { try openPlain(child) }
    case .nested(let document): try writePart(index, of: document)
    }
  }

  /// Ends an element; if its parts are on separate lines, so is its end.
  private mutating func close(_ frame: OpenJSONElement) {
    frames.removeLast()
    if frame.next > 0, !frame.isInline { breakLine() }
    text.append(frame.end)
  }

  private mutating func beginPart(_ index: Int) {
    if index > 0 { text.append(",") }
    breakLine()
  }

  /// Begins a line, indented according to the number of open containers.
  private mutating func breakLine() { text.breakLine(frames.count - nests.count) }

  private mutating func writeMember(
    _ index: Int, of members: ArchivedValue.Members, frame: OpenJSONElement
  ) throws(ArchiveError) {
    guard index < members.count else { return close(frame) }
    beginPart(index)
    try write(members[index])
  }

  // MARK: Values

  private mutating func write(_ value: ArchivedValue) throws(ArchiveError) {
    try admitVisit(value.stored)
    switch value.kind {
    case .null: text.append("null")
    case .scalar: try writeScalar(value)
    case .array where value.slot < 0: open(.members(value.elements), start: "[", end: "]")
    case .array:
      if writeReferenceIfShown(value.slot) { return }
      text.append("{\"$id\": \(value.slot), ")
      open(.members(value.elements), start: "\"$items\": [", end: "]}")
    case .dictionary: open(.pairs(value.table, value.node, nil), start: "{", end: "}")
    case .object: try openObject(value)
    case .damaged:
      throw value.slot >= 0
        ? value.table.fault(inSlot: value.slot)
        : value.table.outOfRange(value.stored, at: PlistPath())
    }
  }

  /// Writes a plain value, with its index if every slot has one.
  mutating func writeScalar(_ value: ArchivedValue) throws(ArchiveError) {
    guard value.slot >= 0, options.identity == .ofEverything else {
      try admit(value.node)
      return writeScalar(value.node, end: "")
    }
    guard !writeReferenceIfShown(value.slot) else { return }
    try admit(value.node)
    text.append("{\"$id\": \(value.slot), \"$value\": ")
    writeScalar(value.node, end: "}")
  }

  /// Whether a slot was already written; if so, writes a reference.
  private mutating func writeReferenceIfShown(_ slot: Int) -> Bool {
    if isShown[slot] {
      text.append("{\"$ref\": \(slot)}")
      return true
    }
    isShown[slot] = true
    return false
  }

  private mutating func openObject(_ value: ArchivedValue) throws(ArchiveError) {
    guard let object = value.object, !writeReferenceIfShown(value.slot) else { return }
    let name = object.classNameNode
    try admit(name)
    text.append("{\"$id\": \(value.slot), \"$class\": ")
    text.append(quoted: name)
    guard options.standardClasses == .asContents, let standard = try object.standard() else {
      let record = object.node.position(ofKey: "$class")
      let indexes = (0..<object.node.count).filter { $0 != record }
      return open(.pairs(value.table, object.node, indexes), start: "", end: "}")
    }
    open(.pairs(value.table, object.node, standard.otherPositions), start: "", end: "}")
    try writeContents(standard.contents)
  }
}
