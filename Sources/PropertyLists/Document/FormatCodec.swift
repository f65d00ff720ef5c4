// The interface of a format: the only part of it that documents, reading and writing use. Each
// format conforms once, in its folder; FormatList.swift lists all formats.

/// A format of property lists: how to recognize and read its input, how to write values, and which
/// values it does not support.
///
/// Most requirements have a default, which suits a format that is never recognized, does not escape
/// characters and supports every value.
protocol FormatCodec: Sendable {
  /// The name of the format; nil if it does not have a public name.
  static var format: PlistFormat? { get }

  // MARK: Reading

  /// Returns whether bytes are a file of the format. For formats that are not text.
  static func recognizes(bytes: ByteView) -> Bool

  /// Returns whether the beginning of the text indicates the format. Formats are tried in the order
  /// of the list.
  ///
  /// - Parameters:
  ///   - view: The text in UTF-8.
  ///   - start: The index of the first character that is not white space.
  static func recognizes(text view: ByteView, at start: Int, _ options: PlistReadingOptions) -> Bool

  /// Strings that begin only text of this format, after optional white space.
  static var marks: [StaticString] { get }

  /// Reads input up to the first error.
  static func read(_ input: FormatInput, options: PlistReadingOptions) throws(PlistError)
    -> DocumentStorage

  /// Reads input, and continues after errors in values.
  static func check(_ input: FormatInput, options: PlistReadingOptions) throws(PlistError)
    -> CheckedInput

  // MARK: Documents that were read

  /// Returns the text of a string node of the form `escaped` or `escapedUnpaired`.
  static func resolvedText(of node: Node, in view: ByteView) -> String

  /// Returns the UTF-16 code units of a string node of the form `escapedUnpaired`.
  static func unpairedUnits(of node: Node, in view: ByteView) -> [UInt16]?

  /// Returns the byte range of a value in the document's text.
  static func range(ofValue index: Int, in storage: DocumentStorage) -> Range<Int>

  /// Returns the byte range of a key in the document's text; nil for a key that has its own node.
  /// Equal keys share a node, which stores only the location of the first.
  static func range(ofKeyAt pair: PlistNode.NodePair, in storage: DocumentStorage) -> Range<Int>?

  /// Returns the ranges of a container's members; nil if the format is not text, or the container
  /// has a form whose members cannot be changed one by one.
  static func memberRanges(ofContainer index: Int, in storage: DocumentStorage) -> MemberRanges?

  /// Returns the findings of a check that do not concern a single value.
  static func findings(in storage: DocumentStorage) -> [FormatFinding]

  /// Returns the reason why a value that was read is probably a mistake, if only the format can
  /// determine that.
  static func finding(of node: Node, in storage: DocumentStorage) -> ValueFinding?

  /// Whether `styleDifference` is meaningful: the writer produces the same bytes as Apple's.
  static var hasAppleStyle: Bool { get }

  /// Returns the difference between the layout of a file and that of Apple's writer; nil if there
  /// is none.
  ///
  /// - Parameters:
  ///   - offset: The first byte that differs.
  ///   - written: The output of Apple's writer for the same values.
  static func styleDifference(in storage: DocumentStorage, from offset: Int, of written: ByteView)
    -> StyleDifference?

  // MARK: Writing

  /// Returns the document in the format.
  static func writeDocument(_ storage: DocumentStorage, options: PlistWritingOptions)
    throws(PlistError) -> Data

  /// Returns the value `options.root` as it is written inside a document, from its first character
  /// to its last: text that other text surrounds. Nil if the format is not text.
  ///
  /// - Parameter indentation: The indentation of the lines after the first.
  static func writeValue(
    _ storage: DocumentStorage, options: PlistWritingOptions, indentation: Indentation
  ) throws(PlistError) -> Data?

  /// The kinds of values that the format does not support.
  static var unsupportedKinds: Set<PlistKind> { get }

  /// The plural noun for property lists of the format, for use in a sentence.
  static var plural: String { get }

  /// Whether keys can be scalars other than strings.
  static var holdsOtherKeys: Bool { get }

  /// Returns what changes without an error when a value is written in the format.
  static func losses(of node: PlistNode) -> [PlistDiagnostic]

  /// Whether the format belongs to the OpenStep family, whose reader accepts almost any text.
  static var isOpenStepFamily: Bool { get }

  /// The file name extension for the output of `plist convert` if it is not `plist`.
  static var fileNameExtension: String? { get }
}

extension FormatCodec {
  static func recognizes(bytes: ByteView) -> Bool { false }

  static func recognizes(text view: ByteView, at start: Int, _ options: PlistReadingOptions) -> Bool
  { false }

  static var marks: [StaticString] { [] }

  static func check(_ input: FormatInput, options: PlistReadingOptions) throws(PlistError)
    -> CheckedInput
  { .read(PlistDocument(try read(input, options: options))) }

  static func resolvedText(of node: Node, in view: ByteView) -> String {
    view.string(at: node.start, count: node.count)
  }

  static func unpairedUnits(of node: Node, in view: ByteView) -> [UInt16]? { nil }

  static func range(ofKeyAt pair: PlistNode.NodePair, in storage: DocumentStorage) -> Range<Int>? {
    nil
  }

  static func memberRanges(ofContainer index: Int, in storage: DocumentStorage) -> MemberRanges? {
    nil
  }

  static func findings(in storage: DocumentStorage) -> [FormatFinding] { [] }

  static func finding(of node: Node, in storage: DocumentStorage) -> ValueFinding? { nil }

  static var hasAppleStyle: Bool { false }

  static func styleDifference(in storage: DocumentStorage, from offset: Int, of written: ByteView)
    -> StyleDifference?
  { nil }

  static func writeValue(
    _ storage: DocumentStorage, options: PlistWritingOptions, indentation: Indentation
  ) throws(PlistError) -> Data? { nil }

  static var unsupportedKinds: Set<PlistKind> { [] }

  static var holdsOtherKeys: Bool { false }

  static func losses(of node: PlistNode) -> [PlistDiagnostic] { [] }

  static var isOpenStepFamily: Bool { false }

  static var fileNameExtension: String? { nil }
}

/// The input of a format's reader.
struct FormatInput {
  /// The original bytes.
  let bytes: SourceBytes
  /// The text in UTF-8; for a format that is not text, the same as `bytes`.
  let text: SourceBytes
  var encoding = TextOrigin()
}

/// The result of checking input.
enum CheckedInput {
  /// The input was read completely; the findings are the document's warnings.
  case read(PlistDocument)
  /// An error, which is the last finding, ended the reading.
  case ended([PlistDiagnostic])
}

/// A finding of a check at a location of the text.
struct FormatFinding {
  var code: PlistError.Code
  var message: String
  /// The byte offset in the document's text.
  var offset: Int
}

/// A finding of a check about one value.
struct ValueFinding {
  var code: PlistError.Code
  var message: String
}

/// A difference between the layout of a file and that of Apple's writer.
struct StyleDifference {
  /// The byte offset in the document's text.
  var offset: Int
  var message: String
}
