// Decodes the elements of an array or set.

/// The unkeyed container of an array or set. Its size is 24 bytes, so that returning it does not
/// allocate memory.
struct UnkeyedDecoding: UnkeyedDecodingContainer {
  let call: DecodingCall
  let index: Int32
  let entry: UInt32
  private(set) var currentIndex = 0

  init(call: DecodingCall, index: Int32, entry: UInt32) {
    self.call = call
    self.index = index
    self.entry = entry
  }

  private var session: DecodingSession { call.session }
  private var node: Node { session.node(Int(index)) }
  var codingPath: [any CodingKey] { session.codingPath(entry) }
  var count: Int? { node.count }
  var isAtEnd: Bool { call.withSession { currentIndex >= $0.node(Int(index)).count } }

  /// Returns the position of the current element; throws at the end.
  @inline(__always)
  private func position(_ type: Any.Type) throws -> DecodingSession.DecodingPosition {
    let child = call.withSession { session in
      let node = session.node(Int(index))
      return currentIndex < node.count ? session.child(currentIndex, of: node) : -1
    }
    if child < 0 { throw atEnd(type) }
    return .init(node: child, container: Int(index), index: currentIndex, parent: entry)
  }

  private func atEnd(_ type: Any.Type) -> DecodingError {
    session.error(
      .arrayEnd, type: type,
      at: .init(node: Int(index), container: Int(index), index: currentIndex, parent: entry))
  }

  /// Decodes the current element and advances to the next one.
  private mutating func next<T>(
    _ type: T.Type, decode: (DecodingSession, DecodingSession.DecodingPosition) throws -> T
  ) throws -> T {
    let value = try decode(session, position(type))
    currentIndex &+= 1
    return value
  }

  private mutating func integer<T: FixedWidthInteger>() throws -> T {
    try next(T.self) { try $0.integer(T.self, at: $1) }
  }

  mutating func decodeNil() throws -> Bool {
    guard session.isNull(session.node(try position(Any?.self).node)) else { return false }
    currentIndex += 1
    return true
  }

  // MARK: Containers

  mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) throws
    -> KeyedDecodingContainer<NestedKey>
  {
    let container = try decoder(position([String: Any].self)).nested {
      try $0.container(keyedBy: type)
    }
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try decoder(position([Any].self)).nested { try $0.unkeyedContainer() }
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try decoder(position((any Decoder).self))
    currentIndex += 1
    return decoder
  }

  private func decoder(_ position: DecodingSession.DecodingPosition) -> NodeDecoder {
    NodeDecoder(
      call: call, index: Int32(truncatingIfNeeded: position.node),
      entry: session.push(position))
  }

  // MARK: Values

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try call.withSession { session in
      session.prefetchElements(of: session.node(Int(index)), after: currentIndex)
      return try session.decode(type, at: position(type))
    }
    currentIndex &+= 1
    return value
  }
  mutating func decode(_ type: Bool.Type) throws -> Bool { try next(type) { try $0.bool($1) } }
  mutating func decode(_ type: String.Type) throws -> String {
    try next(type) { try $0.string($1) }
  }
  mutating func decode(_ type: Double.Type) throws -> Double { try next(type) { try $0.real($1) } }
  mutating func decode(_ type: Float.Type) throws -> Float { try next(type) { try $0.float($1) } }
  mutating func decode(_ type: Int.Type) throws -> Int { try integer() }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }
}
