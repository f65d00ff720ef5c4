// Reads JSON (RFC 8259) into the node table in one pass without recursion: a loop over the values
// that also reads the separators after each value. The typed forms are in
// JSONReader+TypedForms.swift.

/// A reader of one JSON text.
struct JSONReader: TextReader, ~Copyable {
  let view: ByteView
  let isStrict: Bool
  let keepsWideIntegers: Bool
  var table: TextTable
  var position: Int
  /// Whether the reader found a typed form or a key with `$$`.
  var isTyped = false
  /// For each provisional container, innermost last: the deepest level that was reached before it.
  var levelsBefore: [Int] = []
  /// The open typed dictionaries, innermost last.
  var pairLists: [JSONPairList] = []
  /// Bytes that nodes need but the text does not contain directly: integers of 128 bits, and base64
  /// text with resolved escapes. They are stored after the text and a line feed.
  var appendix = ByteWriter(minimumCapacity: 64)

  init(_ input: FormatInput, options: PlistReadingOptions) {
    view = input.text.view
    isStrict = options.strictness == .strict
    keepsWideIntegers = options.wideIntegers == .kept
    // The shortest value with its comma has two bytes.
    table = TextTable(input, codec: JSONFormat.self, options: options, shortestValue: 2)
    position = input.encoding.textStart
  }

  /// The offset of the appendix in the text of the document.
  var appendixStart: Int { view.count + 1 }

  /// Whether any open container is provisional.
  private var hasProvisional: Bool { table.transparentCount > 0 }

  consuming func finish(_ input: FormatInput) -> DocumentStorage {
    let codec: any FormatCodec.Type = isTyped ? TypedJSONFormat.self : JSONFormat.self
    let origin = DocumentOrigin(codec, text: table.origin)
    if appendix.count == 0 { return table.finish(input, origin: origin) }
    var longer = ByteWriter(minimumCapacity: appendixStart + appendix.count)
    longer.append(view)
    longer.append(UInt8(ascii: "\n"))
    longer.append(appendix.view)
    return table.finish(input, origin: origin, text: SourceBytes(longer))
  }

  /// Reads the root and all its contents.
  mutating func readDocument() throws(PlistError) {
    repeat {
      position = view.skipSpace(from: position)
      let start = position
      switch view.byte(orZeroAt: start) {
      case UInt8(ascii: "\""): try readString(start)
      case UInt8(ascii: "{"): if try open(object: start) { continue }
      case UInt8(ascii: "["): if try open(array: start) { continue }
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): try readNumber(start)
      default: try readWord(start)
      }
      try readSeparators()
    } while table.depth > 0
    position = view.skipSpace(from: position)
    if position < view.count { throw trailingText() }
    resolveReferences()
  }

  /// Reads the tokens after a value: the ends of containers, and a comma with the next key.
  @inline(__always)
  private mutating func readSeparators() throws(PlistError) {
    while table.depth > 0 {
      position = view.skipSpace(from: position)
      let byte = view.byte(orZeroAt: position)
      let isInDictionary = table.isInDictionary
      if byte == UInt8(ascii: ",") {
        position &+= 1
        if isInDictionary { try readKey() }
        return
      }
      guard byte == (isInDictionary ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
        throw expectedSeparator()
      }
      if isInDictionary {
        try closeObject()
      } else if hasProvisional {
        try closeArrayInTagged()
      } else {
        table.closeArray()
      }
      position &+= 1
    }
  }

  // MARK: Containers

  /// Opens an array. Returns whether a value follows.
  @inline(__always)
  private mutating func open(array start: Int) throws(PlistError) -> Bool {
    if hasProvisional { try openArrayInTagged(start) } else { try table.open(.array, start: start) }
    position = view.skipSpace(from: start &+ 1)
    if view.byte(orZeroAt: position) != UInt8(ascii: "]") { return true }
    position &+= 1
    if hasProvisional { try closeArrayInTagged() } else { table.closeArray() }
    return false
  }

  /// Opens an object. Returns whether a value follows.
  @inline(__always)
  private mutating func open(object start: Int) throws(PlistError) -> Bool {
    position = view.skipSpace(from: start &+ 1)
    if mayHaveTag(at: position) { return try openTagged(start) }
    try table.open(.dictionary, start: start)
    if view.byte(orZeroAt: position) == UInt8(ascii: "}") {
      position &+= 1
      table.closeDictionary()
      return false
    }
    try readKey()
    return true
  }

  @inline(__always)
  private mutating func closeObject() throws(PlistError) {
    if table.pendingCount == 2, let opening = table.top?.opening {
      let key = view.skipSpace(from: opening &+ 1)
      if mayHaveTag(at: key) { return try closeTagged(key) }
    }
    if hasProvisional { try settle() }
    table.closeDictionary()
  }

  // MARK: Keys

  /// Reads a key and its colon.
  @inline(__always)
  mutating func readKey() throws(PlistError) {
    position = view.skipSpace(from: position)
    let start = position
    guard view.byte(orZeroAt: start) == UInt8(ascii: "\"") else { throw expectedKey() }
    let textStart = start &+ 1
    // A key that begins with `$` may be the escaped form of another key.
    if view.byte(orZeroAt: textStart) != UInt8(ascii: "$"),
      let expected = table.expectedKey(at: textStart),
      view.byte(orZeroAt: textStart &+ expected.count) == UInt8(ascii: "\"")
    {
      position = textStart &+ expected.count &+ 1
      table.appendExpectedKey(expected.number)
    } else {
      try readNewKey(start)
    }
    if view.byte(orZeroAt: position) != UInt8(ascii: ":") {
      position = view.skipSpace(from: position)
      if view.byte(orZeroAt: position) != UInt8(ascii: ":") { throw expectedColon() }
    }
    position &+= 1
  }

  @inline(never)
  private mutating func readNewKey(_ start: Int) throws(PlistError) {
    let text = try quotedText(at: start)
    position = text.end &+ 1
    var first = start &+ 1
    let dollar = view.jsonDollarLength(at: first)
    if dollar > 0, view.jsonDollarLength(at: first &+ dollar) > 0 {
      first &+= dollar
      isTyped = true
    }
    try table.appendKey(first..<text.end, form: text.form, start: start)
  }
}
