// What some input is, told once for all who ask: how it begins, in which encoding, in which grammar;
// and the only switch from that to the reader.

/// Some input, recognised.
enum PlistInput {
  case binary(SourceBytes)
  case xml(SourceBytes, TextOrigin)
  case openStep(SourceBytes, TextOrigin)
  case json(SourceBytes, TextOrigin)

  /// Recognises input by how it begins. A text is made UTF-8 where it is not.
  init(
    recognizing source: SourceBytes, _ options: PlistReadingOptions = PlistReadingOptions()
  ) throws(PlistError) {
    if source.view.matches("bplist", at: 0) {
      self = .binary(source)
      return
    }
    let (text, origin) = try TextOrigin.utf8Text(of: source, options.encoding)
    self =
      switch TextGrammar.detect(text.view, from: origin.textStart, options.looseText) {
      case .xml: .xml(text, origin)
      case .openStep: .openStep(text, origin)
      case .json: .json(text, origin)
      }
  }

  /// Recognises input that is to be read: it must be there, and no larger than the limit.
  init(_ source: SourceBytes, _ options: PlistReadingOptions) throws(PlistError) {
    guard source.count > 0 else {
      throw PlistError(.emptyInput, "the input is empty", position: SourcePosition(offset: 0))
    }
    guard source.count <= min(options.maximumByteCount, Int(UInt32.max)) else {
      throw PlistError(
        .byteLimit, "the input has \(source.count) bytes, more than the limit allows")
    }
    try self.init(recognizing: source, options)
  }

  /// The format, as far as it is told by how the input begins.
  var format: PlistFormat {
    switch self {
    case .binary: .binary
    case .xml: .xml
    case .openStep: .openStep
    case .json: .json
    }
  }

  /// How many bytes are looked at for a mark.
  static let markLimit = 256

  /// The format whose mark some input begins with; nil where it begins with none, as texts without
  /// markup do.
  static func markedFormat(_ source: SourceBytes) -> PlistFormat? {
    if source.view.matches("bplist", at: 0) { return .binary }
    guard source.count > 0, let (text, origin) = try? TextOrigin.utf8Text(of: source, nil) else {
      return nil
    }
    let start = text.view.skipSpace(from: origin.textStart)
    let marks: [StaticString] = ["<?xml", "<plist", "<!DOCTYPE plist"]
    return marks.contains { text.view.matches($0, at: start) } ? .xml : nil
  }

  /// Reads the input up to its first fault.
  func read(_ options: PlistReadingOptions) throws(PlistError) -> DocumentStorage {
    switch self {
    case .binary(let source): try BinaryReader.read(source, options)
    case .xml(let text, let origin): try XMLReader.read(text, origin, options)
    case .openStep(let text, let origin): try OpenStepReader.read(text, origin, options)
    case .json(let text, let origin): try JSONReader.read(text, origin, options)
    }
  }

  /// Reads the input, and steps over faults of a text's values.
  func check(_ options: PlistReadingOptions) throws(PlistError) -> TextCheck {
    switch self {
    case .binary(let source): .read(PlistDocument(try BinaryReader.read(source, options)))
    case .xml(let text, let origin): XMLReader.check(text, origin, options)
    case .openStep(let text, let origin): OpenStepReader.check(text, origin, options)
    case .json(let text, let origin): JSONReader.check(text, origin, options)
    }
  }
}

extension DocumentStorage {
  /// Reads input of any format.
  static func read(_ source: SourceBytes, _ options: PlistReadingOptions) throws(PlistError)
    -> DocumentStorage
  {
    do throws(PlistError) {
      return try PlistInput(source, options).read(options)
    } catch {
      throw .naming(source, after: error)
    }
  }
}
