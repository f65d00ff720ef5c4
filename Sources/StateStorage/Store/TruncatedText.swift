// Detection of truncated files. The rest of a truncated file may be readable as another property
// list: the first bytes of a binary one as a word, an empty line as a table without entries. Such
// text is not a state.

internal import PropertyLists

/// Distinguishes text that was a state from the rest of one.
enum TruncatedText {
  /// Returns the error in a document that was read from some bytes; nil if there is none.
  static func problem(_ document: PlistDocument, bytes: [UInt8]) -> PlistError? {
    let isCutBinary = bytes.count < 6 && Array("bplist".utf8).starts(with: bytes)
    let isBlank = document.format == .strings && document.root.count == 0
    guard isCutBinary || isBlank else { return nil }
    return PlistError(
      .typeMismatch, message: "the file is empty, or truncated after its first bytes")
  }

  /// Returns the error for OpenStep text, of which any word is a valid document, if another format
  /// is written; nil if the document is not such text.
  static func problem(notWritten document: PlistDocument) -> PlistError? {
    guard document.format?.isOpenStepFamily == true else { return nil }
    return PlistError(
      .typeMismatch,
      message: "found OpenStep text, but the program writes another property list format")
  }
}
