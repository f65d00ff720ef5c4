// What an error holds, in one allocation: the sentences themselves, or the little that they can be
// made from when somebody asks. Most errors inside `init(from:)` are thrown away by a `try?`.

/// The contents of an error.
package protocol ErrorContents: AnyObject, Sendable {
  /// The code's stable name.
  var code: String { get }
  var message: String { get }
  var suggestion: String? { get }
  var position: SourcePosition? { get }
  var keyPath: PlistPath { get }
  /// The error that led to this one.
  var underlyingError: (any Error)? { get }
}

/// Contents that are made with the error.
package final class StoredErrorContents: ErrorContents {
  package let code: String
  package let message: String
  package let suggestion: String?
  package let position: SourcePosition?
  package let keyPath: PlistPath
  package let underlyingError: (any Error)?

  /// - Parameter message: One sentence without a full stop; cut to 400 characters.
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
