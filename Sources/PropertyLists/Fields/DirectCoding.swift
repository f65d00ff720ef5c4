// The decoder's and encoder's functions for types that are coded directly. If direct coding finds
// anything unusual, `Codable` codes the value, and makes the error if there is one. A call inside
// another one, by a type that codes a property list within its data, codes by `Codable` alone:
// otherwise each level of such data would be coded several times by each level around it.
internal import CSystemCalls

extension PlistDecoder {
  /// Decodes a value from the bytes of a property list, directly if possible.
  ///
  /// - Throws: `PlistError` if the input is not a valid property list, `DecodingError` if it does
  ///   not match the type.
  public func decode<T: PlistCodable>(_ type: T.Type, from data: Data) throws -> T {
    try decode(type, from: SourceBytes(data))
  }

  /// Decodes a value from the bytes of a property list, directly if possible.
  ///
  /// - Throws: `PlistError` if the input is not a valid property list, `DecodingError` if it does
  ///   not match the type.
  public func decode<T: PlistCodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try decode(type, from: SourceBytes(bytes))
  }

  /// Decodes a value from a document, directly if possible.
  ///
  /// - Throws: `DecodingError` if the document does not match the type.
  public func decode<T: PlistCodable>(_ type: T.Type, from document: PlistDocument) throws -> T {
    try decode(type, from: document.root)
  }

  /// Decodes a value from part of a document, directly if possible. Paths in errors are relative to
  /// that part.
  ///
  /// - Throws: `DecodingError` if the part does not match the type.
  public func decode<T: PlistCodable>(_ type: T.Type, from node: PlistNode) throws -> T {
    guard plinth_begin_fields() != 0 else { return try decodeByCodable(type, from: node) }
    defer { plinth_end_fields() }
    return try decodeFields(type, from: node) ?? decodeByCodable(type, from: node)
  }

  /// Decodes a value from a `Plist`, directly if possible.
  ///
  /// - Throws: `DecodingError` if the value does not match the type.
  public func decode<T: PlistCodable>(_ type: T.Type, from plist: Plist) throws -> T {
    try decode(type, from: PlistDocument(plist))
  }

  private func decode<T: PlistCodable>(_ type: T.Type, from source: SourceBytes) throws -> T {
    let isOutermost = plinth_begin_fields() != 0
    defer { if isOutermost { plinth_end_fields() } }
    if isOutermost {
      if let value = decodeBinary(type, from: source) { return value }
      if let value = try decodeDocument(type, from: source) { return value }
    }
    return try decodeByCodable(type, from: source)
  }

  /// Decodes a value from the table of a document; returns nil if the document must be read again.
  private func decodeDocument<T: PlistCodable>(_ type: T.Type, from source: SourceBytes) throws
    -> T?
  {
    let root = PlistDocument(try .read(source, options: options.forDecoding)).root
    let passed = PassedElements(root.storage)
    if let value = decodeFields(type, from: root, passed: passed) { return value }
    return passed?.hasReleased == true ? nil : try decodeByCodable(type, from: root)
  }

  /// Decodes a value from the table of a document; returns nil if `Codable` should decode it.
  private func decodeFields<T: PlistCodable>(
    _ type: T.Type, from node: PlistNode, passed: PassedElements? = nil
  ) -> T? {
    try? FieldReading.with(node.storage, userInfo: userInfo, passed: passed) { session in
      try T.decode(PlistFieldValue(index: node.index), from: PlistFieldReader(session))
    }
  }

  /// Decodes a value from a binary file without a table; returns nil if a table is needed.
  private func decodeBinary<T: PlistCodable>(_ type: T.Type, from source: SourceBytes) -> T? {
    guard let objects = BinaryObjects(source, options: options) else { return nil }
    return withExtendedLifetime(source) {
      FieldReading.with(objects, userInfo: userInfo) { session in
        let root = PlistFieldValue(index: objects.trailer.topObject)
        return try T.decode(root, from: PlistFieldReader(session))
      }
    }
  }

  private func decodeByCodable<T: Decodable>(_ type: T.Type, from node: PlistNode) throws -> T {
    try decode(type, from: node)
  }
}

extension PlistEncoder {
  /// Encodes a value as the bytes of a property list, directly if possible.
  ///
  /// - Throws: `EncodingError` if the value cannot be encoded, `PlistError` if the format cannot
  ///   represent the result.
  public func encode<T: PlistCodable>(_ value: T) throws -> Data {
    let call = plinth_begin_fields()
    guard call != 0 else { return try encodeByCodable(value) }
    defer { plinth_end_fields() }
    if outputFormat == .xml { return try xml(value, call: call) ?? encodeByCodable(value) }
    if outputFormat == .binary {
      return try (try? binary(value, call: call)) ?? encodeByCodable(value)
    }
    let document = isJSON ? nil : try? fieldDocument(value, call: call)
    guard let document else { return try encodeByCodable(value) }
    return try document.encoded(as: outputFormat, options: options)
  }

  /// Encodes a value, directly if possible; returns the bytes and the document from which they were
  /// written.
  package func encodedDocument<T: PlistCodable>(_ value: T) throws -> (
    bytes: Data, document: PlistDocument
  ) {
    let call = plinth_begin_fields()
    guard call != 0 else { return try encodedByCodable(value) }
    defer { plinth_end_fields() }
    guard !isJSON, let document = try? fieldDocument(value, call: call) else {
      return try encodedByCodable(value)
    }
    return (try document.encoded(as: outputFormat, options: options), document)
  }

  private func encodedByCodable<T: Encodable>(_ value: T) throws -> (
    bytes: Data, document: PlistDocument
  ) { try encodedDocument(value) }

  /// Encodes a value as a document in memory, directly if possible.
  ///
  /// - Throws: `EncodingError` if the value cannot be encoded.
  public func document<T: PlistCodable>(_ value: T) throws -> PlistDocument {
    let call = plinth_begin_fields()
    guard call != 0 else { return try documentByCodable(value) }
    defer { plinth_end_fields() }
    let document = isJSON ? nil : try? fieldDocument(value, call: call)
    return try document ?? documentByCodable(value)
  }

  private func fieldDocument<T: PlistCodable>(_ value: T, call: UInt32) throws -> PlistDocument {
    try EncodingSession.with(sessionOptions(wideIntegers: .refused)) { session in
      session.dropKeys()
      try encodeFields(value, to: session, call: call)
      return PlistDocument(try session.seal(value))
    }
  }

  private func binary<T: PlistCodable>(_ value: T, call: UInt32) throws -> Data {
    try EncodingSession.file(of: value, as: self) { try encodeFields(value, to: $0, call: call) }
  }

  private func encodeFields<T: PlistCodable>(
    _ value: T, to session: EncodingSession, call: UInt32
  ) throws {
    var writer = PlistFieldWriter(
      session: session, options: options, userInfo: userInfo, call: call)
    try value.encode(to: &writer)
    guard writer.isComplete else { throw FieldReading.irregular }
  }

  /// Returns a value as XML without a document between; nil if `Codable` should encode it.
  private func xml<T: PlistCodable>(_ value: T, call: UInt32) -> Data? {
    guard options.keyOrder != .asGiven, options.root == nil else { return nil }
    var writer = PlistFieldWriter(session: nil, options: options, userInfo: userInfo, call: call)
    writer.output.append(xmlStart: .apple)
    do { try value.encode(to: &writer) } catch { return nil }
    guard writer.isComplete else { return nil }
    writer.output.append("</plist>\n")
    return writer.finished()
  }

  private func encodeByCodable<T: Encodable>(_ value: T) throws -> Data { try encode(value) }

  private func documentByCodable<T: Encodable>(_ value: T) throws -> PlistDocument {
    try document(value)
  }
}

extension PlistFieldWriter {
  /// Returns the output.
  fileprivate consuming func finished() -> Data { output.data() }
}
