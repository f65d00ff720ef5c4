// The type of the coding keys with which the standard library's `Dictionary` decodes itself. The
// type is not public, but a dictionary passes it to its decoder.

/// Recognizes dictionaries of the standard library by the type of their coding keys.
package enum DictionaryKeyType {
  private static let identifier: ObjectIdentifier? = {
    let probe = KeyTypeProbe()
    _ = try? [String: Bool](from: probe)
    return probe.keyType
  }()

  /// Returns whether a type of coding keys is the one of dictionaries.
  package static func matches<Key: CodingKey>(_ type: Key.Type) -> Bool {
    ObjectIdentifier(type) == identifier
  }
}

/// A decoder without values that records the type of the requested coding keys.
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
