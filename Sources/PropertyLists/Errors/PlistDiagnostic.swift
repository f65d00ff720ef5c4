// What a check of a file finds: the error that makes it unreadable, and warnings that do not.

/// One finding of a check.
public struct PlistDiagnostic: Sendable, Hashable {
  /// How grave a finding is.
  public enum Severity: String, Sendable, Hashable {
    /// The file cannot be read.
    case error
    /// The file can be read, but says something twice or in a form that is hardly meant.
    case warning
    /// The layout is not the one that Apple's writers choose.
    case style
  }

  /// How grave it is.
  public var severity: Severity
  /// What it is, and where.
  public var error: PlistError
}
