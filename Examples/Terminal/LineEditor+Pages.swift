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
    let answer = answer(below: legend) { editor, key -> PageAnswer? in
      switch key {
      case .pasteEnd: return nil
      case _ where editor.isPasting:
        editor.pending.insert(key, at: 0)
        return .end
      case .text(let text): return editor.answer(givenBy: text)
      case .enter: return .next
      case .escape, .interrupt, .deleteOrEnd: return .end
      case .redraw, .resumed:
        editor.apply(key)
        return .again
      default:
        editor.device.ringBell()
        return nil
      }
    }
    return answer ?? .end
  }

  /// The answer that the first of some letters gives. The others are for the next line or page.
  private mutating func answer(givenBy letters: String) -> PageAnswer {
    let isSpace = letters.first == " "
    let word = letters.prefix { !$0.isWhitespace }
    // The command quit, or its beginning, was typed before the page appeared.
    let isQuit = word.count > 1 && "quit".hasPrefix(word)
    let isEnd = ["q", "Q"].contains(letters.first) && !isQuit
    let rest = String(letters.dropFirst(isSpace || isEnd ? 1 : 0))
    if !rest.isEmpty { pending.insert(.text(rest), at: 0) }
    return isSpace ? .next : .end
  }
}
