// Reads the JSON of an archive in which every value has its index, and writes the archive again: as
// the text of typed JSON, which keeps every string and number as it is written.
internal import PropertyLists

extension KeyedArchive {
  /// Creates an archive from JSON that `json(_:)` wrote with `identity` set to `.ofEverything`, in
  /// any form of the standard classes. Its document is binary.
  ///
  /// Each value has the slot that is its index, unless many indexes are unused: then slots are
  /// numbered without gaps, in the same order. Objects of standard classes are stored as Apple's
  /// archiver does. Contents of data in `$archive` and `$plist` are ignored.
  ///
  /// - Throws: `ArchiveError` with `invalidJSON` and the location, if the JSON is malformed or is
  ///   not that of an archive. Takes time linear in the JSON.
  public init(json: [UInt8]) throws(ArchiveError) {
    var reader = try ArchiveJSONReader(json)
    let text = try reader.typedJSON()
    var options = PlistReadingOptions()
    options.maximumDepth = .max
    do throws(PlistError) {
      let document = try PlistDocument(text, options: options)
      options.maximumDepth = max(PlistReadingOptions().maximumDepth, document.depth)
      try self.init(
        PlistDocument(document.encoded(as: .binary), options: options), of: reader.spans)
    } catch {
      throw ArchiveError(
        .invalidJSON, message: "the archive of the JSON cannot be written: \(error.message)")
    }
  }

  private init(_ document: PlistDocument, of spans: JSONSpans) throws(PlistError) {
    do throws(ArchiveError) { try self.init(document) } catch {
      throw PlistError(.invalidEdit, message: error.message, path: error.path)
    }
  }
}

/// A reader of the JSON of one archive.
struct ArchiveJSONReader {
  let spans: JSONSpans
  /// The values of the root.
  private var root: [String: Int] = [:]
  /// The values with an index, in ascending order of the indexes, and the class records.
  private var definitions: [Int: Int] = [:]
  /// The slot of each index.
  private var slots: [Int: Int] = [:]
  /// The slot of nil.
  private var nilSlot = 0
  /// The indexes of the class records of each class name that were not used yet, the last first.
  private var records: [ByteKey: [Int]] = [:]
  var output: [UInt8] = []
  private var frames: [OpenJSONContainer] = []

  /// A container of values whose remaining values are to be written.
  private struct OpenJSONContainer {
    var parts: [Int]
    var next = 0
    let isObject: Bool
    let end: String
  }

  /// The values in which references may occur, or only stored ones.
  enum ValueForm {
    /// Values of the graph.
    case graph
    /// Values of the archive's root, with references as `{"$uid": 3}`.
    case stored
  }

  init(_ json: [UInt8]) throws(ArchiveError) {
    var options = PlistReadingOptions()
    options.maximumDepth = .max
    options.looseText = .json
    do throws(PlistError) {
      let document = try PlistDocument(json, options: options)
      guard document.format == .json || document.format == .typedJSON else {
        throw PlistError(.unknownFormat, message: "expected JSON, found another format")
      }
    } catch {
      throw ArchiveError(
        .invalidJSON, message: error.message, suggestion: error.suggestion,
        position: error.position, path: error.path)
    }
    spans = JSONSpans(json)
  }

  // MARK: Structure

  /// Returns the archive as typed JSON.
  mutating func typedJSON() throws(ArchiveError) -> [UInt8] {
    guard spans.spans.first?.kind == .object else {
      throw spans.error("expected the JSON object of an archive", at: 0)
    }
    for member in spans.members(0) { root[spans.text(member.key)] = member.value }
    guard let top = root["$top"], spans.kind(top) == .object else {
      throw spans.error(
        "expected an object for $top, as `plist archive json --identity` writes it",
        at: root["$top"] ?? 0)
    }
    try define(top)
    try defineRecords()
    numberSlots()
    output = Array("{".utf8)
    for key in ["$version", "$archiver"] {
      guard let value = root[key], !spans.isNull(value) else { continue }
      append("\"$\(key)\":")
      try write(value, form: .stored)
      append(",")
    }
    append("\"$$top\":")
    try write(top, form: .graph)
    append(",\"$$objects\":[")
    try writeSlots()
    append("]}")
    return output
  }

  /// Finds the values with an index. Contents of data are skipped.
  private mutating func define(_ top: Int) throws(ArchiveError) {
    var waiting = [top]
    while let index = waiting.popLast() {
      switch spans.kind(index) {
      case .array: waiting += spans.elements(index)
      case .object:
        for member in spans.members(index) {
          let key = spans.reservedKey(member.key)
          if key == "$id" { try define(member.value, as: index) }
          if key != "$archive", key != "$plist" { waiting.append(member.value) }
        }
      default: continue
      }
    }
  }

  private mutating func define(_ number: Int, as index: Int) throws(ArchiveError) {
    guard let value = spans.number(number), (0..<Int(UInt32.max)).contains(value) else {
      throw spans.error("expected an integer from 0 to 4294967294 as $id", at: number)
    }
    if definitions.updateValue(index, forKey: value) != nil {
      throw spans.error("the index \(value) occurs a second time", at: number)
    }
  }

  private mutating func defineRecords() throws(ArchiveError) {
    guard let list = root["$classes"], spans.kind(list) == .array else {
      throw spans.error(
        "expected an array of class records for $classes", at: root["$classes"] ?? 0)
    }
    for index in spans.elements(list) {
      let fields = try reserved(index)
      guard let id = fields["$id"], let name = fields["$classname"], spans.kind(name) == .string
      else { throw spans.error("expected a class record with $id and $classname", at: index) }
      try define(id, as: index)
      records[ByteKey(spans.text(name)), default: []].append(spans.number(id) ?? 0)
    }
    for name in records.keys { records[name]?.reverse() }
  }

  /// Assigns slots to the indexes: the same numbers, unless most of them would be unused.
  private mutating func numberSlots() {
    let indexes = definitions.keys.sorted()
    let last = indexes.last ?? 0
    let hasNil = definitions[0] == nil
    if last <= 8 * indexes.count + 64 || last <= spans.bytes.count {
      for index in indexes { slots[index] = index }
      nilSlot = (0...last + 1).first { definitions[$0] == nil } ?? 0
    } else {
      for (slot, index) in indexes.enumerated() { slots[index] = hasNil ? slot + 1 : slot }
      nilSlot = hasNil ? 0 : indexes.count
    }
  }

  private mutating func writeSlots() throws(ArchiveError) {
    let ordered = definitions.sorted { $0.key < $1.key }
    var next = 0
    for (index, definition) in ordered {
      let slot = slots[index] ?? 0
      while next < slot {
        append("\"\(ArchiveTable.nullText)\",")
        next += 1
      }
      try writeDefinition(definition)
      append(",")
      next += 1
    }
    if nilSlot >= next { append("\"\(ArchiveTable.nullText)\",") }
    if output.last == UInt8(ascii: ",") { output.removeLast() }
  }

  /// The values of an object's keys that begin with `$`, by key.
  func reserved(_ index: Int) throws(ArchiveError) -> [String: Int] {
    guard spans.kind(index) == .object else { throw spans.error("expected an object", at: index) }
    var fields: [String: Int] = [:]
    for member in spans.members(index) {
      if let key = spans.reservedKey(member.key) { fields[key] = member.value }
    }
    return fields
  }

  // MARK: References

  /// The slot of the class record of an object. Each of several records of one name is used.
  mutating func record(of name: Int) throws(ArchiveError) -> Int {
    let key = ByteKey(spans.text(name))
    guard let list = records[key], let first = list.last else {
      throw spans.error("$classes has no class of this name", at: name)
    }
    if list.count > 1 { records[key]?.removeLast() }
    return slots[first] ?? 0
  }

  /// Writes a reference to a slot.
  mutating func writeReference(_ slot: Int) { append("{\"$uid\":\(slot)}") }

  /// Writes the reference that a value is; returns false for a value that is not a reference.
  mutating func writeReference(at index: Int) throws(ArchiveError) -> Bool {
    if spans.isNull(index) {
      writeReference(nilSlot)
      return true
    }
    guard spans.kind(index) == .object else { return false }
    let fields = try reserved(index)
    guard let number = fields["$id"] ?? fields["$ref"] else { return false }
    guard let value = spans.number(number), let slot = slots[value] else {
      throw spans.error("no value has this index as its $id", at: number)
    }
    writeReference(slot)
    return true
  }

  // MARK: Inline values

  /// Writes a value with its contents, without recursion.
  mutating func write(_ index: Int, form: ValueForm) throws(ArchiveError) {
    try begin(index, form: form)
    while let frame = frames.last {
      guard frame.next < frame.parts.count else {
        frames.removeLast()
        append(frame.end)
        continue
      }
      frames[frames.count - 1].next += 1
      let part = frame.parts[frame.next]
      if frame.isObject, frame.next.isMultiple(of: 2) {
        if frame.next > 0 { append(",") }
        output += spans.bytes(of: part)
        append(":")
        continue
      }
      if !frame.isObject, frame.next > 0 { append(",") }
      try begin(part, form: form)
    }
  }

  /// Writes a value that has no contents, or opens a container.
  private mutating func begin(_ index: Int, form: ValueForm) throws(ArchiveError) {
    switch spans.kind(index) {
    case .word where form == .graph && spans.isNull(index): writeReference(nilSlot)
    case .string, .number, .word: output += spans.bytes(of: index)
    case .array:
      append("[")
      frames.append(
        OpenJSONContainer(parts: spans.elements(index), isObject: false, end: "]"))
    case .object:
      if form == .graph, try writeReference(at: index) { return }
      let fields = try reserved(index)
      if !fields.isEmpty { return try writeScalar(index, fields, form: form) }
      let parts = spans.elements(index)
      if parts.count == 2, spans.number(parts[1]) != nil, spans.text(parts[0]) == "CF$UID" {
        append("{\"$dict\":[[\"CF$UID\",")
        output += spans.bytes(of: parts[1])
        return append("]]}")
      }
      append("{")
      frames.append(OpenJSONContainer(parts: parts, isObject: true, end: "}"))
    }
  }

  /// Writes data, a date or a number in the form of typed JSON.
  private mutating func writeScalar(_ index: Int, _ fields: [String: Int], form: ValueForm)
    throws(ArchiveError)
  {
    if let data = fields["$data"], spans.kind(data) == .string {
      append("{\"$data\":")
      output += spans.bytes(of: data)
      return append("}")
    }
    guard fields.count == 1, let (key, value) = fields.first, spans.members(index).count == 1,
      key == "$date" || key == "$real" || key == "$uid" && form == .stored
    else { throw spans.error("expected a value of an archive", at: index) }
    guard key == "$date", spans.kind(value) == .number else {
      output += spans.bytes(of: index)
      return
    }
    append("{\"$date\":{\"$real\":\"")
    output += spans.bytes(of: value)
    append("\"}}")
  }

  mutating func append(_ text: String) { output.append(contentsOf: text.utf8) }
}
