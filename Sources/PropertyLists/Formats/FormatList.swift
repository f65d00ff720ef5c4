// All formats, in the order in which input is offered to them. A format of one's own is one more line
// here and a case of `PlistFormat`; what it does is a folder next to this file.

/// The formats that are read and written.
enum FormatList {
  /// The codecs. The one that recognizes any text is the last.
  static let all: [any FormatCodec.Type] = [
    BinaryFormat.self, XMLFormat.self, JSONFormat.self, TypedJSONFormat.self, StringsFormat.self,
    ProjectFormat.self, GlyphsFormat.self, GNUStepFormat.self, OpenStepFormat.self,
  ]
}

extension PlistFormat {
  /// What the format does.
  var codec: any FormatCodec.Type {
    // A search of so few takes less time than a hash.
    FormatList.all.first { $0.format == self } ?? OpenStepFormat.self
  }

  /// Whether the format is one of the OpenStep family, which almost any text can be read as.
  package var isOpenStepFamily: Bool { codec.isOpenStepFamily }

  /// The extension of the names of the format's files, where it is not `plist`.
  package var fileNameExtension: String? { codec.fileNameExtension }
}
