// The one error of this module: what could not be done, with which file, and why. Relies on
// swift-system's paths; the codes stand in StateErrorCode.swift.

public import PropertyLists
public import SystemPackage

/// Why a directory could not be had, state could not be kept or read, or the lifecycle not be
/// followed.
///
/// Handle it by ``code``; show it by ``description``. Two errors are equal when their codes and
/// paths are; the message is for people and may change.
public struct StateError: CodedError {
  private let contents: any ErrorContents
  /// The file or directory that it is about, if it is about one.
  public let path: FilePath?

  /// The kind of failure, for programs.
  public var code: Code { Code(contents.code) }
  /// One sentence for people, without the path. At most about 400 characters.
  public var message: String { contents.message }
  /// What to do about the failure, as the end of a sentence.
  public var suggestion: String? { contents.suggestion }
  /// The error that led to this one: an `Errno` of the system, the error of another module of this
  /// package, or what a closure of the caller's has thrown.
  public var underlyingError: (any Error)? { contents.underlyingError }

  /// An error.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: One sentence without a full stop; cut to 400 characters.
  ///   - suggestion: What to do about it, as the end of a sentence.
  ///   - path: The file or directory.
  ///   - underlyingError: What led to it.
  public init(
    _ code: Code, message: String, suggestion: String? = nil, path: FilePath? = nil,
    underlyingError: (any Error)? = nil
  ) {
    contents = StoredErrorContents(
      code, message: message, suggestion: suggestion, underlyingError: underlyingError)
    self.path = path
  }

  /// An open set of kinds of failure; new ones may be added. The page "Error codes" lists them.
  public struct Code: ErrorCode {
    /// The error that has these codes.
    public typealias Failure = StateError

    /// The stable name, such as `escapes-container`.
    public let rawValue: String

    /// A code by its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    // Codes of all errors match; those who import this module alone see this operator only.

    /// Matches an error by its code, in a `catch` pattern.
    public static func ~= (code: Code, error: any Error) -> Bool {
      (error as? Failure)?.code == code
    }
  }

  /// Text of bounded length.
  private static func shortened(_ text: String, to length: Int) -> String {
    text.count > length ? text.prefix(length) + "…" : text
  }

  /// Text that a caller gave, for a sentence: quoted, bounded, without control characters.
  static func quoted(_ text: String) -> String {
    let shown = shortened(text, to: 80).unicodeScalars.map { scalar in
      scalar.value < 32 || scalar.value == 127 ? "\u{FFFD}" : String(scalar)
    }
    return "“\(shown.joined())”"
  }
}

extension StateError {
  /// Whether code and path are the same.
  public static func == (left: StateError, right: StateError) -> Bool {
    left.code == right.code && left.path == right.path
  }

  /// Hashes code and path.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(path)
  }

  /// The sentence with the path and what led to it, such as "the directory could not be made
  /// (/x/y: Permission denied)". At most about 1,100 characters.
  public var description: String {
    let subpath = path.map { Self.shortened($0.string, to: 300) }
    let cause = underlyingError.map { Self.shortened("\($0)", to: 400) }
    let parts = [subpath, cause].compactMap(\.self)
    return parts.isEmpty ? advice : "\(advice) (\(parts.joined(separator: ": ")))"
  }
}
