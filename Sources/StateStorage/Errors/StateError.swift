// The one error of this module: what could not be done, with which file, and why. Relies on
// swift-system's paths; the codes stand in StateErrorCode.swift.

public import SystemPackage

/// Why a directory could not be had, state could not be kept or read, or the lifecycle not be
/// followed.
///
/// Handle it by ``code``; show it by ``description``. Two errors are equal when their codes and
/// paths are; the message is for people and may change.
public struct StateError: Error, Sendable {
  private let storage: Storage

  /// The kind of failure, for programs.
  public var code: Code { storage.code }
  /// One sentence for people, without the path. At most about 400 characters.
  public var message: String { storage.message }
  /// The file or directory that it is about, if it is about one.
  public var path: FilePath? { storage.path }
  /// The error that led to this one: an `Errno` of the system, the error of another module of this
  /// package, or what a closure of the caller's has thrown.
  public var underlyingError: (any Error)? { storage.underlyingError }

  /// An error.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: One sentence without a full stop; cut to 400 characters.
  ///   - path: The file or directory.
  ///   - underlyingError: What led to it.
  public init(
    _ code: Code, _ message: String, path: FilePath? = nil, underlyingError: (any Error)? = nil
  ) {
    storage = Storage(code, message, path, underlyingError)
  }

  /// An open set of kinds of failure; new ones may be added. The page "Error codes" lists them.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name, such as `escapes-container`.
    public let rawValue: String

    /// A code by its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    init(_ name: String) { rawValue = name }

    /// Lets a code stand in a `catch` pattern.
    public static func ~= (code: Code, error: any Error) -> Bool {
      (error as? StateError)?.code == code
    }
  }

  /// What an error holds, in one allocation, so that throwing functions return one pointer.
  private final class Storage: Sendable {
    let code: Code
    let message: String
    let path: FilePath?
    let underlyingError: (any Error)?

    init(_ code: Code, _ message: String, _ path: FilePath?, _ underlyingError: (any Error)?) {
      self.code = code
      self.message = StateError.shortened(message, to: 400)
      self.path = path
      self.underlyingError = underlyingError
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

extension StateError: Hashable {
  /// Whether code and path are the same.
  public static func == (left: StateError, right: StateError) -> Bool {
    left.code == right.code && left.path == right.path
  }

  /// Hashes code and path.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(path)
  }
}

extension StateError: CustomStringConvertible {
  /// The sentence with the path and what led to it, such as "the directory could not be made
  /// (/x/y: Permission denied)". At most about 1,100 characters.
  public var description: String {
    let place = path.map { Self.shortened($0.string, to: 300) }
    let cause = underlyingError.map { Self.shortened("\($0)", to: 400) }
    let parts = [place, cause].compactMap(\.self)
    return parts.isEmpty ? message : "\(message) (\(parts.joined(separator: ": ")))"
  }
}

extension StateError.Code: CustomStringConvertible {
  /// The stable name.
  public var description: String { rawValue }
}
