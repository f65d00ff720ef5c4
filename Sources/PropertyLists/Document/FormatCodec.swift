// What a format does: all that documents, the readers' entry and the writers' entry know of it. Each
// format conforms once, in its folder; FormatList.swift names them all.

/// A format of property lists: how its input is recognized and read, how values are written in it, and
/// what it cannot hold.
///
/// Most requirements have a default, which is that of a format that is never recognized, escapes no
/// characters and holds every value.
protocol FormatCodec: Sendable {
  /// The name of the format; nil for one that has no public name.
  static var format: PlistFormat? { get }

  // MARK: Reading

  /// Whether bytes are a file of the format, whatever their encoding: for formats that are not text.
  static func recognizes(bytes: ByteView) -> Bool

  /// Whether a text is one of the format by how it begins. Formats are asked in the order of the list.
  ///
  /// - Parameters:
  ///   - view: The text in UTF-8.
  ///   - start: The first character that is not white space.
  static func recognizes(text view: ByteView, at start: Int, _ options: PlistReadingOptions) -> Bool

  /// What only texts of this format begin with, after white space.
  static var marks: [StaticString] { get }

  /// Reads input up to its first fault.
  static func read(_ input: FormatInput, options: PlistReadingOptions) throws(PlistError)
    -> DocumentStorage

  /// Reads input, and goes on after faults of values.
  static func check(_ input: FormatInput, options: PlistReadingOptions) throws(PlistError)
    -> CheckedInput

  // MARK: Documents that were read

  /// The text of a string node of the form `escaped` or `escapedUnpaired`.
  static func resolvedText(of node: Node, in view: ByteView) -> String

  /// The UTF-16 code units of a string node of the form `escapedUnpaired`.
  static func unpairedUnits(of node: Node, in view: ByteView) -> [UInt16]?

  /// The bytes of a value in the document's text.
  static func range(ofValue index: Int, in storage: DocumentStorage) -> Range<Int>

  /// The bytes of a key in the document's text. Equal keys are one node, which has the location of the
  /// first alone; nil for a key that has a node of its own.
  static func range(ofKeyAt pair: PlistNode.NodePair, in storage: DocumentStorage) -> Range<Int>?

  /// What a check warns of that concerns no single value.
  static func findings(in storage: DocumentStorage) -> [FormatFinding]

  /// Why a value that was read is probably a mistake, where the format alone knows it.
  static func finding(of node: Node, in storage: DocumentStorage) -> ValueFinding?

  /// Whether `styleDifference` is worth asking: the writer is Apple's to the byte.
  static var hasAppleStyle: Bool { get }

  /// How the layout of a file differs from that of Apple's writer; nil where it does not.
  ///
  /// - Parameters:
  ///   - offset: The first byte that differs.
  ///   - written: What Apple's writer makes of the values.
  static func styleDifference(
    in storage: DocumentStorage, from offset: Int, of written: ByteView
  ) -> StyleDifference?

  // MARK: Writing

  /// The document in the format.
  static func write(
    _ storage: DocumentStorage, options: PlistWritingOptions
  ) throws(PlistError) -> Data

  /// The kinds of value that the format cannot hold.
  static var unsupportedKinds: Set<PlistKind> { get }

  /// What property lists of the format are called in a sentence.
  static var plural: String { get }

  /// Whether keys may be scalars other than strings.
  static var holdsOtherKeys: Bool { get }

  /// What changes without an error when a value is written in the format.
  static func losses(of node: PlistNode) -> [PlistDiagnostic]

  /// Whether the format is one of the OpenStep family, which almost any text can be read as.
  static var isOpenStepFamily: Bool { get }

  /// The extension of names of files that `plist convert` makes, when it is not `plist`.
  static var fileNameExtension: String? { get }
}

extension FormatCodec {
  static func recognizes(bytes: ByteView) -> Bool { false }

  static func recognizes(
    text view: ByteView, at start: Int, _ options: PlistReadingOptions
  ) -> Bool { false }

  static var marks: [StaticString] { [] }

  static func check(
    _ input: FormatInput, options: PlistReadingOptions
  ) throws(PlistError) -> CheckedInput { .read(PlistDocument(try read(input, options: options))) }

  static func resolvedText(of node: Node, in view: ByteView) -> String {
    view.string(at: node.start, count: node.count)
  }

  static func unpairedUnits(of node: Node, in view: ByteView) -> [UInt16]? { nil }

  static func range(ofKeyAt pair: PlistNode.NodePair, in storage: DocumentStorage) -> Range<Int>? {
    nil
  }

  static func findings(in storage: DocumentStorage) -> [FormatFinding] { [] }

  static func finding(of node: Node, in storage: DocumentStorage) -> ValueFinding? { nil }

  static var hasAppleStyle: Bool { false }

  static func styleDifference(
    in storage: DocumentStorage, from offset: Int, of written: ByteView
  ) -> StyleDifference? { nil }

  static var unsupportedKinds: Set<PlistKind> { [] }

  static var holdsOtherKeys: Bool { false }

  static func losses(of node: PlistNode) -> [PlistDiagnostic] { [] }

  static var isOpenStepFamily: Bool { false }

  static var fileNameExtension: String? { nil }
}

/// Input as a format gets it.
struct FormatInput {
  /// The bytes as they were given.
  let bytes: SourceBytes
  /// The same for a format that is not text; otherwise the text in UTF-8.
  let text: SourceBytes
  /// The encoding of the text.
  var encoding = TextOrigin()
}

/// What a check makes of input.
enum CheckedInput {
  /// It was read to its end; findings are the document's warnings.
  case read(PlistDocument)
  /// An error, the last of the findings, ended the reading.
  case ended([PlistDiagnostic])
}

/// What a check warns of at one place of the text.
struct FormatFinding {
  var code: PlistError.Code
  var message: String
  /// The byte of the document's text.
  var offset: Int
}

/// What a check warns of in one value.
struct ValueFinding {
  var code: PlistError.Code
  var message: String
}

/// Where the layout of a file differs from that of Apple's writer.
struct StyleDifference {
  /// The byte of the document's text.
  var offset: Int
  var message: String
}
