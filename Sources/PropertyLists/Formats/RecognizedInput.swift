// Format detection from the beginning of the input. Each codec is tried once, and the first that
// recognizes the input reads it.

/// Input with its detected format.
struct RecognizedInput {
  let codec: any FormatCodec.Type
  let input: FormatInput

  /// Detects the format from the beginning of the input, and converts text to UTF-8.
  init(
    recognizing source: SourceBytes, _ options: PlistReadingOptions = PlistReadingOptions(),
    among formats: FormatList = FormatList()
  ) throws(PlistError) {
    if let codec = formats.first(where: { $0.recognizes(bytes: source.view) }) {
      self.codec = codec
      input = FormatInput(bytes: source, text: source)
      return
    }
    let (text, encoding) = try TextOrigin.utf8Text(of: source, options.encoding)
    input = FormatInput(bytes: source, text: text, encoding: encoding)
    let start = text.view.skipSpace(from: encoding.textStart)
    let found = formats.first { $0.recognizes(text: text.view, at: start, options) }
    codec = found ?? OpenStepFormat.self
  }

  /// Detects the format of input that will be read. Throws if the input is empty or larger than the
  /// limit.
  init(
    _ source: SourceBytes, options: PlistReadingOptions,
    among formats: FormatList = FormatList()
  ) throws(PlistError) {
    guard source.count > 0 else {
      throw PlistError(
        .emptyInput, message: "the input is empty", position: SourcePosition(offset: 0))
    }
    guard source.count <= options.largestInput else {
      throw PlistError(
        .byteLimit,
        message: "the input has \(source.count.counting("byte")), more than the limit allows")
    }
    try self.init(recognizing: source, options, among: formats)
  }
}

extension PlistFormat {
  /// Returns the format of some input, detected from its beginning. `.openStep` stands for its
  /// whole family and `.json` for both kinds of JSON, which only reading distinguishes. Returns nil
  /// for empty input and for text in an unknown encoding. Text that does not begin like any of the
  /// formats counts as OpenStep.
  public static func detect(_ bytes: [UInt8]) -> PlistFormat? {
    (try? RecognizedInput(recognizing: SourceBytes(bytes)))?.codec.format
  }

  /// Returns the format whose signature is at the beginning of some bytes: `.binary` for `bplist`;
  /// `.xml` for `<?xml`, `<plist` or `<!DOCTYPE plist`, after a byte-order mark and white space.
  /// Returns nil for other bytes, although they may be readable as JSON or, like almost any text,
  /// as a format of the OpenStep family.
  public static func marked(_ data: Data) -> PlistFormat? {
    let source = SourceBytes(Data(data.prefix(markLimit)))
    if let codec = FormatList().first(where: { $0.recognizes(bytes: source.view) }) {
      return codec.format
    }
    guard source.count > 0, let (text, encoding) = try? TextOrigin.utf8Text(of: source, nil) else {
      return nil
    }
    let start = text.view.skipSpace(from: encoding.textStart)
    let codec = FormatList().first { codec in
      codec.marks.contains { text.view.matches($0, at: start) }
    }
    return codec?.format
  }

  /// The number of bytes that are searched for a signature.
  private static let markLimit = 256
}

extension DocumentStorage {
  /// Reads input in any of the given formats.
  static func read(
    _ source: SourceBytes, options: PlistReadingOptions,
    among formats: FormatList = FormatList()
  ) throws(PlistError) -> DocumentStorage {
    do throws(PlistError) {
      let found = try RecognizedInput(source, options: options, among: formats)
      return try found.codec.read(found.input, options: options)
    } catch { throw .naming(source, after: error) }
  }
}
