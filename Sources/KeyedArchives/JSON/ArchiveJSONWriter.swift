// Writes what `$top` reaches as JSON. The walk over the graph has a stack of its own: an object's
// contents lie above its fields on it, so that they come first.
internal import PropertyLists

/// A writer of one archive.
struct ArchiveJSONWriter {
  let table: ArchiveTable
  let options: KeyedArchive.JSONOptions
  var text = JSONOutput()
  var frames: [Frame] = []
  /// The slots that were shown.
  private var isShown: [Bool]
  /// What may still be written before the writing is held for endless.
  var visits: Int

  /// Something on the way down that has several parts.
  struct Frame {
    let parts: Parts
    var next = 0
    /// What stands behind the last part.
    let end: StaticString
  }

  enum Parts {
    /// An array that is stored, or the members of a collection.
    case members(ArchivedValue.Members)
    /// Pairs by their places, or all of them.
    case pairs(PlistNode, [Int]?)
    case entries(keys: ArchivedValue.Members, values: ArchivedValue.Members)
    /// The members of a counted set; their counts come behind.
    case counted(ArchivedValue.Members, [PlistInteger])
    /// A value behind its name.
    case base(ArchivedValue)
    /// A container in which references lead nowhere.
    case stored(PlistNode)
  }

  init(_ table: ArchiveTable, _ options: KeyedArchive.JSONOptions) {
    self.table = table
    self.options = options
    isShown = Array(repeating: false, count: table.slots.count)
    let document = table.document
    visits = document.nodeCount + document.referenceCount + table.slots.count
    visits += document.sourceLength / 64 + min(max(0, options.maximumExpansion), 1 << 56)
  }

  // MARK: The archive

  mutating func writeArchive(_ archive: KeyedArchive) throws(ArchiveError) {
    try checkTexts(archive.meetings)
    text.append("{\n  \"$archiver\": ")
    try writeStored(archive.archiver)
    text.append(",\n  \"$version\": ")
    try writeStored(archive.version)
    text.append(",\n  \"$top\": ")
    open(.pairs(table.view(table.top), nil), "{", "}")
    try drain()
    text.append(",\n  \"$classes\": [")
    let records = table.records(usedBy: archive.meetings.map { $0 > 0 })
    for (index, record) in records.enumerated() {
      if index > 0 { text.append(",") }
      try write(record: record)
    }
    text.append(records.isEmpty ? "]\n}\n" : "\n  ]\n}\n")
  }

  private mutating func write(record number: Int) throws(ArchiveError) {
    let record = table.records[number]
    let node = table.view(record.node)
    text.append("\n    {\"$id\": \(record.slot)")
    for key in ["$classname", "$classes", "$classhints"] {
      guard let value = node[key] else { continue }
      text.append(", \"\(key)\": ")
      try writeStored(value)
    }
    text.append("}")
  }

  // MARK: The walk

  mutating func drain() throws(ArchiveError) {
    while let frame = frames.last {
      frames[frames.count - 1].next += 1
      try writePart(frame.next, of: frame)
    }
  }

  mutating func open(_ parts: Parts, _ start: StaticString, _ end: StaticString) {
    text.append(start)
    frames.append(Frame(parts: parts, end: end))
  }

  private mutating func writePart(_ place: Int, of frame: Frame) throws(ArchiveError) {
    switch frame.parts {
    case .members(let members): try writeMember(place, of: members, frame)
    case .pairs(let node, let places): try writePair(place, of: node, places, frame)
    case .entries(let keys, let values): try writeEntry(place, keys, values, frame)
    case .counted(let members, let counts):
      if place < members.count { return try writeMember(place, of: members, frame) }
      close(frame)
      writeCounts(counts)
    case .base(let value):
      if place > 0 { return close(frame) }
      try write(value)
    case .stored(let node):
      if place >= node.count { return close(frame) }
      try writeStoredPart(place, of: node)
    }
  }

  /// Ends a frame; what has parts in lines of their own ends in a line of its own.
  private mutating func close(_ frame: Frame) {
    frames.removeLast()
    if frame.next > 0, !frame.isInline { text.breakLine(frames.count + 1) }
    text.append(frame.end)
  }

  private mutating func beginPart(_ place: Int) {
    if place > 0 { text.append(",") }
    text.breakLine(frames.count + 1)
  }

  private mutating func writeMember(
    _ place: Int, of members: ArchivedValue.Members, _ frame: Frame
  ) throws(ArchiveError) {
    guard place < members.count else { return close(frame) }
    beginPart(place)
    try write(members[place])
  }

  private mutating func writePair(
    _ place: Int, of node: PlistNode, _ places: [Int]?, _ frame: Frame
  ) throws(ArchiveError) {
    guard place < places?.count ?? node.count else { return close(frame) }
    let pair = places?[place] ?? place
    guard let key = node.key(at: pair), let value = node.value(at: pair) else { return }
    if case .pairs(_, .some) = frame.parts {
      text.append(",")
    } else if place > 0 {
      text.append(",")
    }
    text.breakLine(frames.count + 1)
    try writeKey(key)
    try write(ArchivedValue(table, value))
  }

  /// Keys and values in turn: an even place is a key's.
  private mutating func writeEntry(
    _ place: Int, _ keys: ArchivedValue.Members, _ values: ArchivedValue.Members, _ frame: Frame
  ) throws(ArchiveError) {
    if !place.isMultiple(of: 2) {
      text.append(", ")
      return try write(values[place / 2])
    }
    if place > 0 { text.append("]") }
    guard place / 2 < keys.count else { return close(frame) }
    beginPart(place)
    text.append("[")
    try write(keys[place / 2])
  }

  private mutating func writeCounts(_ counts: [PlistInteger]) {
    text.append(", \"$counts\": [")
    for (place, count) in counts.enumerated() {
      text.append(place > 0 ? ", \(count)" : "\(count)")
    }
    text.append("]")
  }

  // MARK: Values

  private mutating func write(_ value: ArchivedValue) throws(ArchiveError) {
    try admit(1, value.stored)
    switch value.kind {
    case .null: text.append("null")
    case .scalar: try writeScalar(value)
    case .array: openArray(value)
    case .dictionary: open(.pairs(value.node, nil), "{", "}")
    case .object: try openObject(value)
    case .damaged:
      throw value.slot >= 0
        ? table.fault(inSlot: value.slot) : table.outOfRange(value.stored, at: PlistPath())
    }
  }

  /// A plain value: with its index where everything has one.
  mutating func writeScalar(_ value: ArchivedValue) throws(ArchiveError) {
    guard value.slot >= 0, options.identity == .ofEverything else {
      try admit(value.node)
      return text.append(scalar: value.node)
    }
    guard !meet(value.slot) else { return }
    try admit(value.node)
    text.append("{\"$id\": \(value.slot), \"$value\": ")
    text.append(scalar: value.node)
    text.append("}")
  }

  /// Whether a slot was shown before: then it is written as a reference.
  private mutating func meet(_ slot: Int) -> Bool {
    if isShown[slot] {
      text.append("{\"$ref\": \(slot)}")
      return true
    }
    isShown[slot] = true
    return false
  }

  private mutating func openArray(_ value: ArchivedValue) {
    guard value.slot >= 0 else { return open(.members(value.elements), "[", "]") }
    guard !meet(value.slot) else { return }
    text.append("{\"$id\": \(value.slot), ")
    open(.members(value.elements), "\"$items\": [", "]}")
  }

  private mutating func openObject(_ value: ArchivedValue) throws(ArchiveError) {
    guard let object = value.object, !meet(value.slot) else { return }
    let name = object.classNameNode
    try admit(name)
    text.append("{\"$id\": \(value.slot), \"$class\": ")
    text.append(quoted: name)
    let isRaw = options.standardClasses == .asFields
    guard !isRaw, let standard = try object.standard() else {
      let record = object.node.position(ofKey: "$class")
      let places = (0..<object.node.count).filter { $0 != record }
      return open(.pairs(object.node, places), "", "}")
    }
    open(.pairs(object.node, standard.otherPositions), "", "}")
    try writeContents(standard.contents)
  }
}

extension ArchiveJSONWriter.Frame {
  /// Whether the parts stand in the line of what holds them.
  var isInline: Bool {
    switch parts {
    case .base, .stored: true
    case .pairs(_, let places): places?.isEmpty ?? false
    default: false
    }
  }
}
