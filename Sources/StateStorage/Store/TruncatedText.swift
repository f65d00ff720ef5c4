// What is left of a file that was cut off may read as another property list: the first bytes of a
// binary one as a word, an empty line as a table without entries. Such text is no state.

internal import PropertyLists

/// Tells text that was a state from what is left of one.
enum TruncatedText {
  /// What is wrong with a document that was read from some bytes; nil when nothing is.
  static func problem(_ document: PlistDocument, bytes: [UInt8]) -> PlistError? {
    let isCutBinary = bytes.count < 6 && Array("bplist".utf8).starts(with: bytes)
    let isBlank = document.format == .strings && document.root.count == 0
    guard isCutBinary || isBlank else { return nil }
    return PlistError(
      .typeMismatch, message: "there is nothing in the file, or only its first bytes")
  }

  /// What is wrong with text in one of the forms of OpenStep, of which any word is one, where
  /// something else is written; nil when the document is not such text.
  static func problem(notWritten document: PlistDocument) -> PlistError? {
    guard document.format?.isOpenStepFamily == true else { return nil }
    return PlistError(
      .typeMismatch, message: "it is text, and the program writes another format of property lists")
  }
}
