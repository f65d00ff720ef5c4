// Which format some input has, by how it begins: each codec is asked once, and the first that
// recognizes the input reads it.

/// Input, and the format that it has.
struct RecognizedInput {
  let codec: any FormatCodec.Type
  let input: FormatInput

  /// Recognizes input by how it begins. A text is made UTF-8 where it is not.
  init(
    recognizing source: SourceBytes, _ options: PlistReadingOptions = PlistReadingOptions(),
    among formats: [any FormatCodec.Type] = FormatList.all
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

  /// Recognizes input that is to be read: it must not be empty, nor larger than the limit.
  init(
    _ source: SourceBytes, options: PlistReadingOptions,
    among formats: [any FormatCodec.Type] = FormatList.all
  ) throws(PlistError) {
    guard source.count > 0 else {
      throw PlistError(
        .emptyInput, message: "the input is empty", position: SourcePosition(offset: 0))
    }
    guard source.count <= min(options.maximumByteCount, Int(UInt32.max)) else {
      throw PlistError(
        .byteLimit, message: "the input has \(source.count) bytes, more than the limit allows")
    }
    try self.init(recognizing: source, options, among: formats)
  }
}

extension PlistFormat {
  /// The format of some input, by how it begins: `.openStep` stands for its whole family and `.json`
  /// for both of JSON, which only reading tells apart. Nil for empty input and for text in an unknown
  /// encoding. Text that begins like none of them is taken for OpenStep's.
  public static func detect(_ bytes: [UInt8]) -> PlistFormat? {
    (try? RecognizedInput(recognizing: SourceBytes(bytes)))?.codec.format
  }

  /// The format whose mark some bytes begin with: `.binary` for `bplist`; `.xml` for `<?xml`, `<plist` or
  /// `<!DOCTYPE plist`, after a byte-order mark and white space. Nil for all else, although it may be
  /// read as one of the OpenStep family, as almost any text can, or as JSON.
  public static func marked(_ data: Data) -> PlistFormat? {
    let source = SourceBytes(Data(data.prefix(markLimit)))
    if let codec = FormatList.all.first(where: { $0.recognizes(bytes: source.view) }) {
      return codec.format
    }
    guard source.count > 0, let (text, encoding) = try? TextOrigin.utf8Text(of: source, nil) else {
      return nil
    }
    let start = text.view.skipSpace(from: encoding.textStart)
    let codec = FormatList.all.first { codec in
      codec.marks.contains { text.view.matches($0, at: start) }
    }
    return codec?.format
  }

  /// How many bytes are looked at for a mark.
  private static let markLimit = 256
}

extension DocumentStorage {
  /// Reads input of any of some formats.
  static func read(
    _ source: SourceBytes, options: PlistReadingOptions,
    among formats: [any FormatCodec.Type] = FormatList.all
  ) throws(PlistError) -> DocumentStorage {
    do throws(PlistError) {
      let found = try RecognizedInput(source, options: options, among: formats)
      return try found.codec.read(found.input, options: options)
    } catch {
      throw .naming(source, after: error)
    }
  }
}
