// Data in the JSON of an archive or property list, and the documents in it: each on top of the stack,
// so that it can be taken back where it turns out to be invalid.
internal import PropertyLists

extension ArchiveJSONWriter {
  /// A document in data that is open, and what to go on with after it.
  struct Nest {
    let data: PlistNode
    /// What follows the data.
    let end: StaticString
    /// What was there before.
    let textCount: Int
    let frameCount: Int
    let notation: Notation
    let isShown: [Bool]
    /// What the document around the data may still use of its own.
    let budget: ExpansionBudget.Outer
  }

  /// The most documents of which a warning says why they are not shown.
  private static let maximumWarnings = 100

  /// Writes a value that is neither a container nor a reference, and what follows it.
  mutating func writeScalar(_ node: PlistNode, end: StaticString) {
    guard node.kind == .data else {
      text.append(scalar: node)
      if end.utf8CodeUnitCount > 0 { text.append(end) }
      return
    }
    guard notation == .archive else { return writePlainData(node, end: end) }
    text.append("{")
    writeData(node, end: end.utf8CodeUnitCount > 0 ? "}}" : "}")
  }

  /// Writes `$data` and what the data holds.
  mutating func writeData(_ node: PlistNode, end: StaticString) {
    let data = node.dataValue ?? Data()
    text.append("\"$data\": \"\(data.base64EncodedString())\"")
    guard let document = document(in: data, node) else { return text.append(end) }
    open(document, in: node, end: end, textCount: text.bytes.count)
  }

  /// Writes data as plain JSON has it, unless it holds a document.
  private mutating func writePlainData(_ node: PlistNode, end: StaticString) {
    let data = node.dataValue ?? Data()
    let start = text.bytes.count
    guard let document = document(in: data, node) else {
      text.append("\"\(data.base64EncodedString())\"")
      return text.append(end)
    }
    text.append("{\"$data\": \"\(data.base64EncodedString())\"")
    open(document, in: node, end: "}", textCount: start)
  }

  // MARK: Documents

  private mutating func document(in data: Data, _ node: PlistNode) -> NestedDocument? {
    guard options.nestedData == .asContents else { return nil }
    do throws(ArchiveError) {
      return try reader.document(in: data, depth: nests.count + 1)
    } catch {
      warn(error.inData(node))
      return nil
    }
  }

  private mutating func open(
    _ document: NestedDocument, in node: PlistNode, end: StaticString, textCount: Int
  ) {
    if nests.isEmpty { swap(&budget, &otherBudget) }
    // What is shared pays from the allowance.
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

  /// Writes a document, or what follows it.
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

  /// Takes the innermost document in data back after an error: the data is shown without it.
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

  /// Notes why the document in some data is not shown.
  ///
  /// - Parameter error: The error, as one of the document that is the innermost now.
  private mutating func warn(_ error: ArchiveError) {
    guard warnings.count < Self.maximumWarnings else { return }
    warnings.append(nests.reversed().reduce(error) { $0.inData($1.data) })
  }
}
