// Control-R in the line editor: searches the earlier lines, the last one first.

extension LineEditor {
  /// Asks for a part of an earlier line and takes that line; Control-R again takes the one before.
  /// Enter and keys that edit end the search; Escape and Control-C restore the line. The prompt says
  /// if there is no such line.
  mutating func search() {
    let original = line
    var (part, index) = ("", history.count)
    prompts = ["(search) : "]
    draw()
    search: while let key = nextKey() {
      var start = history.count
      switch key {
      case .text(let text): part += text.shown
      case .backspace: part = String(part.dropLast())
      case .search: start = index
      case .escape, .interrupt:
        line = original
        break search
      default:
        // The key applies to the line that was found.
        pending.insert(key, at: 0)
        break search
      }
      let match = history.last(containing: part, before: start)
      if let match { (line, index) = (EditedLine(match.line), match.index) }
      if match == nil { device.ringBell() }
      let isFailure = match == nil && !part.isEmpty
      prompts = ["(search\(isFailure ? ", no match" : "")) \(part.shown): "]
      draw()
    }
    prompts = ["> "]
  }
}
