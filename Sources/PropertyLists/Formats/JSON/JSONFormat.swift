// The codecs of JSON and typed JSON: how to recognize, read and write them, and the values that
// they cannot represent.

/// A codec of JSON or typed JSON. One reader reads both.
protocol JSONCodec: FormatCodec {}

extension JSONCodec {
  static var fileNameExtension: String? { "json" }

  static func read(_ input: FormatInput, options: PlistReadingOptions) throws(PlistError)
    -> DocumentStorage
  { try JSONReader.read(input, options: options) }

  static func check(_ input: FormatInput, options: PlistReadingOptions) -> CheckedInput {
    JSONReader.check(input, options: options)
  }

  static func resolvedText(of node: Node, in view: ByteView) -> String {
    let text = view.resolvedJSONText(at: node.start, count: node.count)
    return text.view.string(at: 0, count: text.count)
  }

  static func unpairedUnits(of node: Node, in view: ByteView) -> [UInt16]? {
    view.unpairedJSONUnits(at: node.start, count: node.count)
  }

  static func range(ofValue index: Int, in storage: DocumentStorage) -> Range<Int> {
    storage.bracketRange(ofValue: index)
  }

  /// Returns the ranges of members; nil for a typed set or dictionary.
  static func memberRanges(ofContainer index: Int, in storage: DocumentStorage) -> MemberRanges? {
    let start = Int(storage.offsets[index])
    let node = storage.nodes[index]
    let opening = node.kind == .dictionary ? UInt8(ascii: "{") : UInt8(ascii: "[")
    guard storage.view.byte(orZeroAt: start) == opening, !storage.view.beginsJSONTag(at: start)
    else { return nil }
    return storage.bracketMembers(ofContainer: index) { storage.view.beginsJSONTag(at: $0) }
  }

  static func writeDocument(_ storage: DocumentStorage, options: PlistWritingOptions)
    throws(PlistError) -> Data
  {
    try JSONWriter(
      storage, options: options, format: format ?? .json, indentation: Indentation(unit: .spaces(2))
    )
    .text(end: "\n")
  }

  static func writeValue(
    _ storage: DocumentStorage, options: PlistWritingOptions, indentation: Indentation
  ) throws(PlistError) -> Data? {
    try JSONWriter(
      storage, options: options, format: format ?? .json, indentation: indentation
    )
    .text()
  }

  /// Returns the range of a key; nil for a key of a typed dictionary, which has a separate node.
  static func range(ofKeyAt pair: PlistNode.NodePair, in storage: DocumentStorage) -> Range<Int>? {
    let opening = Int(storage.offsets[Int(pair.dictionary)])
    let key = storage.key(Int(pair.position), of: storage.nodes[Int(pair.dictionary)])
    let quote = storage.view.skipSpace(from: opening + 1)
    if let found = storage.view.jsonTag(at: quote), found.tag == .dict,
      Int(storage.offsets[key]) > found.value
    {
      return nil
    }
    return storage.bracketRange(ofKeyAt: pair)
  }
}

/// Plain JSON for other tools: dates and data are written as text.
enum JSONFormat: JSONCodec {
  static let format: PlistFormat? = .json

  static func recognizes(text view: ByteView, at start: Int, _ options: PlistReadingOptions) -> Bool
  {
    switch view.byte(orZeroAt: start) {
    case UInt8(ascii: "["): true
    case UInt8(ascii: "{") where view.beginsJSONObject(at: start): true
    default: options.looseText == .json
    }
  }

  static let plural = "JSON objects"
}

/// JSON that preserves every value: `{"$date": …}`, `{"$data": …}`.
enum TypedJSONFormat: JSONCodec {
  static let format: PlistFormat? = .typedJSON

  static let plural = "JSON objects"

  static let holdsOtherKeys = true
}

extension ByteView {
  /// Returns whether `{` is followed by a key that begins with one dollar sign, as in typed forms.
  func beginsJSONTag(at start: Int) -> Bool {
    let quote = skipSpace(from: start + 1)
    return byte(orZeroAt: start) == UInt8(ascii: "{") && jsonTag(at: quote) != nil
  }

  /// Returns whether `{` is followed by `}`, or by a quoted string and a colon.
  fileprivate func beginsJSONObject(at start: Int) -> Bool {
    let first = skipSpace(from: start + 1)
    if byte(orZeroAt: first) == UInt8(ascii: "}") { return true }
    guard byte(orZeroAt: first) == UInt8(ascii: "\"") else { return false }
    let colon = skipSpace(from: endOfQuotedText(from: first))
    return byte(orZeroAt: colon) == UInt8(ascii: ":")
  }
}
