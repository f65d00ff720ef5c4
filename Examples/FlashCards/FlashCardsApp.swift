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
    "learn [reverse] [NUMBER|wrong|TEXT]": """
    learn cards; each answer is one key
    NUMBER picks that many cards, those that need practice most.
    wrong picks the cards with at least as many wrong answers as right ones.
    TEXT picks the cards that contain its words.
    learn continues a round that is not finished, even after a restart.
    A new round of some cards replaces an unfinished one; the round of all cards is kept.
    """,
    "show [N]": """
    show the card again, or card N of the list
    Instead of a number, each command accepts a text that only one card contains.
    """,
    "answer": "show the answer",
    "right": """
    count a right answer
    The round of learn is not affected.
    """,
    "wrong": """
    count a wrong answer
    The round of learn is not affected.
    """,
    "next": "show the next card of the list",
    "edit [N]": "edit the text of the card, or of card N",
    "edit [N] = ANSWER": "change the answer, or that of card N",
    "edit QUESTION = [ANSWER]": """
    change the card shown
    If QUESTION is that of another card, or only one card contains it, that card's answer is changed.
    """,
    "delete [N]": """
    delete the card shown, or card N
    Several numbers and ranges, such as 3 5-7, delete several cards.
    A text deletes the card that contains it, if there is only one.
    """,
    "undo": "undo the last change, then earlier ones",
    "redo": "restore what was undone last",
    "list [wrong]": "list all cards, or those answered wrongly",
    "find TEXT": """
    list the cards that contain TEXT
    Its words can be in any order, in the question or the answer; case and accents do not matter.
    """,
    "stats": "count the cards and the answers",
    "import FILE": """
    add the cards in a tab-separated file
    Each line has a question, a tab and an answer. Cards that already exist are skipped.
    """,
    "export FILE": "write all cards to a file for import",
  ]

  let deck: Deck

  static func main() async {
    await ExampleProgram.run(name) { arguments, container in
      try await FlashCardsApp(deck: Deck(container, arguments: arguments)).run(in: container)
    }
  }

  var greeting: String {
    if deck.cards.isEmpty { return "no cards yet; help lists the commands" }
    let rounds = deck.unfinishedRounds.map {
      "\($0.count.counted("card")) to go in a round; type \($0.command) to go on"
    }
    return ([shown] + rounds).joined(separator: "\n")
  }
  var saved: SavedGraph<[FlashCard]> { deck.saved }
  func save() async throws(StateError) { try await deck.save() }

  func answer(_ command: String, _ rest: String) throws(CommandError) -> [String] {
    switch command {
    case "add": [try add(CardText(line: rest))]
    case "import": try importCards(rest)
    case "export": [try exportCards(rest)]
    case "undo": [try deck.undo().sentence]
    case "redo": [try deck.redo().sentence]
    case "list": try list(rest)
    case "find": try find(rest)
    case "stats": [statistics]
    case "edit": [try edit(rest)]
    case "show" where !rest.isEmpty: [try show(rest)]
    case "delete": try delete(rest)
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
      throw CommandError("the card was deleted; type show to see another one")
    }
    deck.storePosition()
    return card
  }

  private func show(_ number: String) throws(CommandError) -> String {
    deck.show(try index(of: number))
    return shown
  }

  /// The index that a number gives, or that of the only card that contains a text.
  func index(of number: String) throws(CommandError) -> Int {
    try itemIndex(number, of: deck.cards.count, noun: "card") {
      deck.cards[$0].containsWords(of: number)
    }
  }

  func add(_ text: CardText?) throws(CommandError) -> String {
    guard let text, text.isComplete else {
      throw CommandError("a card has a question and an answer: add QUESTION = ANSWER")
    }
    if let index = deck.cards.firstIndex(where: { $0.text == text }) {
      return "skipped: card \(index + 1) is there already"
    }
    let like = deck.index(ofQuestion: text.question)
    let remark = like.map { "; card \($0 + 1) has the same question" } ?? ""
    return "added card \(deck.add([text], as: "adding “\(text.question.shown)”"))\(remark)"
  }

  private func importCards(_ path: String) throws(CommandError) -> [String] {
    if path.isEmpty { throw CommandError("expected a file: import FILE") }
    let file = CardFile(try TabbedText(file: path))
    guard !file.cards.isEmpty else {
      throw CommandError(TabbedText.report(noneOf: "cards", skipped: file.skipped))
    }
    var known = Set(deck.cards.map(\.text))
    let texts = file.cards.filter { known.insert($0).inserted }
    let count = texts.isEmpty ? "no cards" : texts.count.counted("card")
    if !texts.isEmpty { _ = deck.add(texts, as: "importing \(count)") }
    return TabbedText.report(
      importing: count, present: file.cards.count - texts.count, skipped: file.skipped,
      remark: file.remark)
  }

  /// Writes all cards to a file, which is new unless one that exists is to be replaced.
  func exportCards(
    _ path: String, replacing isReplacing: Bool = false
  ) throws(CommandError) -> String {
    if path.isEmpty { throw CommandError("expected a file: export FILE") }
    if deck.cards.isEmpty { throw CommandError("there are no cards to export") }
    let rows = deck.cards.map { [$0.question ?? "", $0.answer ?? ""] }
    try TabbedText.write(rows, to: path, replacing: isReplacing)
    return "exported \(rows.count.counted("card"))"
  }

  /// Changes the answer of the card whose number, question, or part of it is on the line; or else
  /// the card shown.
  private func edit(_ line: String) throws(CommandError) -> String {
    guard let text = CardText(line: line), let question = text.question, !question.isEmpty,
      let answer = text.answer, !answer.isEmpty
    else { return try editShown(line) }
    guard let index = try index(toEdit: question) else { return try editShown(line) }
    deck.show(index)
    return try editShown("= \(answer)")
  }

  /// The index of the card that a text before `=` means; nil if it is the new question of the card
  /// shown.
  private func index(toEdit text: String) throws(CommandError) -> Int? {
    if let index = deck.index(ofQuestion: text) { return index == deck.position.card ? nil : index }
    let isMeant = Int(text) != nil || deck.cards.contains { $0.containsWords(of: text) }
    return isMeant ? try index(of: text) : nil
  }

  /// Changes the card shown. An empty question or answer stays as it is.
  func editShown(_ line: String) throws(CommandError) -> String {
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

  /// Deletes the card shown, those with some numbers, or the only one that contains a text.
  func delete(_ numbers: String) throws(CommandError) -> [String] {
    _ = try cardShown("delete")
    let indices =
      try numbers.isEmpty
      ? [deck.position.card]
      : itemIndices(numbers, of: deck.cards.count, noun: "card") {
        deck.cards[$0].containsWords(of: numbers)
      }
    let answer = indices.map { "deleted card \($0 + 1): \(deck.cards[$0].question.shown)" }
    deck.delete(at: indices)
    return answer
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
    command == "delete" && !deck.cards.isEmpty ? [shown] : []
  }

  /// What was undone or redone, and the cards that were restored; the card shown if there are none,
  /// or many.
  func report(_ change: RestoredChange) -> [String] {
    let isShort = 1...5 ~= change.indices.count
    if deck.cards.isEmpty { return [change.sentence] }
    return [change.sentence] + (isShort ? lines(change.indices) : [shown])
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
