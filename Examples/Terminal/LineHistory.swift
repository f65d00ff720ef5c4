// The lines that were entered before, walked up and down. Knows nothing of terminals.

/// Earlier lines, and the one that was begun before the walk.
struct LineHistory {
  private var lines: [String] = []
  /// The line shown; as many as there are lines for the one that was begun.
  private var place = 0
  private var begun = ""

  /// Keeps a line, once when it is entered twice in a row.
  mutating func add(_ line: String) {
    if !line.isEmpty, lines.last != line { lines.append(line) }
    if lines.count > 500 { lines.removeFirst() }
    place = lines.count
  }

  /// The line above or below; nil when there is none.
  mutating func move(by step: Int, from current: String) -> String? {
    let next = place + step
    guard next >= 0, next <= lines.count else { return nil }
    if place == lines.count { begun = current }
    place = next
    return next == lines.count ? begun : lines[next]
  }
}
