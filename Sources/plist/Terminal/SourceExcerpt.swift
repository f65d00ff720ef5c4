// The line of a text file that a message is about, with a caret under the place. Lines of any
// length are cut to what a terminal shows, and only the bytes around the place are looked at.

/// A line of a file and the place in it.
struct SourceExcerpt {
  /// The part of the line that is shown.
  let line: String
  /// The columns before the place.
  let indentation: Int

  /// How far to look for the ends of the line, in bytes.
  private static let reach = 600
  /// Columns before the place, and in all.
  private static let (columnsBefore, columns) = (60, 96)

  /// The line around an offset; nil where it is empty, or no UTF-8.
  init?(_ bytes: [UInt8], at offset: Int) {
    guard bytes.indices.contains(offset) || offset == bytes.count else { return nil }
    let start = Self.start(bytes, offset)
    let end = Self.end(bytes, offset)
    guard start < end, !bytes[start..<end].contains(0) else { return nil }
    let before = Self.window(bytes[start..<offset], Self.columnsBefore, isBefore: true)
    let after = Self.window(bytes[offset..<end], Self.columns - before.columns, isBefore: false)
    line = before.text + after.text
    indentation = before.columns
  }

  private static func start(_ bytes: [UInt8], _ offset: Int) -> Int {
    let limit = max(0, offset - reach)
    var start = offset
    while start > limit, !endsLine(bytes, start - 1) { start -= 1 }
    while start > 0, start == limit, start < offset, bytes[start] & 0xC0 == 0x80 {
      return start + 1
    }
    return start
  }

  private static func end(_ bytes: [UInt8], _ offset: Int) -> Int {
    let limit = min(bytes.count, offset + reach)
    var end = offset
    while end < limit, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") {
      end += 1
    }
    return end
  }

  private static func endsLine(_ bytes: [UInt8], _ index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "\n")
      || bytes[index] == UInt8(ascii: "\r")
        && !(index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n"))
  }

  /// The printable text of some bytes, cut at the end away from the place.
  private static func window(
    _ bytes: ArraySlice<UInt8>, _ limit: Int, isBefore: Bool
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
