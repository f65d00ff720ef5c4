// What all errors of the package have in common: a code for programs, a sentence for people, and
// where the failure is. The one home of their equality, description and matching in `catch`.

/// An error with a stable code, as all modules of this package throw it.
///
/// Two errors are equal when their codes and locations are equal; the message is for people and may
/// change.
public protocol CodedError: Error, Hashable, CustomStringConvertible {
  /// The kinds of failure.
  associatedtype Code: ErrorCode

  /// The kind of failure, for programs.
  var code: Code { get }
  /// One sentence for people, without a full stop, the location and the advice.
  var message: String { get }
  /// What to do about the failure, as the end of a sentence; nil where there is no advice.
  var suggestion: String? { get }
  /// The location in the input; nil where the failure is not in an input.
  var position: SourcePosition? { get }
  /// The keys and indices that lead to the value in question; empty for the root and where there is
  /// none.
  var keyPath: PlistPath { get }
}

/// The code of an error: an open set of kinds of failure, to which kinds may be added.
///
/// Codes match errors in `catch` patterns: `catch PlistError.Code.cycle`.
public protocol ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible
where RawValue == String {
  /// The error that has codes of this type.
  associatedtype Failure: CodedError where Failure.Code == Self

  /// A code by its stable name: words in lower case, joined by hyphens.
  init(rawValue: String)
}

extension CodedError {
  /// No advice.
  public var suggestion: String? { nil }
  /// No location.
  public var position: SourcePosition? { nil }
  /// The root.
  public var keyPath: PlistPath { PlistPath() }

  /// Whether code, position and key path are the same.
  public static func == (left: Self, right: Self) -> Bool {
    left.code == right.code && left.position == right.position && left.keyPath == right.keyPath
  }

  /// Hashes code, position and key path.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(position)
    hasher.combine(keyPath)
  }

  /// The sentence with its locations: `3:8: expected … (at items[3].name)`.
  public var description: String {
    let location = position.map { "\($0): " } ?? ""
    let path = keyPath
    return location + advice + (path.isEmpty ? "" : " (at \(path))")
  }

  /// The message, and the advice behind a semicolon.
  package var advice: String { suggestion.map { "\(message); \($0)" } ?? message }
}

extension ErrorCode {
  package init(_ name: String) { self.init(rawValue: name) }

  /// The stable name.
  public var description: String { rawValue }

  /// Matches an error of this package by its code, in a `catch` pattern.
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? Failure)?.code == code
  }
}
