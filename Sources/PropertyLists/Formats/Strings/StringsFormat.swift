// The codec of strings tables. The reader of the OpenStep family reads them.

/// A strings table: a dictionary without braces, as in `Localizable.strings`.
enum StringsFormat: OpenStepFamilyCodec {
  static let format: PlistFormat? = .strings
  static let fileNameExtension: String? = "strings"

  static func writeDocument(_ storage: DocumentStorage, options: PlistWritingOptions)
    throws(PlistError) -> Data
  {
    var writer = StringsWriter(storage, options: options)
    try writer.writeDocument()
    return writer.finish()
  }

  static let unsupportedKinds: Set<PlistKind> = [.null, .bool, .integer, .real, .date, .uid, .set]

  static let plural = "strings files"

  /// Returns the range of a value. The root has no braces, so its range is the whole text.
  static func range(ofValue index: Int, in storage: DocumentStorage) -> Range<Int> {
    if index != storage.root { return storage.bracketRange(ofValue: index) }
    return Int(storage.offsets[index])..<storage.view.count
  }
}
