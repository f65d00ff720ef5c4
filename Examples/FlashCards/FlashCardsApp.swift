// FlashCards: cards to learn with, shown one at a time. Saved after changes, on suspend and at the
// end.

import ExampleTerminal
import StateStorage

@main
struct FlashCardsApp: InteractiveApp {
  static let name = "FlashCards"
  static let commands = [
    "add QUESTION = ANSWER", "show", "answer", "right", "wrong", "next", "delete", "list", "stats",
  ]

  let deck: Deck

  static func main() async {
    await ExampleProgram.run(name) { arguments, container in
      try await FlashCardsApp(deck: Deck(container, arguments: arguments)).run()
    }
  }

  var greeting: String { deck.cards.isEmpty ? "no cards yet; help lists the commands" : shown }
  var saved: SavedGraph<[FlashCard]> { deck.saved }
  func save() async throws(StateError) { try await deck.save() }

  func answer(_ command: String, _ rest: String) throws(CommandError) -> [String] {
    switch command {
    case "add": [try add(rest)]
    case "list": deck.cards.isEmpty ? ["no cards"] : lines
    case "stats": [statistics]
    case "show", "answer", "right", "wrong", "next", "delete": [try answer(command)]
    default: throw CommandError("unknown command \(command.shown); help lists the commands")
    }
  }

  // MARK: Commands

  /// Commands about the card shown.
  private func answer(_ command: String) throws(CommandError) -> String {
    guard let card = deck.shown else {
      throw CommandError("there are no cards; add one with: add QUESTION = ANSWER")
    }
    if deck.isShownDeleted, command != "show" {
      throw CommandError("the card was deleted; the command show displays another")
    }
    deck.storePosition()
    switch command {
    case "answer":
      deck.showAnswer()
      return "answer: \(card.answer.shown)"
    case "right": return count(card, rightly: true)
    case "wrong": return count(card, rightly: false)
    case "next": deck.show((deck.position.card + 1) % deck.cards.count)
    case "delete": return delete(card)
    default: break
    }
    return shown
  }

  /// The first ` = ` separates question and answer; where there is none, the first `=`.
  private func add(_ text: String) throws(CommandError) -> String {
    let parting = text.firstRange(of: " = ") ?? text.firstRange(of: "=")
    let question = parting.map { String(text[..<$0.lowerBound]).trimmed } ?? ""
    let answer = parting.map { String(text[$0.upperBound...]).trimmed } ?? ""
    guard !question.isEmpty, !answer.isEmpty else {
      throw CommandError("a card has a question and an answer: add QUESTION = ANSWER")
    }
    return "added card \(deck.add(FlashCard(question: question, answer: answer)))"
  }

  private func count(_ card: FlashCard, rightly: Bool) -> String {
    deck.count(card, rightly: rightly)
    return "\(rightly ? "right" : "wrong"): \(card.counts)"
  }

  private func delete(_ card: FlashCard) -> String {
    let number = deck.position.card + 1
    deck.delete()
    return "deleted card \(number): \(card.question.shown)"
  }

  // MARK: Lines

  private var shown: String {
    let position = deck.position
    guard let card = deck.shown else { return "no cards" }
    let answer = position.isAnswerShown ? " = \(card.answer.shown)" : ""
    return "card \(position.card + 1) of \(deck.cards.count): \(card.question.shown)\(answer)"
  }

  private var lines: [String] {
    let position = deck.position.card
    return deck.cards.enumerated().map { index, card in
      let mark = index == position ? "*" : " "
      return "\(mark) \(index + 1). \(card.question.shown) = \(card.answer.shown) (\(card.counts))"
    }
  }

  private var statistics: String {
    let right = deck.cards.reduce(0.0) { $0 + Double($1.rightCount) }
    let wrong = deck.cards.reduce(0.0) { $0 + Double($1.wrongCount) }
    let share =
      right + wrong > 0 ? " (\(Int((100 * right / (right + wrong)).rounded())) % right)" : ""
    return "\(deck.cards.count) cards, \(Int(right)) right, \(Int(wrong)) wrong\(share)"
  }
}
