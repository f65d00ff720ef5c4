// The progress of a command with many files: one line on a terminal that is overwritten.

/// A progress line on standard error.
struct Progress {
  private let total: Int
  private let isShown: Bool
  private var done = 0

  init(total: Int, isShown: Bool) {
    self.total = total
    self.isShown = isShown && total > 1 && StandardStream.error.isTerminal
  }

  /// Shows the next file.
  mutating func advance(to name: String) {
    done += 1
    guard isShown else { return }
    let shown = name.count > 50 ? "…" + name.suffix(49) : name
    show("[\(done)/\(total)] \(shown.withoutControls)")
  }

  /// Erases the line, so that other output can follow.
  func clear() {
    if isShown { show("") }
  }

  /// Overwrites the line and leaves the cursor at its beginning.
  private func show(_ text: String) {
    try? StandardStream.error.write("\r\u{1B}[K\(text)\r".utf8)
  }
}
