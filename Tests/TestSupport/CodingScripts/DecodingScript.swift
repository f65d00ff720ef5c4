// Random programs for `init(from:)`: the containers that a value requests, in order, and what it
// decodes from them.

import Foundation

/// The requests of a value to its decoder.
package indirect enum DecodingScript: Sendable {
  case keyed([KeyedStep])
  case unkeyed([UnkeyedStep])
  case single([SingleStep])
  /// Several containers of one decoder.
  case several([DecodingScript])

  /// A step in a keyed container.
  package enum KeyedStep: Sendable {
    case decode(ScriptType, ScriptKey)
    case decodeIfPresent(ScriptType, ScriptKey)
    case value(DecodingScript, ScriptKey)
    case valueIfPresent(DecodingScript, ScriptKey)
    case decodeNil(ScriptKey)
    case contains(ScriptKey)
    case allKeys
    case nestedKeyed([KeyedStep], ScriptKey)
    case nestedUnkeyed([UnkeyedStep], ScriptKey)
    case superDecoder(DecodingScript, ScriptKey?)
    /// Ends the value with an error where the key is absent.
    case require(ScriptType, ScriptKey)
  }

  /// A step in an unkeyed container.
  package enum UnkeyedStep: Sendable {
    case decode(ScriptType)
    case decodeIfPresent(ScriptType)
    case value(DecodingScript)
    case decodeNil
    case position
    case nestedKeyed([KeyedStep])
    case nestedUnkeyed([UnkeyedStep])
    /// Gets a decoder, does other steps, and then uses the decoder.
    case superDecoder(DecodingScript, between: [UnkeyedStep])
    case require(ScriptType)
  }

  /// A step in a single-value container.
  package enum SingleStep: Sendable {
    case decode(ScriptType)
    case decodeNil
    case value(DecodingScript)
  }
}

/// The types that scripts request.
package enum ScriptType: CaseIterable, Sendable {
  case bool, int, int8, uint8, int64, uint64, double, float, string, date, data
  case integers, strings, reals, pairs, texts, optionalInt, optionalString, nested, runTime

  /// The type itself; for `runTime`, one that is known only at run time.
  package var type: any Decodable.Type {
    switch self {
    case .bool: Bool.self
    case .int: Int.self
    case .int8: Int8.self
    case .uint8: UInt8.self
    case .int64: Int64.self
    case .uint64: UInt64.self
    case .double: Double.self
    case .float: Float.self
    case .string: String.self
    case .date: Date.self
    case .data: Data.self
    case .integers: [Int].self
    case .strings: [String].self
    case .reals: [Double].self
    case .pairs: [String: Int].self
    case .texts: [String: String].self
    case .optionalInt: Int?.self
    case .optionalString: String?.self
    case .nested: [[Int]].self
    case .runTime: ScriptBase.self
    }
  }
}

/// A class, and one that is requested through its superclass's metatype.
package class ScriptBase: Decodable, CustomStringConvertible {
  package required init(from decoder: any Decoder) throws {}
  package var description: String { "base" }
  package static var asked: ScriptBase.Type { ScriptDerived.self }
}

package final class ScriptDerived: ScriptBase {
  package override var description: String { "derived" }
}
