// The codec of binary property lists: how to recognize, read and write them, and the warnings that
// a check reports.

/// Apple's binary property list, `bplist00`.
enum BinaryFormat: FormatCodec {
  static let hasAppleStyle = true
  static let format: PlistFormat? = .binary

  static func recognizes(bytes: ByteView) -> Bool { bytes.matches("bplist", at: 0) }

  static func read(_ input: FormatInput, options: PlistReadingOptions) throws(PlistError)
    -> DocumentStorage
  { try BinaryReader.read(input.bytes, options: options) }

  static func finding(of node: Node, in storage: DocumentStorage) -> ValueFinding? {
    switch node.kind {
    case .uid where node.form > 7:
      ValueFinding(
        code: .lenientForm,
        message: "the UID takes \(node.form + 1) bytes; Apple's software writes at most 8")
    case .null:
      ValueFinding(
        code: .lenientForm, message: "the value is null, which Apple's software never writes")
    default: nil
    }
  }

  static func writeDocument(_ storage: DocumentStorage, options: PlistWritingOptions)
    throws(PlistError) -> Data
  { try BinaryWriter.write(storage, options: options) }

  static let plural = "binary property lists"

  static let holdsOtherKeys = true
}

/// The widths of the numbers in a binary file, in bytes.
struct BinaryWidths: Sendable, Hashable {
  /// The width of an offset in the offset table.
  var offset = 1
  /// The width of a reference to an object.
  var reference = 1
}
