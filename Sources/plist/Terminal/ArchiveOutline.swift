// A keyed archive as an indented outline: one line a value. The walk has a stack of its own; an
// object is shown once.

internal import KeyedArchives
internal import PropertyLists

/// An outline of an archive.
struct ArchiveOutline: DocumentOutline {
  private let archive: KeyedArchive
  private let style: TextStyle
  private let maximumDepth: Int
  private let outerLevel: Int
  private var frames: [Frame] = []
  /// What was shown, by the slots of the archive.
  private var marks: [Mark]
  /// What is shown of long text and data, by its node: many places may refer to it.
  private var texts: [Int: String] = [:]
  /// The line that is being written.
  private var line = ""
  /// The data that the line shows.
  private var lineData: PlistNode?

  private enum Mark { case unseen, open, shown }

  /// A value whose parts are being shown.
  private struct Frame {
    let rows: ArchiveRows
    var next = 0
    /// The object that is open; nil for what is no object.
    var slot: Int?
  }

  /// An outline of an archive.
  ///
  /// - Parameter level: How many containers are open around it.
  init(_ archive: KeyedArchive, style: TextStyle, maximumDepth: Int, level: Int = 0) {
    self.archive = archive
    self.style = style
    self.maximumDepth = maximumDepth
    outerLevel = level
    marks = [Mark](repeating: .unseen, count: archive.objects.count)
  }

  /// The open containers; the archive itself is one.
  var level: Int { outerLevel + lineLevel }
  var remainingLevels: Int { maximumDepth - lineLevel + 1 }

  /// The containers that were open where the last line began.
  private var lineLevel = 0

  mutating func begin(_ text: inout String) -> PlistNode? {
    text += title
    frames.append(Frame(rows: .fields(Array(archive.top))))
    return nil
  }

  mutating func next(_ text: inout String) -> OutlineStep {
    guard let frame = frames.last else { return .end }
    guard frame.next < frame.rows.count else {
      frames.removeLast()
      if let slot = frame.slot { marks[slot] = .shown }
      return .nothing
    }
    frames[frames.count - 1].next += 1
    guard let row = frame.rows[frame.next] else { return .nothing }
    lineLevel = frames.count
    lineData = nil
    show(row)
    text += line
    line = ""
    return .line(lineData)
  }

  private var title: String {
    let parts = [archive.archiver, archive.version].compactMap { $0?.scalarText }
    return "keyed archive" + (parts.isEmpty ? "" : ": ")
      + parts.map { $0.shortened.escaped() }.joined(separator: " ")
  }

  // MARK: Lines

  private mutating func show(_ row: ArchiveRow) {
    line += .indentation(level) + label(of: row) + ": "
    show(row.value, suffix: row.suffix)
  }

  private mutating func label(of row: ArchiveRow) -> String {
    switch row.label {
    case .key(let key): style(key.asLabel, .key)
    case .index(let index): style("[\(index)]", .key)
    case .scalar(let node): text(of: node).trimmedStart
    case .part(let name, let index): style("[\(index)] \(name)", .key)
    }
  }

  private mutating func show(_ value: ArchivedValue, suffix: String) {
    switch value.kind {
    case .null: line += style("nil", .type) + suffix
    case .scalar: showScalar(value.node, suffix)
    case .array: showArray(value, suffix)
    case .dictionary:
      line += style("dictionary", .type) + value.fields.count.counted("key") + suffix
      open(.fields(Array(value.fields)), slot: nil)
    case .object: showObject(value, suffix)
    case .damaged: line += style("damaged", .error) + suffix
    }
  }

  private mutating func showScalar(_ node: PlistNode, _ suffix: String) {
    line += style("\(node.kind)", .type) + text(of: node) + suffix
    if node.kind == .data { lineData = node }
  }

  private mutating func text(of node: PlistNode) -> String {
    if node.storedLength <= 4096 { return style.scalar(node) }
    if let text = texts[node.id] { return text }
    let text = style.scalar(node)
    texts[node.id] = text
    return text
  }

  /// What an object of a standard class holds, as far as it fits in its line.
  private mutating func text(of contents: ArchivedContents) -> String {
    switch contents {
    case .items(let members), .countedItems(let members, _): members.count.counted("element")
    case .entries(let keys, _): keys.count.counted("pair")
    case .date(let node): " " + style(node.secondsText, .number)
    case .string(let node), .data(let node): text(of: node)
    case .url(let value, _): text(of: value.node)
    case .uuid(let value): " " + style(value.uuidString, .number)
    case .decimal(let digits): " " + style(digits, .number)
    case .null: ""
    }
  }

  private mutating func showArray(_ value: ArchivedValue, _ suffix: String) {
    line += style("array", .type)
    guard let slot = value.uid.map({ Int($0.value) }) else {
      line += value.elements.count.counted("element") + suffix
      return open(.members(value.elements), slot: nil)
    }
    guard !isMarked(slot, suffix) else { return }
    line += value.elements.count.counted("element") + suffix
    open(.members(value.elements), slot: slot)
  }

  private mutating func showObject(_ value: ArchivedValue, _ suffix: String) {
    guard let object = value.object else { return }
    let slot = Int(object.uid.value)
    line += style(object.className.shortened.escaped(), .type)
    guard !isMarked(slot, suffix) else { return }
    // A collection that contradicts itself is shown by its fields.
    let standard = (try? object.standard()) ?? nil
    line += (standard.map { text(of: $0.contents) } ?? "") + suffix
    let contents = standard.map { ArchiveRows($0.contents) }
    open(.both(contents ?? .none, standard?.otherFields ?? Array(object.fields)), slot: slot)
    if case .data(let node)? = standard?.contents { lineData = node }
  }

  /// Writes the index of a slot, and whether it needs no more than that.
  private mutating func isMarked(_ slot: Int, _ suffix: String) -> Bool {
    line += " " + style("@\(slot)", .reference)
    let mark = marks[slot]
    if mark == .open { line += " ↺" + suffix }
    if mark == .shown { line += ", shown above" + suffix }
    return mark != .unseen
  }

  /// Goes into a value unless it is empty or too deep.
  private mutating func open(_ rows: ArchiveRows, slot: Int?) {
    if let slot { marks[slot] = .shown }
    guard rows.count > 0 else { return }
    if frames.count > maximumDepth {
      line += " …"
    } else {
      if let slot { marks[slot] = .open }
      frames.append(Frame(rows: rows, slot: slot))
    }
  }
}

extension Int {
  /// A number of things in brackets.
  fileprivate func counted(_ unit: String) -> String { " (\(self) \(unit)\(self == 1 ? "" : "s"))" }
}

extension String {
  /// The text, cut after 100 scalars.
  var shortened: String {
    let start = unicodeScalars.prefix(100)
    return start.endIndex == unicodeScalars.endIndex ? self : String(start) + "…"
  }

  fileprivate var trimmedStart: String {
    String(Substring(utf8.drop { $0 == UInt8(ascii: " ") }))
  }
}

extension PlistNode {
  /// A number of seconds since 2001 as a date.
  fileprivate var secondsText: String {
    let seconds = realValue ?? integerValue.map { Double($0.int128) } ?? 0
    return Date(timeIntervalSinceReferenceDate: seconds).calendarText
  }
}
