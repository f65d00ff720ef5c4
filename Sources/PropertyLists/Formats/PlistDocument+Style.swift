// The first difference between the layout of a file and the output of Apple's writer for the same
// values.

extension PlistDocument {
  /// Returns the first difference between the layout of an XML or binary file and what Apple's
  /// software would write for the same values in the same order: white space, comments, the text of
  /// reals, or the order and widths of objects. Returns nil for a file in Apple's layout, a file
  /// that cannot be read, and other formats.
  ///
  /// Takes as long as reading and writing the file once.
  public static func diagnoseStyle(
    _ bytes: [UInt8], options: PlistReadingOptions = PlistReadingOptions()
  ) -> PlistDiagnostic? {
    let source = SourceBytes(bytes)
    var writing = PlistWritingOptions()
    writing.nullCharacters = .written
    guard let storage = try? DocumentStorage.read(source, options: options),
      let codec = storage.origin.codec, codec.hasAppleStyle, let format = storage.origin.format,
      let canonical = try? PlistDocument(storage).encoded(as: format, options: writing)
    else { return nil }
    let written = SourceBytes(canonical).view
    let offset = source.view.firstDifference(from: written)
    guard let difference = codec.styleDifference(in: storage, from: offset, of: written) else {
      return nil
    }
    return PlistDiagnostic(
      severity: .style,
      error: PlistError(
        .nonCanonicalForm, message: difference.message,
        position: storage.position(ofByte: difference.offset)))
  }
}

extension ByteView {
  /// Returns the first offset at which two views differ, or the length of the shorter view.
  fileprivate func firstDifference(from other: ByteView) -> Int {
    let end = min(count, other.count)
    var offset = 0
    while offset + 8 <= end, word(at: offset) == other.word(at: offset) { offset += 8 }
    while offset < end, self[offset] == other[offset] { offset += 1 }
    return offset
  }
}
