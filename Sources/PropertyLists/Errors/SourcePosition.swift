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

extension ByteView {
  /// The line and column, from 1, of a byte of UTF-8 text. A line ends with LF, CR or CR LF; a
  /// byte-order mark has no column. Linear in the offset.
  func lineAndColumn(of offset: Int) -> (line: Int, column: Int) {
    var line = 1
    let end = min(max(offset, 0), count)
    var lineStart = matches("\u{FEFF}", at: 0) ? min(3, end) : 0
    var position = lineStart
    while position < end {
      let byte = self[position]
      position += 1
      if byte == 0x0A || byte == 0x0D && self.byte(orZeroAt: position) != 0x0A {
        line += 1
        lineStart = position
      }
    }
    let column = (lineStart..<end).lazy.filter { self[$0] & 0xC0 != 0x80 }.count
    return (line, column + 1)
  }
}
