// The markup between the contents of two scalars: tags, keys, and values without contents.

extension XMLExtraction {
  /// Reads the markup after the contents of a scalar, up to the contents of the next scalar.
  /// Returns the element of that scalar; nil at the end of the property list.
  ///
  /// - Parameter element: The element of the scalar before the markup; nil at the beginning.
  @inline(never)
  mutating func readMarkup(after element: XMLElement?) throws -> XMLElement? {
    let start = reader.position
    if let element {
      memory.begin(at: start, after: element)
      if !element.hasNoContents { try reader.expectClosingTag(element, start: start) }
      endValue()
    }
    while !state.isFinished {
      if let tag = try readTag() {
        if memory.isRecording {
          memory.end(
            at: tag.end, tagLength: tag.length, before: tag.element, in: view,
            isInDictionary: state.nesting.isDictionary(around: memory.openedCount),
            endsAfterReferenceKey: state.followsReferenceKey)
        }
        return tag.element
      }
    }
    return nil
  }

  /// Reads a tag or a comment. Returns the tag of a scalar whose contents follow.
  private mutating func readTag() throws -> XMLTag? {
    reader.position = view.skipSpace(from: reader.position)
    let start = reader.position
    guard start < view.count, view[start] == UInt8(ascii: "<") else { throw WholeInputNeeded() }
    if let tag = view.plainTag(at: start) { return try read(tag, at: start) }
    if try reader.skipMiscellany() { return nil }
    return try read(reader.generalTag(at: start), at: start)
  }

  private mutating func read(_ tag: XMLTag, at start: Int) throws -> XMLTag? {
    reader.position = tag.end
    switch tag.element {
    case .plist: try readPlistTag(tag)
    case .key:
      guard state.expectsKey, !tag.isClosing, !tag.isEmpty else { throw WholeInputNeeded() }
      try readKey(start)
      return nil
    case .dict, .array:
      if !tag.isClosing {
        try beginValue(tag.element, at: start)
        try open(tag.element)
      }
      if tag.isClosing || tag.isEmpty { try close(tag.element) }
    case .true, .false:
      if tag.isClosing { throw WholeInputNeeded() }
      try beginValue(tag.element, at: start)
      if tag.isEmpty { return tag }
      try reader.expectClosingTag(tag.element, start: start)
      endValue()
    case .string, .data, .date, .real, .integer:
      guard !tag.isClosing, !tag.isEmpty || tag.element == .string else {
        throw WholeInputNeeded()
      }
      try beginValue(tag.element, at: start)
      // The contents of a scalar decide on a reference.
      if !tag.isEmpty { return tag }
      endValue()
    }
    state.followsReferenceKey = false
    return nil
  }

  /// Reads the tag of a `<plist>`, which encloses the root. Other such elements are unusual.
  private mutating func readPlistTag(_ tag: XMLTag) throws {
    guard state.nesting.depth == 0, !tag.isEmpty, state.isInPlist == tag.isClosing,
      state.hasRoot == tag.isClosing
    else { throw WholeInputNeeded() }
    state.isInPlist = true
    state.isFinished = tag.isClosing
  }

  private mutating func readKey(_ start: Int) throws {
    let textStart = reader.position
    let run = view.textRun(from: textStart)
    var form = run.hasHighBytes ? NodeForm.utf8 : NodeForm.plain
    var end = run.end
    if view.matches("</key>", at: end) {
      if run.hasHighBytes { try reader.checkUTF8(textStart..<end) }
      reader.position = end + 6
    } else {
      try skipUnusualText(from: textStart)
      (form, end) = (NodeForm.escaped, reader.position)
      try reader.expectClosingTag(.key, start: start)
    }
    let key = Node(.string, form: form, count: end - textStart, payload: UInt64(textStart))
    let source = NodeSource(view, codec: XMLFormat.self)
    state.expectsKey = false
    state.followsReferenceKey = key.isText("CF$UID", in: source)
    state.search.read(key, in: source, depth: state.nesting.depth)
  }
}
