// The formats, how they are told apart, and the only switch from a format to its reader and writer.

/// A format of property lists.
public enum PlistFormat: String, Sendable, Hashable, CaseIterable {
  /// Apple's XML property list, version 1.0.
  case xml
  /// Apple's binary property list, `bplist00`.
  case binary
  /// JSON that is easy to pipe on: dates and data as text. Written only.
  case json
  /// JSON that loses nothing: `{"$date": …}`, `{"$data": …}`. Written only.
  case typedJSON = "typed-json"

  /// Whether this format can be read.
  public var canRead: Bool { self == .xml || self == .binary }

  /// The format of some input, told by its first bytes; nil when it is none that can be read.
  public static func detect(_ bytes: [UInt8]) -> PlistFormat? {
    detect(SourceBytes(bytes).view)
  }

  static func detect(_ view: ByteView) -> PlistFormat? {
    if view.matches("bplist", at: 0) { return .binary }
    return view.count == 0 ? nil : .xml
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
    switch PlistFormat.detect(source.view) {
    case .binary: return try BinaryReader.read(source, options)
    default: return try XMLReader.read(source, options)
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
