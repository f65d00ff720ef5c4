// Writes fonts as the Glyphs app does: no indentation, one value per line. From format 3 on, points
// and colors are written on one line, and line breaks in strings are not escaped.

/// A writer of one `.glyphs` file.
struct GlyphsWriter: ValueWriter, ~Copyable {
  private var walk: WritingWalk
  var output: ByteWriter
  private let view: ByteView
  private var source: NodeSource { walk.storage.source }
  private let style: GlyphsStyle
  private let isDocument: Bool
  /// The context of each open container.
  private var contexts = LinearBuffer<Context>(minimumCapacity: 32)
  /// The key of the next value, a string; nil in arrays.
  private var key: Node?

  /// The layout of an open container.
  struct Context: BitwiseCopyable {
    /// Whether the elements are written on one line.
    var isTuple = false
    /// Whether the elements are the nodes of a path.
    var hasNodes = false
  }

  init(_ storage: DocumentStorage, options: PlistWritingOptions, isDocument: Bool) {
    self.isDocument = isDocument
    walk = WritingWalk(storage, options: options)
    view = storage.view
    style = GlyphsStyle(storage)
    output = ByteWriter(storage, options: options, bytesPerNode: 8)
  }

  mutating func writeValue() throws(PlistError) {
    try write(walk.storage.nodes[walk.root])
    while walk.depth > 0 { try writeNext() }
  }

  /// Writes the next child of the innermost container, or closes it.
  private mutating func writeNext() throws(PlistError) {
    let index = walk.nextIndex()
    let frame = walk.frames[walk.depth - 1]
    guard let index else {
      walk.leave()
      let context = contexts.removeLast()
      if !frame.isDictionary, !context.isTuple, frame.node.count > 0 {
        output.append(UInt8(ascii: "\n"))
      }
      output.append(frame.isDictionary ? UInt8(ascii: "}") : UInt8(ascii: ")"))
      return endValue()
    }
    if frame.isDictionary {
      let node = walk.storage.nodes[walk.key(at: index)]
      output.append(openStep: node, in: source, bare: .glyphsKey, style.escaping)
      output.append(" = ")
      key = node
    } else {
      if frame.next > 1 {
        output.append(UInt8(ascii: ","))
        if !contexts[contexts.count - 1].isTuple { output.append(UInt8(ascii: "\n")) }
      }
      key = nil
    }
    try write(walk.storage.nodes[walk.child(at: index)])
  }

  private mutating func write(_ node: Node) throws(PlistError) {
    switch node.kind {
    case .array, .dictionary: return try open(node)
    case .set:
      try walk.admitUnsupported("sets", in: .glyphs)
      return try open(node)
    case .string: writeString(node)
    case .data: output.append(hexadecimal: walk.storage.data(of: node), group: 0)
    case .integer: try writeNumber(node.integer(in: view).description)
    case .real: try writeNumber(node.real == 0 ? "0" : node.real.shortestText)
    case .bool, .date, .uid, .null:
      let text = try walk.textOfUnsupported(node, in: .glyphs)
      output.append(openStep: text, bare: .glyphsKey, style.escaping)
    }
    endValue()
  }

  // MARK: Containers

  private mutating func open(_ node: Node) throws(PlistError) {
    let isDictionary = node.kind == .dictionary
    let context = isDictionary ? Context() : context(ofArray: node)
    output.append(isDictionary ? UInt8(ascii: "{") : UInt8(ascii: "("))
    if !context.isTuple { output.append(UInt8(ascii: "\n")) }
    try walk.enter(node)
    contexts.append(context)
  }

  private mutating func endValue() {
    if walk.depth > 0, walk.frames[walk.depth - 1].isDictionary { output.append(";\n") }
  }

  /// Returns the layout of an array. Tuples are arrays of scalars under certain keys or inside
  /// other arrays.
  private func context(ofArray node: Node) -> Context {
    let name = key.flatMap { $0.count <= 64 ? $0.text(in: source) : nil }
    guard style.isFormat3 else { return Context(hasNodes: name == "nodes") }
    guard node.count > 0 else { return Context() }
    if let name {
      let hasTupleKey = GlyphsStyle.tupleKeys.contains(name)
      return Context(isTuple: hasTupleKey && !hasArray(node))
    }
    let first = walk.storage.nodes[walk.storage.child(0, of: node)]
    return Context(isTuple: walk.depth > 0 && !first.kind.isContainer && !hasArray(node))
  }

  private func hasArray(_ node: Node) -> Bool {
    (0..<node.count).contains { index in
      let kind = walk.storage.nodes[walk.storage.child(index, of: node)].kind
      return kind == .array || kind == .set
    }
  }

  // MARK: Scalars

  private mutating func writeString(_ node: Node) {
    if isBareNumber(node) { return output.append(view, at: node.start, count: node.count) }
    let isNode = contexts.count > 0 && contexts[contexts.count - 1].hasNodes
    let escaping: OpenStepEscaping =
      if isNode {
        .glyphs2Nodes
      } else if style.hasLineBreaksInCode, key?.isText("code", in: source) == true { .glyphs3 } else
      { style.escaping }
    // An unquoted root could look like the beginning of another format.
    let bare: OpenStepBareText = isDocument && walk.depth == 0 ? .never : .glyphsValue
    output.append(openStep: node, in: source, bare: bare, escaping)
  }

  /// Returns whether a string is an unquoted number in the source text.
  private func isBareNumber(_ node: Node) -> Bool {
    guard walk.storage.origin.codec?.isOpenStepFamily == true, node.form == NodeForm.plain,
      node.start > 0
    else { return false }
    let before = view[node.start - 1]
    return before != UInt8(ascii: "\"") && before != UInt8(ascii: "'")
      && view.typedNumber(at: node.start, count: node.count) != nil
  }

  /// Writes a number without quotes if it would be read back as a number.
  private mutating func writeNumber(_ text: String) throws(PlistError) {
    let start = output.count
    output.append(text)
    if output.view.typedNumber(at: start, count: output.count - start) == nil {
      output.truncate(to: start)
      try walk.admitUnsupported("the number \(text)", in: .glyphs)
      output.append(openStep: text, bare: .never, style.escaping)
    }
  }
}
