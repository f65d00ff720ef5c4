// The outline of a document with those of the documents in its data: which line comes next, and when
// it goes into data. Relies on the outlines of single documents, each with a stack of its own.

internal import KeyedArchives
internal import PropertyLists

/// An outline of one document, line by line.
protocol DocumentOutline {
  /// Writes what the document itself is, without a line break. Gives the data that it consists of, if
  /// it does.
  mutating func begin(_ text: inout String) -> PlistNode?

  /// Writes the next line, without its line break.
  mutating func next(_ text: inout String) -> OutlineStep

  /// How many levels of containers may be open below the last line.
  var remainingLevels: Int { get }
  /// How many containers are open.
  var level: Int { get }
}

/// What an outline has written.
enum OutlineStep {
  /// Nothing, and it has no more lines.
  case end
  /// Nothing, but there may be more.
  case nothing
  /// A line; of data, with the data.
  case line(PlistNode?)
}

/// Which documents in data an outline shows.
enum NestedKinds {
  case none, archives, all
}

/// Writes an outline to standard output.
struct OutlineWriter {
  private let style: TextStyle
  private let kinds: NestedKinds
  private var pending = ""
  private var documents: [OpenDocument] = []
  private var reader: NestedDocumentReader
  /// What may still be written of the innermost document.
  private var budget: ExpansionBudget
  /// The other budget: that of all documents in data while none is open, that of the outermost document
  /// while one is.
  private var otherBudget: ExpansionBudget
  /// Why documents in data are not shown.
  private(set) var warnings: [ArchiveError] = []

  /// The most documents of which a warning says why they are not shown.
  private static let maximumWarnings = 100
  /// Beyond so many levels lines begin with their level instead of more room.
  static let maximumIndentation = 40

  /// A document whose lines are being shown.
  private struct OpenDocument {
    var outline: any DocumentOutline
    /// The data that it is in; nil for the outermost.
    let data: PlistNode?
    /// What the document around the data may still use of its own.
    var outerBudget: ExpansionBudget.Outer?
    /// Data that was looked into, by its node: whether a document in it is shown.
    var isShown: [Int: Bool] = [:]
  }

  /// A writer of the outline of a document.
  init(_ document: PlistDocument, style: TextStyle, kinds: NestedKinds) {
    self.style = style
    self.kinds = kinds
    reader = NestedDocumentReader(document)
    budget = document.expansionBudget(ExpansionBudget.defaultAllowance)
    otherBudget = ExpansionBudget(
      allowance: ExpansionBudget.defaultAllowance, sourceBytes: 0)
  }

  /// Writes an outline.
  ///
  /// - Throws: `StreamError`, and `ArchiveError` with `expansionLimit` where the lines of the outermost
  ///   document are many times the document; what precedes is written.
  mutating func write(_ outline: some DocumentOutline) throws {
    begin(OpenDocument(outline: outline, data: nil))
    while let top = documents.indices.last {
      let start = pending.utf8.count
      switch documents[top].outline.next(&pending) {
      case .end: close(top)
      case .nothing: break
      case .line(let data):
        let bytes = pending.utf8.count - start
        if try pay(for: bytes, top) { endLine(data) }
      }
      if pending.utf8.count > 1 << 16 { try flush() }
    }
    try flush()
  }

  /// Ends a document.
  private mutating func close(_ place: Int) {
    if let outer = documents[place].outerBudget {
      budget.leave(to: outer)
      if place == 1 { swap(&budget, &otherBudget) }
    }
    documents.remove(at: place)
  }

  private mutating func flush() throws(StreamError) {
    try StandardStream.output.write(pending.utf8)
    pending = ""
  }

  private mutating func begin(_ document: OpenDocument) {
    documents.append(document)
    let data = documents[documents.count - 1].outline.begin(&pending)
    endLine(data)
  }

  /// Pays for a line of a document, whose room on the left is free. Ends the document, and gives false,
  /// where it shares so much that it would never end.
  private mutating func pay(for bytes: Int, _ place: Int) throws -> Bool {
    let level = documents[place].outline.level
    let room = 2 * min(level, Self.maximumIndentation)
    if budget.spend(max(ExpansionBudget.bytesPerVisit, bytes - room)) { return true }
    pending += "\n" + .indentation(level) + "…\n"
    let error = ArchiveError(
      .expansionLimit,
      message: "values are shared so often that showing all of them never ends: \(budget.excess)")
    guard let data = documents[place].data else {
      try flush()
      throw error
    }
    close(place)
    warn(error.inData(data))
    return false
  }

  // MARK: Documents in data

  /// Ends a line, of data with the document in it.
  private mutating func endLine(_ data: PlistNode?) {
    var data = data
    while let node = data {
      guard let document = document(in: node) else { break }
      var opened = opened(document, in: node)
      if documents.count == 1 { swap(&budget, &otherBudget) }
      opened.outerBudget = budget.enter(sourceBytes: document.document.byteCount)
      documents.append(opened)
      data = documents[documents.count - 1].outline.begin(&pending)
    }
    pending += "\n"
  }

  private mutating func document(in node: PlistNode) -> NestedDocument? {
    let top = documents.count - 1
    guard kinds != .none, documents[top].outline.remainingLevels > 0 else { return nil }
    if let isShown = documents[top].isShown[node.id] {
      if isShown { pending += ", shown above" }
      return nil
    }
    let document = read(node)
    documents[top].isShown[node.id] = document != nil
    return document
  }

  private mutating func read(_ node: PlistNode) -> NestedDocument? {
    guard let data = node.dataValue else { return nil }
    do throws(ArchiveError) {
      let document = try reader.document(in: data, depth: documents.count)
      if case .plist = document, kinds == .archives { return nil }
      return document
    } catch {
      warn(error.inData(node))
      return nil
    }
  }

  /// Notes why a document in data is not shown.
  ///
  /// - Parameter error: The error, as one of the document that is the innermost now.
  private mutating func warn(_ error: ArchiveError) {
    guard warnings.count < Self.maximumWarnings else { return }
    warnings.append(documents.compactMap(\.data).reversed().reduce(error) { $0.inData($1) })
  }

  private mutating func opened(_ document: NestedDocument, in node: PlistNode) -> OpenDocument {
    let outer = documents[documents.count - 1].outline
    switch document {
    case .archive(let archive):
      pending += ", "
      let outline = ArchiveOutline(
        archive, style: style, maximumDepth: outer.remainingLevels - 1, level: outer.level)
      return OpenDocument(outline: outline, data: node)
    case .plist(let document):
      pending += ", property list: "
      let outline = Outline(
        document.root, marks: OutlineMarks([document.root], in: document), style: style,
        maximumDepth: outer.remainingLevels, level: outer.level)
      return OpenDocument(outline: outline, data: node)
    }
  }
}

extension String {
  /// The beginning of a line of an outline.
  static func indentation(_ level: Int) -> String {
    let most = OutlineWriter.maximumIndentation
    return String(repeating: "  ", count: Swift.min(level, most))
      + (level > most ? "\(level)> " : "")
  }
}
