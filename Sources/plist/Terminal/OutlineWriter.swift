// The outline of a document and of the documents inside its data. The writer chooses which line
// comes next and opens data. Relies on the outlines of single documents, each with a separate
// stack.

internal import KeyedArchives
internal import PropertyLists

/// An outline that writes one document line by line.
protocol DocumentOutline {
  /// Writes the line for the document itself, without a line break. Returns the root if it is data.
  mutating func begin(_ text: inout String) -> PlistNode?

  /// Writes the next line, without its line break.
  mutating func next(_ text: inout String) -> OutlineStep

  /// The number of levels of containers that may still be opened below the last line.
  var remainingLevels: Int { get }
  /// The number of open containers.
  var level: Int { get }
}

enum OutlineStep {
  /// Nothing was written, and there are no more lines.
  case end
  /// Nothing was written, but there may be more lines.
  case nothing
  /// A line was written. If it shows data, the node is the data.
  case line(PlistNode?)
}

/// The documents inside data that an outline shows.
enum NestedKinds { case none, archives, all }

/// Writes an outline to standard output.
struct OutlineWriter {
  private let style: TextStyle
  private let kinds: NestedKinds
  private var pending = ""
  private var documents: [OpenDocument] = []
  private var reader: NestedDocumentReader
  /// The remaining budget of the innermost document.
  private var budget: ExpansionBudget
  /// The other budget: while no document inside data is open, the common budget of all such
  /// documents; otherwise the budget of the outermost document.
  private var otherBudget: ExpansionBudget
  /// The reasons why documents inside data are not shown.
  private(set) var warnings: [ArchiveError] = []

  /// The maximum number of warnings about documents that are not shown.
  private static let maximumWarnings = 100
  /// The maximum number of indented levels. Deeper lines begin with the number of their level.
  static let maximumIndentation = 40

  /// A document whose lines are being shown.
  private struct OpenDocument {
    var outline: any DocumentOutline
    /// The data that contains the document; nil for the outermost document.
    let data: PlistNode?
    /// The remaining budget of the enclosing document.
    var outerBudget: ExpansionBudget.Outer?
    /// Whether the document inside data is shown, by node, for all data that was inspected.
    var isShown: [Int: Bool] = [:]
  }

  init(_ document: PlistDocument, style: TextStyle, kinds: NestedKinds) {
    self.style = style
    self.kinds = kinds
    reader = NestedDocumentReader(document)
    budget = document.expansionBudget(ExpansionBudget.defaultAllowance)
    otherBudget = ExpansionBudget(allowance: ExpansionBudget.defaultAllowance, sourceBytes: 0)
  }

  /// Writes an outline. Throws `ArchiveError` with `expansionLimit` if the lines of the outermost
  /// document are many times larger than the document; the lines before the limit are written.
  mutating func write(_ outline: some DocumentOutline) throws {
    begin(OpenDocument(outline: outline, data: nil))
    while let top = documents.indices.last {
      let start = pending.utf8.count
      switch documents[top].outline.next(&pending) {
      case .end: close(top)
      case .nothing: break
      case .line(let data):
        let bytes = pending.utf8.count - start
        if try pay(for: bytes, ofDocument: top) { endLine(data) }
      }
      if pending.utf8.count > 1 << 16 { try flush() }
    }
    try flush()
  }

  /// Closes a document.
  private mutating func close(_ index: Int) {
    if let outer = documents[index].outerBudget {
      budget.leave(to: outer)
      if index == 1 { swap(&budget, &otherBudget) }
    }
    documents.remove(at: index)
  }

  private mutating func flush() throws(StreamError) {
    try StandardStream.output.write(pending)
    pending = ""
  }

  private mutating func begin(_ document: OpenDocument) {
    documents.append(document)
    let data = documents[documents.count - 1].outline.begin(&pending)
    endLine(data)
  }

  /// Charges a line of a document to its budget; indentation is free. Returns true if the budget
  /// suffices. Otherwise closes the document and returns false.
  private mutating func pay(for bytes: Int, ofDocument index: Int) throws -> Bool {
    let level = documents[index].outline.level
    let indentation = 2 * min(level, Self.maximumIndentation)
    if budget.spend(max(ExpansionBudget.bytesPerVisit, bytes - indentation)) { return true }
    pending += "\n" + .indentation(level) + "…\n"
    let error = ArchiveError(
      .expansionLimit, message: "expanding the shared values exceeds the limit: \(budget.excess)")
    guard let data = documents[index].data else {
      try flush()
      throw error
    }
    close(index)
    warn(error.inData(data))
    return false
  }

  // MARK: Documents inside data

  /// Ends a line. If the line shows data, opens the document inside the data.
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
    var document: NestedDocument?
    do throws(ArchiveError) {
      if let data = node.dataValue {
        document = try reader.document(in: data, depth: documents.count)
      }
      if case .plist? = document, kinds == .archives { document = nil }
    } catch { warn(error.inData(node)) }
    documents[top].isShown[node.id] = document != nil
    return document
  }

  /// Records why a document inside data is not shown.
  ///
  /// - Parameter error: The error, located in the innermost open document.
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
  static func indentation(_ level: Int) -> String {
    let most = OutlineWriter.maximumIndentation
    return String(repeating: "  ", count: Swift.min(level, most))
      + (level > most ? "\(level)> " : "")
  }
}

// MARK: - Scalars

extension TextStyle {
  /// Returns a scalar for display after its type. Long text and data are shortened.
  func scalar(_ node: PlistNode) -> String {
    switch node.kind {
    case .string: string(node.stringValue ?? "")
    case .data: data(node.dataValue ?? Data())
    case .null: ""
    default: " " + self(node.scalarText ?? "", as: .number)
    }
  }

  /// Returns text in quotation marks. Text of more than 80 characters is shortened and preceded by
  /// its length.
  func string(_ text: String) -> String {
    let start = text.unicodeScalars.prefix(80)
    let isWhole = start.endIndex == text.unicodeScalars.endIndex
    let count = isWhole ? "" : " (\(text.unicodeScalars.count) characters)"
    let shown = String(start).escaped(and: ["\"", "\\"])
    return "\(count) " + self("\"\(shown)\(isWhole ? "" : "…")\"", as: .text)
  }

  /// Returns the number of bytes, and the first 16 bytes in hexadecimal digits.
  func data(_ data: Data) -> String {
    let count = " (\(data.count) byte\(data.count == 1 ? "" : "s"))"
    if data.isEmpty { return count }
    var digits = ""
    for (index, byte) in data.prefix(16).enumerated() {
      if index > 0, index.isMultiple(of: 4) { digits += " " }
      digits += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "\(count) " + self(digits + (data.count > 16 ? "…" : ""), as: .number)
  }
}
