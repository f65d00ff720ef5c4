// Typed encoding: Swift's `Encodable` directly into a node table, which any writer can write. The
// generic entry points, like those of the decoder, are never inlined: the optimizer of Swift 6.3.1
// crashes on an async client function into which it has inlined one of them.

/// Encodes Swift values as property lists.
///
/// Follows Foundation's `PropertyListEncoder`: `Date` and `Data` are encoded directly, every other
/// type by its `encode(to:)`. Nil in an array or dictionary becomes the string `$null`, or null in
/// JSON. Unlike in Foundation, a scalar can be the outermost value, and `Float` keeps its width in
/// binary files. By default, keys are sorted in text formats and keep the order of encoding in
/// binary files; set `options.keyOrder` to change this.
public struct PlistEncoder: Sendable {
  /// The format to write.
  public var outputFormat: PlistFormat
  /// The writing options.
  public var options: PlistWritingOptions
  /// Information for the types that are encoded.
  public var userInfo: [CodingUserInfoKey: any Sendable]
  /// The number of nodes of a part of a file. Tests set it, because the usual parts are large.
  var partSize = FileInParts.usualSize

  /// The options of a new encoder, which follow Foundation's encoder: keys are sorted in text
  /// formats, and reals have as few digits as possible.
  public static var defaultOptions: PlistWritingOptions {
    var options = PlistWritingOptions()
    options.keyOrder = .sortedInText
    options.reals = .shortest
    return options
  }

  /// Creates an encoder.
  public init(
    outputFormat: PlistFormat = .xml, options: PlistWritingOptions = PlistEncoder.defaultOptions,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.outputFormat = outputFormat
    self.options = options
    self.userInfo = userInfo
  }

  /// Encodes a value as the bytes of a property list.
  ///
  /// If the value is an `Array` that results in many values (about 260,000), parts of a binary or XML
  /// file are written while its elements are being encoded. The elements are encoded a second time if
  /// a later one causes an error of the format, or if a binary file could be larger than 4 GiB.
  ///
  /// - Throws: `EncodingError` if the value cannot be encoded, `PlistError` if the format cannot
  ///   represent the result.
  public func encode<T: Encodable>(_ value: T) throws -> Data {
    guard outputFormat == .binary || outputFormat == .xml else {
      return try encodedDocument(value).bytes
    }
    return try EncodingSession.file(of: value, as: self) { try $0.encode(value, at: .root) }
  }

  /// Encodes a value; returns the bytes and the document from which they were written.
  package func encodedDocument<T: Encodable>(_ value: T) throws -> (
    bytes: Data, document: PlistDocument
  ) {
    let wideIntegers: PlistReadingOptions.WideIntegers = isJSON ? .kept : .refused
    let document = try document(value, wideIntegers: wideIntegers)
    return (try document.encoded(as: outputFormat, options: options), document)
  }

  /// Encodes a value as a document in memory, for writing it in another format or converting it to
  /// a `Plist`. If `outputFormat` is JSON, nil becomes null, which only JSON and binary files
  /// support.
  ///
  /// - Throws: `EncodingError` if the value cannot be encoded.
  public func document<T: Encodable>(_ value: T) throws -> PlistDocument {
    try document(value, wideIntegers: .refused)
  }

  private func document<T: Encodable>(_ value: T, wideIntegers: PlistReadingOptions.WideIntegers)
    throws -> PlistDocument
  {
    try EncodingSession.with(sessionOptions(wideIntegers: wideIntegers)) { session in
      session.dropKeys()
      try session.encode(value, at: .root)
      return PlistDocument(try session.seal(value))
    }
  }

  /// Returns the options of the encoder's sessions.
  func sessionOptions(wideIntegers: PlistReadingOptions.WideIntegers)
    -> EncodingSession.SessionOptions
  {
    EncodingSession.SessionOptions(
      userInfo: userInfo, maximumDepth: options.maximumDepth, nilForm: isJSON ? .null : .text,
      wideIntegers: wideIntegers)
  }

  var isJSON: Bool { outputFormat == .json || outputFormat == .typedJSON }
}
