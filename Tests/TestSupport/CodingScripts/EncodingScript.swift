// Random programs for `encode(to:)`: the containers that a value requests, in order, and what it
// encodes into them. Each can be run on any encoder.

/// A value that encodes itself by a script.
package indirect enum EncodingScript: Encodable {
  case integer(Int)
  case text(String)
  case nothing
  /// A keyed container, requested once for each list of steps.
  case keyed([[KeyedStep]])
  /// An unkeyed container, requested once for each list of steps.
  case unkeyed([[UnkeyedStep]])
  /// A single value, and then perhaps a container of the same value.
  case single(EncodingScript, keyed: [KeyedStep]?, unkeyed: [UnkeyedStep]?)
  /// A single value, after a failed attempt to encode another one.
  case fallback(failing: [KeyedStep], EncodingScript)
  /// Fails after its first steps.
  case failing([KeyedStep])

  package struct Failure: Error {}

  /// A step in a keyed container.
  package indirect enum KeyedStep {
    case encode(EncodingScript, ScriptKey)
    case encodeNil(ScriptKey)
    /// Encodes a value that fails, and continues.
    case attempt(EncodingScript, ScriptKey)
    case nestedKeyed([KeyedStep], ScriptKey)
    case nestedUnkeyed([UnkeyedStep], ScriptKey)
    case superEncoder(EncodingScript, ScriptKey?)
  }

  /// A step in an unkeyed container.
  package indirect enum UnkeyedStep {
    case encode(EncodingScript)
    case encodeNil
    case attempt(EncodingScript)
    case nestedKeyed([KeyedStep])
    case nestedUnkeyed([UnkeyedStep])
    /// Gets an encoder, does other steps, and then uses the encoder.
    case superEncoder(EncodingScript, between: [UnkeyedStep])
  }

  package func encode(to encoder: any Encoder) throws {
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
      case .superEncoder(let value, let between):
        let encoder = container.superEncoder()
        try run(between, &container)
        try value.encode(to: encoder)
      }
    }
  }
}

/// One of a few keys, so that scripts use keys repeatedly.
package enum ScriptKey: String, CodingKey, CaseIterable {
  case a, b, c, d
  case superKey = "super"
}

// MARK: Generating scripts

extension EncodingScript {
  /// A script whose outermost value is a container.
  package static func random(_ random: inout ScriptGenerator) -> EncodingScript {
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

  /// Usually one list of steps, sometimes two.
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
        let between = depth > 0 ? unkeyedSteps(depth - 1, &random) : []
        return .superEncoder(value(depth, &random), between: between)
      default: return .encode(.integer(2))
      }
    }
  }
}
