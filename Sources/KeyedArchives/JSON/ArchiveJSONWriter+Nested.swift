// Data in the JSON of an archive or property list, and the documents in the data. Each document is
// on top of the stack, so that it can be removed if it turns out to be invalid.
internal import PropertyLists

extension ArchiveJSONWriter {
  /// An open document in data, and the state to restore after it.
  struct Nest {
    let data: PlistNode
    /// The text that follows the data.
    let end: StaticString
    /// The sizes of the output and of the stack before the document.
    let textCount: Int
    let frameCount: Int
    let notation: Notation
    let isShown: [Bool]
    /// The remaining budget of the enclosing document itself.
    let budget: ExpansionBudget.Outer
  }

  /// The maximum number of documents for which a warning says why they are not shown.
  private static let maximumWarnings = 100

  /// Writes a value that is neither a container nor a reference, and the text that follows it.
  mutating func writeScalar(_ node: PlistNode, end: StaticString) {
    guard node.kind == .data else {
      text.append(scalar: node)
      if end.utf8CodeUnitCount > 0 { text.append(end) }
      return
    }
    guard notation == .plain else {
      text.append("{")
      return writeData(node, end: end.utf8CodeUnitCount > 0 ? "}}" : "}")
    }
    // Data is as in plain JSON, unless it contains a document.
    let data = node.dataValue ?? Data()
    let start = text.bytes.count
    guard let document = document(in: data, node) else {
      text.append("\"\(data.base64EncodedString())\"")
      return text.append(end)
    }
    text.append("{\"$data\": \"\(data.base64EncodedString())\"")
    open(document, in: node, end: "}", textCount: start)
  }

  /// Writes `$data` and the contents of the data.
  mutating func writeData(_ node: PlistNode, end: StaticString) {
    let data = node.dataValue ?? Data()
    text.append("\"$data\": \"\(data.base64EncodedString())\"")
    guard let document = document(in: data, node) else { return text.append(end) }
    open(document, in: node, end: end, textCount: text.bytes.count)
  }

  // MARK: Documents

  private mutating func document(in data: Data, _ node: PlistNode) -> NestedDocument? {
    guard options.nestedData == .asContents else { return nil }
    do throws(ArchiveError) { return try reader.document(in: data, depth: nests.count + 1) } catch {
      warn(error.inData(node))
      return nil
    }
  }

  private mutating func open(
    _ document: NestedDocument, in node: PlistNode, end: StaticString, textCount: Int
  ) {
    if nests.isEmpty { swap(&budget, &otherBudget) }
    // Shared data is charged to the allowance.
    let own = min(document.document.byteCount, nestedBytes)
    nestedBytes -= own
    let outer = budget.enter(sourceBytes: own)
    nests.append(
      Nest(
        data: node, end: end, textCount: textCount, frameCount: frames.count, notation: notation,
        isShown: isShown, budget: outer))
    isShown = []
    open(.nested(document), start: "", end: "")
  }

  /// Writes a document, or the text that follows it.
  mutating func writePart(_ index: Int, of document: NestedDocument) throws(ArchiveError) {
    guard index == 0 else {
      if let nest = nests.last {
        leave(nest)
        text.append(nest.end)
      }
      return
    }
    switch document {
    case .archive(let archive):
      text.append(", \"$archive\": ")
      notation = .archive
      try open(archive)
    case .plist(let document):
      text.append(", \"$plist\": ")
      try openPlain(document.root)
    }
  }

  private mutating func leave(_ nest: Nest) {
    nests.removeLast()
    frames.removeSubrange(nest.frameCount...)
    (notation, isShown) = (nest.notation, nest.isShown)
    budget.leave(to: nest.budget)
    if nests.isEmpty { swap(&budget, &otherBudget) }
  }

  /// Removes the innermost document in data after an error, so that the data is shown without it.
  mutating func abandonNest(after error: ArchiveError) throws(ArchiveError) {
    guard let nest = nests.last else { throw error }
    leave(nest)
    warn(error.inData(nest.data))
    text.truncate(to: nest.textCount)
    if notation == .plain {
      text.append("\"\((nest.data.dataValue ?? Data()).base64EncodedString())\"")
    } else {
      text.append(nest.end)
    }
  }

  /// Records an error, relative to the innermost open document, for data that is not shown.
  private mutating func warn(_ error: ArchiveError) {
    guard warnings.count < Self.maximumWarnings else { return }
    warnings.append(nests.reversed().reduce(error) { $0.inData($1.data) })
  }
}
