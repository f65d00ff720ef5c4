// Encoding the pairs of a dictionary.

/// The keyed container of one value.
struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let session: EncodingSession
  /// The dictionary's node; nil when the value had already become something else.
  let container: UInt32?
  let entry: EncodingSession.EntryReference

  var codingPath: [any CodingKey] { session.codingPath(entry) }

  /// Where the value of a key goes.
  @inline(__always)
  private func slot(_ key: some CodingKey, _ value: Any.Type) throws -> NodeTableBuilder.Slot {
    guard let container, session.isOpen(container, .dictionary) else {
      throw session.secondValue(entry, value)
    }
    return .init(container: container, key: session.key(key))
  }

  mutating func encodeNil(forKey key: Key) throws { session.append(null: try slot(key, Any?.self)) }
  mutating func encode(_ value: Bool, forKey key: Key) throws {
    session.append(Node(.bool, payload: value ? 1 : 0), try slot(key, Bool.self))
  }
  mutating func encode(_ value: String, forKey key: Key) throws {
    session.append(string: value, try slot(key, String.self))
  }
  mutating func encode(_ value: Double, forKey key: Key) throws {
    session.append(Node(.real, payload: value.bitPattern), try slot(key, Double.self))
  }
  mutating func encode(_ value: Float, forKey key: Key) throws {
    session.append(Node(single: value), try slot(key, Float.self))
  }
  mutating func encode(_ value: Int, forKey key: Key) throws {
    try session.append(integer: value, slot(key, Int.self))
  }
  mutating func encode(_ value: Int8, forKey key: Key) throws {
    try session.append(integer: value, slot(key, Int8.self))
  }
  mutating func encode(_ value: Int16, forKey key: Key) throws {
    try session.append(integer: value, slot(key, Int16.self))
  }
  mutating func encode(_ value: Int32, forKey key: Key) throws {
    try session.append(integer: value, slot(key, Int32.self))
  }
  mutating func encode(_ value: Int64, forKey key: Key) throws {
    try session.append(integer: value, slot(key, Int64.self))
  }
  mutating func encode(_ value: Int128, forKey key: Key) throws {
    try session.append(integer: value, slot(key, Int128.self))
  }
  mutating func encode(_ value: UInt, forKey key: Key) throws {
    try session.append(integer: value, slot(key, UInt.self))
  }
  mutating func encode(_ value: UInt8, forKey key: Key) throws {
    try session.append(integer: value, slot(key, UInt8.self))
  }
  mutating func encode(_ value: UInt16, forKey key: Key) throws {
    try session.append(integer: value, slot(key, UInt16.self))
  }
  mutating func encode(_ value: UInt32, forKey key: Key) throws {
    try session.append(integer: value, slot(key, UInt32.self))
  }
  mutating func encode(_ value: UInt64, forKey key: Key) throws {
    try session.append(integer: value, slot(key, UInt64.self))
  }
  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    try session.append(integer: value, slot(key, UInt128.self))
  }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try session.checkDepth(entry, T.self)
    let slot = try slot(key, T.self)
    if BorrowedKey.isMadeFromText(Key.self) {
      let borrowed = BorrowedKey(madeFromText: Key.self)
      return try session.encode(
        value, .init(slot: slot, position: 0, parent: entry.number, codingKey: borrowed))
    }
    try BorrowedKey.with(key) {
      try session.encode(
        value, .init(slot: slot, position: 0, parent: entry.number, codingKey: $0))
    }
  }

  // MARK: Containers

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let (container, entry) = nestedContainer(.dictionary, key)
    return KeyedEncodingContainer(
      KeyedEncoding<NestedKey>(session: session, container: container, entry: entry))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let (container, entry) = nestedContainer(.array, key)
    return UnkeyedEncoding(session: session, container: container, entry: entry)
  }

  /// The container under a key, and its entry.
  private func nestedContainer(
    _ kind: PlistKind, _ key: Key
  ) -> (container: UInt32?, entry: EncodingSession.EntryReference) {
    guard let place = place(key) else { return (nil, entry) }
    let nested = session.push(place, keeping: key)
    return (session.nestedContainer(kind, nested), nested)
  }

  mutating func superEncoder() -> any Encoder { encoder(PlistCodingKey(stringValue: "super")) }

  mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

  /// An encoder for a value that may come later. Until then it is an empty dictionary.
  private func encoder(_ key: some CodingKey) -> NodeEncoder {
    guard let place = place(key) else { return NodeEncoder(session: session, entry: entry) }
    return NodeEncoder(session: session, entry: session.pushReserved(place, keeping: key))
  }

  /// Where the value of a key goes; nil where this container cannot be filled.
  private func place(_ key: some CodingKey) -> EncodingSession.Place? {
    guard let container, session.isOpen(container, .dictionary) else { return nil }
    let slot = NodeTableBuilder.Slot(container: container, key: session.key(key))
    return .init(slot: slot, position: 0, parent: entry.number)
  }
}
