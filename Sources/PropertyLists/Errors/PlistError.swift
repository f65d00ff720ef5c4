// The one error of this module: what went wrong, where in the input, and where in the structure.

/// Why a property list could not be read, written or asked for.
///
/// Two errors are equal when their codes and places are; the message is for people and may change.
public struct PlistError: Error, Sendable {
  private let storage: Storage

  /// The kind of failure, for programs.
  public var code: Code { storage.code }
  /// One sentence for people, without the place. At most about 400 characters, whatever the input.
  public var message: String { storage.message }
  /// Where in the input, when the failure has a place there.
  public var position: SourcePosition? { storage.position }
  /// Where in the structure: the keys and indices from the root. Empty for the root and where it is
  /// unknown.
  public var path: PlistPath { storage.path }

  /// An error.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: One sentence without a full stop; cut to 400 characters.
  ///   - position: The place in the input.
  ///   - path: The place in the structure.
  public init(
    _ code: Code, _ message: String, position: SourcePosition? = nil, path: PlistPath = PlistPath()
  ) {
    storage = Storage(
      code, message.count > 400 ? message.prefix(400) + "…" : message, position, path)
  }

  /// An open set of kinds of failure; new ones may be added. The page "Error codes" lists them.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name, such as `unexpected-end`.
    public let rawValue: String

    /// A code by its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    init(_ name: String) { rawValue = name }

    /// Lets a code stand in a `catch` pattern.
    public static func ~= (code: Code, error: any Error) -> Bool {
      (error as? PlistError)?.code == code
    }
  }

  /// What an error holds, in one allocation, so that throwing functions return one pointer.
  private final class Storage: Sendable {
    let code: Code
    let message: String
    let position: SourcePosition?
    let path: PlistPath

    init(_ code: Code, _ message: String, _ position: SourcePosition?, _ path: PlistPath) {
      self.code = code
      self.message = message
      self.position = position
      self.path = path
    }
  }
}

extension PlistError: Hashable {
  /// Whether code, position and path are the same.
  public static func == (left: PlistError, right: PlistError) -> Bool {
    left.code == right.code && left.position == right.position && left.path == right.path
  }

  /// Hashes code, position and path.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(position)
    hasher.combine(path)
  }
}

extension PlistError: CustomStringConvertible {
  /// The sentence with its places: `3:8: expected … (at items[3].name)`.
  public var description: String {
    let place = position.map { "\($0): " } ?? ""
    let structure = path.isEmpty ? "" : " (at \(path))"
    return "\(place)\(message)\(structure)"
  }
}

extension PlistError.Code: CustomStringConvertible {
  /// The stable name.
  public var description: String { rawValue }
}

extension PlistError {
  /// The same error with a place in the structure.
  func at(_ path: PlistPath) -> PlistError {
    PlistError(code, message, position: position, path: path)
  }

  /// Input text as it may stand in a message: short, printable, in one line.
  package static func quoted(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(60) {
      let isPlain =
        scalar.value >= 0x20 && scalar.value != 0x7F && !(0x80...0x9F).contains(scalar.value)
      shown.unicodeScalars.append(isPlain ? scalar : "\u{FFFD}")
    }
    return text.unicodeScalars.count > 60 ? "“\(shown)…”" : "“\(shown)”"
  }
}
