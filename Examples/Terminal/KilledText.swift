// The text that Control-Y inserts: what was removed last from a line. Independent of terminals.

/// The removed text. What several keys in a row remove is one text.
struct KilledText {
  private(set) var text = ""
  /// Whether the last key removed text.
  private var isInRun = false

  /// Adds text that was after the cursor.
  mutating func append(_ removed: String) { add { $0 + removed } }

  /// Adds text that was before the cursor.
  mutating func prepend(_ removed: String) { add { removed + $0 } }

  /// Ends the run: the next removed text replaces this one.
  mutating func endRun() { isInRun = false }

  private mutating func add(_ joined: (String) -> String) {
    let result = joined(isInRun ? text : "")
    // A key that has nothing to remove leaves the text as it is.
    if !result.isEmpty { (text, isInRun) = (result, true) }
  }
}
