// The line of a text file to which a message refers, with a caret under the location. Long lines
// are shortened to the width of a terminal, and only the bytes around the location are inspected.

/// A line of a file with a location in it.
struct SourceExcerpt {
  /// The part of the line that is shown.
  let line: String
  /// The number of columns before the location.
  let indentation: Int

  /// The maximum distance of the ends of the line from the location, in bytes.
  private static let reach = 600
  /// The maximum number of columns before the location, and in total.
  private static let (columnsBefore, columns) = (60, 96)

  /// Creates the excerpt around an offset; nil if the line is empty or contains a zero byte.
  init?(_ bytes: [UInt8], at offset: Int) {
    guard bytes.indices.contains(offset) || offset == bytes.count else { return nil }
    let start = Self.startOfLine(in: bytes, at: offset)
    let end = Self.endOfLine(in: bytes, at: offset)
    guard start < end, !bytes[start..<end].contains(0) else { return nil }
    let before = Self.window(bytes[start..<offset], columns: Self.columnsBefore, isBefore: true)
    let after = Self.window(
      bytes[offset..<end], columns: Self.columns - before.columns, isBefore: false)
    line = before.text + after.text
    indentation = before.columns
  }

  private static func startOfLine(in bytes: [UInt8], at offset: Int) -> Int {
    let limit = max(0, offset - reach)
    var start = offset
    while start > limit, !isLineEnd(in: bytes, at: start - 1) { start -= 1 }
    while start > 0, start == limit, start < offset, bytes[start] & 0xC0 == 0x80 {
      return start + 1
    }
    return start
  }

  private static func endOfLine(in bytes: [UInt8], at offset: Int) -> Int {
    let limit = min(bytes.count, offset + reach)
    var end = offset
    while end < limit, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") {
      end += 1
    }
    return end
  }

  private static func isLineEnd(in bytes: [UInt8], at index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "\n")
      || bytes[index] == UInt8(ascii: "\r")
        && !(index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n"))
  }

  /// Returns the printable text of some bytes, shortened at the end that is farther from the
  /// location.
  private static func window(
    _ bytes: ArraySlice<UInt8>, columns limit: Int, isBefore: Bool
  ) -> (text: String, columns: Int) {
    let decoded = String(decoding: bytes, as: UTF8.self).unicodeScalars
    let scalars = decoded.filter { $0 != "\u{FEFF}" }.map(\.printable)
    var (kept, columns): ([Unicode.Scalar], Int) = ([], 0)
    for scalar in isBefore ? scalars.reversed() : scalars {
      if columns + scalar.columnCount >= limit {
        kept.append("…")
        columns += 1
        break
      }
      kept.append(scalar)
      columns += scalar.columnCount
    }
    return (String(String.UnicodeScalarView(isBefore ? kept.reversed() : kept)), columns)
  }
}
