// What tables of strings are to the rest. The reader of the OpenStep family reads them.

/// A table of strings: a dictionary without braces, as in `Localizable.strings`.
enum StringsFormat: OpenStepFamilyCodec {
  static let format: PlistFormat? = .strings
  static let fileNameExtension: String? = "strings"

  static func write(
    _ storage: DocumentStorage, options: PlistWritingOptions
  ) throws(PlistError) -> Data { try StringsWriter.write(storage, options: options) }

  static let unsupportedKinds: Set<PlistKind> = [
    .null, .bool, .integer, .real, .date, .uid, .set,
  ]

  static let plural = "strings files"

  /// The root has no braces: it is the whole text.
  static func range(ofValue index: Int, in storage: DocumentStorage) -> Range<Int> {
    if index != storage.root { return storage.bracketRange(ofValue: index) }
    return Int(storage.offsets[index])..<storage.view.count
  }
}
