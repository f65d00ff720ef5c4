// Reads the OpenStep family (ASCII property lists, `.strings`, GNUstep's typed values, Xcode
// projects, Glyphs fonts) into the node table in one pass without recursion. One grammar accepts
// all of them; the contents determine which format the text has.

/// A reader of text of the OpenStep family.
struct OpenStepReader: TextReader, ~Copyable {
  var table: TextTable
  let view: ByteView
  var position: Int
  /// Whether the reader accepts only what Apple's parser accepts.
  let isStrict: Bool
  let hasTypedNumbers: Bool
  /// The markup that was read between the contents of scalars.
  var memory: MarkupMemory<OpenStepNotation>
  /// Whether the root is a dictionary without braces.
  private(set) var isStringsFile = false
  /// Whether the reader found one of GNUstep's typed values.
  var hasGNUStepValues = false
  private var comments: [SourceComment] = []
  /// The comments since the last pair of a strings file, which belong to the next pair.
  private var openComments: [Range<Int>] = []

  init(_ input: FormatInput, options: PlistReadingOptions) {
    view = input.text.view
    position = input.encoding.textStart
    isStrict = options.strictness == .strict
    hasTypedNumbers = options.numbers == .typed
    memory = MarkupMemory(
      isActive: view.repeatsMarkup && options.numbers != .typed, notation: .unquoted)
    // The shortest value with its separator has two bytes.
    table = TextTable(input, codec: OpenStepFormat.self, options: options, shortestValue: 2)
  }

  consuming func finish(_ input: FormatInput) -> DocumentStorage {
    for comment in openComments { keep(comment, before: .max) }
    let origin = DocumentOrigin(dialect.codec, text: table.origin, details: comments)
    return table.finish(input, origin: origin)
  }

  // MARK: The document

  mutating func readDocument() throws(PlistError) {
    if isStrict { try table.checkUTF8(position..<view.count) }
    let start = position
    try skipTrivia()
    switch view.byte(orZeroAt: position) {
    case _ where position == view.count:
      // Input of only white space is an empty dictionary, as in Apple's parser.
      try beginStringsFile(start)
      table.closeDictionary()
    case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "<"):
      try readValue()
      try readContents()
      try skipTrivia()
      guard position < view.count else { return }
      throw failure(
        .unexpectedCharacter,
        message: "expected the end of the input after the property list, found "
          + shownCharacter(at: position), at: position)
    default:
      // Either a string alone, or the first key of a strings file.
      let token = try readToken()
      try skipTrivia()
      if position == view.count { return try append(token) }
      let next = view[position]
      guard next == UInt8(ascii: "=") || next == UInt8(ascii: ";") else {
        throw failure(
          .unexpectedCharacter,
          message: "expected = or ; after a key, or the end of the input after a string, found "
            + shownCharacter(at: position), at: position)
      }
      // The key is read again, with its warnings.
      table.forgetWarnings()
      position = start
      try beginStringsFile(start)
      try readContents()
    }
  }

  private mutating func beginStringsFile(_ start: Int) throws(PlistError) {
    isStringsFile = true
    try table.open(.dictionary, start: start)
  }

  // MARK: Containers

  /// Reads keys and values until the root is closed.
  private mutating func readContents() throws(PlistError) {
    while let top = table.top {
      if top.kind == .dictionary, table.pendingCount & 1 == 0 {
        try readKey()
      } else {
        try readValue(isElement: top.kind != .dictionary)
      }
    }
  }

  /// Reads the next key of a dictionary and its `=`, or the end of the dictionary.
  @inline(__always)
  private mutating func readKey() throws(PlistError) {
    if isStringsFile, table.depth == 1 { try noteComments() } else { try skipTrivia() }
    if position == view.count {
      // The root of a strings file ends with the input; other containers do not.
      guard isStringsFile, table.depth == 1 else { throw unexpectedEnd() }
      return table.closeDictionary()
    }
    if view[position] == UInt8(ascii: "}") {
      if isStringsFile, table.depth == 1 { throw strayBrace() }
      memory.add(.closeDictionary, at: position)
      memory.close(isDictionary: true)
      position &+= 1
      table.closeDictionary()
      return try endValue()
    }
    let key = try readToken()
    try append(key: key)
    try skipTrivia()
    let next = view.byte(orZeroAt: position)
    if next == UInt8(ascii: "=") {
      position &+= 1
    } else if next == UInt8(ascii: ";"), key.form != TextTable.otherKey {
      memory.forget()
      try append(key)
      position &+= 1
    } else {
      throw expected(key.form == TextTable.otherKey ? "= after the key" : "= or ; after the key")
    }
  }

  @inline(__always)
  private mutating func append(key: OpenStepToken) throws(PlistError) {
    guard key.form <= NodeForm.utf8 else {
      memory.forget()
      return try table.appendKey(key.range, form: key.form, start: key.start)
    }
    let number = table.number(ofKey: key.range)
    if table.isNew(number) {
      // A key that occurs for the first time may be the only one.
      memory.forget()
    } else {
      memory.add(.key, at: key.start, key: number)
    }
    try table.appendKey(number, range: key.range, form: key.form, start: key.start)
  }

  /// Reads the semicolon after a pair. A missing semicolon before a closing brace is accepted
  /// leniently.
  @inline(__always)
  private mutating func endPair() throws(PlistError) {
    try skipTrivia()
    if view.byte(orZeroAt: position) == UInt8(ascii: ";") {
      position &+= 1
    } else {
      try acceptMissingSemicolon()
    }
  }

  private mutating func acceptMissingSemicolon() throws(PlistError) {
    let isLast =
      position == view.count
      ? isStringsFile && table.depth == 1 : view[position] == UInt8(ascii: "}")
    guard isLast else { throw expected("; after the value") }
    try acceptLeniently(
      .unexpectedCharacter, message: "missing ; after the last value", at: position)
  }

  /// Reads an element of an array, or the value of a key, with its separator; or the end of the array.
  @inline(__always)
  private mutating func readValue(isElement: Bool) throws(PlistError) {
    try skipTrivia()
    if isElement {
      guard position < view.count else { throw unexpectedEnd() }
      if view[position] == UInt8(ascii: ")") {
        memory.add(.closeArray, at: position)
        memory.close(isDictionary: false)
        position &+= 1
        table.closeArray()
        return try endValue()
      }
    }
    if try readValue() { try endValue() }
  }

  /// Reads the comma after an element, or stops at the end of the array.
  @inline(__always)
  private mutating func endElement() throws(PlistError) {
    try skipTrivia()
    let next = view.byte(orZeroAt: position)
    if next == UInt8(ascii: ",") {
      position &+= 1
    } else if next != UInt8(ascii: ")") {
      throw expected(", or ) after the element")
    }
  }

  /// Reads the separator that follows a value inside a container.
  @inline(__always)
  private mutating func endValue() throws(PlistError) {
    guard let top = table.top else { return }
    if top.kind == .dictionary { try endPair() } else { try endElement() }
  }

  // MARK: Values

  /// Reads a value, and the scalars after it that follow after known markup. Returns whether a
  /// separator follows: not at the beginning of a container, which is then open.
  @inline(__always)
  @discardableResult
  private mutating func readValue() throws(PlistError) -> Bool {
    if !openComments.isEmpty { attachComments() }
    let start = position
    switch view.byte(orZeroAt: position) {
    case UInt8(ascii: "{"):
      memory.add(.openDictionary, at: start)
      memory.open(isDictionary: true)
      position &+= 1
      try table.open(.dictionary, start: start)
      return false
    case UInt8(ascii: "("):
      memory.add(.openArray, at: start)
      memory.open(isDictionary: false)
      position &+= 1
      try table.open(.array, start: start)
      return false
    case UInt8(ascii: "<"):
      endMarkup()
      try readData()
      return try readRepeated(after: .data, endingAt: position &- 1)
    default:
      endMarkup()
      let token = try readToken()
      try append(token)
      return try readRepeated(
        after: token.isQuoted ? OpenStepNotation(view[start]) : .unquoted,
        endingAt: token.range.upperBound)
    }
  }

  /// Adds a string, or the number that it represents.
  @inline(__always)
  private mutating func append(_ token: OpenStepToken) throws(PlistError) {
    if !openComments.isEmpty { attachComments() }
    if hasTypedNumbers, !token.isQuoted,
      let number = view.typedNumber(at: token.range.lowerBound, count: token.range.count)
    {
      return try table.append(number, start: token.start)
    }
    try table.append(
      Node(
        .string, form: token.form, count: token.range.count,
        payload: UInt64(truncatingIfNeeded: token.range.lowerBound)), start: token.start)
  }

  // MARK: Trivia

  /// Skips white space and comments.
  @inline(__always)
  mutating func skipTrivia() throws(PlistError) {
    position = view.skipWideSpace(from: position)
    let byte = view.byte(orZeroAt: position)
    if byte == UInt8(ascii: "/") || byte >= 0xC2 { try skipComments() }
  }

  private mutating func skipComments() throws(PlistError) {
    memory.forget()
    while true {
      if let end = view.endOfComment(at: position) {
        try check(comment: position..<end)
        position = view.skipWideSpace(from: end)
      } else if let length = view.unicodeSpaceLength(at: position) {
        try acceptLeniently(
          .unexpectedCharacter, message: "non-ASCII space between values", at: position)
        position = view.skipWideSpace(from: position + length)
      } else {
        return
      }
    }
  }

  /// Checks a comment. An unclosed block comment extends to the end of the text, as in Apple's
  /// parser.
  private mutating func check(comment: Range<Int>) throws(PlistError) {
    let start = comment.lowerBound
    if !view.isASCII(at: start, count: comment.count) { try table.checkUTF8(comment) }
    guard comment.upperBound == view.count, view[start + 1] == UInt8(ascii: "*"),
      comment.count < 4 || !view.matches("*/", at: comment.upperBound - 2)
    else { return }
    table.warn(.lenientForm, message: "a comment is not closed", at: start)
  }

  /// Skips white space and comments before a key of a strings file, and records the comments.
  private mutating func noteComments() throws(PlistError) {
    position = view.skipWideSpace(from: position)
    while let end = view.endOfComment(at: position) {
      memory.forget()
      try check(comment: position..<end)
      openComments.append(position..<end)
      position = view.skipWideSpace(from: end)
    }
    try skipTrivia()
  }

  /// Attaches the comments since the last pair to the next value.
  private mutating func attachComments() {
    for comment in openComments {
      keep(comment, before: UInt32(truncatingIfNeeded: table.nodes.count))
    }
    openComments = []
  }

  private mutating func keep(_ comment: Range<Int>, before value: UInt32) {
    comments.append(
      SourceComment(
        value: value, start: UInt32(truncatingIfNeeded: comment.lowerBound),
        end: UInt32(truncatingIfNeeded: comment.upperBound)))
  }
}
