// The `Encoder` that types receive, for one value. Its size is 16 bytes, so that passing it on does
// not allocate memory.

/// An encoder for one value.
struct NodeEncoder: Encoder {
  let call: EncodingCall
  let entry: EncodingSession.EntryReference

  var session: EncodingSession { call.session }
  var codingPath: [any CodingKey] { session.codingPath(entry) }
  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  /// Returns the container of the value; every call returns the same one. If the value was already
  /// encoded as something else, it stays unchanged, and the whole encoding throws.
  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    call.withSession { session in
      session.container(
        type, contents: .init(container: session.container(.dictionary, entry: entry), entry: entry)
      )
    }
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedEncoding(
      call: call, container: session.container(.array, entry: entry), entry: entry)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension NodeEncoder: SingleValueEncodingContainer {
  private func slot(_ value: Any) throws -> NodeTableBuilder.NodePosition {
    guard let slot = session.singleValueSlot(entry) else {
      throw session.secondValue(entry, value: value)
    }
    return slot
  }

  func encodeNil() throws { session.append(null: try slot(Any?.none as Any)) }
  func encode(_ value: Bool) throws {
    session.append(Node(.bool, payload: value ? 1 : 0), slot: try slot(value))
  }
  func encode(_ value: String) throws { session.append(string: value, try slot(value)) }
  func encode(_ value: Double) throws {
    session.append(Node(.real, payload: value.bitPattern), slot: try slot(value))
  }
  func encode(_ value: Float) throws { session.append(Node(single: value), slot: try slot(value)) }
  func encode(_ value: Int) throws { try session.append(integer: value, slot(value)) }
  func encode(_ value: Int8) throws { try session.append(integer: value, slot(value)) }
  func encode(_ value: Int16) throws { try session.append(integer: value, slot(value)) }
  func encode(_ value: Int32) throws { try session.append(integer: value, slot(value)) }
  func encode(_ value: Int64) throws { try session.append(integer: value, slot(value)) }
  func encode(_ value: Int128) throws { try session.append(integer: value, slot(value)) }
  func encode(_ value: UInt) throws { try session.append(integer: value, slot(value)) }
  func encode(_ value: UInt8) throws { try session.append(integer: value, slot(value)) }
  func encode(_ value: UInt16) throws { try session.append(integer: value, slot(value)) }
  func encode(_ value: UInt32) throws { try session.append(integer: value, slot(value)) }
  func encode(_ value: UInt64) throws { try session.append(integer: value, slot(value)) }
  func encode(_ value: UInt128) throws {
    let slot = try slot(value)
    do { try session.append(integer: value, slot) } catch {
      session.freeSingleValue(entry)
      throw error
    }
  }

  func encode<T: Encodable>(_ value: T) throws {
    let slot = try slot(value)
    do {
      try session.encode(value, at: .init(slot: slot, index: .max, parent: entry.number))
      session.keepSingleValue(entry)
    } catch {
      session.freeSingleValue(entry)
      throw error
    }
  }
}

extension NodeEncoder {
  /// Encodes a `Plist` without conversions.
  func encode(tree plist: Plist) throws {
    let slot = try slot(plist)
    do {
      try session.encode(plist, slot: slot, entry: entry)
      session.keepSingleValue(entry)
    } catch {
      session.freeSingleValue(entry)
      throw error
    }
  }
}

extension Node {
  /// Creates a 4-byte real.
  init(single value: Float) {
    self.init(.real, form: NodeForm.single, payload: UInt64(value.bitPattern))
  }
}
