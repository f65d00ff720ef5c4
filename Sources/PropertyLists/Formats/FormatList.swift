// All formats, in the order in which they are tried. Another format needs a line here, a case of
// `PlistFormat`, and a folder with its implementation next to this file.

/// The list of supported formats.
struct FormatList {
  /// Codecs that are tried before all others.
  var added: [any FormatCodec.Type] = []

  /// Returns the first codec that meets a condition. The last one recognizes any text. The codecs of
  /// this module are not in an array, whose type would be created at run time, which takes as long as
  /// reading a small file.
  func first(where isFound: (any FormatCodec.Type) -> Bool) -> (any FormatCodec.Type)? {
    if let found = added.first(where: isFound) { return found }
    if isFound(BinaryFormat.self) { return BinaryFormat.self }
    if isFound(XMLFormat.self) { return XMLFormat.self }
    if isFound(JSONFormat.self) { return JSONFormat.self }
    if isFound(TypedJSONFormat.self) { return TypedJSONFormat.self }
    if isFound(StringsFormat.self) { return StringsFormat.self }
    if isFound(ProjectFormat.self) { return ProjectFormat.self }
    if isFound(GlyphsFormat.self) { return GlyphsFormat.self }
    if isFound(GNUStepFormat.self) { return GNUStepFormat.self }
    return isFound(OpenStepFormat.self) ? OpenStepFormat.self : nil
  }
}

extension PlistFormat {
  var codec: any FormatCodec.Type {
    FormatList().first { $0.format == self } ?? OpenStepFormat.self
  }

  /// Whether the format belongs to the OpenStep family, whose reader accepts almost any text.
  package var isOpenStepFamily: Bool { codec.isOpenStepFamily }

  /// The file name extension of the format, if it is not `plist`.
  package var fileNameExtension: String? { codec.fileNameExtension }
}
