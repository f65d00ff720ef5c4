// The width of letters in columns of a terminal: the `wcwidth` of their scalars, except for
// sequences that are a single pictograph.

extension String {
  /// The text if it fits into a number of columns, or else its beginning and an ellipsis.
  package func shortened(toColumns columns: Int) -> String {
    width <= columns ? self : "\(cut(toColumns: columns - 1))…"
  }

  /// The beginning that fits into a number of columns.
  func cut(toColumns columns: Int) -> String {
    var free = columns
    return String(
      prefix { letter in
        free -= letter.columns
        return free >= 0
      })
  }
}

extension String {
  /// The lines that fit into a number of columns, divided between words if possible.
  package func wrapped(toColumns limit: Int) -> [String] {
    var (rows, row, width) = ([String](), [Character](), 0)
    for letter in self {
      if width + letter.columns > limit, !row.isEmpty {
        let space = letter == " " ? row.count : row.lastIndex(of: " ") ?? 0
        let end = row[..<space].contains { $0 != " " } ? space : row.count
        rows.append(String(row[..<end]))
        row = Array(row.dropFirst(end + 1))
        width = EditedLine.width(row)
        if letter == " ", row.isEmpty { continue }
      }
      row.append(letter)
      width += letter.columns
    }
    return rows + [String(row)]
  }

  /// The text with spaces at its end, or at its start, as wide as a number of columns.
  package func padded(toColumns columns: Int, atStart: Bool = false) -> String {
    let spaces = String(repeating: " ", count: max(columns - width, 0))
    return atStart ? spaces + self : self + spaces
  }

  /// The number of columns in a terminal.
  package var width: Int { EditedLine.width(self) }
}

extension Character {
  /// The number of columns in a terminal.
  var columns: Int {
    if utf8.count == 1 { return 1 }
    guard let first = unicodeScalars.first else { return 0 }
    let isPicture = first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
    return isPicture ? 2 : unicodeScalars.reduce(0) { $0 + $1.columns }
  }
}

extension Unicode.Scalar {
  /// Two columns for East Asian letters, none for marks and for scalars that only extend a
  /// syllable.
  fileprivate var columns: Int {
    if value < 0x300 { return 1 }
    if isMark || Self.joining.contains(where: { $0 ~= value }) { return 0 }
    return Self.wide.contains { $0 ~= value } ? 2 : 1
  }

  private var isMark: Bool {
    [.nonspacingMark, .enclosingMark, .format].contains(properties.generalCategory)
  }

  /// The vowels and finals of Hangul, which join the square of the consonant before.
  private static let joining: [ClosedRange<UInt32>] = [0x1160...0x11FF, 0xD7B0...0xD7FB]

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
