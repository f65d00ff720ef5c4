// What FlashCards does with a person at a terminal: learning, in which each key is a command, adding
// one card after another, and editing the text of a card.

import ExampleTerminal

extension FlashCardsApp {
  /// The keys, from the longest form to one for narrow windows.
  private static let legend = [
    "Space answer · r right · w wrong · e edit · d delete · u undo · q back ",
    "Space answer, right, wrong, edit, delete, undo, q back ", "Space r w e d u q ",
  ]

  func answer(
    _ command: String, _ rest: String, asking person: Conversation
  ) async throws(CommandError) -> [String]? {
    switch command {
    case "learn" where rest.isEmpty: return [try await learn(person, isReversed: false)]
    case "learn" where !rest.isEmpty && "reverse".hasPrefix(rest):
      return [try await learn(person, isReversed: true)]
    case "learn": throw CommandError("expected learn or learn reverse, found “\(rest.shown)”")
    case "add" where rest.isEmpty: return await addSeveral(person)
    case "edit" where rest.isEmpty: return [try await edit(person)]
    default: return nil
    }
  }

  /// Asks for cards until a line is empty: for the question, and for the answer if the line is only
  /// a question. Returns an empty answer: each card has had its own.
  private func addSeveral(_ person: Conversation) async -> [String] {
    person.say("a question, or QUESTION = ANSWER; an empty line ends")
    while var line = await person.edited("", prompt: "card> ") {
      if CardText(line: line) == nil, !line.trimmed.isEmpty {
        guard let answer = await person.answer("answer> ") else { continue }
        line = "\(line)\t\(answer)"
      }
      do throws(CommandError) { person.say(try add(line)) } catch {
        person.say("error: \(error.sentence)")
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

  // MARK: Learning

  /// Asks the cards of a round until it is finished or the person leaves.
  private func learn(
    _ person: Conversation, isReversed: Bool
  ) async throws(CommandError) -> String {
    if deck.cards.isEmpty { _ = try cardShown("show") }
    deck.startRound()
    if !deck.isRuleExplained {
      person.say("a wrong card comes again, \(LearningRound.distance) cards later or at the end")
    }
    deck.isRuleExplained = true
    let start = deck.lastChange
    var asked: CardText?
    while deck.showNextOfRound(), let card = deck.shown {
      // The card can also be another one because another instance has changed the cards.
      if asked != card.text { ask(card, isReversed, person) }
      asked = card.text
      let key = await person.key(legend: Self.legend)
      if isLeaving(key) {
        return "\(deck.round.queue.count.counted("card")) to go; type learn to go on"
      }
      guard deck.showNextOfRound(), deck.shown?.text == asked else { continue }
      do throws(CommandError) {
        if try await perform(key, asking: person, since: start, isReversed) { asked = nil }
      } catch {
        person.say("error: \(error.sentence)")
      }
    }
    await person.dropKeys()
    let (right, wrong) = (deck.round.rightCount, deck.round.wrongCount)
    return
      "\nround finished: \(right) right, \(wrong) wrong; type learn for another round"
  }

  private func ask(_ card: FlashCard, _ isReversed: Bool, _ person: Conversation) {
    let text = isReversed ? card.answer.shown : card.question.shown
    person.say("\n\(deck.round.queue.count) to go: \(text)")
    if deck.position.isAnswerShown { showAnswer(card, isReversed, person) }
  }

  private func showAnswer(_ card: FlashCard, _ isReversed: Bool, _ person: Conversation) {
    deck.showAnswer()
    person.say(isReversed ? "question: \(card.question.shown)" : "answer: \(card.answer.shown)")
  }

  /// Counts an answer, and shows the right one if that was not shown before.
  private func count(
    rightly: Bool, _ isReversed: Bool, _ person: Conversation
  ) throws(CommandError) {
    let card = try cardShown("learn")
    if !deck.position.isAnswerShown { showAnswer(card, isReversed, person) }
    deck.answerRound(rightly: rightly)
    person.say("\(rightly ? "right" : "wrong"): \(card.counts)")
  }

  private func isLeaving(_ key: SingleKey) -> Bool {
    [.back, .letter("q"), .letter("Q")].contains(key)
  }

  /// Performs the command of a key. Returns whether a card is to be asked then.
  private func perform(
    _ key: SingleKey, asking person: Conversation, since start: Int, _ isReversed: Bool
  ) async throws(CommandError) -> Bool {
    switch key {
    case .letter(" "), .enter:
      if !deck.position.isAnswerShown { showAnswer(try cardShown("answer"), isReversed, person) }
      return false
    case .letter("r"), .letter("R"): try count(rightly: true, isReversed, person)
    case .letter("w"), .letter("W"): try count(rightly: false, isReversed, person)
    case .letter("e"), .letter("E"): person.say(try await edit(person))
    case .letter("d"), .letter("D"): person.say(try answer("delete", "")[0])
    case .letter("u"), .letter("U"):
      // What was done on the command line is undone there.
      if deck.lastChange <= start { throw CommandError("there is nothing to undo") }
      person.say(try deck.undo())
    case .redraw: break
    case .letter, .back:
      person.ringBell()
      return false
    }
    return true
  }
}
