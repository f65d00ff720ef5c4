// Generates random programs for `init(from:)`, and documents to run them on.

import Foundation
import OrderedCollections
package import PropertyLists

extension DecodingScript {
  package static func random(_ depth: Int, _ random: inout ScriptGenerator) -> DecodingScript {
    switch Int.random(in: 0..<10, using: &random) {
    case 0...3: .keyed(keyedSteps(depth, &random))
    case 4...6: .unkeyed(unkeyedSteps(depth, &random))
    case 7, 8: .single(singleSteps(depth, &random))
    default:
      depth > 0
        ? .several((0..<2).map { _ in self.random(depth - 1, &random) })
        : .single(singleSteps(0, &random))
    }
  }

  private static func type(_ random: inout ScriptGenerator) -> ScriptType {
    ScriptType.allCases.randomElement(using: &random) ?? .int
  }

  /// A type for which it is known what fails first.
  private static func orderedType(_ random: inout ScriptGenerator) -> ScriptType {
    let type = type(&random)
    return type == .pairs || type == .texts ? .int : type
  }

  private static func key(_ random: inout ScriptGenerator) -> ScriptKey {
    ScriptKey.allCases.randomElement(using: &random) ?? .a
  }

  private static func keyedSteps(_ depth: Int, _ random: inout ScriptGenerator) -> [KeyedStep] {
    (0..<Int.random(in: 1..<6, using: &random)).map { _ in
      let key = key(&random)
      switch Int.random(in: 0..<(depth > 0 ? 14 : 8), using: &random) {
      case 0, 1, 2: return .decode(type(&random), key)
      case 3: return .decodeIfPresent(type(&random), key)
      case 4: return .decodeNil(key)
      case 5: return .contains(key)
      case 6: return .allKeys
      case 7: return .require(orderedType(&random), key)
      case 8, 9: return .value(self.random(depth - 1, &random), key)
      case 10: return .valueIfPresent(self.random(depth - 1, &random), key)
      case 11: return .nestedKeyed(keyedSteps(depth - 1, &random), key)
      case 12: return .nestedUnkeyed(unkeyedSteps(depth - 1, &random), key)
      default:
        return .superDecoder(
          self.random(depth - 1, &random), Bool.random(using: &random) ? key : nil)
      }
    }
  }

  private static func unkeyedSteps(_ depth: Int, _ random: inout ScriptGenerator) -> [UnkeyedStep] {
    (0..<Int.random(in: 1..<7, using: &random)).map { _ in
      switch Int.random(in: 0..<(depth > 0 ? 13 : 8), using: &random) {
      case 0, 1, 2, 3: return .decode(type(&random))
      case 4: return .decodeIfPresent(type(&random))
      case 5: return .decodeNil
      case 6: return .position
      case 7: return .require(orderedType(&random))
      case 8, 9: return .value(self.random(depth - 1, &random))
      case 10: return .nestedKeyed(keyedSteps(depth - 1, &random))
      case 11: return .nestedUnkeyed(unkeyedSteps(depth - 1, &random))
      default:
        return .superDecoder(
          self.random(depth - 1, &random), between: unkeyedSteps(depth - 1, &random))
      }
    }
  }

  private static func singleSteps(_ depth: Int, _ random: inout ScriptGenerator) -> [SingleStep] {
    (0..<Int.random(in: 1..<5, using: &random)).map { _ in
      switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
      case 0...3: .decode(type(&random))
      case 4: .decodeNil
      default: .value(self.random(depth - 1, &random))
      }
    }
  }

  /// A document for scripts: containers with few keys, and scalars at the limits of types.
  package static func document(_ depth: Int, _ random: inout ScriptGenerator) -> Plist {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 3), using: &random) {
    case 0, 1, 2: return scalar(&random)
    case 3, 4, 5:
      var pairs = OrderedDictionary<String, Plist>()
      for _ in 0..<Int.random(in: 0..<6, using: &random) {
        pairs[key(&random).rawValue] = document(depth - 1, &random)
      }
      return .dictionary(pairs)
    default:
      return .array(
        (0..<Int.random(in: 0..<5, using: &random)).map { _ in document(depth - 1, &random) })
    }
  }

  private static func scalar(_ random: inout ScriptGenerator) -> Plist {
    let integers: [Int128] = [
      0, 1, 5, -1, 127, 128, -128, 255, 256, 300, Int128(Int.max), Int128(Int.min),
      Int128(UInt64.max),
    ]
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1: return .integer(PlistInteger(integers.randomElement(using: &random) ?? 0))
    case 2: return .real([0, 0.5, -3.25, 2, 1e10, 255, 256].randomElement(using: &random) ?? 0)
    case 3: return .bool(Bool.random(using: &random))
    case 4: return .date(Date(timeIntervalSinceReferenceDate: 86_400))
    case 5: return .data(Data([1, 2]))
    case 6: return "$null"
    default: return ["text", "", "5", "é"].randomElement(using: &random) ?? ""
    }
  }
}

extension Plist {
  /// The value with null for each string `$null`.
  package var withNulls: Plist {
    switch self {
    case .string("$null"): .null
    case .array(let elements): .array(elements.map(\.withNulls))
    case .dictionary(let pairs): .dictionary(pairs.mapValues(\.withNulls))
    default: self
    }
  }
}
