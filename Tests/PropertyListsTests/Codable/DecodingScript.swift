// Random programs for `init(from:)`: which containers a value asks for, in which order, and what it
// decodes from them. Each can be run on any decoder, and leaves a trace that can be compared. The
// variables DECODING_SCRIPTS and ENCODING_SEED ask for more of them, and for others.

import Foundation
import OrderedCollections
import PropertyLists

/// What a value asks of its decoder.
indirect enum DecodingScript: Sendable {
  case keyed([KeyedStep])
  case unkeyed([UnkeyedStep])
  case single([SingleStep])
  /// Several containers of one decoder.
  case several([DecodingScript])

  /// A step in a keyed container.
  enum KeyedStep: Sendable {
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
  enum UnkeyedStep: Sendable {
    case decode(ScriptType)
    case decodeIfPresent(ScriptType)
    case value(DecodingScript)
    case decodeNil
    case position
    case nestedKeyed([KeyedStep])
    case nestedUnkeyed([UnkeyedStep])
    /// Takes a decoder, does other steps, and then uses the decoder.
    case superDecoder(DecodingScript, meanwhile: [UnkeyedStep])
    case require(ScriptType)
  }

  /// A step in a single-value container.
  enum SingleStep: Sendable {
    case decode(ScriptType)
    case decodeNil
    case value(DecodingScript)
  }
}

/// The types that scripts ask for.
enum ScriptType: CaseIterable, Sendable {
  case bool, int, int8, uint8, int64, uint64, double, float, string, date, data
  case integers, strings, reals, pairs, texts, optionalInt, optionalString, nested, runTime

  /// The type itself; for `runTime`, one that is known at run time only.
  var type: any Decodable.Type {
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

/// A class, and one that is asked for through its superclass's metatype.
class ScriptBase: Decodable, CustomStringConvertible {
  required init(from decoder: any Decoder) throws {}
  var description: String { "base" }
  static var asked: ScriptBase.Type { ScriptDerived.self }
}

final class ScriptDerived: ScriptBase {
  override var description: String { "derived" }
}

/// A value that decodes itself by the script in the decoder's `userInfo`.
struct ScriptedValue: Decodable {
  init(from decoder: any Decoder) throws {
    guard let run = ScriptRun.of(decoder) else { return }
    try run.run(run.next, decoder)
  }
}

/// One run of a script, with what it saw.
final class ScriptRun: @unchecked Sendable {
  private static let key = CodingUserInfoKey(rawValue: "script")
  var next: DecodingScript
  private(set) var trace: [String] = []

  init(_ script: DecodingScript) { next = script }

  var userInfo: [CodingUserInfoKey: any Sendable] {
    Self.key.map { [$0: self] } ?? [:]
  }

  static func of(_ decoder: any Decoder) -> ScriptRun? {
    key.flatMap { decoder.userInfo[$0] as? ScriptRun }
  }

  /// The trace of a script on a decoder.
  static func trace(
    _ script: DecodingScript,
    _ decode: ([CodingUserInfoKey: any Sendable]) throws -> ScriptedValue
  ) -> [String] {
    let run = ScriptRun(script)
    run.attempt("end") { try decode(run.userInfo) }
    return run.trace
  }

  func run(_ script: DecodingScript, _ decoder: any Decoder) throws {
    switch script {
    case .several(let scripts): for script in scripts { try run(script, decoder) }
    case .keyed(let steps):
      attempt("keyed") { try decoder.container(keyedBy: ScriptKey.self) }.map { container in
        do { try run(steps, container) } catch { trace.append("left") }
      }
    case .unkeyed(let steps):
      guard var container = attempt("unkeyed", { try decoder.unkeyedContainer() }) else { return }
      try run(steps, &container)
    case .single(let steps):
      guard let container = attempt("single", { try decoder.singleValueContainer() }) else {
        return
      }
      for step in steps { run(step, container) }
    }
  }

  private func run(_ step: DecodingScript.SingleStep, _ container: any SingleValueDecodingContainer)
  {
    switch step {
    case .decode(.runTime): attempt("run") { try container.decode(ScriptBase.asked) }
    case .decode(let type): attempt("value", of: type) { try container.decode(type.type) }
    case .decodeNil: trace.append("nil \(container.decodeNil())")
    case .value(let script):
      next = script
      attempt("self") { try container.decode(ScriptedValue.self) }
    }
  }

  private func run(
    _ steps: [DecodingScript.KeyedStep], _ container: KeyedDecodingContainer<ScriptKey>
  ) throws {
    for step in steps {
      switch step {
      case .require(let type, let key):
        trace.append("needs \(key.rawValue)")
        note(try container.decode(type.type, forKey: key))
      default: run(step, container)
      }
    }
  }

  private func run(
    _ step: DecodingScript.KeyedStep, _ container: KeyedDecodingContainer<ScriptKey>
  ) {
    switch step {
    case .decode(.runTime, let key):
      attempt("run") { try container.decode(ScriptBase.asked, forKey: key) }
    case .decode(let type, let key), .require(let type, let key):
      attempt("value", of: type) { try container.decode(type.type, forKey: key) }
    case .decodeIfPresent(let type, let key):
      attempt("if", of: type) { try ifPresent(type.type, key, container) }
    case .value(let script, let key):
      next = script
      attempt("self") { try container.decode(ScriptedValue.self, forKey: key) }
    case .valueIfPresent(let script, let key):
      next = script
      attempt("self if") { try container.decodeIfPresent(ScriptedValue.self, forKey: key) == nil }
    case .decodeNil(let key): attempt("nil") { try container.decodeNil(forKey: key) }
    case .contains(let key): trace.append("contains \(container.contains(key))")
    case .allKeys: trace.append("keys \(container.allKeys.map(\.rawValue).sorted())")
    case .nestedKeyed(let steps, let key):
      let nested = attempt("keyed") {
        try container.nestedContainer(keyedBy: ScriptKey.self, forKey: key)
      }
      if let nested { attempt("left") { try run(steps, nested) } }
    case .nestedUnkeyed(let steps, let key):
      if var nested = attempt("unkeyed", { try container.nestedUnkeyedContainer(forKey: key) }) {
        attempt("left") { try run(steps, &nested) }
      }
    case .superDecoder(let script, let key):
      let decoder = attempt("super") {
        try key.map { try container.superDecoder(forKey: $0) } ?? container.superDecoder()
      }
      if let decoder { attempt("left") { try run(script, decoder) } }
    }
  }

  private func run(
    _ steps: [DecodingScript.UnkeyedStep], _ container: inout any UnkeyedDecodingContainer
  ) throws {
    for step in steps {
      switch step {
      case .decode(.runTime): attempt("run") { try container.decode(ScriptBase.asked) }
      case .decode(let type): attempt("value", of: type) { try container.decode(type.type) }
      case .decodeIfPresent(let type):
        attempt("if", of: type) { try ifPresent(type.type, &container) }
      case .value(let script):
        next = script
        attempt("self") { try container.decode(ScriptedValue.self) }
      case .decodeNil: attempt("nil") { try container.decodeNil() }
      case .position:
        let count = container.count.map { "\($0)" } ?? "unknown"
        trace.append("at \(container.currentIndex) of \(count) \(container.isAtEnd)")
      case .nestedKeyed(let steps):
        let nested = attempt("keyed") { try container.nestedContainer(keyedBy: ScriptKey.self) }
        if let nested { attempt("left") { try run(steps, nested) } }
      case .nestedUnkeyed(let steps):
        if var nested = attempt("unkeyed", { try container.nestedUnkeyedContainer() }) {
          attempt("left") { try run(steps, &nested) }
        }
      case .superDecoder(let script, let meanwhile):
        let decoder = attempt("super") { try container.superDecoder() }
        try run(meanwhile, &container)
        if let decoder { attempt("left") { try run(script, decoder) } }
      case .require(let type):
        trace.append("needs")
        note(try container.decode(type.type))
      }
    }
  }

  private func ifPresent<T: Decodable>(
    _ type: T.Type, _ key: ScriptKey, _ container: KeyedDecodingContainer<ScriptKey>
  ) throws -> String { text(try container.decodeIfPresent(type, forKey: key) as Any) }

  private func ifPresent<T: Decodable>(
    _ type: T.Type, _ container: inout any UnkeyedDecodingContainer
  ) throws -> String { text(try container.decodeIfPresent(type) as Any) }

  private func note(_ value: Any) { trace.append(text(value)) }

  /// A value as text that is the same for equal values.
  private func text(_ value: Any) -> String {
    switch value {
    case let pairs as [String: Int]: "\(pairs.sorted { $0.key < $1.key })"
    case let pairs as [String: String]: "\(pairs.sorted { $0.key < $1.key })"
    default: "\(value)"
    }
  }

  /// Does a step and notes its value, or the kind and the path of its error. The values of a
  /// dictionary have no order, so which of them fails is not noted.
  @discardableResult
  private func attempt<T>(
    _ step: String, of type: ScriptType = .int, _ work: () throws -> T
  ) -> T? {
    do {
      let value = try work()
      let isPlain =
        !(value is any Decoder || value is any UnkeyedDecodingContainer)
        && !(value is KeyedDecodingContainer<ScriptKey>) && !(value is ScriptedValue)
        && !(value is any SingleValueDecodingContainer) && !(value is Void)
      trace.append(isPlain ? "\(step) \(text(value))" : step)
      return value
    } catch {
      let isOrdered = type != .pairs && type != .texts
      trace.append("\(step) \(isOrdered ? Self.text(of: error) : "fails")")
      return nil
    }
  }

  private static func text(of error: any Error) -> String {
    switch error {
    case DecodingError.typeMismatch(_, let context): "mismatch\(path(context))"
    case DecodingError.valueNotFound(_, let context): "no value\(path(context))"
    case DecodingError.keyNotFound(let key, let context):
      "no key \(key.stringValue)\(path(context))"
    case DecodingError.dataCorrupted(let context): "corrupted\(path(context))"
    default: "error \(type(of: error))"
    }
  }

  private static func path(_ context: DecodingError.Context) -> String {
    " at " + context.codingPath.map(\.stringValue).joined(separator: "/")
  }
}

// MARK: Making scripts and documents

extension DecodingScript {
  static func random(_ depth: Int, _ random: inout ScriptGenerator) -> DecodingScript {
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

  /// A type of which it is known what fails first.
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
          self.random(depth - 1, &random), meanwhile: unkeyedSteps(depth - 1, &random))
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

  /// A document for scripts: containers with few keys, and scalars at the borders of types.
  static func document(_ depth: Int, _ random: inout ScriptGenerator) -> Plist {
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
