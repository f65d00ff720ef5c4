// Where in the user's input something stands: byte offset, and line and column for text.

/// A place in the input.
public struct SourcePosition: Hashable, Sendable {
  /// Bytes from the beginning of the input as it was given, whatever its encoding.
  public let offset: Int
  /// The line, from 1; nil in binary input.
  public let line: Int?
  /// The column, from 1, counted in Unicode scalars; nil in binary input.
  public let column: Int?

  /// A place in the input.
  public init(offset: Int, line: Int? = nil, column: Int? = nil) {
    self.offset = offset
    self.line = line
    self.column = column
  }
}

extension SourcePosition: CustomStringConvertible {
  /// `LINE:COLUMN` in text, `@OFFSET` in binary input.
  public var description: String {
    if let line, let column { return "\(line):\(column)" }
    return "@\(offset)"
  }
}
