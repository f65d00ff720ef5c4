// The key below a page of a long answer. What a person types ahead there is kept for the next line.

/// What a person wants after a page.
enum PageAnswer {
  case next
  /// The same page, because the screen was cleared or belonged to another program.
  case again
  case end
}

extension LineEditor {
  /// Waits for a key: Space and Enter go on, and q, Escape and Control-C end. Any other letter and a
  /// pasted text end too, and begin the next line. The legend disappears then.
  mutating func answerBelowPage(legend: [String]) -> PageAnswer {
    begin(legend)
    device.readInterrupt(true)
    defer {
      device.readInterrupt(false)
      device.eraseLine()
    }
    while let key = nextKey() {
      switch key {
      case .pasteEnd: break
      case _ where isPasting:
        pending.insert(key, at: 0)
        return .end
      case .text(let text): return answer(below: text)
      case .enter: return .next
      case .escape, .interrupt, .deleteOrEnd: return .end
      case .redraw, .resumed:
        apply(key)
        return .again
      default: device.ringBell()
      }
    }
    return .end
  }

  /// The answer that the first of some letters gives. The others are for the next line or page.
  private mutating func answer(below letters: String) -> PageAnswer {
    let isSpace = letters.first == " "
    // The command that begins with q was typed before the page appeared.
    let isEnd = ["q", "Q"].contains(letters.first) && !letters.hasPrefix("quit")
    let rest = String(letters.dropFirst(isSpace || isEnd ? 1 : 0))
    if !rest.isEmpty { pending.insert(.text(rest), at: 0) }
    return isSpace ? .next : .end
  }
}
