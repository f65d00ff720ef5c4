// The code that all formats of the OpenStep family share, and the codecs of the two formats that do
// not belong to one app. One grammar covers the whole family, and accepts any text that no other
// format recognizes.

/// A codec of the OpenStep family.
protocol OpenStepFamilyCodec: FormatCodec {}

extension OpenStepFamilyCodec {
  static var isOpenStepFamily: Bool { true }

  static func read(_ input: FormatInput, options: PlistReadingOptions) throws(PlistError)
    -> DocumentStorage
  { try OpenStepReader.read(input, options: options) }

  static func check(_ input: FormatInput, options: PlistReadingOptions) -> CheckedInput {
    OpenStepReader.check(input, options: options)
  }

  static func resolvedText(of node: Node, in view: ByteView) -> String {
    let text = view.resolvedOpenStepText(at: node.start, count: node.count)
    return text.view.string(at: 0, count: text.count)
  }

  static func unpairedUnits(of node: Node, in view: ByteView) -> [UInt16]? {
    view.unpairedOpenStepUnits(at: node.start, count: node.count)
  }

  static func range(ofValue index: Int, in storage: DocumentStorage) -> Range<Int> {
    storage.bracketRange(ofValue: index)
  }

  static func range(ofKeyAt pair: PlistNode.NodePair, in storage: DocumentStorage) -> Range<Int>? {
    storage.bracketRange(ofKeyAt: pair)
  }

  static func memberRanges(ofContainer index: Int, in storage: DocumentStorage) -> MemberRanges? {
    storage.bracketMembers(ofContainer: index)
  }

  /// Returns a value, for a format that does not have its own writer.
  static func writeValue(
    _ storage: DocumentStorage, options: PlistWritingOptions, indentation: Indentation
  ) throws(PlistError) -> Data? {
    try OpenStepWriter(
      storage, options: options, format: format ?? .openStep, indentation: indentation
    )
    .text()
  }

  static func findings(in storage: DocumentStorage) -> [FormatFinding] {
    let offset = storage.view.firstIndex(of: 0, from: 0)
    guard offset < storage.view.count else { return [] }
    return [
      FormatFinding(
        code: .controlCharacter, message: "unexpected control character U+0000", offset: offset)
    ]
  }
}

/// The ASCII property list of OpenStep: strings, data, arrays and dictionaries.
enum OpenStepFormat: OpenStepFamilyCodec {
  static let format: PlistFormat? = .openStep

  static func recognizes(text view: ByteView, at start: Int, _ options: PlistReadingOptions) -> Bool
  { true }

  static func writeDocument(_ storage: DocumentStorage, options: PlistWritingOptions)
    throws(PlistError) -> Data
  {
    try OpenStepWriter(
      storage, options: options, format: .openStep, indentation: Indentation(unit: .tab),
      isDocument: true
    )
    .text(end: "\n")
  }

  static let unsupportedKinds: Set<PlistKind> = [.bool, .date, .set, .uid, .null]

  static let plural = "OpenStep property lists"
}

/// GNUstep's property list format, with numbers, Booleans and dates.
enum GNUStepFormat: OpenStepFamilyCodec {
  static let format: PlistFormat? = .gnuStep

  static func writeDocument(_ storage: DocumentStorage, options: PlistWritingOptions)
    throws(PlistError) -> Data
  {
    // GNUstep ends without a line feed.
    try OpenStepWriter(
      storage, options: options, format: .gnuStep, indentation: Indentation(unit: .gnuStep),
      isDocument: true
    )
    .text()
  }

  static let unsupportedKinds: Set<PlistKind> = [.set, .uid, .null]

  static let plural = "GNUstep property lists"

  static let holdsOtherKeys = true
}
