// A keyed archive as an indented outline with one line per value. The traversal uses an explicit
// stack, and shows each object once.

internal import KeyedArchives
internal import PropertyLists

struct ArchiveOutline: DocumentOutline {
  private let archive: KeyedArchive
  private let style: TextStyle
  private let maximumDepth: Int
  private let outerLevel: Int
  private var openValues: [OpenValue] = []
  private var progress: [SlotProgress]
  /// The shortened form of long text and data, by node. A node may have many references.
  private var texts: [Int: String] = [:]
  /// The current line.
  private var line = ""
  /// The data that the current line shows.
  private var lineData: PlistNode?

  private enum SlotProgress { case unseen, open, shown }

  /// A value whose rows are being shown.
  private struct OpenValue {
    let rows: ArchiveRows
    var next = 0
    /// The slot of an object; nil for other values.
    var slot: Int?
  }

  /// Creates an outline of an archive.
  ///
  /// - Parameter level: The number of containers that enclose the archive.
  init(_ archive: KeyedArchive, style: TextStyle, maximumDepth: Int, level: Int = 0) {
    self.archive = archive
    self.style = style
    self.maximumDepth = maximumDepth
    outerLevel = level
    progress = [SlotProgress](repeating: .unseen, count: archive.objects.count)
  }

  /// The number of open containers, including the archive itself.
  var level: Int { outerLevel + lineLevel }
  var remainingLevels: Int { maximumDepth - lineLevel + 1 }

  /// The number of containers that were open at the beginning of the last line.
  private var lineLevel = 0

  mutating func begin(_ text: inout String) -> PlistNode? {
    text += title
    openValues.append(OpenValue(rows: .fields(Array(archive.top))))
    return nil
  }

  mutating func next(_ text: inout String) -> OutlineStep {
    guard let top = openValues.last else { return .end }
    guard top.next < top.rows.count else {
      openValues.removeLast()
      if let slot = top.slot { progress[slot] = .shown }
      return .nothing
    }
    openValues[openValues.count - 1].next += 1
    guard let row = top.rows[top.next] else { return .nothing }
    lineLevel = openValues.count
    lineData = nil
    line = .indentation(level) + label(of: row) + ": "
    show(row.value, suffix: row.suffix)
    text += line
    return .line(lineData)
  }

  private var title: String {
    let parts = [archive.archiver, archive.version].compactMap { $0?.scalarText }
    return "keyed archive" + (parts.isEmpty ? "" : ": ")
      + parts.map { $0.shortened.escaped() }.joined(separator: " ")
  }

  // MARK: Lines

  private mutating func label(of row: ArchiveRow) -> String {
    switch row.label {
    case .key(let key): style(key.asLabel, as: .key)
    case .index(let index): style("[\(index)]", as: .key)
    case .scalar(let node): text(of: node).trimmedStart
    case .part(let name, let index): style("[\(index)] \(name)", as: .key)
    }
  }

  private mutating func show(_ value: ArchivedValue, suffix: String) {
    switch value.kind {
    case .null: line += style("nil", as: .type) + suffix
    case .scalar:
      line += style("\(value.node.kind)", as: .type) + text(of: value.node) + suffix
      if value.node.kind == .data { lineData = value.node }
    case .array:
      line += style("array", as: .type)
      let slot = value.uid.map { Int($0.value) }
      if let slot, isShown(slot, suffix: suffix) { return }
      line += value.elements.count.counted("element") + suffix
      open(.members(value.elements), slot: slot)
    case .dictionary:
      line += style("dictionary", as: .type) + value.fields.count.counted("key") + suffix
      open(.fields(Array(value.fields)), slot: nil)
    case .object: showObject(value, suffix: suffix)
    case .damaged: line += style("damaged", as: .error) + suffix
    }
  }

  private mutating func text(of node: PlistNode) -> String {
    if node.storedLength <= 4096 { return style.scalar(node) }
    if let text = texts[node.id] { return text }
    let text = style.scalar(node)
    texts[node.id] = text
    return text
  }

  /// Returns the contents of an object of a standard class, as far as they fit on its line.
  private mutating func text(of contents: ArchivedContents) -> String {
    switch contents {
    case .items(let members), .countedItems(let members, _): members.count.counted("element")
    case .entries(let keys, _): keys.count.counted("pair")
    case .date(let node): " " + style(Self.date(node), as: .number)
    case .string(let node), .data(let node): text(of: node)
    case .url(let value, _): text(of: value.node)
    case .uuid(let value): " " + style(value.uuidString, as: .number)
    case .decimal(let digits): " " + style(digits, as: .number)
    case .null: ""
    }
  }

  private mutating func showObject(_ value: ArchivedValue, suffix: String) {
    guard let object = value.object else { return }
    let slot = Int(object.uid.value)
    line += style(object.className.shortened.escaped(), as: .type)
    guard !isShown(slot, suffix: suffix) else { return }
    // An inconsistent collection is shown by its fields.
    let standard = (try? object.standard()) ?? nil
    line += (standard.map { text(of: $0.contents) } ?? "") + suffix
    let contents = standard.map { ArchiveRows($0.contents) }
    open(.both(contents ?? .none, standard?.otherFields ?? Array(object.fields)), slot: slot)
    if case .data(let node)? = standard?.contents { lineData = node }
  }

  /// Returns the text of a date, which is a number of seconds since 2001.
  private static func date(_ node: PlistNode) -> String {
    let seconds = node.realValue ?? node.integerValue.map { Double($0.int128) } ?? 0
    return Date(timeIntervalSinceReferenceDate: seconds).calendarText
  }

  /// Writes the index of a slot. Returns whether the object is shown elsewhere, so that the line is
  /// complete.
  private mutating func isShown(_ slot: Int, suffix: String) -> Bool {
    line += " " + style("@\(slot)", as: .reference)
    let progress = progress[slot]
    if progress == .open { line += " ↺" + suffix }
    if progress == .shown { line += ", shown above" + suffix }
    return progress != .unseen
  }

  /// Opens a value unless it is empty or too deep.
  private mutating func open(_ rows: ArchiveRows, slot: Int?) {
    if let slot { progress[slot] = .shown }
    guard rows.count > 0 else { return }
    if openValues.count > maximumDepth {
      line += " …"
    } else {
      if let slot { progress[slot] = .open }
      openValues.append(OpenValue(rows: rows, slot: slot))
    }
  }
}

extension Int {
  /// Returns the number with a unit, in parentheses.
  fileprivate func counted(_ unit: String) -> String { " (\(self) \(unit)\(self == 1 ? "" : "s"))" }
}

extension String {
  /// The text, truncated to 100 scalars.
  var shortened: String {
    let start = unicodeScalars.prefix(100)
    return start.endIndex == unicodeScalars.endIndex ? self : String(start) + "…"
  }

  fileprivate var trimmedStart: String { String(Substring(utf8.drop { $0 == UInt8(ascii: " ") })) }
}

/// A line below a value: a field, a member, or the key or the value of a pair.
struct ArchiveRow {
  enum Label {
    case key(String)
    case index(Int)
    /// The key of a dictionary, if it is a plain value.
    case scalar(PlistNode)
    /// The key or the value of a pair whose key needs separate lines, with the index of the pair.
    case part(String, Int)
  }

  let label: Label
  let value: ArchivedValue
  /// The text after the value.
  var suffix = ""
}

/// The lines below a value, created when they are shown.
indirect enum ArchiveRows {
  case none
  case fields([ArchivedObject.Field])
  case members(ArchivedValue.Members)
  case counted(ArchivedValue.Members, [PlistInteger])
  case entries(ArchivedValue.Members, ArchivedValue.Members)
  case base(ArchivedValue)
  /// Contents, then other fields.
  case both(ArchiveRows, [ArchivedObject.Field])

  init(_ contents: ArchivedContents) {
    switch contents {
    case .items(let members): self = .members(members)
    case .countedItems(let members, let counts): self = .counted(members, counts)
    case .entries(let keys, let values): self = .entries(keys, values)
    case .url(_, let base?): self = base.kind == .null ? .none : .base(base)
    default: self = .none
    }
  }

  var count: Int {
    switch self {
    case .none: 0
    case .fields(let fields): fields.count
    case .members(let members), .counted(let members, _): members.count
    case .entries(let keys, _): 2 * keys.count
    case .base: 1
    case .both(let contents, let fields): contents.count + fields.count
    }
  }

  /// The line at an index; nil if there is none, because a plain key appears on the line of its
  /// value.
  subscript(index: Int) -> ArchiveRow? {
    switch self {
    case .none: nil
    case .fields(let fields): ArchiveRow(fields[index])
    case .members(let members): ArchiveRow(label: .index(index), value: members[index])
    case .counted(let members, let counts):
      ArchiveRow(label: .index(index), value: members[index], suffix: " × \(counts[index])")
    case .entries(let keys, let values):
      ArchiveRow(ofPairs: index, key: keys[index / 2], value: values[index / 2])
    case .base(let value): ArchiveRow(label: .key("base"), value: value)
    case .both(let contents, let fields):
      index < contents.count ? contents[index] : ArchiveRow(fields[index - contents.count])
    }
  }
}

extension ArchiveRow {
  /// Creates the row of a key, at an even index, or of a value; nil for a plain key.
  fileprivate init?(ofPairs index: Int, key: ArchivedValue, value: ArchivedValue) {
    let isKey = index.isMultiple(of: 2)
    let isPlain = key.kind == .scalar && key.node.kind != .data
    if isKey, isPlain { return nil }
    self.init(
      label: isPlain ? .scalar(key.node) : .part(isKey ? "key" : "value", index / 2),
      value: isKey ? key : value)
  }

  init(_ field: ArchivedObject.Field) { self.init(label: .key(field.key), value: field.value) }
}

extension KeyedArchive {
  /// The error for a file that has the keys of an archive, and objects, but no reference to any
  /// object. Such a file results if references are written as numbers.
  var missingReferences: ArchiveError? {
    guard objects.count > 1, top.allSatisfy({ $0.value.uid == nil }) else { return nil }
    return ArchiveError(
      .notArchive, message: "$top does not refer to any of the \(objects.count) objects",
      suggestion: "`plist print` shows property lists that are not archives",
      position: document.root["$top"]?.position, path: PlistPath([.key("$top")]))
  }
}
