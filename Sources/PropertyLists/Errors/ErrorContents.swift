// The contents of an error, in one allocation: either the text itself, or the data from which it is
// computed on demand. Most errors inside `init(from:)` are discarded by a `try?`.

/// The contents of an error.
package protocol ErrorContents: AnyObject, Sendable {
  /// The stable name of the code.
  var code: String { get }
  var message: String { get }
  var suggestion: String? { get }
  var position: SourcePosition? { get }
  var keyPath: PlistPath { get }
  /// The error that caused this one.
  var underlyingError: (any Error)? { get }
}

/// Contents that are computed when the error is created.
package final class StoredErrorContents: ErrorContents {
  package let code: String
  package let message: String
  package let suggestion: String?
  package let position: SourcePosition?
  package let keyPath: PlistPath
  package let underlyingError: (any Error)?

  /// - Parameter message: A one-line message without a period, truncated to 400 characters.
  package init(
    _ code: some ErrorCode, message: String, suggestion: String? = nil,
    position: SourcePosition? = nil, keyPath: PlistPath = PlistPath(),
    underlyingError: (any Error)? = nil
  ) {
    self.code = code.rawValue
    self.message = message.count > 400 ? message.prefix(400) + "…" : message
    self.suggestion = suggestion
    self.position = position
    self.keyPath = keyPath
    self.underlyingError = underlyingError
  }
}

extension Int {
  /// The number with a noun, for a message, in the plural unless the number is 1: `1 byte`,
  /// `2 bytes`.
  package func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
