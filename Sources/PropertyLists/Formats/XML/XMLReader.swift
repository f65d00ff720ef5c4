// Reads XML property lists into the node table in one pass without recursion, with one loop over
// the tags. `<plist>` is neither a node nor a level, so its elements are tracked outside the table.

/// A reader of one XML property list.
struct XMLReader: TextReader, ~Copyable {
  let view: ByteView
  var table: TextTable
  var position: Int
  var documentType = XMLDocumentType.apple
  /// The markup that was read between the contents of scalars.
  var memory: MarkupMemory<XMLElement>
  /// Whether the last key that was not predicted was new, so that the next one probably is too.
  var expectsNewKey = true
  /// The offsets of the open `<plist>` elements, which enclose all other elements.
  var wrappers = LinearBuffer<Int>.unallocated

  init(_ input: FormatInput, options: PlistReadingOptions) {
    // The shortest element, `<key/>`, has 6 bytes.
    self.init(input, options: options, shortestValue: 6)
  }

  /// Creates a reader that reads markup, and no values.
  init(markupOf input: FormatInput, options: PlistReadingOptions) {
    self.init(input, options: options, shortestValue: max(input.text.count, 1))
  }

  private init(_ input: FormatInput, options: PlistReadingOptions, shortestValue: Int) {
    view = input.text.view
    memory = MarkupMemory(isActive: view.repeatsMarkup, notation: .plist)
    table = TextTable(
      input, codec: XMLFormat.self, options: options, shortestValue: shortestValue,
      repeatedKeys: .value)
    position = input.encoding.textStart
  }

  mutating func readDocument() throws(PlistError) {
    try readProlog()
    try readElements()
    guard table.nodes.count > 0 else {
      throw failure(.unexpectedEnd, message: "the property list has no value", at: view.count)
    }
    warnOfRest()
  }

  consuming func finish(_ input: FormatInput) -> DocumentStorage {
    table.finish(
      input, origin: DocumentOrigin(XMLFormat.self, text: table.origin, details: documentType))
  }

  /// Reads elements until the root is complete.
  mutating func readElements() throws(PlistError) {
    repeat {
      position = view.skipSpace(from: position)
      guard position < view.count else { throw unexpectedEnd() }
      guard view[position] == UInt8(ascii: "<") else { throw strayText() }
      let start = position
      if let tag = view.plainTag(at: start) {
        position = tag.end
        try read(tag, from: start)
      } else {
        try readGeneralTag()
      }
    } while table.depth > 0 || wrappers.count > 0
  }

  /// Reads the key or the scalar that a plain tag begins, or opens or closes a container.
  @inline(__always)
  private mutating func read(_ tag: XMLTag, from start: Int) throws(PlistError) {
    switch tag.element {
    case .key: try readKey(start)
    case .string, .integer, .real, .date, .data, .true, .false: try readScalars(tag, from: start)
    case .dict, .array, .plist:
      if tag.isClosing {
        try close(tag.element, start: start)
      } else {
        try open(tag.element, start: start)
      }
    }
  }

  /// Reads a comment, a processing instruction, or a tag that is not one of the plain ones.
  private mutating func readGeneralTag() throws(PlistError) {
    let start = position
    if try skipMiscellany() { return }
    let tag = try generalTag(at: start)
    position = tag.end
    if tag.isClosing { return try close(tag.element, start: start) }
    switch (tag.element, tag.isEmpty) {
    case (.plist, _), (.array, _), (.dict, _):
      try open(tag.element, start: start)
      if tag.isEmpty { try close(tag.element, start: start) }
    case (.true, false), (.false, false):
      memory.forget()
      try expectClosingTag(tag.element, start: start)
      try append(Node(.bool, payload: tag.element == .true ? 1 : 0), start: start)
    case (.key, false): try readKey(start)
    case (.key, true), (.string, true): try readEmptyText(tag.element, start: start)
    case (.data, true), (.date, true), (.real, true), (.integer, true):
      throw failure(.emptyElement, message: "<\(tag.element.name)/> has no value", at: start)
    default: try readScalars(tag, from: start)
    }
  }

  private mutating func readEmptyText(_ element: XMLElement, start: Int) throws(PlistError) {
    memory.forget()
    if element == .key, table.expectsKey {
      try table.appendKey(position..<position, form: NodeForm.plain, start: start)
    } else {
      try append(Node(.string, payload: UInt64(position)), start: start)
    }
  }

  // MARK: Adding values

  /// Adds a value to the open container.
  @inline(__always)
  mutating func append(_ node: Node, start: Int) throws(PlistError) {
    if !table.takesValue { throw misplacedValue(start) }
    try table.append(node, start: start)
  }

  private mutating func open(_ element: XMLElement, start: Int) throws(PlistError) {
    if !table.takesValue { throw misplacedValue(start) }
    guard element == .plist else {
      let isDictionary = element == .dict
      memory.add(isDictionary ? .openDictionary : .openArray, at: start)
      memory.open(isDictionary: isDictionary)
      return try table.open(isDictionary ? .dictionary : .array, start: start)
    }
    memory.forget()
    if table.depth > 0 {
      throw failure(
        .unexpectedCharacter, message: "<plist> is allowed only at the top level", at: start)
    }
    if wrappers.count > table.options.maximumDepth { throw table.tooDeep(start) }
    wrappers.append(start)
  }

  @inline(__always)
  private mutating func close(_ element: XMLElement, start: Int) throws(PlistError) {
    guard openElement?.element == element else { throw mismatchedTag(element, start: start) }
    guard element != .plist else { return try closeWrapper(start) }
    let isDictionary = element == .dict
    memory.add(isDictionary ? .closeDictionary : .closeArray, at: start)
    memory.close(isDictionary: isDictionary)
    if isDictionary { try closeDictionary(start) } else { table.closeArray() }
  }

  /// Closes a `<plist>`. Its value may also be the value of an enclosing `<plist>`.
  private mutating func closeWrapper(_ start: Int) throws(PlistError) {
    memory.forget()
    guard table.nodes.count > 0 else {
      throw failure(.emptyElement, message: "<plist> has no value", at: start)
    }
    wrappers.truncate(to: wrappers.count &- 1)
  }

  /// The innermost open element and its offset.
  var openElement: (element: XMLElement, start: Int)? {
    if let frame = table.top { return (frame.kind == .dictionary ? .dict : .array, frame.opening) }
    return wrappers.count > 0 ? (.plist, wrappers[wrappers.count &- 1]) : nil
  }
}
