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
    try at(key) { session.isNull(session.node($0.index)) }
  }

  /// Decodes the value of a key.
  @inline(__always)
  private func at<T>(
    _ key: Key, _ decode: (DecodingSession.Place) throws -> T
  ) throws -> T {
    try BorrowedKey.with(key) { borrowed in
      guard let place = place(key, borrowed) else { throw notFound(key) }
      return try decode(place)
    }
  }

  /// Decodes the value of a key unless it is absent or stands for nil.
  @inline(__always)
  private func ifPresent<T>(
    _ key: Key, _ decode: (DecodingSession.Place) throws -> T
  ) throws -> T? {
    try BorrowedKey.with(key) { borrowed in
      guard let place = place(key, borrowed), !session.isNull(session.node(place.index)) else {
        return nil
      }
      return try decode(place)
    }
  }

  /// The value of a key, or nil.
  @inline(__always)
  private func place(_ key: Key, _ borrowed: BorrowedKey) -> DecodingSession.Place? {
    let position = session.position(of: key.stringValue, in: node, entry)
    if position < 0 { return nil }
    return .init(
      index: session.storage.value(position, of: node), container: Int(index), position: position,
      parent: entry, key: borrowed)
  }

  @inline(never)
  private func notFound(_ key: Key) -> DecodingError {
    session.error(
      .missingKey(key), Any.self,
      .init(index: Int(index), container: -1, position: -1, parent: entry))
  }

  // MARK: Containers

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try at(key) { try decoder($0, key).nested { try $0.container(keyedBy: type) } }
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try at(key) { try decoder($0, key).nested { try $0.unkeyedContainer() } }
  }

  func superDecoder() throws -> any Decoder {
    superDecoder(PlistCodingKey(stringValue: "super"))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(key) }

  /// A decoder over the value of a key, or over nothing.
  private func superDecoder(_ key: some CodingKey) -> any Decoder {
    let position = session.position(of: key.stringValue, in: node, entry)
    let value = position < 0 ? -1 : session.storage.value(position, of: node)
    return decoder(
      .init(index: value, container: Int(index), position: position, parent: entry), key)
  }

  private func decoder(_ place: DecodingSession.Place, _ key: some CodingKey) -> NodeDecoder {
    NodeDecoder(
      session: session, index: Int32(truncatingIfNeeded: place.index),
      entry: session.push(place, keeping: key))
  }

  // MARK: Values

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try at(key) { try session.decode(type, $0) }
  }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try at(key) { try session.bool($0) }
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try at(key) { try session.string($0) }
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try at(key) { try session.real($0) }
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try at(key) { try session.float($0) }
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try at(key) { try session.integer(type, $0) }
  }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try at(key) { try session.integer(type, $0) }
  }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try at(key) { try session.integer(type, $0) }
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try at(key) { try session.integer(type, $0) }
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try at(key) { try session.integer(type, $0) }
  }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try at(key) { try session.integer(type, $0) }
  }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try at(key) { try session.integer(type, $0) }
  }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try at(key) { try session.integer(type, $0) }
  }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try at(key) { try session.integer(type, $0) }
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try at(key) { try session.integer(type, $0) }
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try at(key) { try session.integer(type, $0) }
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try at(key) { try session.integer(type, $0) }
  }

  // MARK: Values that may be absent

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try ifPresent(key) { try session.decode(type, $0) }
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try ifPresent(key) { try session.bool($0) }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try ifPresent(key) { try session.string($0) }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try ifPresent(key) { try session.real($0) }
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try ifPresent(key) { try session.float($0) }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try ifPresent(key) { try session.integer(type, $0) }
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try ifPresent(key) { try session.integer(type, $0) }
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try ifPresent(key) { try session.integer(type, $0) }
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try ifPresent(key) { try session.integer(type, $0) }
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try ifPresent(key) { try session.integer(type, $0) }
  }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try ifPresent(key) { try session.integer(type, $0) }
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try ifPresent(key) { try session.integer(type, $0) }
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try ifPresent(key) { try session.integer(type, $0) }
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try ifPresent(key) { try session.integer(type, $0) }
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try ifPresent(key) { try session.integer(type, $0) }
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try ifPresent(key) { try session.integer(type, $0) }
  }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try ifPresent(key) { try session.integer(type, $0) }
  }
}
