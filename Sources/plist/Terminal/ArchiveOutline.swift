// A keyed archive as an indented outline: one line a value. The walk has a stack of its own; an
// object is shown once. Archives inside data are walked on the same stack, each with its own marks.

internal import KeyedArchives
internal import PropertyLists

/// Shows archives on standard output.
struct ArchiveOutline {
  private let style: TextStyle
  private let maximumDepth: Int
  private var pending = ""
  private var frames: [Frame] = []
  /// The archives that are being shown, the innermost last.
  private var nests: [Nest] = []
  /// How many bytes of data may still be looked at as archives.
  private var nestedBytes = 0

  /// Archives are shown so many levels inside each other.
  private static let maximumNesting = 8
  /// Beyond so many levels lines begin with their level instead of more room.
  private static let maximumIndentation = 40

  /// An archive, and what of it was shown.
  private struct Nest {
    let archive: KeyedArchive
    var marks: [Mark]
    /// Data that was looked at for an archive, by its node.
    var data: Set<Int> = []
    /// What is shown of long text and data, by its node: many places may refer to it.
    var texts: [Int: String] = [:]
  }

  private enum Mark { case unseen, open, shown }

  /// A value whose parts are being shown.
  private struct Frame {
    let rows: ArchiveRows
    var next = 0
    /// The object that is open; nil for what is no object.
    var slot: Int?
    var isArchive = false
  }

  init(style: TextStyle, maximumDepth: Int) {
    self.style = style
    self.maximumDepth = maximumDepth
  }

  /// Shows an archive.
  mutating func show(_ archive: KeyedArchive) throws(StreamError) {
    nestedBytes = 4 * (archive.document.root.sourceRange?.count ?? 0) + 1 << 20
    pending += title(of: archive) + "\n"
    enter(archive)
    while let frame = frames.last {
      guard frame.next < frame.rows.count else {
        leave(frame)
        continue
      }
      frames[frames.count - 1].next += 1
      if let row = frame.rows[frame.next] { show(row) }
      if pending.utf8.count > 1 << 16 { try flush() }
    }
    try flush()
  }

  private mutating func flush() throws(StreamError) {
    try StandardStream.output.write(pending.utf8)
    pending = ""
  }

  // MARK: The stack

  private func title(of archive: KeyedArchive) -> String {
    let parts = [archive.archiver, archive.version].compactMap { $0?.scalarText }
    return "keyed archive" + (parts.isEmpty ? "" : ": ")
      + parts.map { $0.shortened.escaped() }.joined(separator: " ")
  }

  private mutating func enter(_ archive: KeyedArchive) {
    let marks = [Mark](repeating: .unseen, count: archive.objects.count)
    nests.append(Nest(archive: archive, marks: marks))
    push(.fields(Array(archive.top)), isArchive: true)
  }

  private mutating func push(_ rows: ArchiveRows, slot: Int? = nil, isArchive: Bool = false) {
    frames.append(Frame(rows: rows, slot: slot, isArchive: isArchive))
  }

  private mutating func leave(_ frame: Frame) {
    frames.removeLast()
    if let slot = frame.slot { nests[nests.count - 1].marks[slot] = .shown }
    if frame.isArchive { nests.removeLast() }
  }

  // MARK: Lines

  private mutating func show(_ row: ArchiveRow) {
    let level = frames.count
    pending += String(repeating: "  ", count: min(level, Self.maximumIndentation))
    if level > Self.maximumIndentation { pending += "\(level)> " }
    pending += label(of: row) + ": "
    show(row.value, suffix: row.suffix)
    pending += "\n"
  }

  private mutating func label(of row: ArchiveRow) -> String {
    switch row.label {
    case .key(let key): style(PlistPath([.key(key)]).description.escaped(), .key)
    case .index(let index): style("[\(index)]", .key)
    case .scalar(let node): text(of: node).trimmedStart
    case .part(let name, let index): style("[\(index)] \(name)", .key)
    }
  }

  private mutating func show(_ value: ArchivedValue, suffix: String) {
    switch value.kind {
    case .null: pending += style("nil", .type) + suffix
    case .scalar: showScalar(value.node, suffix)
    case .array: showArray(value, suffix)
    case .dictionary:
      pending += style("dictionary", .type) + value.fields.count.counted("key") + suffix
      open(.fields(Array(value.fields)), slot: nil)
    case .object: showObject(value, suffix)
    case .damaged: pending += style("damaged", .error) + suffix
    }
  }

  private mutating func showScalar(_ node: PlistNode, _ suffix: String) {
    pending += style("\(node.kind)", .type) + text(of: node) + suffix
    showArchive(in: node)
  }

  private mutating func text(of node: PlistNode) -> String {
    if node.storedLength <= 4096 { return style.scalar(node) }
    if let text = nests[nests.count - 1].texts[node.id] { return text }
    let text = style.scalar(node)
    nests[nests.count - 1].texts[node.id] = text
    return text
  }

  private mutating func showArray(_ value: ArchivedValue, _ suffix: String) {
    pending += style("array", .type)
    guard let slot = value.uid.map({ Int($0.value) }) else {
      pending += value.elements.count.counted("element") + suffix
      return open(.members(value.elements), slot: nil)
    }
    guard !isMarked(slot, suffix) else { return }
    pending += value.elements.count.counted("element") + suffix
    open(.members(value.elements), slot: slot)
  }

  private mutating func showObject(_ value: ArchivedValue, _ suffix: String) {
    guard let object = value.object else { return }
    let slot = Int(object.uid.value)
    pending += style(object.className.shortened.escaped(), .type)
    guard !isMarked(slot, suffix) else { return }
    // A collection that contradicts itself is shown by its fields.
    let standard = (try? object.standard()) ?? nil
    pending += (standard.map { style.text(of: $0.contents) } ?? "") + suffix
    let contents = standard.map { ArchiveRows($0.contents) }
    open(.both(contents ?? .none, standard?.otherFields ?? Array(object.fields)), slot: slot)
    if case .data(let node)? = standard?.contents { showArchive(in: node) }
  }

  /// Writes the index of a slot, and whether it needs no more than that.
  private mutating func isMarked(_ slot: Int, _ suffix: String) -> Bool {
    pending += " " + style("@\(slot)", .reference)
    let mark = nests[nests.count - 1].marks[slot]
    if mark == .open { pending += " ↺" + suffix }
    if mark == .shown { pending += ", shown above" + suffix }
    return mark != .unseen
  }

  /// Goes into a value unless it is empty or too deep.
  private mutating func open(_ rows: ArchiveRows, slot: Int?) {
    if let slot { nests[nests.count - 1].marks[slot] = .shown }
    guard rows.count > 0 else { return }
    if frames.count > maximumDepth {
      pending += " …"
    } else {
      if let slot { nests[nests.count - 1].marks[slot] = .open }
      push(rows, slot: slot)
    }
  }

  // MARK: Archives inside data

  private mutating func showArchive(in node: PlistNode) {
    guard node.kind == .data, nests.count <= Self.maximumNesting, frames.count <= maximumDepth,
      nests[nests.count - 1].data.insert(node.id).inserted, let data = node.dataValue,
      data.mayHoldPlist, data.count <= nestedBytes
    else { return }
    nestedBytes -= data.count
    guard let archive = try? KeyedArchive(Array(data)) else { return }
    pending += ", " + title(of: archive)
    enter(archive)
  }
}

extension Data {
  /// Whether the bytes begin as a property list in one of Apple's formats does.
  fileprivate var mayHoldPlist: Bool {
    ["bplist0", "<?xml", "<!DOCTYPE", "<plist"].contains { starts(with: $0.utf8) }
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

  fileprivate var trimmedStart: String { String(drop { $0 == " " }) }
}

extension TextStyle {
  /// What an object of a standard class holds, as far as it fits in its line.
  fileprivate func text(of contents: ArchivedContents) -> String {
    switch contents {
    case .items(let members), .countedItems(let members, _): members.count.counted("element")
    case .entries(let keys, _): keys.count.counted("pair")
    case .date(let node): " " + self(node.secondsText, .number)
    case .string(let node): scalar(node)
    case .data(let node): scalar(node)
    case .url(let text, _): scalar(text.node)
    case .uuid(let value): " " + self(value.uuidString, .number)
    case .decimal(let digits): " " + self(digits, .number)
    case .null: ""
    }
  }
}

extension PlistNode {
  /// A number of seconds since 2001 as a date.
  fileprivate var secondsText: String {
    let seconds = realValue ?? integerValue.map { Double($0.int128) } ?? 0
    return Date(timeIntervalSinceReferenceDate: seconds).calendarText
  }
}
