// Files of cards: in each line a question, a tab, an answer, as spreadsheets write them.

import ExampleTerminal

/// The cards in a file, and the lines that are not cards.
struct CardFile {
  private(set) var cards: [CardText] = []
  /// The lines without a question, a tab and an answer, except empty lines.
  private(set) var skipped: [SkippedLine] = []
  /// The numbers of the lines with more columns, which are left out.
  private var wide: [Int] = []

  init(_ table: TabbedText) {
    for row in table.rows {
      let card = CardText(question: row.cells[0], answer: row.cells.dropFirst().first)
      if card.isComplete {
        cards.append(card)
      } else {
        skipped.append(SkippedLine(row.line, reason: Self.reasonToSkip(row.cells)))
      }
      if card.isComplete, row.cells.dropFirst(2).contains(where: { !$0.isEmpty }) {
        wide.append(row.line)
      }
    }
  }

  /// Why the cells of a line are not a card.
  private static func reasonToSkip(_ cells: [String]) -> String {
    if cells.count == 1 { return SkippedLine.withoutTab(cells) }
    return cells[0].isEmpty ? "no question" : "no answer"
  }

  /// The columns that were left out, as the end of a sentence.
  var remark: String {
    if wide.isEmpty { return "" }
    let lines = wide.count == 1 ? "line" : "lines"
    return "; left out the third column of \(lines) \(TabbedText.list(wide))"
  }
}
