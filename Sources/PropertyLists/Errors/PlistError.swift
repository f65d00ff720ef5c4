// The error type of this module: what failed, where in the input, and where in the structure.

/// An error in reading, writing or accessing a property list.
///
/// Two errors are equal if their codes, positions and paths are equal. The message is for people
/// and may change.
public struct PlistError: CodedError {
  private let contents: any ErrorContents

  /// The kind of failure, for programs.
  public var code: Code { Code(contents.code) }
  /// A one-line message for people, without the location. At most about 400 characters, whatever
  /// the input.
  public var message: String { contents.message }
  /// The recommended action, as a phrase that follows the message; nil if there is none.
  public var suggestion: String? { contents.suggestion }
  /// The location in the input; nil if the failure does not have one.
  public var position: SourcePosition? { contents.position }
  /// The path from the root to the value in question. Empty for the root, and if the path is
  /// unknown.
  public var path: PlistPath { contents.keyPath }
  /// The same as `path`.
  public var keyPath: PlistPath { contents.keyPath }

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: A one-line message without a period, truncated to 400 characters.
  ///   - suggestion: The recommended action, as a phrase that follows the message.
  ///   - position: The location in the input.
  ///   - path: The path from the root to the value in question.
  public init(
    _ code: Code, message: String, suggestion: String? = nil, position: SourcePosition? = nil,
    path: PlistPath = PlistPath()
  ) {
    contents = StoredErrorContents(
      code, message: message, suggestion: suggestion, position: position, keyPath: path)
  }

  /// Creates an error whose message is computed on demand.
  init(_ contents: any ErrorContents) { self.contents = contents }

  /// The code of an error. Codes are an open set: more can be added. The page "Error codes" lists
  /// them.
  public struct Code: ErrorCode {
    /// The error type that carries these codes.
    public typealias Failure = PlistError

    /// The stable name, such as `unexpected-end`.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

extension PlistError {
  /// Returns the same error with a path.
  func at(_ path: PlistPath) -> PlistError {
    PlistError(code, message: message, suggestion: suggestion, position: position, path: path)
  }

  /// Returns input text for use in a message: short, printable, and on one line.
  package static func quoted(_ text: String) -> String {
    var shown = ""
    var count = 0
    for scalar in text.unicodeScalars {
      count += 1
      if count > 60 { return "“\(shown)…”" }
      let isPlain =
        scalar.value >= 0x20 && scalar.value != 0x7F && !(0x80...0x9F).contains(scalar.value)
      shown.unicodeScalars.append(isPlain ? scalar : "\u{FFFD}")
    }
    return "“\(shown)”"
  }
}
