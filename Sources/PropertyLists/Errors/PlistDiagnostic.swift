// The findings of a check: the error that makes a file unreadable, and warnings that do not.

/// A finding of a check.
public struct PlistDiagnostic: Sendable, Hashable {
  /// The severity of a finding.
  public enum Severity: String, Sendable, Hashable {
    /// The file cannot be read.
    case error
    /// The file can be read, but it repeats something or has a form that is probably a mistake.
    case warning
    /// The layout is different from that of Apple's writers.
    case style
  }

  /// The severity.
  public var severity: Severity
  /// The code, message, location and path of the finding.
  public var error: PlistError
}
