// The one error of this module: what went wrong, where in the input, and where in the structure.

/// Why a property list could not be read, written or asked for.
///
/// Two errors are equal when their codes, positions and paths are equal; the message is for people
/// and may change.
public struct PlistError: CodedError {
  private let contents: any ErrorContents

  /// The kind of failure, for programs.
  public var code: Code { Code(contents.code) }
  /// One sentence for people, without the location. At most about 400 characters, whatever the
  /// input.
  public var message: String { contents.message }
  /// What to do about the failure, as the end of a sentence.
  public var suggestion: String? { contents.suggestion }
  /// Where in the input, when the failure has a location there.
  public var position: SourcePosition? { contents.position }
  /// Where in the structure: the keys and indices from the root. Empty for the root and where it is
  /// unknown.
  public var path: PlistPath { contents.keyPath }
  /// The same as `path`.
  public var keyPath: PlistPath { contents.keyPath }

  /// An error.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: One sentence without a full stop; cut to 400 characters.
  ///   - suggestion: What to do about it, as the end of a sentence.
  ///   - position: The location in the input.
  ///   - path: The keys and indices from the root.
  public init(
    _ code: Code, message: String, suggestion: String? = nil, position: SourcePosition? = nil,
    path: PlistPath = PlistPath()
  ) {
    contents = StoredErrorContents(
      code, message: message, suggestion: suggestion, position: position, keyPath: path)
  }

  /// An error whose sentences are made when somebody asks for them.
  init(_ contents: any ErrorContents) { self.contents = contents }

  /// An open set of kinds of failure; new ones may be added. The page "Error codes" lists them.
  public struct Code: ErrorCode {
    /// The error that has these codes.
    public typealias Failure = PlistError

    /// The stable name, such as `unexpected-end`.
    public let rawValue: String

    /// A code by its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

extension PlistError {
  /// The same error with a path in the structure.
  func at(_ path: PlistPath) -> PlistError {
    PlistError(code, message: message, suggestion: suggestion, position: position, path: path)
  }

  /// Input text as it may appear in a message: short, printable, in one line.
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
