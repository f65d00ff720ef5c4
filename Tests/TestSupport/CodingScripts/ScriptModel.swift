// The expected result of a random program for `encode(to:)`, or that it stops a program that uses
// Foundation.

import OrderedCollections
package import PropertyLists

/// A model of Foundation's `PropertyListEncoder`: containers are shared objects that steps fill,
/// and a super encoder's value is inserted when the encoder is released.
package final class ScriptModel {
  /// The error for a script that stops a program that uses Foundation.
  package struct Stops: Error {}

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
  package static func value(of script: EncodingScript) throws -> Plist {
    let encoder = EncoderModel()
    try encoder.run(script)
    return (encoder.value ?? ScriptModel(.dictionary([:]))).plist
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
  private final class EncoderModel {
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
    let encoder = EncoderModel()
    try encoder.run(script)
    return encoder.value ?? ScriptModel(.dictionary([:]))
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
      case .superEncoder(let script, let between):
        let index = target.elements.count
        try run(between, target)
        target.elements.insert(try encoded(script), at: index)
      }
    }
  }
}
