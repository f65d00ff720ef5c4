// Decoding the pairs of a dictionary.

/// The keyed container over a dictionary.
struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let session: DecodingSession
  let node: Node
  let index: Int32
  let entry: UInt32

  var codingPath: [any CodingKey] { session.codingPath(entry) }

  /// All keys. None where they cannot be those of a dictionary of Swift's and the type has room for any
  /// text: the decoding fails in the end.
  var allKeys: [Key] {
    // Dictionaries were told by their container.
    let isOpen = !BorrowedKey.isMadeFromText(Key.self) && !DictionaryKeyType.matches(Key.self)
    if isOpen {
      let place = DecodingSession.Place(
        index: Int(index), container: -1, position: -1, parent: entry)
      guard session.admitsTextKeys(place) else { return [] }
    }
    return (0..<node.count).compactMap {
      let key = session.storage.nodes[session.storage.key($0, of: node)]
      // No case of an enum has such a text, and comparing it takes quadratic time.
      if key.exceedsCombiningMarks(in: session.source) { return nil }
      return Key(stringValue: key.text(in: session.source))
    }
  }

  func contains(_ key: Key) -> Bool { session.position(of: key.stringValue, in: node, entry) >= 0 }

  func decodeNil(forKey key: Key) throws -> Bool {
    let position = session.position(of: key.stringValue, in: node, entry)
    guard position >= 0 else { throw notFound(key) }
    return session.isNull(session.node(session.storage.value(position, of: node)))
  }

  /// Decodes the value of a key.
  @inline(never)
  private func at<T>(
    _ key: Key, _ decode: (DecodingSession.Place) throws -> T
  ) throws -> T {
    try BorrowedKey.with(key) { borrowed in
      guard let place = place(key, borrowed) else { throw notFound(key) }
      return try decode(place)
    }
  }

  /// Decodes the value of a key unless it is absent or stands for nil.
  @inline(never)
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

  // Scalars need the key for their errors alone. They are written without closures, which are not
  // always inlined here: `decode-deep-binary-document` counts it.

  /// The node of a key's value; −1 where there is none.
  @inline(__always)
  private func index(_ key: Key) -> Int {
    let position = session.position(of: key.stringValue, in: node, entry)
    return position < 0 ? -1 : session.storage.value(position, of: node)
  }

  /// The node of a key's value; −1 where there is none, or one that stands for nil.
  @inline(__always)
  private func presentIndex(_ key: Key) -> Int {
    let index = index(key)
    return session.isNull(session.node(index)) ? -1 : index
  }

  /// Why there is no scalar for a key.
  @inline(never)
  private func failure(_ type: Any.Type, _ expected: ExpectedValue, _ key: Key) -> DecodingError {
    BorrowedKey.with(key) { borrowed in
      guard let place = place(key, borrowed) else { return notFound(key) }
      return session.failure(type, expected, place)
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
    guard BorrowedKey.isMadeFromText(Key.self) else {
      return try at(key) { try session.decode(type, $0) }
    }
    guard let place = place(key, BorrowedKey(madeFromText: Key.self)) else { throw notFound(key) }
    return try session.decode(type, place)
  }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    if let value = session.readBool(index(key)) { return value }
    throw failure(Bool.self, .bool, key)
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    if let value = session.readString(index(key)) { return value }
    throw failure(String.self, .string, key)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    if let value = session.readReal(index(key)) { return value }
    throw failure(Double.self, .real, key)
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    if let value = session.readFloat(index(key)) { return value }
    throw failure(Float.self, .real, key)
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    if let value = session.readInteger(type, index(key)) { return value }
    throw failure(Int.self, .integer, key)
  }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    if let value = session.readInteger(type, index(key)) { return value }
    throw failure(Int8.self, .integer, key)
  }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    if let value = session.readInteger(type, index(key)) { return value }
    throw failure(Int16.self, .integer, key)
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    if let value = session.readInteger(type, index(key)) { return value }
    throw failure(Int32.self, .integer, key)
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    if let value = session.readInteger(type, index(key)) { return value }
    throw failure(Int64.self, .integer, key)
  }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    if let value = session.readInteger(type, index(key)) { return value }
    throw failure(Int128.self, .integer, key)
  }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    if let value = session.readInteger(type, index(key)) { return value }
    throw failure(UInt.self, .integer, key)
  }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    if let value = session.readInteger(type, index(key)) { return value }
    throw failure(UInt8.self, .integer, key)
  }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    if let value = session.readInteger(type, index(key)) { return value }
    throw failure(UInt16.self, .integer, key)
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    if let value = session.readInteger(type, index(key)) { return value }
    throw failure(UInt32.self, .integer, key)
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    if let value = session.readInteger(type, index(key)) { return value }
    throw failure(UInt64.self, .integer, key)
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    if let value = session.readInteger(type, index(key)) { return value }
    throw failure(UInt128.self, .integer, key)
  }

  // MARK: Values that may be absent

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard BorrowedKey.isMadeFromText(Key.self) else {
      return try ifPresent(key) { try session.decode(type, $0) }
    }
    let place = place(key, BorrowedKey(madeFromText: Key.self))
    guard let place, !session.isNull(session.node(place.index)) else { return nil }
    return try session.decode(type, place)
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    let index = presentIndex(key)
    if index < 0 { return nil }
    if let value = session.readBool(index) { return value }
    throw failure(Bool.self, .bool, key)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    let index = presentIndex(key)
    if index < 0 { return nil }
    if let value = session.readString(index) { return value }
    throw failure(String.self, .string, key)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    let index = presentIndex(key)
    if index < 0 { return nil }
    if let value = session.readReal(index) { return value }
    throw failure(Double.self, .real, key)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    let index = presentIndex(key)
    if index < 0 { return nil }
    if let value = session.readFloat(index) { return value }
    throw failure(Float.self, .real, key)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    let index = presentIndex(key)
    if index < 0 { return nil }
    if let value = session.readInteger(type, index) { return value }
    throw failure(Int.self, .integer, key)
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    let index = presentIndex(key)
    if index < 0 { return nil }
    if let value = session.readInteger(type, index) { return value }
    throw failure(Int8.self, .integer, key)
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    let index = presentIndex(key)
    if index < 0 { return nil }
    if let value = session.readInteger(type, index) { return value }
    throw failure(Int16.self, .integer, key)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    let index = presentIndex(key)
    if index < 0 { return nil }
    if let value = session.readInteger(type, index) { return value }
    throw failure(Int32.self, .integer, key)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    let index = presentIndex(key)
    if index < 0 { return nil }
    if let value = session.readInteger(type, index) { return value }
    throw failure(Int64.self, .integer, key)
  }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    let index = presentIndex(key)
    if index < 0 { return nil }
    if let value = session.readInteger(type, index) { return value }
    throw failure(Int128.self, .integer, key)
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    let index = presentIndex(key)
    if index < 0 { return nil }
    if let value = session.readInteger(type, index) { return value }
    throw failure(UInt.self, .integer, key)
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    let index = presentIndex(key)
    if index < 0 { return nil }
    if let value = session.readInteger(type, index) { return value }
    throw failure(UInt8.self, .integer, key)
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    let index = presentIndex(key)
    if index < 0 { return nil }
    if let value = session.readInteger(type, index) { return value }
    throw failure(UInt16.self, .integer, key)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    let index = presentIndex(key)
    if index < 0 { return nil }
    if let value = session.readInteger(type, index) { return value }
    throw failure(UInt32.self, .integer, key)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    let index = presentIndex(key)
    if index < 0 { return nil }
    if let value = session.readInteger(type, index) { return value }
    throw failure(UInt64.self, .integer, key)
  }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    let index = presentIndex(key)
    if index < 0 { return nil }
    if let value = session.readInteger(type, index) { return value }
    throw failure(UInt128.self, .integer, key)
  }
}
