// Typed decoding: Swift's `Decodable` straight over the node table. Its generic entries are never
// inlined, for the reason that the encoder gives.

/// Decodes Swift values from property lists of any format that can be read.
///
/// Follows Foundation's `PropertyListDecoder`: `Date` and `Data` are values of their own, every
/// other type decodes itself; integers may come from whole reals, and reals from integers; the
/// string `$null` stands for nil. Differences: a scalar may be the outermost value, and errors say
/// where. Every `DecodingError` carries a `PlistError` with line, column, byte offset and path as
/// its underlying error.
public struct PlistDecoder: Sendable {
  /// Limits of reading.
  public var options: PlistReadingOptions
  /// What the types that decode themselves can ask for.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// A decoder.
  public init(
    options: PlistReadingOptions = PlistReadingOptions(),
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.options = options
    self.userInfo = userInfo
  }

  /// Decodes a value from a property list's bytes.
  ///
  /// - Throws: `PlistError` where the input is no valid property list, `DecodingError` where it is
  ///   not of the type.
  @inline(never)
  public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try decode(type, from: PlistDocument(data, options: ownOptions))
  }

  /// Decodes a value from a property list's bytes.
  ///
  /// - Throws: `PlistError` where the input is no valid property list, `DecodingError` where it is
  ///   not of the type.
  @inline(never)
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try decode(type, from: PlistDocument(bytes, options: ownOptions))
  }

  /// How a document is read that nobody else sees.
  private var ownOptions: PlistReadingOptions {
    var options = options
    options.wideIntegers = .kept
    return options
  }

  /// Decodes a value from a document.
  ///
  /// - Throws: `DecodingError` where the document is not of the type.
  @inline(never)
  public func decode<T: Decodable>(_ type: T.Type, from document: PlistDocument) throws -> T {
    try decode(type, from: document.root)
  }

  /// Decodes a value from part of a document. Paths of errors begin at that part.
  ///
  /// - Throws: `DecodingError` where the part is not of the type.
  @inline(never)
  public func decode<T: Decodable>(_ type: T.Type, from node: PlistNode) throws -> T {
    let session = DecodingSession(node.storage, userInfo: userInfo)
    let position = DecodingSession.DecodingPosition(
      node: node.index, container: -1, index: -1, parent: 0)
    do {
      let value = try session.decode(type, at: position)
      guard let refusal = session.refusal else { return value }
      throw refusal
    } catch {
      throw session.refusal ?? error
    }
  }

  /// Decodes a value from a value tree.
  ///
  /// - Throws: `DecodingError` where the tree is not of the type.
  @inline(never)
  public func decode<T: Decodable>(_ type: T.Type, from plist: Plist) throws -> T {
    try decode(type, from: PlistDocument(plist))
  }
}
