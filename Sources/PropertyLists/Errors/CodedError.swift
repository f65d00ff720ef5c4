// The common parts of all errors of the package: a code for programs, a message for people, and the
// location of the failure. Equality, description and matching in `catch` are implemented here only.

/// An error with a stable code. All errors of this package conform to it.
///
/// Two errors are equal if their codes and locations are equal. The message is for people and may
/// change.
public protocol CodedError: Error, Hashable, CustomStringConvertible {
  /// The type of the error codes.
  associatedtype Code: ErrorCode

  /// The kind of failure, for programs.
  var code: Code { get }
  /// A one-line message for people, without a period, the location or the suggestion.
  var message: String { get }
  /// The recommended action, as a phrase that follows the message; nil if there is none.
  var suggestion: String? { get }
  /// The location in the input; nil if the failure does not concern an input.
  var position: SourcePosition? { get }
  /// The path to the value in question; empty for the root, and if there is no such value.
  var keyPath: PlistPath { get }
}

/// The code of an error. Codes are an open set: more can be added.
///
/// Codes match errors in `catch` patterns: `catch PlistError.Code.cycle`.
public protocol ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible
where RawValue == String {
  /// The error type that carries codes of this type.
  associatedtype Failure: CodedError where Failure.Code == Self

  /// Creates a code from its stable name: lowercase words joined by hyphens.
  init(rawValue: String)
}

extension CodedError {
  /// The default: no suggestion.
  public var suggestion: String? { nil }
  /// The default: no location.
  public var position: SourcePosition? { nil }
  /// The default: the root.
  public var keyPath: PlistPath { PlistPath() }

  /// Returns whether the codes, positions and key paths are equal.
  public static func == (left: Self, right: Self) -> Bool {
    left.code == right.code && left.position == right.position && left.keyPath == right.keyPath
  }

  /// Hashes the code, position and key path.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(position)
    hasher.combine(keyPath)
  }

  /// The message with its location and path: `3:8: expected … (at items[3].name)`.
  public var description: String {
    let location = position.map { "\($0): " } ?? ""
    let path = keyPath
    return location + advice + (path.isEmpty ? "" : " (at \(path))")
  }

  /// The message, followed by the suggestion after a semicolon.
  package var advice: String { suggestion.map { "\(message); \($0)" } ?? message }
}

extension ErrorCode {
  package init(_ name: String) { self.init(rawValue: name) }

  /// The stable name.
  public var description: String { rawValue }

  /// Returns whether an error of this package has the code, for `catch` patterns.
  public static func ~= (code: Self, error: any Error) -> Bool { (error as? Failure)?.code == code }
}
