// The only error type of this module: what is wrong, where in the input, and where in the archive.
public import PropertyLists

/// An error that reports why a property list is not a keyed archive, or not a usable one.
///
/// Errors with equal code, position and path are equal. The message is for people and may change.
public struct ArchiveError: CodedError {
  let contents: any ErrorContents

  /// The kind of failure, for use by programs.
  public var code: Code { Code(contents.code) }
  /// A sentence for people, without the location; at most about 400 characters, whatever the input.
  public var message: String { contents.message }
  /// The recommended action, as a phrase that follows the message; nil if there is none.
  public var suggestion: String? { contents.suggestion }
  /// The location in the input, if the archive was read from bytes.
  public var position: SourcePosition? { contents.position }
  /// The path in the property list, such as `$objects[3]."NS.objects"[1]`; empty for the root.
  public var path: PlistPath { contents.keyPath }
  /// The same as `path`.
  public var keyPath: PlistPath { contents.keyPath }
  /// With the code `notPropertyList`: the reason why the bytes are not a property list.
  public var underlyingError: PlistError? { contents.underlyingError as? PlistError }

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: One sentence without a period; truncated to 400 characters.
  ///   - suggestion: The recommended action, as a phrase that follows the message.
  ///   - position: The location in the input.
  ///   - path: The keys and indexes that lead from the root of the property list.
  public init(
    _ code: Code, message: String, suggestion: String? = nil, position: SourcePosition? = nil,
    path: PlistPath = PlistPath()
  ) {
    contents = StoredErrorContents(
      code, message: message, suggestion: suggestion, position: position, keyPath: path)
  }

  /// Creates an error whose text is built on demand.
  init(_ contents: any ErrorContents) { self.contents = contents }

  /// Creates the error for bytes that are not a property list.
  init(_ error: PlistError) {
    contents = StoredErrorContents(
      Code.notPropertyList, message: error.message, suggestion: error.suggestion,
      position: error.position, keyPath: error.path, underlyingError: error)
  }

  /// An extensible set of kinds of failure, to which new ones may be added: see "Error codes".
  public struct Code: ErrorCode {
    /// The error type that these codes belong to.
    public typealias Failure = ArchiveError

    /// The stable name, such as `reference-out-of-range`.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    // Codes of all errors match; clients that import only this module see only this operator.

    /// Matches an error by its code, in a `catch` pattern.
    public static func ~= (code: Code, error: any Error) -> Bool {
      (error as? Failure)?.code == code
    }
  }
}
