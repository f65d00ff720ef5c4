// A conversation with a person at a terminal, in the middle of a command: single keys, and texts
// that can be edited.

/// A key that is a command by itself.
package enum SingleKey: Equatable, Sendable {
  case letter(Character)
  case enter
  /// Escape, Control-C, Control-D, or the end of the input.
  case back
  /// The screen was cleared, or belonged to another program.
  case redraw
}

/// The answer to a text that is offered for editing.
package enum EditedText: Equatable, Sendable {
  case text(String)
  /// Escape, Control-D, or the end of the input, with the text that was not entered.
  case back(String)
  /// Control-C, on an empty line or not.
  case interrupted(isEmpty: Bool)
}

/// A person at a terminal who is asked for keys and texts.
@MainActor
package struct Conversation {
  let lines: LineReader
  let device: TerminalDevice
  /// Adopts what other instances have saved, and reports failures.
  let refresh: @MainActor () async -> Void

  /// Prints a line, divided between words where it does not fit.
  package func say(_ text: String) { device.say(text) }

  /// The present number of columns of the terminal.
  package var columns: Int { device.columns }

  /// Waits for a key.
  ///
  /// - Parameter legend: The row at the bottom of the screen that explains the keys, in several
  ///   forms: the first one that fits into the terminal is shown.
  package func key(legend: [String]) async -> SingleKey {
    let key = await lines.key(legend: legend)
    await refresh()
    return key
  }

  /// Drops the keys that were pressed before the person saw that they have no meaning.
  package func dropKeys() async { await lines.dropKeys() }

  /// Signals that a key has no meaning.
  package func ringBell() { device.ringBell() }

  /// Asks for a text, which can be empty.
  ///
  /// - Parameters:
  ///   - prompt: The text before the cursor.
  ///   - text: The text that is offered for editing.
  /// - Returns: The text; nil if the person pressed Escape or Control-C.
  package func answer(_ prompt: String, offering text: String = "") async -> String? {
    await line(prompt, offering: text)?.trimmed
  }

  /// Asks for a line, whose tabs and spaces are kept.
  ///
  /// - Parameters:
  ///   - prompt: The text before the cursor.
  ///   - text: The text that is offered for editing.
  /// - Returns: The line; nil if the person pressed Escape or Control-C.
  package func line(_ prompt: String, offering text: String = "") async -> String? {
    while true {
      switch await reply(prompt, offering: text) {
      case .text(let line): return line
      // Control-C discards what was typed, and leaves an empty line or an offered text.
      case .interrupted(isEmpty: false) where text.isEmpty: continue
      case .interrupted, .back: return nil
      }
    }
  }

  /// Asks for a line once. The caller decides what Escape and Control-C mean.
  package func reply(_ prompt: String, offering text: String) async -> EditedText {
    let reply = await lines.edited(text.shown, prompt: prompt)
    await refresh()
    return reply
  }

  /// Asks whether a file that exists is to be replaced. Keys that were pressed before the question
  /// do not count.
  package func mayReplace(_ path: String) async -> Bool {
    await dropKeys()
    while true {
      let key = await key(legend: [
        "\(path.shown) exists · y replaces it · any other key keeps it ",
        "replace the file? y or n ",
      ])
      if key != .redraw { return [.letter("y"), .letter("Y")].contains(key) }
    }
  }
}
