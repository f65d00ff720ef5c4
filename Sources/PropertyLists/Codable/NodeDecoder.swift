// The `Decoder` that types receive, for one node. Its size is 16 bytes, so that passing it on does
// not allocate memory.

/// A decoder for one value.
struct NodeDecoder: Decoder {
  let call: DecodingCall
  /// The node, or −1 if the value is absent.
  let index: Int32
  let entry: UInt32

  var session: DecodingSession { call.session }
  var codingPath: [any CodingKey] { session.codingPath(entry) }
  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  /// The position of the value itself, for errors and for decoding it as another type.
  var position: DecodingSession.DecodingPosition {
    .init(node: Int(index), container: -1, index: -1, parent: entry)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let node = call.withSession { $0.node(Int(index)) }
    guard node.hasStringKeys else {
      throw session.failure([String: Any].self, expected: .dictionary, at: position)
    }
    // Most coding keys are enums, which a `Dictionary` never uses.
    if !BorrowedKey.isRecreatedFromText(Key.self), DictionaryKeyType.matches(Key.self) {
      try session.requireTextKeys(position)
    }
    return call.withSession {
      $0.container(type, contents: .init(node: node, index: index, entry: entry))
    }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard call.withSession({ $0.node(Int(index)) }).isList else {
      throw session.failure([Any].self, expected: .array, at: position)
    }
    return UnkeyedDecoding(call: call, index: index, entry: entry)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// Returns a container of this decoder, which was created only for that. Removes the decoder's
  /// entry if the container cannot be created.
  func nested<Container>(_ container: (Self) throws -> Container) throws -> Container {
    do { return try container(self) } catch {
      session.pop(entry)
      throw error
    }
  }
}

extension NodeDecoder {
  /// Returns the value as a `Plist` without conversions; null if the value is absent.
  func tree() throws -> Plist {
    if index < 0 { return .null }
    do throws(PlistError) {
      return try Plist(PlistNode(session.wholeDocument(), index: Int(index)))
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath, debugDescription: error.message,
          underlyingError: error.at(PlistPath(codingPath: codingPath))))
    }
  }
}

extension NodeDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { session.isNull(session.node(Int(index))) }
  func decode(_ type: Bool.Type) throws -> Bool { try session.bool(position) }
  func decode(_ type: String.Type) throws -> String { try session.string(position) }
  func decode(_ type: Double.Type) throws -> Double { try session.real(position) }
  func decode(_ type: Float.Type) throws -> Float { try session.float(position) }
  func decode(_ type: Int.Type) throws -> Int { try session.integer(type, at: position) }
  func decode(_ type: Int8.Type) throws -> Int8 { try session.integer(type, at: position) }
  func decode(_ type: Int16.Type) throws -> Int16 { try session.integer(type, at: position) }
  func decode(_ type: Int32.Type) throws -> Int32 { try session.integer(type, at: position) }
  func decode(_ type: Int64.Type) throws -> Int64 { try session.integer(type, at: position) }
  func decode(_ type: Int128.Type) throws -> Int128 { try session.integer(type, at: position) }
  func decode(_ type: UInt.Type) throws -> UInt { try session.integer(type, at: position) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try session.integer(type, at: position) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try session.integer(type, at: position) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try session.integer(type, at: position) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try session.integer(type, at: position) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try session.integer(type, at: position) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try session.decode(type, at: position) }
}
