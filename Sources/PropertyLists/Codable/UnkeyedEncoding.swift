// Encodes the elements of an array.

/// The unkeyed container of one value.
struct UnkeyedEncoding: UnkeyedEncodingContainer {
  let call: EncodingCall
  /// The array's node; nil if the value was already encoded as something else.
  let container: UInt32?
  let entry: EncodingSession.EntryReference

  private var session: EncodingSession { call.session }
  var codingPath: [any CodingKey] { session.codingPath(entry) }
  var count: Int {
    guard let container else { return 0 }
    return call.withSession {
      $0.isOpen(container, kind: .array) ? $0.count(of: container) : 0
    }
  }

  /// Returns the destination of the next element.
  @inline(__always)
  private func slot(_ value: Any.Type) throws -> NodeTableBuilder.NodePosition {
    try call.withSession { try $0.elementSlot(of: container, entry: entry, value: value) }
  }

  private func append<T: FixedWidthInteger>(_ value: T) throws {
    try session.append(integer: value, slot(T.self))
  }

  mutating func encodeNil() throws { session.append(null: try slot(Any?.self)) }
  mutating func encode(_ value: Bool) throws {
    session.append(Node(.bool, payload: value ? 1 : 0), slot: try slot(Bool.self))
  }
  mutating func encode(_ value: String) throws {
    session.append(string: value, try slot(String.self))
  }
  mutating func encode(_ value: Double) throws {
    session.append(Node(.real, payload: value.bitPattern), slot: try slot(Double.self))
  }
  mutating func encode(_ value: Float) throws {
    session.append(Node(single: value), slot: try slot(Float.self))
  }
  mutating func encode(_ value: Int) throws { try append(value) }
  mutating func encode(_ value: Int8) throws { try append(value) }
  mutating func encode(_ value: Int16) throws { try append(value) }
  mutating func encode(_ value: Int32) throws { try append(value) }
  mutating func encode(_ value: Int64) throws { try append(value) }
  mutating func encode(_ value: Int128) throws { try append(value) }
  mutating func encode(_ value: UInt) throws { try append(value) }
  mutating func encode(_ value: UInt8) throws { try append(value) }
  mutating func encode(_ value: UInt16) throws { try append(value) }
  mutating func encode(_ value: UInt32) throws { try append(value) }
  mutating func encode(_ value: UInt64) throws { try append(value) }
  mutating func encode(_ value: UInt128) throws { try append(value) }

  mutating func encode<T: Encodable>(_ value: T) throws {
    // The container retains `call`, and nothing else changes it during exclusive access.
    try UnretainedReference(call).with { call in
      try call.withSession { session in
        let index = container.map { session.count(of: $0) } ?? 0
        try session.encode(element: value, index: index, of: container, entry: entry)
      }
    }
  }

  // MARK: Containers

  mutating func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type)
    -> KeyedEncodingContainer<NestedKey>
  { encoder { session.push($0) }.container(keyedBy: keyType) }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder { session.push($0) }.unkeyedContainer()
  }

  /// Returns an encoder for an element that may be encoded later. Until then, the element is an
  /// empty dictionary.
  mutating func superEncoder() -> any Encoder { encoder { session.pushReserved($0, keeping: nil) } }

  private func encoder(_ push: (EncodingSession.EncodingPosition) -> EncodingSession.EntryReference)
    -> NodeEncoder
  {
    guard let container, session.isOpen(container, kind: .array) else {
      return NodeEncoder(call: call, entry: entry)
    }
    let slot = NodeTableBuilder.NodePosition(container: container, key: .max)
    let index = session.count(of: container)
    return NodeEncoder(
      call: call, entry: push(session.elementPosition(slot, index: index, entry: entry)))
  }
}
