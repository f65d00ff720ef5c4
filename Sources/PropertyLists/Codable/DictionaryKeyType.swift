// The type of the coding keys with which the standard library's `Dictionary` decodes itself. It is not
// public; a dictionary tells it to the decoder that it is decoded from.

/// Recognizes dictionaries of the standard library by the keys that they ask for.
package enum DictionaryKeyType {
  private static let identifier: ObjectIdentifier? = {
    let probe = KeyTypeProbe()
    _ = try? [String: Bool](from: probe)
    return probe.keyType
  }()

  /// Whether a type of coding keys is that of dictionaries.
  @inline(__always)
  package static func matches<Key: CodingKey>(_ type: Key.Type) -> Bool {
    ObjectIdentifier(type) == identifier
  }
}

/// A decoder that notes the type of the coding keys it is asked for, and has no values.
private final class KeyTypeProbe: Decoder {
  var keyType: ObjectIdentifier?
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    keyType = ObjectIdentifier(type)
    throw nothing
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw nothing }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw nothing }

  private var nothing: DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "there is no value"))
  }
}
