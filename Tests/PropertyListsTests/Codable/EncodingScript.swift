// Random programs for `encode(to:)`: which containers a value asks for, in which order, and what it
// encodes into them. Each can be run on any encoder, and a model says what must come out. The variables
// ENCODING_SCRIPTS and ENCODING_SEED ask for more of them, and for others.

import Foundation
import OrderedCollections
import PropertyLists

/// A random number generator with a fixed seed.
struct ScriptGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = Self.environment("ENCODING_SEED").map { UInt64($0) } ?? seed
  }

  /// A generator with a seed that the environment does not change.
  init(exactSeed seed: UInt64) { state = seed }

  /// How many scripts a test runs.
  static var scriptCount: Int { environment("ENCODING_SCRIPTS") ?? 6_000 }

  private static func environment(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// A value that encodes itself by a script.
indirect enum EncodingScript: Encodable {
  case integer(Int)
  case text(String)
  case nothing
  /// A keyed container, asked for once for each list of steps.
  case keyed([[KeyedStep]])
  /// An unkeyed container, asked for once for each list of steps.
  case unkeyed([[UnkeyedStep]])
  /// A single value, and then perhaps a container of the same value.
  case single(EncodingScript, keyed: [KeyedStep]?, unkeyed: [UnkeyedStep]?)
  /// A single value, after an attempt to encode another one that fails.
  case fallback(failing: [KeyedStep], EncodingScript)
  /// Fails after its first steps.
  case failing([KeyedStep])

  struct Failure: Error {}

  /// A step in a keyed container.
  indirect enum KeyedStep {
    case encode(EncodingScript, ScriptKey)
    case encodeNil(ScriptKey)
    /// Encodes a value that fails, and goes on.
    case attempt(EncodingScript, ScriptKey)
    case nestedKeyed([KeyedStep], ScriptKey)
    case nestedUnkeyed([UnkeyedStep], ScriptKey)
    case superEncoder(EncodingScript, ScriptKey?)
  }

  /// A step in an unkeyed container.
  indirect enum UnkeyedStep {
    case encode(EncodingScript)
    case encodeNil
    case attempt(EncodingScript)
    case nestedKeyed([KeyedStep])
    case nestedUnkeyed([UnkeyedStep])
    /// Takes an encoder, does other steps, and then uses the encoder.
    case superEncoder(EncodingScript, meanwhile: [UnkeyedStep])
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .integer(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .text(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .nothing: break
    case .keyed(let parts):
      for steps in parts {
        var container = encoder.container(keyedBy: ScriptKey.self)
        try Self.run(steps, &container)
      }
    case .unkeyed(let parts):
      for steps in parts {
        var container = encoder.unkeyedContainer()
        try Self.run(steps, &container)
      }
    case .single(let value, let keyed, let unkeyed):
      var single = encoder.singleValueContainer()
      try single.encode(value)
      if let keyed {
        var container = encoder.container(keyedBy: ScriptKey.self)
        try Self.run(keyed, &container)
      }
      if let unkeyed {
        var container = encoder.unkeyedContainer()
        try Self.run(unkeyed, &container)
      }
    case .fallback(let steps, let value):
      var single = encoder.singleValueContainer()
      do { try single.encode(EncodingScript.failing(steps)) } catch is Failure {}
      try single.encode(value)
    case .failing(let steps):
      var container = encoder.container(keyedBy: ScriptKey.self)
      try Self.run(steps, &container)
      throw Failure()
    }
  }

  private static func run(
    _ steps: [KeyedStep], _ container: inout KeyedEncodingContainer<ScriptKey>
  ) throws {
    for step in steps {
      switch step {
      case .encode(let value, let key): try container.encode(value, forKey: key)
      case .encodeNil(let key): try container.encodeNil(forKey: key)
      case .attempt(let value, let key):
        do { try container.encode(value, forKey: key) } catch is Failure {}
      case .nestedKeyed(let steps, let key):
        var nested = container.nestedContainer(keyedBy: ScriptKey.self, forKey: key)
        try run(steps, &nested)
      case .nestedUnkeyed(let steps, let key):
        var nested = container.nestedUnkeyedContainer(forKey: key)
        try run(steps, &nested)
      case .superEncoder(let value, let key?):
        try value.encode(to: container.superEncoder(forKey: key))
      case .superEncoder(let value, nil): try value.encode(to: container.superEncoder())
      }
    }
  }

  private static func run(
    _ steps: [UnkeyedStep], _ container: inout any UnkeyedEncodingContainer
  ) throws {
    for step in steps {
      switch step {
      case .encode(let value): try container.encode(value)
      case .encodeNil: try container.encodeNil()
      case .attempt(let value): do { try container.encode(value) } catch is Failure {}
      case .nestedKeyed(let steps):
        var nested = container.nestedContainer(keyedBy: ScriptKey.self)
        try run(steps, &nested)
      case .nestedUnkeyed(let steps):
        var nested = container.nestedUnkeyedContainer()
        try run(steps, &nested)
      case .superEncoder(let value, let meanwhile):
        let encoder = container.superEncoder()
        try run(meanwhile, &container)
        try value.encode(to: encoder)
      }
    }
  }
}

/// One of a few keys, so that scripts meet keys again.
enum ScriptKey: String, CodingKey, CaseIterable {
  case a, b, c, d
  case superKey = "super"
}

// MARK: Making scripts

extension EncodingScript {
  /// A script whose outermost value is a container.
  static func random(_ random: inout ScriptGenerator) -> EncodingScript {
    Bool.random(using: &random)
      ? .keyed(parts(&random) { keyedSteps(3, &$0) })
      : .unkeyed(parts(&random) { unkeyedSteps(3, &$0) })
  }

  private static func value(_ depth: Int, _ random: inout ScriptGenerator) -> EncodingScript {
    switch Int.random(in: 0..<(depth > 0 ? 13 : 4), using: &random) {
    case 0, 1: .integer(Int.random(in: 0..<100, using: &random))
    case 2: .text("text")
    case 3: .nothing
    case 4, 5, 6: .keyed(parts(&random) { keyedSteps(depth - 1, &$0) })
    case 7, 8, 9: .unkeyed(parts(&random) { unkeyedSteps(depth - 1, &$0) })
    case 10: .single(value(depth - 1, &random), keyed: nil, unkeyed: nil)
    case 11: .fallback(failing: keyedSteps(depth - 1, &random), value(depth - 1, &random))
    default:
      Bool.random(using: &random)
        ? .single(
          value(depth - 1, &random), keyed: keyedSteps(depth - 1, &random), unkeyed: nil)
        : .single(
          value(depth - 1, &random), keyed: nil, unkeyed: unkeyedSteps(depth - 1, &random))
    }
  }

  /// Mostly one list of steps, sometimes two.
  private static func parts<Step>(
    _ random: inout ScriptGenerator, _ make: (inout ScriptGenerator) -> [Step]
  ) -> [[Step]] {
    (0..<(Int.random(in: 0..<6, using: &random) == 0 ? 2 : 1)).map { _ in make(&random) }
  }

  private static func key(_ random: inout ScriptGenerator) -> ScriptKey {
    ScriptKey.allCases.randomElement(using: &random) ?? .a
  }

  private static func keyedSteps(_ depth: Int, _ random: inout ScriptGenerator) -> [KeyedStep] {
    (0..<Int.random(in: 0..<4, using: &random)).map { _ in
      let key = key(&random)
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1, 2: return .encode(value(depth, &random), key)
      case 3: return .encodeNil(key)
      case 4: return .attempt(.failing(keyedSteps(max(depth - 1, 0), &random)), key)
      case 5 where depth > 0: return .nestedKeyed(keyedSteps(depth - 1, &random), key)
      case 6 where depth > 0: return .nestedUnkeyed(unkeyedSteps(depth - 1, &random), key)
      case 7: return .superEncoder(value(depth, &random), nil)
      case 8: return .superEncoder(value(depth, &random), key)
      default: return .encode(.integer(1), key)
      }
    }
  }

  private static func unkeyedSteps(_ depth: Int, _ random: inout ScriptGenerator) -> [UnkeyedStep] {
    (0..<Int.random(in: 0..<4, using: &random)).map { _ in
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1, 2: return .encode(value(depth, &random))
      case 3: return .encodeNil
      case 4: return .attempt(.failing(keyedSteps(max(depth - 1, 0), &random)))
      case 5 where depth > 0: return .nestedKeyed(keyedSteps(depth - 1, &random))
      case 6 where depth > 0: return .nestedUnkeyed(unkeyedSteps(depth - 1, &random))
      case 7, 8:
        let meanwhile = depth > 0 ? unkeyedSteps(depth - 1, &random) : []
        return .superEncoder(value(depth, &random), meanwhile: meanwhile)
      default: return .encode(.integer(2))
      }
    }
  }
}

// MARK: What must come out

/// What Foundation's `PropertyListEncoder` makes of a script: containers are shared objects that steps
/// fill, and a super encoder's value is inserted when the encoder goes.
final class ScriptModel {
  /// The script is one that stops a program which uses Foundation.
  struct Stops: Error {}

  private enum Content {
    case scalar(Plist)
    case dictionary([String: ScriptModel])
    case array([ScriptModel])
  }

  private var content: Content

  private init(_ content: Content) { self.content = content }

  /// The value of a script.
  ///
  /// - Throws: `Stops`.
  static func value(of script: EncodingScript) throws -> Plist {
    let place = Place()
    try place.run(script)
    return (place.value ?? ScriptModel(.dictionary([:]))).plist
  }

  private var plist: Plist {
    switch content {
    case .scalar(let value): value
    case .array(let elements): .array(elements.map(\.plist))
    case .dictionary(let pairs):
      Plist.dictionary(
        .init(uniqueKeysWithValues: pairs.map { ($0.key, $0.value.plist) }))
    }
  }

  /// The value of one encoder while it is encoded.
  private final class Place {
    var value: ScriptModel?

    func run(_ script: EncodingScript) throws {
      switch script {
      case .integer(let number): try setSingle(.integer(PlistInteger(number)))
      case .text(let text): try setSingle(.string(text))
      case .nothing: break
      case .keyed(let parts): for steps in parts { try ScriptModel.run(steps, dictionary()) }
      case .unkeyed(let parts): for steps in parts { try ScriptModel.run(steps, array()) }
      case .single(let script, let keyed, let unkeyed):
        if value != nil { throw Stops() }
        value = try ScriptModel.encoded(script)
        if let keyed { try ScriptModel.run(keyed, dictionary()) }
        if let unkeyed { try ScriptModel.run(unkeyed, array()) }
      case .fallback(let steps, let script):
        if value != nil { throw Stops() }
        do { _ = try ScriptModel.encoded(.failing(steps)) } catch is EncodingScript.Failure {}
        value = try ScriptModel.encoded(script)
      case .failing(let steps):
        try ScriptModel.run(steps, dictionary())
        throw EncodingScript.Failure()
      }
    }

    private func setSingle(_ scalar: Plist) throws {
      if value != nil { throw Stops() }
      value = ScriptModel(.scalar(scalar))
    }

    private func dictionary() throws -> ScriptModel {
      let found = value ?? ScriptModel(.dictionary([:]))
      guard case .dictionary = found.content else { throw Stops() }
      value = found
      return found
    }

    private func array() throws -> ScriptModel {
      let found = value ?? ScriptModel(.array([]))
      guard case .array = found.content else { throw Stops() }
      value = found
      return found
    }
  }

  /// A value that encodes nothing is an empty dictionary.
  private static func encoded(_ script: EncodingScript) throws -> ScriptModel {
    let place = Place()
    try place.run(script)
    return place.value ?? ScriptModel(.dictionary([:]))
  }

  private subscript(key: String) -> ScriptModel? {
    get { if case .dictionary(let pairs) = content { pairs[key] } else { nil } }
    set {
      guard case .dictionary(var pairs) = content else { return }
      pairs[key] = newValue
      content = .dictionary(pairs)
    }
  }

  private var elements: [ScriptModel] {
    get { if case .array(let elements) = content { elements } else { [] } }
    set { content = .array(newValue) }
  }

  private static func run(_ steps: [EncodingScript.KeyedStep], _ target: ScriptModel) throws {
    for step in steps {
      switch step {
      case .encode(let script, let key): target[key.rawValue] = try encoded(script)
      case .encodeNil(let key): target[key.rawValue] = ScriptModel(.scalar("$null"))
      case .attempt(let script, let key):
        do { target[key.rawValue] = try encoded(script) } catch is EncodingScript.Failure {}
      case .nestedKeyed(let steps, let key):
        let nested = target[key.rawValue] ?? ScriptModel(.dictionary([:]))
        guard case .dictionary = nested.content else { throw Stops() }
        target[key.rawValue] = nested
        try run(steps, nested)
      case .nestedUnkeyed(let steps, let key):
        let nested = target[key.rawValue] ?? ScriptModel(.array([]))
        guard case .array = nested.content else { throw Stops() }
        target[key.rawValue] = nested
        try run(steps, nested)
      case .superEncoder(let script, let key):
        target[key?.rawValue ?? "super"] = try encoded(script)
      }
    }
  }

  private static func run(_ steps: [EncodingScript.UnkeyedStep], _ target: ScriptModel) throws {
    for step in steps {
      switch step {
      case .encode(let script): target.elements.append(try encoded(script))
      case .encodeNil: target.elements.append(ScriptModel(.scalar("$null")))
      case .attempt(let script):
        do { target.elements.append(try encoded(script)) } catch is EncodingScript.Failure {}
      case .nestedKeyed(let steps):
        let nested = ScriptModel(.dictionary([:]))
        target.elements.append(nested)
        try run(steps, nested)
      case .nestedUnkeyed(let steps):
        let nested = ScriptModel(.array([]))
        target.elements.append(nested)
        try run(steps, nested)
      case .superEncoder(let script, let meanwhile):
        let index = target.elements.count
        try run(meanwhile, target)
        target.elements.insert(try encoded(script), at: index)
      }
    }
  }
}
