// Typed decoding: Swift's `Decodable` from the nodes of a document. The generic entry points are
// never inlined, for the reason given in PlistEncoder.swift.

/// Decodes Swift values from property lists of any readable format.
///
/// Follows Foundation's `PropertyListDecoder`: `Date` and `Data` are decoded directly, every other
/// type by its `init(from:)`. Integers can be decoded from reals without a fraction, and reals from
/// integers. The string `$null` means nil. Unlike in Foundation, a scalar can be the outermost
/// value, and errors report their location: every `DecodingError` has a `PlistError` with line,
/// column, byte offset and path as its underlying error.
///
/// Large data values share memory: a value of 64 KiB to 2 MiB that outlives the others can keep 4 MiB
/// in memory. A copy of the value, `Data(Array(value))`, has memory of its own.
public struct PlistDecoder: Sendable {
  /// Limits and choices of reading.
  public var options: PlistReadingOptions
  /// Information for the types that are decoded.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates a decoder.
  public init(
    options: PlistReadingOptions = PlistReadingOptions(),
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.options = options
    self.userInfo = userInfo
  }

  /// Decodes a value from the bytes of a property list.
  ///
  /// - Throws: `PlistError` if the input is not a valid property list, `DecodingError` if it does
  ///   not match the type.
  public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try decodeByCodable(type, from: SourceBytes(data))
  }

  /// Decodes a value from the bytes of a property list.
  ///
  /// - Throws: `PlistError` if the input is not a valid property list, `DecodingError` if it does
  ///   not match the type.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try decodeByCodable(type, from: SourceBytes(bytes))
  }

  func decodeByCodable<T: Decodable>(_ type: T.Type, from source: SourceBytes) throws -> T {
    if T.self == [String: String].self, let pairs = XMLTextPairs.read(source, options: options) {
      return sameType(pairs, as: T.self)
    }
    return try DecodingSession.with(source, options: options, userInfo: userInfo) { session, root in
      try session.decode(type, root: root)
    }
  }

  /// Decodes a value from a document.
  ///
  /// - Throws: `DecodingError` if the document does not match the type.
  public func decode<T: Decodable>(_ type: T.Type, from document: PlistDocument) throws -> T {
    try decode(type, from: document.root)
  }

  /// Decodes a value from part of a document. Paths in errors are relative to that part.
  ///
  /// - Throws: `DecodingError` if the part does not match the type.
  public func decode<T: Decodable>(_ type: T.Type, from node: PlistNode) throws -> T {
    try DecodingSession.with(node.storage, userInfo: userInfo) { session in
      try session.decode(type, root: node.index)
    }
  }

  /// Decodes a value from a `Plist`.
  ///
  /// - Throws: `DecodingError` if the value does not match the type.
  public func decode<T: Decodable>(_ type: T.Type, from plist: Plist) throws -> T {
    try decode(type, from: PlistDocument(plist))
  }
}

extension PlistReadingOptions {
  /// The options for a document that only a decoder sees.
  var forDecoding: PlistReadingOptions {
    var options = self
    options.wideIntegers = .kept
    return options
  }
}

extension DecodingSession {
  /// Decodes the value of the call.
  fileprivate func decode<T: Decodable>(_ type: T.Type, root: Int) throws -> T {
    let position = DecodingPosition(node: root, container: -1, index: -1, parent: 0)
    do {
      let value = try decode(type, at: position)
      guard let refusal else { return value }
      throw refusal
    } catch { throw refusal ?? error }
  }
}
