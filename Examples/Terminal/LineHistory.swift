// The earlier lines, in order, and the file that keeps them. Independent of terminals.

/// Earlier lines, and the unfinished one.
struct LineHistory {
  private var lines: [String] = []
  private let file: HistoryFile?
  /// The index of the line shown; the number of lines for the unfinished one.
  private var index: Int
  private var begun = ""

  /// The history in a file, or an empty one that is forgotten.
  init(_ file: HistoryFile?) {
    self.file = file
    lines = file?.lines ?? []
    index = lines.count
  }

  /// Adds a line, once when it is entered twice in a row.
  mutating func add(_ line: String) {
    if !line.isEmpty, lines.last != line {
      lines.append(line)
      file?.add(line)
    }
    if lines.count > HistoryFile.limit { lines.removeFirst() }
    index = lines.count
  }

  /// Returns to the unfinished line, which was abandoned.
  mutating func leave() { (index, begun) = (lines.count, "") }

  var count: Int { lines.count }

  /// The last line before an index that contains a text, whatever its capitals, and its index.
  func last(containing text: String, before end: Int) -> (line: String, index: Int)? {
    guard !text.isEmpty,
      let index = lines[..<end].lastIndex(where: { $0.containsIgnoringCase(text) })
    else {
      return nil
    }
    return (lines[index], index)
  }

  /// The line above or below; nil when there is none.
  mutating func move(by step: Int, from current: String) -> String? {
    let next = index + step
    guard next >= 0, next <= lines.count else { return nil }
    if index == lines.count { begun = current }
    index = next
    return next == lines.count ? begun : lines[next]
  }
}
