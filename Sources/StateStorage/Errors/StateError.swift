// The error type of this module: the operation that failed, the file, and the reason. Relies on
// swift-system's paths; the codes are in StateErrorCode.swift.

internal import DurableFiles
public import PropertyLists
public import SystemPackage

/// An error that concerns a directory, stored state or preferences, or the lifecycle.
///
/// Use its ``code`` to handle it, and show its ``description``. Two errors are equal if their codes
/// and paths are equal; the message is for people and may change.
public struct StateError: CodedError {
  private let contents: any ErrorContents
  /// The file or directory that the error concerns, if any.
  public let path: FilePath?

  /// The kind of failure, for programs.
  public var code: Code { Code(contents.code) }
  /// A one-sentence message for people, without the path. At most about 400 characters.
  public var message: String { contents.message }
  /// The recommended action, as a phrase that follows the message; nil if there is none.
  public var suggestion: String? { contents.suggestion }
  /// The error that caused this one: a system `Errno`, an error of another module of this package,
  /// or an error that a closure of the caller threw.
  public var underlyingError: (any Error)? { contents.underlyingError }

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: One sentence without a period; truncated to 400 characters.
  ///   - suggestion: The recommended action, as a phrase that follows the message.
  ///   - path: The file or directory.
  ///   - underlyingError: The cause.
  public init(
    _ code: Code, message: String, suggestion: String? = nil, path: FilePath? = nil,
    underlyingError: (any Error)? = nil
  ) {
    contents = StoredErrorContents(
      code, message: message, suggestion: suggestion, underlyingError: underlyingError)
    self.path = path
  }

  /// A kind of failure. The set is open: new codes may be added. The page "Error codes" lists them.
  public struct Code: ErrorCode {
    /// The error type that uses these codes.
    public typealias Failure = StateError

    /// The stable name, such as `escapes-container`.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    // All error types have this operator; code that imports only this module sees only this one.

    /// Matches an error by its code, in a `catch` pattern.
    public static func ~= (code: Code, error: any Error) -> Bool {
      (error as? Failure)?.code == code
    }
  }

  /// Returns the text, truncated to a length.
  private static func shortened(_ text: String, to length: Int) -> String {
    text.count > length ? text.prefix(length) + "…" : text
  }

  /// Quotes text from a caller for a message: bounded, without control characters.
  static func quoted(_ text: String) -> String {
    let shown = shortened(text, to: 80).unicodeScalars.map { scalar in
      scalar.value < 32 || scalar.value == 127 ? "\u{FFFD}" : String(scalar)
    }
    return "“\(shown.joined())”"
  }
}

extension StateError {
  /// Whether the codes and the paths are equal.
  public static func == (left: StateError, right: StateError) -> Bool {
    left.code == right.code && left.path == right.path
  }

  /// Hashes the code and the path.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(path)
  }

  /// The message with the path and the cause, such as "the directory could not be created (/x/y:
  /// Permission denied)". At most about 1,100 characters.
  public var description: String {
    let subpath = path.map { Self.shortened($0.string, to: 300) }
    let cause = underlyingError.map { Self.shortened("\($0)", to: 400) }
    let parts = [subpath, cause].compactMap(\.self)
    return parts.isEmpty ? advice : "\(advice) (\(parts.joined(separator: ": ")))"
  }
}

extension StateError {
  /// Creates the error for a failed save of a subject, such as "the state".
  init(saving subject: String, _ error: any Error, path: FilePath) {
    switch (error as? FileError)?.code {
    case .conflict?:
      self.init(
        .conflict, message: "another writer saved \(subject) in the meantime", path: path,
        underlyingError: error)
    case .lockTimedOut?:
      self.init(
        .locked,
        message:
          "timed out waiting for another process, or an update in this process, to finish saving",
        path: path, underlyingError: error)
    case .durabilityUnknown?:
      self.init(
        .durabilityUnknown, message: "the save is complete, but might not survive a power failure",
        path: path, underlyingError: error)
    default:
      self.init(
        .notSaved, message: "\(subject) could not be saved", path: path, underlyingError: error)
    }
  }
}
