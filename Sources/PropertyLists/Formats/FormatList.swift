// All formats, in the order in which they are tried. Another format needs a line here, a case of
// `PlistFormat`, and a folder with its implementation next to this file.

/// The list of supported formats.
enum FormatList {
  /// The codecs. The last one recognizes any text.
  static let all: [any FormatCodec.Type] = [
    BinaryFormat.self, XMLFormat.self, JSONFormat.self, TypedJSONFormat.self, StringsFormat.self,
    ProjectFormat.self, GlyphsFormat.self, GNUStepFormat.self, OpenStepFormat.self,
  ]
}

extension PlistFormat {
  var codec: any FormatCodec.Type {
    // A linear search of so few elements is faster than hashing.
    FormatList.all.first { $0.format == self } ?? OpenStepFormat.self
  }

  /// Whether the format belongs to the OpenStep family, whose reader accepts almost any text.
  package var isOpenStepFamily: Bool { codec.isOpenStepFamily }

  /// The file name extension of the format, if it is not `plist`.
  package var fileNameExtension: String? { codec.fileNameExtension }
}
