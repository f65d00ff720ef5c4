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
  /// The capacity of the result is at most this multiple of its count, unless the result is small.
  private static let largestUnused = 4

  private init(_ bytes: SourceBytes, options: PlistReadingOptions) {
    view = bytes.view
    source = NodeSource(view, codec: XMLFormat.self)
    self.options = options
  }

  /// Returns the dictionary; nil if the input, or a limit, needs the table's reader.
  static func read(_ bytes: SourceBytes, options: PlistReadingOptions) -> [String: String]? {
    guard bytes.view.matches(DetectedEncoding.xmlDeclaration, at: 0), options.encoding == nil,
      options.maximumDepth > 0, options.maximumObjectCount > 0,
      bytes.count <= options.largestInput
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

  /// Reads pairs until something else follows. Returns nil if a key has no value that is a plain
  /// string, if two keys are equal, or if the limits or the combining marks of a key require the table's
  /// reader.
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
        pairs.reserveCapacity(min(estimate &+ estimate / 16, mostPairs))
      }
    }
    guard pairs.count == count else { return nil }
    return pairs.capacity / Self.largestUnused > count ? pairs.exact : pairs
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

extension [String: String] {
  /// The same pairs with no more capacity than they need.
  fileprivate var exact: [String: String] {
    var exact = [String: String](minimumCapacity: count)
    for (key, value) in self { exact[key] = value }
    return exact
  }
}
