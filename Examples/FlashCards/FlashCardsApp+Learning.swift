// What FlashCards does with a person at a terminal: learning, in which each key is a command, adding
// one card after another, and editing the text of a card.

import ExampleTerminal

extension FlashCardsApp {
  private static let legend = "Space answer · r right · w wrong · e edit · u undo · q back "

  func answer(
    _ command: String, _ rest: String, asking person: Conversation
  ) async throws(CommandError) -> [String]? {
    switch command {
    case "learn": return [try await learn(person)]
    case "add" where rest.isEmpty: return await addSeveral(person)
    case "edit" where rest.isEmpty: return [try await edit(person)]
    default: return nil
    }
  }

  /// Asks for cards until a line is empty. Returns an empty answer: each card has had its own.
  private func addSeveral(_ person: Conversation) async -> [String] {
    Output.line("QUESTION = ANSWER; an empty line ends")
    while let line = await person.edited("", prompt: "card> ") {
      do throws(CommandError) { Output.line(try add(line)) } catch {
        Output.line("error: \(error.sentence)")
      }
    }
    return []
  }

  /// Offers the text of the card shown for editing.
  private func edit(_ person: Conversation) async throws(CommandError) -> String {
    let text = try cardShown("edit").line
    guard let line = await person.edited(text, prompt: "edit> ") else { return "unchanged" }
    return try edit(line)
  }

  /// Asks the cards of a round until it is finished or the person leaves.
  private func learn(_ person: Conversation) async throws(CommandError) -> String {
    if deck.cards.isEmpty { _ = try cardShown("show") }
    deck.startRound()
    Output.line("a wrong card comes again after \(LearningRound.distance) others")
    let start = deck.lastChange
    var asked: CardText?
    while deck.showNextOfRound(), let card = deck.shown {
      // The card can also be another one because another instance has changed the cards.
      if asked != card.text { ask(card) }
      asked = card.text
      let key = await person.key(legend: Self.legend)
      if isLeaving(key) {
        return "\(deck.round.queue.count.counted("card")) to go; learn continues"
      }
      guard deck.showNextOfRound(), deck.shown?.text == asked else { continue }
      do throws(CommandError) {
        if try await perform(key, asking: person, since: start) { asked = nil }
      } catch {
        Output.line("error: \(error.sentence)")
      }
    }
    let round = deck.round
    return
      "\nround finished: \(round.rightCount) right, \(round.wrongCount) wrong; learn starts another"
  }

  private func ask(_ card: FlashCard) {
    Output.line("\n\(deck.round.queue.count) to go: \(card.question.shown)")
    if deck.position.isAnswerShown { Output.line("answer: \(card.answer.shown)") }
  }

  /// Counts an answer, and shows the right one if that was not shown before.
  private func count(rightly: Bool) throws(CommandError) {
    let card = try cardShown("learn")
    if !deck.position.isAnswerShown { Output.line("answer: \(card.answer.shown)") }
    deck.answerRound(rightly: rightly)
    Output.line("\(rightly ? "right" : "wrong"): \(card.counts)")
  }

  private func isLeaving(_ key: SingleKey) -> Bool {
    [.back, .letter("q"), .letter("Q")].contains(key)
  }

  /// Performs the command of a key. Returns whether a card is to be asked then.
  private func perform(
    _ key: SingleKey, asking person: Conversation, since start: Int
  ) async throws(CommandError) -> Bool {
    switch key {
    case .letter(" "), .enter: Output.line(try answer("answer", "")[0])
    case .letter("r"), .letter("R"):
      try count(rightly: true)
      return true
    case .letter("w"), .letter("W"):
      try count(rightly: false)
      return true
    case .letter("e"), .letter("E"):
      Output.line(try await edit(person))
      return true
    case .letter("u"), .letter("U"):
      // What was done on the command line is undone there.
      if deck.lastChange <= start { throw CommandError("there is nothing to undo") }
      Output.line(try deck.undo())
      return true
    case .redraw: return true
    case .letter, .back: person.ringBell()
    }
    return false
  }
}
