// The one error of this module: what is wrong with an archive, where in the input, and where in the
// structure.
public import PropertyLists

/// Why a property list is no keyed archive, or not one that can be used.
///
/// Two errors are equal when their codes, positions and paths are equal; the message is for people
/// and may change.
public struct ArchiveError: CodedError {
  let contents: any ErrorContents

  /// The kind of failure, for programs.
  public var code: Code { Code(contents.code) }
  /// One sentence for people, without the location. At most about 400 characters, whatever the
  /// input.
  public var message: String { contents.message }
  /// What to do about the failure, as the end of a sentence.
  public var suggestion: String? { contents.suggestion }
  /// Where in the input, when the archive was read from bytes.
  public var position: SourcePosition? { contents.position }
  /// Where in the property list, as in `$objects[3]."NS.objects"[1]`; empty for the root.
  public var path: PlistPath { contents.keyPath }
  /// The same as `path`.
  public var keyPath: PlistPath { contents.keyPath }
  /// Why the bytes are no property list, with the code `notPropertyList`.
  public var underlyingError: PlistError? { contents.underlyingError as? PlistError }

  /// An error.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: One sentence without a full stop; cut to 400 characters.
  ///   - suggestion: What to do about it, as the end of a sentence.
  ///   - position: The location in the input.
  ///   - path: The keys and indices from the root of the property list.
  public init(
    _ code: Code, message: String, suggestion: String? = nil, position: SourcePosition? = nil,
    path: PlistPath = PlistPath()
  ) {
    contents = StoredErrorContents(
      code, message: message, suggestion: suggestion, position: position, keyPath: path)
  }

  /// An error whose sentences are made when somebody asks for them.
  init(_ contents: any ErrorContents) { self.contents = contents }

  /// The error of bytes that are no property list.
  init(_ error: PlistError) {
    contents = StoredErrorContents(
      Code.notPropertyList, message: error.message, suggestion: error.suggestion,
      position: error.position,
      keyPath: error.path, underlyingError: error)
  }

  /// An open set of kinds of failure; new ones may be added. The page "Error codes" lists them.
  public struct Code: ErrorCode {
    /// The error that has these codes.
    public typealias Failure = ArchiveError

    /// The stable name, such as `reference-out-of-range`.
    public let rawValue: String

    /// A code by its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    // Codes of all errors match; those who import this module alone see this operator only.

    /// Matches an error by its code, in a `catch` pattern.
    public static func ~= (code: Code, error: any Error) -> Bool {
      (error as? Failure)?.code == code
    }
  }
}
