// Decoding the pairs of a dictionary.

/// The keyed container over a dictionary.
struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let session: DecodingSession
  let node: Node
  let index: Int32
  let entry: UInt32

  var codingPath: [any CodingKey] { session.codingPath(entry) }

  var allKeys: [Key] {
    (0..<node.count).compactMap {
      Key(
        stringValue: session.storage.nodes[session.storage.key($0, of: node)].text(in: session.view)
      )
    }
  }

  func contains(_ key: Key) -> Bool { session.position(of: key.stringValue, in: node, entry) >= 0 }

  func decodeNil(forKey key: Key) throws -> Bool {
    session.isNull(session.node(try place(key).index))
  }

  /// The value of a key, or an error.
  @inline(__always)
  private func place(_ key: Key) throws -> DecodingSession.Place {
    if let place = existingPlace(key) { return place }
    throw notFound(key)
  }

  /// The value of a key, or nil.
  @inline(__always)
  private func existingPlace(_ key: Key) -> DecodingSession.Place? {
    let position = session.position(of: key.stringValue, in: node, entry)
    if position < 0 { return nil }
    return .init(
      index: session.storage.value(position, of: node), container: Int(index), position: position,
      parent: entry)
  }

  /// The value of a key unless it is absent or stands for nil.
  @inline(__always)
  private func presentPlace(_ key: Key) -> DecodingSession.Place? {
    guard let place = existingPlace(key), !session.isNull(session.node(place.index)) else {
      return nil
    }
    return place
  }

  @inline(never)
  private func notFound(_ key: Key) -> DecodingError {
    let place = DecodingSession.Place(index: Int(index), container: -1, position: -1, parent: entry)
    let message = "the dictionary has no key \(PlistError.quoted(key.stringValue))"
    return .keyNotFound(key, session.context(.valueNotFound, message, place))
  }

  // MARK: Containers

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(try place(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(try place(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { superDecoder(named: "super") }

  func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(named: key.stringValue) }

  /// A decoder over the value of a key, or over nothing.
  private func superDecoder(named name: String) -> any Decoder {
    let position = session.position(of: name, in: node, entry)
    let value = position < 0 ? -1 : session.storage.value(position, of: node)
    return decoder(.init(index: value, container: Int(index), position: position, parent: entry))
  }

  private func decoder(_ place: DecodingSession.Place) -> NodeDecoder {
    NodeDecoder(
      session: session, index: Int32(truncatingIfNeeded: place.index), entry: session.push(place))
  }

  // MARK: Values

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try session.decode(type, place(key))
  }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try session.bool(place(key)) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try session.string(place(key))
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try session.real(place(key))
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try session.float(place(key)) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try session.integer(type, place(key))
  }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try session.integer(type, place(key))
  }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try session.integer(type, place(key))
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try session.integer(type, place(key))
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try session.integer(type, place(key))
  }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try session.integer(type, place(key))
  }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try session.integer(type, place(key))
  }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try session.integer(type, place(key))
  }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try session.integer(type, place(key))
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try session.integer(type, place(key))
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try session.integer(type, place(key))
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try session.integer(type, place(key))
  }

  // MARK: Values that may be absent

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try presentPlace(key).map { try session.decode(type, $0) }
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try presentPlace(key).map { try session.bool($0) }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try presentPlace(key).map { try session.string($0) }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try presentPlace(key).map { try session.real($0) }
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try presentPlace(key).map { try session.float($0) }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try presentPlace(key).map { try session.integer(type, $0) }
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try presentPlace(key).map { try session.integer(type, $0) }
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try presentPlace(key).map { try session.integer(type, $0) }
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try presentPlace(key).map { try session.integer(type, $0) }
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try presentPlace(key).map { try session.integer(type, $0) }
  }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try presentPlace(key).map { try session.integer(type, $0) }
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try presentPlace(key).map { try session.integer(type, $0) }
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try presentPlace(key).map { try session.integer(type, $0) }
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try presentPlace(key).map { try session.integer(type, $0) }
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try presentPlace(key).map { try session.integer(type, $0) }
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try presentPlace(key).map { try session.integer(type, $0) }
  }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try presentPlace(key).map { try session.integer(type, $0) }
  }
}
