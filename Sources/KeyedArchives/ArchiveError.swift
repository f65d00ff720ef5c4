// stub until merged
public import PropertyLists
/// Error.
public struct ArchiveError: Error, Sendable {
  /// Code.
  public let code: Code
  /// Message.
  public let message: String
  /// Position.
  public let position: SourcePosition?
  /// Path.
  public let path: PlistPath
  /// Init.
  public init(_ code: Code, _ message: String, position: SourcePosition? = nil, path: PlistPath = PlistPath()) {
    self.code = code; self.message = message; self.position = position; self.path = path
  }
  /// Codes.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// Name.
    public let rawValue: String
    /// Init.
    public init(rawValue: String) { self.rawValue = rawValue }
    init(_ name: String) { rawValue = name }
  }
}
