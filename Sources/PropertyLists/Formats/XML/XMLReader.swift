// Reads XML property lists into the node table in one pass without recursion, with one loop over
// the tags. `<plist>` is neither a node nor a level, so its elements are tracked outside the table.

/// A reader of one XML property list.
struct XMLReader: TextReader, ~Copyable {
  let view: ByteView
  var table: TextTable
  var position: Int
  var documentType = XMLDocumentType.apple
  /// The bytes that are expected between two values.
  var gaps = XMLGaps()
  /// The offsets of the open `<plist>` elements, which enclose all other elements.
  var wrappers: [Int] = []

  init(_ input: FormatInput, options: PlistReadingOptions) {
    view = input.text.view
    // The shortest element, `<key/>`, has 6 bytes.
    table = TextTable(
      input, codec: XMLFormat.self, options: options, shortestValue: 6, repeatedKeys: .value)
    position = input.encoding.textStart
  }

  mutating func readDocument() throws(PlistError) {
    try readProlog()
    try readElements()
    guard table.nodes.count > 0 else {
      throw table.failure(.unexpectedEnd, message: "the property list has no value", at: view.count)
    }
    warnOfRest()
  }

  consuming func finish(_ input: FormatInput) -> DocumentStorage {
    table.finish(
      input, origin: DocumentOrigin(XMLFormat.self, text: table.origin, details: documentType))
  }

  /// Reads elements until the root is complete.
  ///
  /// Long because it is the loop in which all time is spent: one dispatch over the tags, in a
  /// single function.
  mutating func readElements() throws(PlistError) {
    repeat {
      let start: Int
      let tag: XMLTag
      if let predicted = readPredictedTag() {
        tag = predicted
        start = position &- tag.length
      } else {
        let gapStart = position
        position = view.skipSpace(from: position)
        guard position < view.count else { throw unexpectedEnd() }
        guard view[position] == UInt8(ascii: "<") else { throw strayText() }
        start = position
        guard let plain = view.plainTag(at: start) else {
          gaps.forgetKey()
          try readGeneralTag()
          continue
        }
        tag = plain
        position = tag.end
        noteGap(before: tag, from: gapStart)
      }
      switch tag.element {
      case .key: try readKey(start)
      case .string: try readString(.string, start: start)
      case .integer: try readInteger(start)
      case .real: try readReal(start)
      case .date: try readDate(start)
      case .data: try readData(start)
      case .true: try append(Node(.bool, payload: 1), start: start)
      case .false: try append(Node(.bool, payload: 0), start: start)
      case .dict, .array, .plist:
        if tag.isClosing {
          try close(tag.element, start: start)
        } else {
          try open(tag.element, start: start)
        }
      }
    } while table.depth > 0 || !wrappers.isEmpty
  }

  /// Reads a comment, a processing instruction, or a tag that is not one of the plain ones.
  private mutating func readGeneralTag() throws(PlistError) {
    let start = position
    if try skipMiscellany() { return }
    let tag = try generalTag(at: start)
    position = tag.end
    if tag.isClosing { return try close(tag.element, start: start) }
    switch tag.element {
    case .plist, .array, .dict:
      try open(tag.element, start: start)
      if tag.isEmpty { try close(tag.element, start: start) }
    case .true, .false:
      if !tag.isEmpty { try expectClosingTag(tag.element, start: start) }
      try append(Node(.bool, payload: tag.element == .true ? 1 : 0), start: start)
    case .key, .string:
      if !tag.isEmpty {
        if tag.element == .key { try readKey(start) } else { try readString(.string, start: start) }
      } else if tag.element == .key, table.expectsKey {
        try table.appendKey(position..<position, form: NodeForm.plain, start: start)
      } else {
        try append(Node(.string, payload: UInt64(position)), start: start)
      }
    case _ where tag.isEmpty:
      throw table.failure(.emptyElement, message: "<\(tag.element.name)/> has no value", at: start)
    case .data: try readData(start)
    case .date: try readDate(start)
    case .real: try readReal(start)
    case .integer: try readInteger(start)
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
      return try table.open(element == .dict ? .dictionary : .array, start: start)
    }
    if table.depth > 0 {
      throw table.failure(
        .unexpectedCharacter, message: "<plist> is allowed only at the top level", at: start)
    }
    if wrappers.count > table.options.maximumDepth { throw table.tooDeep(start) }
    wrappers.append(start)
  }

  @inline(__always)
  private mutating func close(_ element: XMLElement, start: Int) throws(PlistError) {
    guard openElement?.element == element else { throw mismatchedTag(element, start: start) }
    switch element {
    case .dict: try closeDictionary(start)
    case .array: table.closeArray()
    default: try closeWrapper(start)
    }
  }

  /// Closes a `<plist>`. Its value may also be the value of an enclosing `<plist>`.
  private mutating func closeWrapper(_ start: Int) throws(PlistError) {
    guard table.nodes.count > 0 else {
      throw table.failure(.emptyElement, message: "<plist> has no value", at: start)
    }
    wrappers.removeLast()
  }

  /// The innermost open element and its offset.
  var openElement: (element: XMLElement, start: Int)? {
    if let frame = table.top { return (frame.kind == .dictionary ? .dict : .array, frame.opening) }
    return wrappers.last.map { (.plist, $0) }
  }
}
