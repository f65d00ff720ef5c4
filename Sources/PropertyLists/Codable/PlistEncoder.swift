// Typed encoding: Swift's `Encodable` straight into a node table, which any writer writes. Its
// generic entries are never inlined, as are the decoder's: the optimiser of Swift 6.3.1 crashes on
// an asynchronous function of a client into which it has inlined one.

/// Encodes Swift values as property lists.
///
/// Follows Foundation's `PropertyListEncoder`: `Date` and `Data` are values of their own, every
/// other type encodes itself; nil in an array or dictionary becomes the string `$null`, in JSON null.
/// Differences: a scalar may be the outermost value, and `Float` keeps its width in binary files.
/// Keys are sorted in text and stand in the order of encoding in binary files; `options.keyOrder`
/// says otherwise.
public struct PlistEncoder: Sendable {
  /// The format that is written.
  public var outputFormat: PlistFormat
  /// Choices of writing.
  public var options: PlistWritingOptions
  /// What the types that encode themselves can ask for.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// The choices of a new encoder: keys sorted in text and reals in as few digits as will do, as
  /// Foundation's coder has them.
  public static var defaultOptions: PlistWritingOptions {
    var options = PlistWritingOptions()
    options.keyOrder = .sortedInText
    options.reals = .shortest
    return options
  }

  /// An encoder.
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
  /// - Throws: `EncodingError` where the value does not encode itself, `PlistError` where the
  ///   format has no form for what it encoded.
  @inline(never)
  public func encode<T: Encodable>(_ value: T) throws -> Data {
    try encodedDocument(value).bytes
  }

  /// Encodes a value; the bytes, and the document that they were written from.
  @inline(never)
  package func encodedDocument<T: Encodable>(
    _ value: T
  ) throws -> (bytes: Data, document: PlistDocument) {
    let wideIntegers: PlistReadingOptions.WideIntegers = isJSON ? .kept : .refused
    let document = try document(value, wideIntegers: wideIntegers)
    return (try document.encoded(as: outputFormat, options: options), document)
  }

  /// Encodes a value as a document in memory, for another format or as a value tree. Where `outputFormat`
  /// is JSON, nil is null in it, which only JSON and binary files can hold.
  ///
  /// - Throws: `EncodingError` where the value does not encode itself.
  @inline(never)
  public func document<T: Encodable>(_ value: T) throws -> PlistDocument {
    try document(value, wideIntegers: .refused)
  }

  @inline(never)
  private func document<T: Encodable>(
    _ value: T, wideIntegers: PlistReadingOptions.WideIntegers
  ) throws -> PlistDocument {
    let session = EncodingSession(
      userInfo, maximumDepth: options.maximumDepth, nilForm: isJSON ? .null : .text,
      wideIntegers: wideIntegers)
    try session.encode(value, at: .root)
    return PlistDocument(try session.seal(value))
  }

  private var isJSON: Bool { outputFormat == .json || outputFormat == .typedJSON }
}
