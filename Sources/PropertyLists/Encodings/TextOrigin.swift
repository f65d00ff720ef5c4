// What is remembered of a text that was read, and what was noticed in it without being an error.

/// The encoding of a text.
struct TextOrigin: Sendable, Hashable {
  var encoding = TextEncoding.utf8
  /// Bytes of the byte-order mark.
  var markLength = 0
  /// The byte of the text, in UTF-8, at which the first half of a surrogate pair was replaced.
  var loneSurrogate: Int?

  /// The input as UTF-8, and what is remembered of its encoding. The text begins at `textStart`.
  ///
  /// - Parameter chosen: The encoding of text of one byte a character; nil for UTF-8 or the declared
  ///   one.
  static func utf8Text(
    of source: SourceBytes, _ chosen: SingleByteEncoding?
  ) throws(PlistError) -> (SourceBytes, TextOrigin) {
    let detected = try DetectedEncoding.detect(source.view, chosen: chosen)
    var origin = TextOrigin(encoding: detected.encoding, markLength: detected.markLength)
    if source.count == detected.markLength {
      throw PlistError(
        .emptyInput, message: "the input is empty but for its byte-order mark",
        position: SourcePosition(offset: source.count))
    }
    if detected.encoding == .utf8 { return (source, origin) }
    let text = try detected.transcoded(source.view, loneSurrogate: &origin.loneSurrogate)
    guard text.count <= Int(UInt32.max) else {
      throw PlistError(.byteLimit, message: "the input has more than 2^32 bytes as UTF-8")
    }
    return (text, origin)
  }

  /// Where the text begins behind its mark.
  var textStart: Int { encoding == .utf8 ? markLength : 0 }
}
