// The encoding of text that was read, and the irregularities in it that are not errors.

/// The encoding of text.
struct TextOrigin: Sendable, Hashable {
  var encoding = TextEncoding.utf8
  /// The length of the byte-order mark in bytes.
  var markLength = 0
  /// The offset in the UTF-8 text at which the first unpaired surrogate was replaced.
  var loneSurrogate: Int?

  /// Returns the input as UTF-8, and its encoding. The text begins at `textStart`.
  ///
  /// - Parameter chosen: The encoding of text with one byte per character; nil for UTF-8 or the
  ///   declared encoding.
  static func utf8Text(of source: SourceBytes, _ chosen: SingleByteEncoding?) throws(PlistError)
    -> (SourceBytes, TextOrigin)
  {
    let detected = try DetectedEncoding.detect(source.view, chosen: chosen)
    var origin = TextOrigin(encoding: detected.encoding, markLength: detected.markLength)
    if source.count == detected.markLength {
      throw PlistError(
        .emptyInput, message: "the input contains only a byte-order mark",
        position: SourcePosition(offset: source.count))
    }
    if detected.encoding == .utf8 { return (source, origin) }
    let text = try detected.transcoded(source.view, loneSurrogate: &origin.loneSurrogate)
    guard text.count <= Int(UInt32.max) else {
      throw PlistError(.byteLimit, message: "the input has more than 2^32 bytes as UTF-8")
    }
    return (text, origin)
  }

  /// The offset of the text after its mark.
  var textStart: Int { encoding == .utf8 ? markLength : 0 }
}
