// The codec of fonts from the Glyphs app. The reader of the OpenStep family reads them.

/// A font from the Glyphs app.
enum GlyphsFormat: OpenStepFamilyCodec {
  static let format: PlistFormat? = .glyphs
  static let fileNameExtension: String? = "glyphs"

  static func writeDocument(_ storage: DocumentStorage, options: PlistWritingOptions)
    throws(PlistError) -> Data
  {
    try GlyphsWriter(storage, options: options, isDocument: true).text(end: "\n")
  }

  /// Returns a value. Fonts are not indented.
  static func writeValue(
    _ storage: DocumentStorage, options: PlistWritingOptions, indentation: Indentation
  ) throws(PlistError) -> Data? {
    try GlyphsWriter(storage, options: options, isDocument: false).text()
  }

  static let unsupportedKinds: Set<PlistKind> = [.bool, .date, .set, .uid, .null]

  static let plural = "Glyphs fonts"
}
