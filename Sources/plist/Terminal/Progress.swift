// How far a command with many files has come: one line that is written over, on a terminal only.

/// A line of progress on standard error.
struct Progress {
  private let total: Int
  private let isShown: Bool
  private var done = 0

  init(total: Int, isShown: Bool) {
    self.total = total
    self.isShown = isShown && total > 1 && StandardStream.error.isTerminal
  }

  /// Says which file comes next.
  mutating func advance(to name: String) {
    done += 1
    guard isShown else { return }
    let shown = name.count > 50 ? "…" + name.suffix(49) : name
    show("[\(done)/\(total)] \(shown.withoutControls)")
  }

  /// Takes the line away, so that something else can be said.
  func clear() {
    if isShown { show("") }
  }

  /// Writes over the line, and leaves the cursor at its beginning.
  private func show(_ text: String) {
    try? StandardStream.error.write("\r\u{1B}[K\(text)\r".utf8)
  }
}
