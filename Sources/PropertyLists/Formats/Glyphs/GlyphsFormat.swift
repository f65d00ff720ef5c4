// The codec of fonts from the Glyphs app. The reader of the OpenStep family reads them.

/// A font from the Glyphs app.
enum GlyphsFormat: OpenStepFamilyCodec {
  static let format: PlistFormat? = .glyphs
  static let fileNameExtension: String? = "glyphs"

  static func write(
    _ storage: DocumentStorage, options: PlistWritingOptions
  ) throws(PlistError) -> Data { try GlyphsWriter.write(storage, options: options) }

  static let unsupportedKinds: Set<PlistKind> = [.bool, .date, .set, .uid, .null]

  static let plural = "Glyphs fonts"
}
