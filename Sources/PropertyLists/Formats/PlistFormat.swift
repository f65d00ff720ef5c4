// The formats, and the only switch from a format to its writer. How they are told apart is in
// PlistInput.swift.

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
    (try? PlistInput(recognizing: SourceBytes(bytes)))?.format
  }

  /// The format whose mark some bytes begin with: `.binary` for `bplist`; `.xml` for `<?xml`, `<plist` or
  /// `<!DOCTYPE plist`, after a byte-order mark and white space. Nil for all else, although it may be
  /// read as one of the OpenStep family, as almost any text can, or as JSON.
  public static func marked(_ data: Data) -> PlistFormat? {
    PlistInput.markedFormat(SourceBytes(Data(data.prefix(PlistInput.markLimit))))
  }
}

extension PlistDocument {
  /// The document in a format. One that is written back in the format it was read from keeps what
  /// the format's own software would have kept: a binary file its objects, an XML file its document
  /// type and the text of its reals.
  ///
  /// - Throws: `PlistError` with `notRepresentable` and the path where the format has no form for a
  ///   value, with `keyNotString` where it has none for a key, with `depthLimit` and `expansionLimit`
  ///   beyond the limits.
  public func encoded(
    as format: PlistFormat, options: PlistWritingOptions = PlistWritingOptions()
  ) throws(PlistError) -> Data {
    let options = options.settled(for: format)
    if let holder = format.holderOfStringKeys {
      try storage.requireStringKeys(holder, from: options.root)
    }
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

extension PlistNode {
  /// The value as a property list of its own.
  ///
  /// - Throws: `PlistError` as for a document.
  package func encoded(
    as format: PlistFormat, options: PlistWritingOptions = PlistWritingOptions()
  ) throws(PlistError) -> Data {
    var options = options
    options.root = index
    return try PlistDocument(storage).encoded(as: format, options: options)
  }
}

extension PlistFormat {
  /// What property lists of the format are called in a sentence, when they have only strings as keys; nil
  /// for formats that have other keys too.
  fileprivate var holderOfStringKeys: String? {
    switch self {
    case .binary, .gnuStep, .typedJSON: nil
    case .xml: "XML property lists"
    case .json: "JSON objects"
    case .openStep, .strings, .project, .glyphs: plural
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
