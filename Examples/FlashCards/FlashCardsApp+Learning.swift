// What FlashCards does with a person at a terminal: learning, in which each key is a command, adding
// one card after another, and editing the text of a card.

import ExampleTerminal

extension FlashCardsApp {
  /// The keys, from the longest form to one for narrow windows.
  private static let legend = [
    "Space answer · r right · w wrong · e edit · d delete · u undo · q back ",
    "Space answer, right, wrong, edit, delete, undo, q back ", "Space r w e d u q ",
  ]
  private static let legendAfterAnswer = [
    "r right · w wrong · e edit · d delete · u undo · q back ",
    "right, wrong, edit, delete, undo, q back ", "r w e d u q ",
  ]
  private static let legendAfterRound = [
    "another round: Space · undo: u · back: q ", "Space u q ",
  ]

  func answer(
    _ command: String, _ rest: String, asking person: Conversation
  ) async throws(CommandError) -> [String]? {
    switch command {
    case "learn": return try await learn(CardChoice(rest), asking: person)
    case "add" where rest.isEmpty: return await addSeveral(person)
    case "edit" where rest.isEmpty || Int(rest) != nil: return [try await edit(rest, person)]
    default: return nil
    }
  }

  /// Asks for cards until a line is empty: for the question, and for the answer if the line is only
  /// a question. Returns an empty answer: each card has had its own.
  private func addSeveral(_ person: Conversation) async -> [String] {
    person.say("a question, or QUESTION = ANSWER; an empty line ends")
    while let line = await person.edited("", prompt: "card> ") {
      var text = CardText(line: line) ?? CardText(question: line.trimmed)
      if let question = text.question, !question.isEmpty, text.answer?.isEmpty != false {
        guard let answer = await answer(to: question, person) else { continue }
        text.answer = answer
      }
      do throws(CommandError) { person.say(try add(text)) } catch {
        person.say("error: \(error.sentence)")
      }
    }
    return []
  }

  /// Asks for the answer of a new card until it is not empty; nil if the person takes the question
  /// back.
  private func answer(to question: String, _ person: Conversation) async -> String? {
    if Self.isCommand(question) {
      person.say("“\(question)” is a question here; Escape takes it back, then an empty line ends")
    }
    while let answer = await person.answer("answer> ") {
      if !answer.isEmpty { return answer }
      person.say("expected an answer; Escape takes the question back")
    }
    return nil
  }

  /// Offers the text of the card shown, or that of the card with a number, for editing until it is
  /// valid or the person leaves.
  private func edit(
    _ number: String, _ person: Conversation
  ) async throws(CommandError) -> String {
    if !number.isEmpty { deck.show(try itemIndex(number, of: deck.cards.count, "card")) }
    let text = try cardShown("edit").line.shown.trimmed
    var offered = text
    while let line = await person.answer("edit> ", offering: offered), line != text {
      if CardText(line: line)?.completed(by: try cardShown("edit").text) != nil {
        return try edit(line)
      }
      person.say("error: expected QUESTION = ANSWER; Escape leaves the card unchanged")
      offered = line
    }
    return "unchanged"
  }

  // MARK: Learning

  /// Asks the cards of one round after another until the person leaves.
  private func learn(
    _ choice: CardChoice, asking person: Conversation
  ) async throws(CommandError) -> [String] {
    let start = deck.lastChange
    repeat {
      if deck.cards.isEmpty { _ = try cardShown("show") }
      try deck.startRound(choice)
      if !deck.isRuleExplained {
        person.say("a wrong card comes again, \(LearningRound.distance) cards later or at the end")
      }
      deck.isRuleExplained = true
      guard await finishRound(choice.isReversed, since: start, asking: person) else {
        let count = deck.round.queue.count.counted("card")
        return ["\(count) to go; type \(choice.command) to go on"]
      }
      person.say(
        "\nround finished: \(deck.round.rightCount) right, \(deck.round.wrongCount) wrong")
    } while await wantsToGoOn(since: start, asking: person)
    return []
  }

  /// Whether the person wants another round, or to go back into the one that is finished by undoing
  /// its last change.
  private func wantsToGoOn(since start: Int, asking person: Conversation) async -> Bool {
    // Keys that were meant for the last card.
    await person.dropKeys()
    while true {
      let key = await person.key(legend: Self.legendAfterRound)
      if isLeaving(key) { return false }
      switch key {
      case .letter(" "): return true
      case .letter("u"), .letter("U"):
        do throws(CommandError) { person.say(try undo(since: start)) } catch {
          person.say("error: \(error.sentence)")
        }
        if !deck.round.isFinished { return true }
      case .redraw: break
      case .letter, .enter, .back: person.ringBell()
      }
    }
  }

  /// Asks the remaining cards of the round. Returns false if the person leaves.
  private func finishRound(
    _ isReversed: Bool, since start: Int, asking person: Conversation
  ) async -> Bool {
    var asked: CardText?
    while deck.showNextOfRound(), let card = deck.shown {
      // The card can also be another one because another instance has changed the cards.
      if asked != card.text { ask(card, isReversed, person) }
      asked = card.text
      let key = await person.key(
        legend: deck.position.isAnswerShown ? Self.legendAfterAnswer : Self.legend)
      if isLeaving(key) { return false }
      guard deck.showNextOfRound(), deck.shown?.text == asked else { continue }
      do throws(CommandError) {
        if try await perform(key, asking: person, since: start, isReversed) { asked = nil }
      } catch {
        person.say("error: \(error.sentence)")
      }
    }
    return true
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

  /// Undoes the last change, except what was done on the command line, which is undone there.
  private func undo(since start: Int) throws(CommandError) -> String {
    if deck.lastChange <= start { throw CommandError("there is nothing to undo") }
    return try deck.undo()
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
    case .letter("e"), .letter("E"): person.say(try await edit("", person))
    case .letter("d"), .letter("D"): person.say(try delete(""))
    case .letter("u"), .letter("U"): person.say(try undo(since: start))
    case .redraw: break
    case .letter, .back:
      person.ringBell()
      return false
    }
    return true
  }
}
