// One run of a random program for `init(from:)` on any decoder, which leaves a trace that can be
// compared.

/// A value that decodes itself by the script in the decoder's `userInfo`.
package struct ScriptedValue: Decodable {
  package init(from decoder: any Decoder) throws {
    guard let run = ScriptRun.of(decoder) else { return }
    try run.run(run.next, decoder)
  }
}

/// One run of a script, with its trace.
package final class ScriptRun: @unchecked Sendable {
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
  package static func trace(
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
      case .superDecoder(let script, let between):
        let decoder = attempt("super") { try container.superDecoder() }
        try run(between, &container)
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

  /// Runs a step and records its value, or the kind and the path of its error. The values of a
  /// dictionary have no order, so the path of a failure in one is not recorded.
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
