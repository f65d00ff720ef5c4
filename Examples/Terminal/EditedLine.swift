// A line that is being edited: letters and a cursor position. Independent of terminals. Typing,
// deleting and drawing cost the same however long the line is.

/// A line and its cursor.
struct EditedLine: Equatable {
  private var before: [Character]
  /// The letters after the cursor, the last one first.
  private var after: [Character] = []
  /// The length of the text in UTF-8.
  private(set) var byteCount: Int

  /// A line with the cursor at its end.
  init(_ text: String = "") {
    before = Array(text)
    byteCount = text.utf8.count
  }

  var letters: [Character] { before + after.reversed() }
  /// The number of letters before the cursor.
  var cursor: Int { before.count }
  var text: String { String(letters) }
  var textBeforeCursor: String { String(before) }
  var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// Inserts text at the cursor. A mark that belongs to the letter before joins it.
  mutating func insert(_ text: String) {
    byteCount += text.utf8.count
    // A limit, so that thousands of marks on one letter are not joined repeatedly.
    guard let last = before.last, last.utf8.count < 256 else {
      before += text
      return
    }
    before.removeLast()
    before += String(last) + text
  }

  // MARK: Moving

  /// Moves the cursor at most to an end of the line.
  mutating func move(by count: Int) {
    if count < 0 {
      Self.move(min(count.magnitude, UInt(before.count)), from: &before, to: &after)
    } else {
      Self.move(min(count.magnitude, UInt(after.count)), from: &after, to: &before)
    }
  }

  private static func move(_ count: UInt, from: inout [Character], to: inout [Character]) {
    to += from.suffix(Int(count)).reversed()
    from.removeLast(Int(count))
  }

  mutating func moveToStart() { move(by: -before.count) }
  mutating func moveToEnd() { move(by: after.count) }
  /// Moves the cursor to the start of its word, or of the word before.
  mutating func moveWordLeft() { move(by: -Self.wordLength(atEndOf: before)) }
  /// Moves the cursor to the end of its word, or of the next one.
  mutating func moveWordRight() { move(by: Self.wordLength(atEndOf: after)) }

  /// The length of the last word and the white space after it. The text after the cursor is stored
  /// in reverse: there it is the first word and the white space before it.
  private static func wordLength(atEndOf letters: [Character]) -> Int {
    letters.count - letters.reversed().drop { $0.isWhitespace }.drop { !$0.isWhitespace }.count
  }

  // MARK: Deleting

  mutating func deleteBefore() { _ = delete(1, from: \.before) }
  mutating func deleteAfter() { _ = delete(1, from: \.after) }

  /// Removes the text after the cursor, and returns it.
  mutating func killToEnd() -> String { String(delete(after.count, from: \.after).reversed()) }

  /// Removes the text before the cursor, and returns it.
  mutating func killToStart() -> String { String(delete(before.count, from: \.before)) }

  /// Removes the word before the cursor and the white space after that word, and returns both.
  mutating func killWord() -> String {
    String(delete(Self.wordLength(atEndOf: before), from: \.before))
  }

  /// Removes the word after the cursor and the white space before that word, and returns both.
  mutating func killNextWord() -> String {
    String(delete(Self.wordLength(atEndOf: after), from: \.after).reversed())
  }

  /// Removes letters next to the cursor, and returns them as they were stored.
  private mutating func delete(
    _ count: Int, from side: WritableKeyPath<EditedLine, [Character]>
  ) -> [Character] {
    let gone = Array(self[keyPath: side].suffix(count))
    byteCount -= gone.reduce(0) { $0 + $1.utf8.count }
    self[keyPath: side].removeLast(gone.count)
    return gone
  }
}

extension EditedLine {
  /// Returns the part with the cursor that fits into a number of columns. It begins where the last
  /// one began if possible; otherwise about a third of the columns are left of the cursor, and no
  /// column is empty while letters before the part are hidden.
  ///
  /// - Returns: The text and the column of the cursor in it.
  func window(columns: Int, first: inout Int) -> (text: String, column: Int) {
    first = min(max(first, start(within: columns)), start(within: columns / 3))
    var column = Self.width(before[first...])
    let rest = shownAfter(columns - column)
    var free = columns - column - Self.width(rest)
    // Only the columns after the last visible letter are free, so that the end stays visible.
    while rest.count == after.count, first > 0, before[first - 1].columns <= free {
      first -= 1
      free -= before[first].columns
      column += before[first].columns
    }
    return (String(before[first...]) + String(rest), column)
  }

  /// The start of the longest run of letters before the cursor that fits into some columns.
  private func start(within columns: Int) -> Int {
    var (index, left) = (before.count, columns)
    while index > 0, before[index - 1].columns <= left {
      index -= 1
      left -= before[index].columns
    }
    return index
  }

  /// The letters after the cursor that fit into some columns.
  private func shownAfter(_ columns: Int) -> [Character] {
    var (shown, left) = ([Character](), columns)
    for letter in after.lazy.reversed() {
      left -= letter.columns
      if left < 0 { break }
      shown.append(letter)
    }
    return shown
  }

  static func width(_ letters: some Sequence<Character>) -> Int {
    letters.reduce(0) { $0 + $1.columns }
  }
}
