// What FlashCards does with a person at a terminal: learning, in which each key is a command, adding
// one card after another, editing the text of a card, showing what was undone, and asking before a
// file is replaced.

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
    case "add": return [try addShown(CardText(line: rest))]
    case "edit" where CardText(line: rest) == nil: return [try await edit(rest, person)]
    case "undo": return report(try deck.undo())
    case "redo": return report(try deck.redo())
    case "export" where TabbedText.exists(rest):
      guard await person.mayReplace(rest) else { return ["unchanged"] }
      return [try exportCards(rest, replacing: true)]
    default: return nil
    }
  }

  /// Asks for cards until a line is empty: for the question, and for the answer if the line is only
  /// a question. Returns an empty answer: each card has had its own.
  private func addSeveral(_ person: Conversation) async -> [String] {
    person.say("a question, or QUESTION = ANSWER; an empty line ends, and Escape goes back")
    var (offered, begunAnswer) = ("", "")
    while let line = await person.line("card> ", offering: offered), !line.isEmpty {
      offered = ""
      var text = CardText(line: line) ?? CardText(question: line.trimmed)
      if let question = text.question, !question.isEmpty, text.answer?.isEmpty != false {
        guard let answer = await answer(to: question, offering: &begunAnswer, person) else {
          offered = question
          continue
        }
        text.answer = answer
      }
      do throws(CommandError) { person.say(try addShown(text)) } catch {
        person.say("error: \(error.sentence)")
      }
    }
    return []
  }

  /// Adds a card and shows it, so that commands without a number are about it.
  private func addShown(_ text: CardText?) throws(CommandError) -> String {
    let count = deck.cards.count
    let answer = try add(text)
    guard deck.cards.count > count else { return answer }
    deck.show(count)
    // The person may have meant another `=` to separate the texts.
    let isAmbiguous = "\(text?.question ?? "")\(text?.answer ?? "")".contains("=")
    return isAmbiguous ? "\(answer): \(deck.cards[count].parts)" : answer
  }

  /// Asks for the answer of a new card until it is not empty; nil if the person goes back to the
  /// question. A text that was begun then is offered the next time.
  private func answer(
    to question: String, offering begun: inout String, _ person: Conversation
  ) async -> String? {
    if Self.isCommand(question) {
      person.say("“\(question)” is a question here, not a command; Escape goes back to it")
    }
    while true {
      switch await person.reply("answer> ", offering: begun) {
      case .text(let text):
        begun = ""
        let answer = text.trimmed
        if !answer.isEmpty { return answer }
        person.say("expected an answer; Escape goes back to the question")
      case .interrupted(isEmpty: false): begun = ""
      case .interrupted: return nil
      case .back(let text):
        begun = text
        return nil
      }
    }
  }

  /// Offers the text of the card shown, or that of the card with a number, for editing until it is
  /// valid or the person leaves.
  private func edit(
    _ number: String, _ person: Conversation
  ) async throws(CommandError) -> String {
    if !number.isEmpty { deck.show(try index(of: number)) }
    let text = try cardShown("edit").line.shown.trimmed
    var offered = text
    while let line = await person.answer("edit> ", offering: offered), line != text {
      if CardText(line: line)?.completed(by: try cardShown("edit").text) != nil {
        return try editShown(line)
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
        person.say(
          "a card that you get wrong comes up again \(LearningRound.distance) cards later, "
            + "or at the end of the round")
      }
      deck.isRuleExplained = true
      guard await finishRound(choice.isReversed, since: start, asking: person) else {
        let count = deck.round.queue.count.counted("card")
        return ["\(count) to go; type \(choice.command) to go on"]
      }
      sayResult(of: deck.round, person)
    } while await wantsToGoOn(choice, since: start, asking: person)
    return []
  }

  /// Prints the counts of a finished round, and the cards that were answered wrongly at first.
  private func sayResult(of round: LearningRound, _ person: Conversation) {
    person.say("\nround finished: \(round.rightCount) right, \(round.wrongCount) wrong")
    let missed = round.missed
    if !missed.isEmpty { person.say("wrong at first:") }
    for card in missed.prefix(10) { person.say("  \(FlashCard(card).line)") }
    if missed.count > 10 { person.say("  and \(missed.count - 10) more") }
  }

  /// Whether the person wants another round, or to go back into the one that is finished by undoing
  /// its last change.
  private func wantsToGoOn(
    _ choice: CardChoice, since start: Int, asking person: Conversation
  ) async -> Bool {
    // Keys that were meant for the last card.
    await person.dropKeys()
    while true {
      let key = await person.key(legend: Self.legendAfterRound)
      if isLeaving(key) { return false }
      switch key {
      case .letter(" "):
        do throws(CommandError) {
          _ = try choice.indices(in: deck.cards)
          return true
        } catch {
          person.say("another round is not possible: \(error.sentence)")
        }
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
    return try deck.undo().sentence
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
    // Not the capital letter, which the legend does not show.
    case .letter("d"): try delete("").forEach(person.say)
    case .letter("u"), .letter("U"): person.say(try undo(since: start))
    case .redraw: break
    case .letter, .back:
      person.ringBell()
      return false
    }
    return true
  }
}
