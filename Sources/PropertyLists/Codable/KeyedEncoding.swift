// Encodes the pairs of a dictionary.

/// The keyed container of one value.
struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let session: EncodingSession
  let frame: EncodingFrame

  private var container: UInt32? { frame.container }
  private var entry: EncodingSession.EntryReference { frame.entry }
  var codingPath: [any CodingKey] { session.codingPath(entry) }

  /// Returns the destination of the value of a key.
  @inline(__always)
  private func slot(_ key: Key, value: Any.Type) throws -> NodeTableBuilder.NodePosition {
    guard let container, session.isOpen(container, kind: .dictionary) else {
      try session.refuseSecondValue(entry, value: value)
    }
    return .init(container: container, key: session.key(key, of: frame))
  }

  @inline(__always)
  private func append<T: FixedWidthInteger>(_ value: T, of key: Key) throws {
    try session.append(integer: value, slot(key, value: T.self))
  }

  mutating func encodeNil(forKey key: Key) throws {
    session.append(null: try slot(key, value: Any?.self))
  }
  mutating func encode(_ value: Bool, forKey key: Key) throws {
    session.append(Node(.bool, payload: value ? 1 : 0), slot: try slot(key, value: Bool.self))
  }
  mutating func encode(_ value: String, forKey key: Key) throws {
    session.append(string: value, try slot(key, value: String.self))
  }
  mutating func encode(_ value: Double, forKey key: Key) throws {
    session.append(Node(.real, payload: value.bitPattern), slot: try slot(key, value: Double.self))
  }
  mutating func encode(_ value: Float, forKey key: Key) throws {
    session.append(Node(single: value), slot: try slot(key, value: Float.self))
  }
  mutating func encode(_ value: Int, forKey key: Key) throws { try append(value, of: key) }
  mutating func encode(_ value: Int8, forKey key: Key) throws { try append(value, of: key) }
  mutating func encode(_ value: Int16, forKey key: Key) throws { try append(value, of: key) }
  mutating func encode(_ value: Int32, forKey key: Key) throws { try append(value, of: key) }
  mutating func encode(_ value: Int64, forKey key: Key) throws { try append(value, of: key) }
  mutating func encode(_ value: Int128, forKey key: Key) throws { try append(value, of: key) }
  mutating func encode(_ value: UInt, forKey key: Key) throws { try append(value, of: key) }
  mutating func encode(_ value: UInt8, forKey key: Key) throws { try append(value, of: key) }
  mutating func encode(_ value: UInt16, forKey key: Key) throws { try append(value, of: key) }
  mutating func encode(_ value: UInt32, forKey key: Key) throws { try append(value, of: key) }
  mutating func encode(_ value: UInt64, forKey key: Key) throws { try append(value, of: key) }
  mutating func encode(_ value: UInt128, forKey key: Key) throws { try append(value, of: key) }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try session.checkDepth(entry, value: T.self)
    let slot = try slot(key, value: T.self)
    if BorrowedKey.isRecreatedFromText(Key.self) {
      let borrowed = BorrowedKey(recreatedFromText: Key.self)
      return try session.encode(
        value, at: .init(slot: slot, index: 0, parent: entry.number, codingKey: borrowed))
    }
    try encode(value, in: slot, of: key)
  }

  /// Encodes the value of a key that is read from the caller's memory.
  @inline(never)
  private func encode<T: Encodable>(
    _ value: T, in slot: NodeTableBuilder.NodePosition, of key: Key
  ) throws {
    try BorrowedKey.with(key) {
      try session.encode(
        value, at: .init(slot: slot, index: 0, parent: entry.number, codingKey: $0))
    }
  }

  // MARK: Containers

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let (container, entry) = nestedContainer(.dictionary, key: key)
    return session.container(keyType, contents: .init(container: container, entry: entry))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let (container, entry) = nestedContainer(.array, key: key)
    return UnkeyedEncoding(call: session.call, container: container, entry: entry)
  }

  /// Returns the container under a key, and its entry.
  private func nestedContainer(_ kind: PlistKind, key: Key) -> (
    container: UInt32?, entry: EncodingSession.EntryReference
  ) {
    guard let position = position(key) else { return (nil, entry) }
    let nested = session.push(position, keeping: key)
    return (session.nestedContainer(kind, entry: nested), nested)
  }

  mutating func superEncoder() -> any Encoder { encoder(PlistCodingKey(stringValue: "super")) }

  mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

  /// Returns an encoder for a value that may be encoded later. Until then, the value is an empty
  /// dictionary.
  private func encoder(_ key: some CodingKey) -> NodeEncoder {
    guard let position = position(key) else { return NodeEncoder(call: session.call, entry: entry) }
    return NodeEncoder(call: session.call, entry: session.pushReserved(position, keeping: key))
  }

  /// Returns the destination of the value of a key; nil if values can no longer be added to this
  /// container.
  private func position(_ key: some CodingKey) -> EncodingSession.EncodingPosition? {
    guard let container, session.isOpen(container, kind: .dictionary) else { return nil }
    let slot = NodeTableBuilder.NodePosition(container: container, key: session.key(key))
    return .init(slot: slot, index: 0, parent: entry.number)
  }
}
