// A place in a property list: keys and indices from the root, and its text form `a.b[2].c`.

/// A place in a property list.
///
/// Text form: keys joined by points, indices in brackets: `items[3].name`. A backslash takes the
/// next character as it is (`a\.b`); a step in double quotes is a key to the letter (`"a.b"`). A
/// step of digits alone, as in `a.2`, is an index where an array stands and a key where a
/// dictionary does.
public struct PlistPath: Hashable, Sendable {
  /// One step down.
  public enum Step: Hashable, Sendable {
    /// To the value of a key.
    case key(String)
    /// To an element, from 0.
    case index(Int)
  }

  /// The steps from the root.
  public var steps: [Step]

  /// The root, or the place that some steps lead to.
  public init(_ steps: [Step] = []) { self.steps = steps }

  /// Whether this is the root.
  public var isEmpty: Bool { steps.isEmpty }

  /// One step further.
  public func appending(_ step: Step) -> PlistPath { PlistPath(steps + [step]) }
}

extension PlistPath {
  /// A path from its text form.
  ///
  /// - Throws: `PlistError` with the code `invalidPath`; its position is the byte offset in the
  ///   text.
  public init(_ text: String) throws(PlistError) {
    var parser = PathParser(text)
    steps = try parser.parse()
  }
}

extension PlistPath: CustomStringConvertible {
  /// The text form; at most 32 steps are shown.
  public var description: String {
    var text = ""
    for step in steps.prefix(32) {
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let key): text += (text.isEmpty ? "" : ".") + Self.text(of: key)
      }
    }
    return steps.count > 32 ? text + "…" : text
  }

  /// A key as a step: quoted where its characters would mean something else.
  private static func text(of key: String) -> String {
    let isPlain = key.unicodeScalars.allSatisfy {
      !".[]\\\"".unicodeScalars.contains($0) && $0.value >= 0x20
    }
    if isPlain, !key.isEmpty, key.unicodeScalars.count <= 100, Int(key) == nil { return key }
    var quoted = "\""
    for scalar in key.unicodeScalars.prefix(100) {
      if scalar == "\"" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar.value < 0x20 ? "\u{FFFD}" : scalar)
    }
    return quoted + (key.unicodeScalars.count > 100 ? "…\"" : "\"")
  }
}

/// Takes the text of a path apart, a Unicode scalar at a time.
private struct PathParser {
  let scalars: [Unicode.Scalar]
  var position = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  mutating func parse() throws(PlistError) -> [PlistPath.Step] {
    var steps: [PlistPath.Step] = []
    while position < scalars.count {
      if scalars[position] == "[" {
        steps.append(try index())
      } else {
        if !steps.isEmpty { try expect(".") }
        steps.append(
          try scalars.count > position && scalars[position] == "\"" ? quotedKey() : plainKey())
      }
    }
    return steps
  }

  private mutating func index() throws(PlistError) -> PlistPath.Step {
    let start = position
    position += 1
    var digits = ""
    while position < scalars.count, scalars[position] != "]" {
      digits.unicodeScalars.append(scalars[position])
      position += 1
    }
    try expect("]")
    guard let index = Int(digits), index >= 0, digits.utf8.allSatisfy(\.isDigit) else {
      throw failure(
        "an index is a whole number in brackets, not \(PlistError.quoted(digits))", at: start)
    }
    return .index(index)
  }

  private mutating func quotedKey() throws(PlistError) -> PlistPath.Step {
    position += 1
    var key = ""
    while position < scalars.count, scalars[position] != "\"" { try appendScalar(to: &key) }
    try expect("\"")
    return .key(key)
  }

  private mutating func plainKey() throws(PlistError) -> PlistPath.Step {
    let start = position
    var key = ""
    while position < scalars.count, scalars[position] != ".", scalars[position] != "[" {
      try appendScalar(to: &key)
    }
    if key.isEmpty { throw failure("a step is empty; an empty key is written as \"\"", at: start) }
    return .key(key)
  }

  private mutating func appendScalar(to key: inout String) throws(PlistError) {
    if scalars[position] == "\\" { position += 1 }
    guard position < scalars.count else {
      throw failure("nothing follows the backslash", at: position)
    }
    key.unicodeScalars.append(scalars[position])
    position += 1
  }

  private mutating func expect(_ scalar: Unicode.Scalar) throws(PlistError) {
    guard position < scalars.count, scalars[position] == scalar else {
      throw failure("expected “\(scalar)”", at: position)
    }
    position += 1
  }

  private func failure(_ message: String, at index: Int) -> PlistError {
    let offset = scalars.prefix(index).reduce(0) { $0 + UTF8.width($1) }
    return PlistError(
      .invalidPath, "invalid path: \(message)", position: SourcePosition(offset: offset))
  }
}
