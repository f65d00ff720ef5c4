// A location in the user's input: the byte offset and, for text, the line and column.

/// A location in the input.
public struct SourcePosition: Hashable, Sendable {
  /// The byte offset in the original input, whatever its encoding.
  public let offset: Int
  /// The line, from 1; nil in binary input.
  public let line: Int?
  /// The column, from 1, counted in Unicode scalars; nil in binary input.
  public let column: Int?

  /// Creates a location.
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
