// A place in a property list: keys and indices from the root, and its text form `a.b[2].c`.

/// A place in a property list.
///
/// Text form: keys joined by points, indices in brackets: `items[3].name`. A backslash takes the
/// next character as it is (`a\.b`); a step in double quotes is a key to the letter (`"a.b"`). A
/// step of digits alone, as in `a.2`, is an index where an array stands and a key where a
/// dictionary does. A negative index in brackets counts from the end: `items[-1]` is the last.
public struct PlistPath: Hashable, Sendable {
  /// One step down.
  public enum Step: Hashable, Sendable {
    /// To the value of a key.
    case key(String)
    /// To an element, from 0; a negative index counts from the end, -1 is the last element.
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
