// A line that is being edited: letters and a place between them. Knows nothing of terminals.

/// A line and its cursor.
struct EditedLine: Equatable {
  private(set) var letters: [Character]
  /// How many letters stand before the cursor.
  private(set) var cursor: Int

  /// A line with the cursor at its end.
  init(_ text: String = "") {
    letters = Array(text)
    cursor = letters.count
  }

  var text: String { String(letters) }
  var isEmpty: Bool { letters.isEmpty }

  /// Puts text at the cursor. A mark that belongs to the letter before joins it.
  mutating func insert(_ text: String) {
    let before = Array(String(letters[..<cursor]) + text)
    letters.replaceSubrange(..<cursor, with: before)
    cursor = before.count
  }

  /// Moves the cursor as far as the line goes.
  mutating func move(by count: Int) { cursor = min(max(cursor + count, 0), letters.count) }

  mutating func moveToStart() { cursor = 0 }
  mutating func moveToEnd() { cursor = letters.count }

  mutating func deleteBefore() {
    guard cursor > 0 else { return }
    cursor -= 1
    letters.remove(at: cursor)
  }

  mutating func deleteAfter() {
    if cursor < letters.count { letters.remove(at: cursor) }
  }

  mutating func killToEnd() { letters.removeSubrange(cursor...) }

  mutating func killToStart() {
    letters.removeSubrange(..<cursor)
    cursor = 0
  }

  /// Removes the word before the cursor, and the white space after that word.
  mutating func killWord() {
    var start = cursor
    while start > 0, letters[start - 1].isWhitespace { start -= 1 }
    while start > 0, !letters[start - 1].isWhitespace { start -= 1 }
    letters.removeSubrange(start..<cursor)
    cursor = start
  }
}

extension EditedLine {
  /// The part that fits into a number of columns and has the cursor in it, beginning where the last
  /// one began if that still works.
  ///
  /// - Returns: The text and the column of the cursor in it.
  func window(columns: Int, first: inout Int) -> (text: String, column: Int) {
    first = min(first, cursor)
    while first < cursor, Self.width(letters[first..<cursor]) > columns { first += 1 }
    var shown = 0
    let visible = letters[first...].prefix { letter in
      shown += letter.columns
      return shown <= columns
    }
    return (String(visible), Self.width(letters[first..<cursor]))
  }

  static func width(_ letters: some Sequence<Character>) -> Int {
    letters.reduce(0) { $0 + $1.columns }
  }
}

extension Character {
  /// How many columns a terminal gives it: two for those of East Asia and for pictures.
  var columns: Int {
    guard let scalar = unicodeScalars.first else { return 0 }
    if unicodeScalars.contains("\u{FE0F}") || scalar.properties.isEmojiPresentation { return 2 }
    return Self.wide.contains { $0 ~= scalar.value } ? 2 : scalar.isMark ? 0 : 1
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
  ]
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool {
    [.nonspacingMark, .enclosingMark, .format].contains(properties.generalCategory)
  }
}
