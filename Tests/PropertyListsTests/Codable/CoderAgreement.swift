// Encodes and decodes one value with this package's coders and with Foundation's, in one process,
// and compares the results. Uses Foundation's `PropertyListEncoder` and `PropertyListDecoder`.

import Foundation
import PropertyLists
import Testing

/// A value under a key, since Foundation's encoder rejects a scalar at the root.
struct Box<Value: Codable & Equatable>: Codable, Equatable {
  var value: Value

  init(_ value: Value) { self.value = value }
}

/// The two formats, and Foundation's names for them.
let bothFormats: [(own: PlistFormat, foundation: PropertyListSerialization.PropertyListFormat)] = [
  (.xml, .xml), (.binary, .binary),
]

/// Returns the output of Foundation's encoder.
func foundationData(
  _ value: some Encodable, _ format: PropertyListSerialization.PropertyListFormat = .xml
) throws -> Data {
  let encoder = PropertyListEncoder()
  encoder.outputFormat = format
  return try encoder.encode(value)
}

/// Returns the XML text from this package's encoder, starting with `<plist …>`.
func ownText(_ value: some Encodable) throws -> String {
  String(decoding: try PlistEncoder().encode(value), as: UTF8.self)
}

/// Expects the same XML from both encoders, and that both decoders read what both encoders write.
func expectAgreement<T: Codable & Equatable>(
  _ value: T, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let text = String(decoding: try foundationData(value), as: UTF8.self)
  #expect(try ownText(value) == text, sourceLocation: sourceLocation)
  for format in bothFormats {
    let own = try PlistEncoder(outputFormat: format.own).encode(value)
    let theirs = try foundationData(value, format.foundation)
    let decoded = try [
      PropertyListDecoder().decode(T.self, from: own), PlistDecoder().decode(T.self, from: theirs),
      PlistDecoder().decode(T.self, from: own),
      PlistDecoder().decode(T.self, from: PlistEncoder().document(value)),
    ]
    #expect(decoded.allSatisfy { $0 == value }, "\(decoded)", sourceLocation: sourceLocation)
  }
}

/// The result of decoding: a value, or a kind of error.
enum Outcome<Value: Equatable>: Equatable, CustomStringConvertible {
  case value(Value)
  case typeMismatch
  case valueNotFound
  case keyNotFound
  case dataCorrupted
  case other

  init(_ decode: () throws -> Value) {
    do {
      self = .value(try decode())
    } catch DecodingError.typeMismatch {
      self = .typeMismatch
    } catch DecodingError.valueNotFound {
      self = .valueNotFound
    } catch DecodingError.keyNotFound {
      self = .keyNotFound
    } catch DecodingError.dataCorrupted {
      self = .dataCorrupted
    } catch {
      self = .other
    }
  }

  var description: String {
    if case .value(let value) = self { "\(value)" } else { Mirror(reflecting: self).description }
  }
}
