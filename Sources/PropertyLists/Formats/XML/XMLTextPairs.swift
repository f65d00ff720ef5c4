// Reads a dictionary of strings, such as a table of translations, without a node table. Accepts only
// the form in which Apple's software writes it; the table's reader reads everything else, and makes
// every error.

/// A reader of an XML property list that is a dictionary of strings.
struct XMLTextPairs: ~Copyable {
  private let view: ByteView
  private let source: NodeSource
  private let options: PlistReadingOptions
  private var position = 0
  /// A reused buffer for text with references or CDATA sections.
  private var resolved = ByteWriter()

  /// The number of pairs from whose size the number of all pairs is estimated.
  private static let sampleCount = 32

  private init(_ bytes: SourceBytes, options: PlistReadingOptions) {
    view = bytes.view
    source = NodeSource(view, codec: XMLFormat.self)
    self.options = options
  }

  /// Returns the dictionary; nil if the input, or a limit, needs the table's reader.
  static func read(_ bytes: SourceBytes, options: PlistReadingOptions) -> [String: String]? {
    guard options.encoding == nil, options.maximumDepth > 0,
      bytes.count <= min(options.maximumByteCount, Int(UInt32.max))
    else { return nil }
    return withExtendedLifetime(bytes) {
      var reader = XMLTextPairs(bytes, options: options)
      return reader.readDocument()
    }
  }

  private mutating func readDocument() -> [String: String]? {
    guard skip(DetectedEncoding.xmlDeclaration), skip(XMLDocumentType.apple.declaration),
      skip("<plist version=\"1.0\">"), skip("<dict>"), let pairs = readPairs(), skip("</dict>"),
      skip("</plist>"), view.skipSpace(from: position) == view.count
    else { return nil }
    return pairs
  }

  /// Reads pairs until something else follows. Returns nil if two keys are equal.
  private mutating func readPairs() -> [String: String]? {
    let start = position
    let mostPairs = (options.maximumObjectCount &- 1) / 2
    var pairs: [String: String] = [:]
    var count = 0
    while let key = readText("<key>", "</key>") {
      guard count < mostPairs, !key.exceedsCombiningMarks(in: source),
        let value = readText("<string>", "</string>")
      else { return nil }
      pairs[text(of: key)] = text(of: value)
      count &+= 1
      if count == Self.sampleCount {
        let estimate = view.count / ((position &- start) / count)
        pairs.reserveCapacity(estimate &+ estimate / 16)
      }
    }
    return pairs.count == count ? pairs : nil
  }

  /// Reads an element that contains text; returns nil if something else follows.
  @inline(__always)
  private mutating func readText(_ opening: StaticString, _ closing: StaticString) -> Node? {
    let start = view.skipSpace(from: position)
    guard view.matches(opening, at: start),
      let (node, end) = view.contents(of: .string, from: start &+ opening.utf8CodeUnitCount),
      view.matches(closing, at: end)
    else { return nil }
    position = end &+ closing.utf8CodeUnitCount
    return node
  }

  @inline(__always)
  private mutating func text(of node: Node) -> String {
    node.form == NodeForm.escaped ? resolvedText(of: node) : node.text(in: source)
  }

  private mutating func resolvedText(of node: Node) -> String {
    resolved.truncate(to: 0)
    view.appendResolvedText(at: node.start, count: node.count, to: &resolved)
    return resolved.view.string(at: 0, count: resolved.count)
  }

  /// Skips white space and some text. Returns false if the text does not follow.
  private mutating func skip(_ text: StaticString) -> Bool {
    let start = view.skipSpace(from: position)
    guard view.matches(text, at: start) else { return false }
    position = start &+ text.utf8CodeUnitCount
    return true
  }
}
