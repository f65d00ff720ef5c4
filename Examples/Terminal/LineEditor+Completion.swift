// Tab in the line editor: completes what is certain, shows the candidates, or separates two texts.

extension LineEditor {
  /// Completes the end of the text before the cursor as far as it is certain; otherwise shows the
  /// candidates. If there are none, inserts a tab after the first of two texts, or else rings the
  /// bell. In a pasted text, a tab is inserted, or a space where the command does not take two
  /// texts.
  mutating func complete() {
    let text = line.textBeforeCursor
    if isPasting { return insert(commands.hasTwoTexts(text) ? "\t" : " ") }
    let completion = commands.completion(of: text)
    if !completion.addition.isEmpty {
      insert(completion.addition)
    } else if completion.candidates.count > 1 {
      device.endLine()
      rows(of: completion.candidates).forEach(device.say)
    } else if completion.candidates.isEmpty, commands.endsAfterFirstText(text) {
      insert("\t")
    } else {
      device.ringBell()
    }
  }

  /// The candidates in rows that fit into the terminal, with two spaces between them.
  private func rows(of candidates: [String]) -> [String] {
    let columns = device.columns
    return candidates.reduce(into: []) { rows, candidate in
      if let last = rows.last, last.width + 2 + candidate.width <= columns {
        rows[rows.count - 1] += "  \(candidate)"
      } else {
        rows.append(candidate)
      }
    }
  }
}
