// A path in a property list: keys and indexes from the root, and its text form `a.b[2].c`.

/// A path to a value in a property list.
///
/// In the text form, keys are joined by periods, and indexes are in brackets: `items[3].name`. A
/// backslash escapes the next character (`a\.b`). A step in double quotes is a literal key
/// (`"a.b"`). A step that consists only of digits, as in `a.2`, is an index in an array and a key
/// in a dictionary. A negative index in brackets counts from the end: `items[-1]` is the last
/// element.
public struct PlistPath: Hashable, Sendable {
  /// A step from a container to a value in it.
  public enum Step: Hashable, Sendable {
    /// The value of a key.
    case key(String)
    /// The element at an index, from 0. A negative index counts from the end: -1 is the last
    /// element.
    case index(Int)
  }

  /// A path of one key is stored without an array, whose type would be instantiated whenever the tool
  /// starts.
  private enum Storage: Hashable {
    case key(String)
    case steps([Step])
  }

  /// `key` if and only if the path consists of one key; equal paths then have equal storage.
  private var storage: Storage

  /// The steps from the root.
  public var steps: [Step] {
    get {
      switch storage {
      case .key(let key): [.key(key)]
      case .steps(let steps): steps
      }
    }
    set { self = PlistPath(newValue) }
    _modify {
      var steps = steps
      // Leaves one reference to the steps, so that a change in place does not copy them.
      storage = .steps([])
      defer { self = PlistPath(steps) }
      yield &steps
    }
  }

  /// Creates a path from its steps. Without steps, it is the path of the root.
  public init(_ steps: [Step] = []) {
    if steps.count == 1, case .key(let key)? = steps.first {
      storage = .key(key)
    } else {
      storage = .steps(steps)
    }
  }

  /// Creates the path of a value in the root.
  init(key: String) { storage = .key(key) }

  /// The key, if the path consists of one key.
  var onlyKey: String? {
    if case .key(let key) = storage { key } else { nil }
  }

  /// Whether this is the path of the root.
  public var isEmpty: Bool {
    if case .steps(let steps) = storage { steps.isEmpty } else { false }
  }

  /// Returns the path with one more step.
  public func appending(_ step: Step) -> PlistPath { PlistPath(steps + [step]) }
}

extension PlistPath: CustomStringConvertible {
  /// The text form, with at most 32 steps and 100 characters of each key.
  public var description: String {
    let text = PlistPath(Array(steps.prefix(32))).text(keyLimit: 100)
    return steps.count > 32 ? text + "…" : text
  }

  /// The text form without limits, from which the same path can be created.
  package var fullText: String { text(keyLimit: .max) }

  private func text(keyLimit limit: Int) -> String {
    var text = ""
    for step in steps {
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let key): text += (text.isEmpty ? "" : ".") + Self.text(of: key, limit: limit)
      }
    }
    return text
  }

  /// Returns a key as a step, quoted if its characters would have another meaning. Control
  /// characters are replaced if the text is limited.
  private static func text(of key: String, limit: Int) -> String {
    let isPlain = key.unicodeScalars.allSatisfy {
      !".[]\\\"".unicodeScalars.contains($0) && $0.value >= 0x20
    }
    let isShort = limit == .max || key.unicodeScalars.count <= limit
    if isPlain, !key.isEmpty, isShort, Int(key) == nil { return key }
    var quoted = "\""
    for scalar in key.unicodeScalars.prefix(limit) {
      if scalar == "\"" || scalar == "\\" { quoted += "\\" }
      let isReplaced = limit < .max && scalar.value < 0x20
      quoted.unicodeScalars.append(isReplaced ? "\u{FFFD}" : scalar)
    }
    return quoted + (isShort ? "\"" : "…\"")
  }
}
