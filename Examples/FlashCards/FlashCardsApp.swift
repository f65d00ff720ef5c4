// FlashCards: cards to learn with, shown one at a time. Saved after changes, on suspend and at the
// end.

import ExampleTerminal
import ObservableState
import StateStorage

@main
struct FlashCardsApp: InteractiveApp {
  static let name = "FlashCards"
  static let commands: KeyValuePairs = [
    "add QUESTION = ANSWER": "add a card; alone, asks for several",
    "learn [reverse] [NUMBER|TEXT]": """
    learn all cards, or some, with single keys
    NUMBER picks the cards that need it most, and TEXT those that contain its words.
    learn continues a round that is not finished, even after a restart.
    """,
    "show [N]": "show the card again, or card N of the list",
    "answer": "show the answer",
    "right": "count a right answer",
    "wrong": "count a wrong answer",
    "next": "show the next card of the list",
    "edit [QUESTION] = [ANSWER]": "change the card shown; without text: on the line",
    "edit N": "change card N on the line",
    "delete [N]": "delete the card shown, or card N",
    "undo": "undo the last change; again: the one before",
    "redo": "restore what was undone last",
    "list [wrong]": "list all cards, or those with wrong answers",
    "find TEXT": """
    list the cards that contain a text
    Its words can be in any order, in the question or the answer; capitals and accents do not matter.
    """,
    "stats": "count the cards and the answers",
    "import FILE": """
    add the lines of a file: question, tab, answer
    Cards that are there already are left out.
    """,
    "export FILE": "write all cards to a new file of this kind",
  ]

  let deck: Deck

  static func main() async {
    await ExampleProgram.run(name) { arguments, container in
      try await FlashCardsApp(deck: Deck(container, arguments: arguments)).run(in: container)
    }
  }

  var greeting: String { deck.cards.isEmpty ? "no cards yet; help lists the commands" : shown }
  var saved: SavedGraph<[FlashCard]> { deck.saved }
  func save() async throws(StateError) { try await deck.save() }

  func answer(_ command: String, _ rest: String) throws(CommandError) -> [String] {
    switch command {
    case "add": [try add(CardText(line: rest))]
    case "import": [try importCards(rest)]
    case "export": [try exportCards(rest)]
    case "undo": [try deck.undo()]
    case "redo": [try deck.redo()]
    case "list": try list(rest)
    case "find": try find(rest)
    case "stats": [statistics]
    case "edit": [try edit(rest)]
    case "show" where !rest.isEmpty: [try show(rest)]
    case "delete": [try delete(rest)]
    case "show", "answer", "right", "wrong", "next": [try answer(command)]
    case "learn": throw CommandError("learn needs a terminal")
    default: throw CommandError("unknown command \(command.shown); help lists the commands")
    }
  }

  // MARK: Commands

  /// Commands about the card shown.
  private func answer(_ command: String) throws(CommandError) -> String {
    let card = try cardShown(command)
    switch command {
    case "answer":
      deck.showAnswer()
      return "answer: \(card.answer.shown)"
    case "right": return count(card, rightly: true)
    case "wrong": return count(card, rightly: false)
    case "next": deck.show((deck.position.card + 1) % deck.cards.count)
    default: break
    }
    return shown
  }

  /// The card that a command is about.
  func cardShown(_ command: String) throws(CommandError) -> FlashCard {
    guard let card = deck.shown else {
      throw CommandError("there are no cards; add one with: add QUESTION = ANSWER")
    }
    if deck.isShownDeleted, command != "show" {
      throw CommandError("the card was deleted; the command show displays another")
    }
    deck.storePosition()
    return card
  }

  private func show(_ number: String) throws(CommandError) -> String {
    deck.show(try itemIndex(number, of: deck.cards.count, "card"))
    return shown
  }

  func add(_ text: CardText?) throws(CommandError) -> String {
    guard let text, text.isComplete else {
      throw CommandError("a card has a question and an answer: add QUESTION = ANSWER")
    }
    if let index = deck.cards.firstIndex(where: { $0.text == text }) {
      return "skipped: card \(index + 1) is there already"
    }
    return "added card \(deck.add([text], as: "adding “\(text.question.shown)”"))"
  }

  private func importCards(_ path: String) throws(CommandError) -> String {
    if path.isEmpty { throw CommandError("expected a file: import FILE") }
    let file = CardFile(try TabbedText(file: path))
    guard !file.cards.isEmpty else {
      throw CommandError("the file has no line with a question, a tab and an answer")
    }
    var known = Set(deck.cards.map(\.text))
    let texts = file.cards.filter { known.insert($0).inserted }
    let count = texts.isEmpty ? "no cards" : texts.count.counted("card")
    if !texts.isEmpty { _ = deck.add(texts, as: "importing \(count)") }
    let report = TabbedText.report(
      importing: count, present: file.cards.count - texts.count, skipped: file.skipped)
    return report + file.remark
  }

  private func exportCards(_ path: String) throws(CommandError) -> String {
    if path.isEmpty { throw CommandError("expected a new file: export FILE") }
    if deck.cards.isEmpty { throw CommandError("there are no cards to export") }
    try TabbedText.write(deck.cards.map { [$0.question ?? "", $0.answer ?? ""] }, to: path)
    return "exported \(deck.cards.count.counted("card"))"
  }

  /// Changes the card shown. An empty question or answer stays as it is.
  func edit(_ line: String) throws(CommandError) -> String {
    let card = try cardShown("edit")
    guard let text = CardText(line: line)?.completed(by: card.text) else {
      throw CommandError(
        "expected the new texts: edit QUESTION = ANSWER, or edit = ANSWER for the answer alone")
    }
    deck.edit(text)
    return "edited card \(deck.position.card + 1): \(card.line)"
  }

  private func count(_ card: FlashCard, rightly: Bool) -> String {
    deck.count(rightly: rightly)
    return "\(rightly ? "right" : "wrong"): \(card.counts)"
  }

  /// Deletes the card shown, or the one with a number.
  func delete(_ number: String) throws(CommandError) -> String {
    _ = try cardShown("delete")
    let index =
      try number.isEmpty
      ? deck.position.card : itemIndex(number, of: deck.cards.count, "card")
    let card = deck.cards[index]
    deck.delete(at: index)
    return "deleted card \(index + 1): \(card.question.shown)"
  }

  /// All cards in their order, or those with wrong answers, the most frequent ones first.
  private func list(_ rest: String) throws(CommandError) -> [String] {
    let cards = deck.cards
    if rest.isEmpty { return cards.isEmpty ? ["no cards"] : lines(cards.indices) }
    guard "wrong".hasPrefix(rest) else {
      throw CommandError("expected list or list wrong, found “\(rest.shown)”")
    }
    let wrong = cards.indices.filter { cards[$0].wrongCount > 0 }.sorted { one, other in
      (cards[other].wrongCount, cards[one].rightCount, one)
        < (cards[one].wrongCount, cards[other].rightCount, other)
    }
    return wrong.isEmpty ? ["no card was answered wrongly"] : lines(wrong)
  }

  private func find(_ text: String) throws(CommandError) -> [String] {
    if text.isEmpty { throw CommandError("expected a text: find TEXT") }
    let found = deck.cards.indices.filter { deck.cards[$0].containsWords(of: text) }
    return found.isEmpty ? ["no card contains “\(text.shown)”"] : lines(found)
  }

  func remarks(after command: String) -> [String] {
    ["delete", "undo", "redo"].contains(command) && !deck.cards.isEmpty ? [shown] : []
  }

  // MARK: Lines

  private var shown: String {
    let position = deck.position
    guard let card = deck.shown else { return "no cards" }
    let answer = position.isAnswerShown ? " = \(card.answer.shown)" : ""
    return "card \(position.card + 1) of \(deck.cards.count): \(card.question.shown)\(answer)"
  }

  /// A line for each of some cards. The numbers have as many columns as that of the last card.
  private func lines(_ indices: some Sequence<Int>) -> [String] {
    let (cards, position, digits) = (deck.cards, deck.position.card, "\(deck.cards.count)".count)
    return indices.map { index in
      let number = "\(index + 1)".padded(toColumns: digits, atStart: true)
      let card = cards[index]
      return "\(index == position ? "*" : " ") \(number). \(card.line) (\(card.counts))"
    }
  }

  private var statistics: String {
    let right = deck.cards.reduce(0.0) { $0 + Double($1.rightCount) }
    let wrong = deck.cards.reduce(0.0) { $0 + Double($1.wrongCount) }
    let share =
      right + wrong > 0 ? " (\(Int((100 * right / (right + wrong)).rounded())) % right)" : ""
    return "\(deck.cards.count.counted("card")), \(Int(right)) right, \(Int(wrong)) wrong\(share)"
  }
}
