// Decodes the pairs of a dictionary.

/// The keyed container of a dictionary.
struct KeyedDecoding<Key: CodingKey, Owner>: KeyedDecodingContainerProtocol {
  /// The dictionary and its session. It is not retained: the standard library copies the container
  /// for each call, and would retain and release it each time.
  private let frame: UnretainedReference<DecodingFrame>
  /// What retains the frame, if the session does not.
  private let owner: Owner

  init(frame: DecodingFrame, owner: Owner) {
    self.frame = UnretainedReference(frame)
    self.owner = owner
  }

  private var session: DecodingSession { frame.with { $0.session } }
  private var node: Node { frame.with { $0.node } }
  private var index: Int32 { frame.with { $0.index } }
  private var entry: UInt32 { frame.with { $0.entryNumber } }
  var codingPath: [any CodingKey] { session.codingPath(entry) }

  /// All keys. Empty if they cannot be the keys of a Swift `Dictionary` and the key type accepts
  /// any text; the decoding then fails at its end.
  var allKeys: [Key] {
    // For a `Dictionary`, the keys were checked when its container was created.
    let isOpen = !BorrowedKey.isRecreatedFromText(Key.self) && !DictionaryKeyType.matches(Key.self)
    if isOpen {
      let position = DecodingSession.DecodingPosition(
        node: Int(index), container: -1, index: -1, parent: entry)
      guard session.admitsTextKeys(position) else { return [] }
    }
    return (0..<node.count).compactMap {
      let key = session.node(session.child($0, of: node))
      // No enum case has such a name, and comparing it takes quadratic time.
      if key.exceedsCombiningMarks(in: session.source) { return nil }
      return Key(stringValue: key.text(in: session.source))
    }
  }

  func contains(_ key: Key) -> Bool { position(of: key) >= 0 }

  func decodeNil(forKey key: Key) throws -> Bool {
    let position = position(of: key)
    guard position >= 0 else { throw notFound(key) }
    return session.isNull(session.node(session.value(position, of: node)))
  }

  @inline(never)
  private func at<T>(_ key: Key, decode: (DecodingSession.DecodingPosition) throws -> T) throws -> T
  {
    try BorrowedKey.with(key) { borrowed in
      guard let position = position(key, borrowed: borrowed) else { throw notFound(key) }
      return try decode(position)
    }
  }

  /// Decodes the value of a key; returns nil if the value is absent or represents nil.
  private func ifPresent<T>(_ key: Key, decode: (DecodingSession.DecodingPosition) throws -> T)
    throws -> T?
  {
    try BorrowedKey.with(key) { borrowed in
      guard let position = position(key, borrowed: borrowed),
        !session.isNull(session.node(position.node))
      else { return nil }
      return try decode(position)
    }
  }

  // Scalars need the key only for errors. These functions avoid closures, which are not always
  // inlined here; the benchmark `decode-deep-binary-document` measures this.

  /// Calls a function with the session, which is not retained.
  @inline(__always)
  private func withSession<Result>(_ body: (DecodingSession) throws -> Result) rethrows -> Result {
    try frame.with { try $0.withSession(body) }
  }

  /// Returns the position of a key in the dictionary; −1 if there is none.
  @inline(__always)
  private func position(of key: some CodingKey) -> Int {
    frame.with { frame in frame.withSession { $0.position(of: key, frame) } }
  }

  /// Returns the node of a key's value; −1 if there is none.
  @inline(__always)
  private func index(_ key: Key) -> Int {
    frame.with { frame in
      frame.withSession { session in
        let position = session.position(of: key, frame)
        return position < 0 ? -1 : session.value(position, of: frame.node)
      }
    }
  }

  /// Returns the node of a key's value; −1 if there is none or it represents nil.
  private func presentIndex(_ key: Key) -> Int {
    let index = index(key)
    return withSession { $0.isNull($0.node(index)) } ? -1 : index
  }

  @inline(__always)
  private func integer<T: FixedWidthInteger>(_ key: Key) throws -> T {
    let index = index(key)
    if let value = withSession({ $0.readInteger(T.self, index: index) }) { return value }
    throw failure(T.self, expected: .integer, key: key)
  }

  private func present<T: FixedWidthInteger>(_ key: Key) throws -> T? {
    let index = presentIndex(key)
    if index < 0 { return nil }
    if let value = withSession({ $0.readInteger(T.self, index: index) }) { return value }
    throw failure(T.self, expected: .integer, key: key)
  }

  /// Returns the reason why there is no scalar for a key.
  private func failure(_ type: Any.Type, expected: ExpectedValue, key: Key) -> DecodingError {
    BorrowedKey.with(key) { borrowed in
      guard let position = position(key, borrowed: borrowed) else { return notFound(key) }
      return session.failure(type, expected: expected, at: position)
    }
  }

  /// Returns the position of the value of a key; nil if there is none.
  @inline(__always)
  private func position(_ key: Key, borrowed: BorrowedKey) -> DecodingSession.DecodingPosition? {
    let position = position(of: key)
    if position < 0 { return nil }
    return .init(
      node: withSession { $0.value(position, of: node) }, container: Int(index),
      index: position, parent: entry, key: borrowed)
  }

  private func notFound(_ key: Key) -> DecodingError {
    session.error(
      .missingKey(key), type: Any.self,
      at: .init(node: Int(index), container: -1, index: -1, parent: entry))
  }

  // MARK: Containers

  func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<NestedKey>
  { try at(key) { try decoder($0, key: key).nested { try $0.container(keyedBy: type) } } }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try at(key) { try decoder($0, key: key).nested { try $0.unkeyedContainer() } }
  }

  func superDecoder() throws -> any Decoder { superDecoder(PlistCodingKey(stringValue: "super")) }

  func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(key) }

  /// Returns a decoder for the value of a key, or for an absent value.
  private func superDecoder(_ key: some CodingKey) -> any Decoder {
    let position = position(of: key)
    let value = position < 0 ? -1 : session.value(position, of: node)
    return decoder(
      .init(node: value, container: Int(index), index: position, parent: entry), key: key)
  }

  private func decoder(_ position: DecodingSession.DecodingPosition, key: some CodingKey)
    -> NodeDecoder
  {
    NodeDecoder(
      call: session.call, index: Int32(truncatingIfNeeded: position.node),
      entry: session.push(position, keeping: key))
  }

  // MARK: Values

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    guard BorrowedKey.isRecreatedFromText(Key.self) else {
      return try at(key) { try session.decode(type, at: $0) }
    }
    guard let position = position(key, borrowed: BorrowedKey(recreatedFromText: Key.self)) else {
      throw notFound(key)
    }
    return try withSession { try $0.decode(type, at: position) }
  }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    let index = index(key)
    if let value = withSession({ $0.readBool(index) }) { return value }
    throw failure(Bool.self, expected: .bool, key: key)
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    let index = index(key)
    if let value = withSession({ $0.readString(index) }) { return value }
    throw failure(String.self, expected: .string, key: key)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    let index = index(key)
    if let value = withSession({ $0.readReal(index) }) { return value }
    throw failure(Double.self, expected: .real, key: key)
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    let index = index(key)
    if let value = withSession({ $0.readFloat(index) }) { return value }
    throw failure(Float.self, expected: .real, key: key)
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(key) }

  // MARK: Values that may be absent

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard BorrowedKey.isRecreatedFromText(Key.self) else {
      return try ifPresent(key) { try session.decode(type, at: $0) }
    }
    let position = position(key, borrowed: BorrowedKey(recreatedFromText: Key.self))
    guard let position, !withSession({ $0.isNull($0.node(position.node)) }) else {
      return nil
    }
    return try withSession { try $0.decode(type, at: position) }
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    let index = presentIndex(key)
    if index < 0 { return nil }
    if let value = withSession({ $0.readBool(index) }) { return value }
    throw failure(Bool.self, expected: .bool, key: key)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    let index = presentIndex(key)
    if index < 0 { return nil }
    if let value = withSession({ $0.readString(index) }) { return value }
    throw failure(String.self, expected: .string, key: key)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    let index = presentIndex(key)
    if index < 0 { return nil }
    if let value = withSession({ $0.readReal(index) }) { return value }
    throw failure(Double.self, expected: .real, key: key)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    let index = presentIndex(key)
    if index < 0 { return nil }
    if let value = withSession({ $0.readFloat(index) }) { return value }
    throw failure(Float.self, expected: .real, key: key)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try present(key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try present(key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try present(key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try present(key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try present(key) }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try present(key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try present(key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try present(key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try present(key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try present(key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try present(key) }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try present(key)
  }
}
