// The formats, how they are told apart, and the only switch from a format to its reader and writer.

/// A format of property lists.
public enum PlistFormat: String, Sendable, Hashable, CaseIterable {
  /// Apple's XML property list, version 1.0.
  case xml
  /// Apple's binary property list, `bplist00`.
  case binary
  /// The ASCII property list of OpenStep: strings, data, arrays and dictionaries.
  case openStep = "openstep"
  /// GNUstep's form of it, with numbers, booleans and dates.
  case gnuStep = "gnustep"
  /// A table of strings: a dictionary without braces, as in `Localizable.strings`.
  case strings
  /// An Xcode project, `project.pbxproj`.
  case project = "pbxproj"
  /// A font of the Glyphs application.
  case glyphs
  /// JSON that is easy to pipe on: dates and data are written as text.
  case json
  /// JSON that loses nothing: `{"$date": …}`, `{"$data": …}`.
  case typedJSON = "typed-json"

  /// The format of some input, told by how it begins: `.openStep` stands for its whole family and
  /// `.json` for both of JSON, which only reading tells apart. Nil for empty input and for text in an
  /// unknown encoding. Text that begins like none of them is taken for OpenStep's.
  public static func detect(_ bytes: [UInt8]) -> PlistFormat? {
    let source = SourceBytes(bytes)
    if source.view.matches("bplist", at: 0) { return .binary }
    guard source.count > 0, let (text, origin) = try? TextOrigin.utf8Text(of: source) else {
      return nil
    }
    return switch TextGrammar.detect(text.view, from: origin.textStart) {
    case .xml: .xml
    case .openStep: .openStep
    case .json: .json
    }
  }

  /// Whether this is a dialect of OpenStep's ASCII property lists.
  var isOpenStep: Bool {
    switch self {
    case .openStep, .gnuStep, .strings, .project, .glyphs: true
    case .xml, .binary, .json, .typedJSON: false
    }
  }
}

extension DocumentStorage {
  /// Reads input of any format.
  static func read(_ source: SourceBytes, _ options: PlistReadingOptions) throws(PlistError)
    -> DocumentStorage
  {
    guard source.count > 0 else {
      throw PlistError(.emptyInput, "the input is empty", position: SourcePosition(offset: 0))
    }
    guard source.count <= min(options.maximumByteCount, Int(UInt32.max)) else {
      throw PlistError(
        .byteLimit, "the input has \(source.count) bytes, more than the limit allows")
    }
    if source.view.matches("bplist", at: 0) { return try BinaryReader.read(source, options) }
    let (text, origin) = try TextOrigin.utf8Text(of: source)
    return switch TextGrammar.detect(text.view, from: origin.textStart, options.looseText) {
    case .xml: try XMLReader.read(text, origin, options)
    case .openStep: try OpenStepReader.read(text, origin, options)
    case .json: try JSONReader.read(text, origin, options)
    }
  }
}

extension PlistDocument {
  /// The document in a format. One that is written back in the format it was read from keeps what
  /// the format's own software would have kept: a binary file its objects, an XML file its document
  /// type and the text of its reals.
  ///
  /// - Throws: `PlistError` with `notRepresentable` and the path where the format has no form for a
  ///   value, with
  ///   `depthLimit` and `expansionLimit` beyond the limits.
  public func encoded(
    as format: PlistFormat, options: PlistWritingOptions = PlistWritingOptions()
  ) throws(PlistError) -> Data {
    let options = options.settled(for: format)
    return switch format {
    case .xml: try XMLWriter.write(storage, options)
    case .binary: try BinaryWriter.write(storage, options)
    case .openStep, .gnuStep: try OpenStepWriter.write(storage, options, format)
    case .glyphs: try GlyphsWriter.write(storage, options)
    case .strings: try StringsWriter.write(storage, options)
    case .project: try ProjectWriter.write(storage, options)
    case .json, .typedJSON: try JSONWriter.write(storage, options, format)
    }
  }
}

extension Plist {
  /// The value in a format.
  ///
  /// - Throws: `PlistError` as for `PlistDocument.encoded(as:options:)`.
  public func encoded(
    as format: PlistFormat, options: PlistWritingOptions = PlistWritingOptions()
  ) throws(PlistError) -> Data {
    try PlistDocument(self, maximumDepth: options.maximumDepth).encoded(
      as: format, options: options)
  }
}
