// The cards, the position among them, and the rounds in which they are learned, each in its own
// file. Changes are saved shortly afterwards, and can be undone.

import ExampleTerminal
import ObservableState
import StateStorage

@MainActor
final class Deck {
  private let list: UndoableList<FlashCard>
  private let savedPosition: SavedState<ShownCard>
  /// The round of all cards.
  private let fullRound: SavedState<LearningRound>
  /// The round of all cards in which the answers are shown.
  private let reverseRound: SavedState<LearningRound>
  /// The round of some cards.
  private let shortRound: SavedState<LearningRound>
  /// The round that was learned last.
  private var savedRound: SavedState<LearningRound>

  init(_ container: AppContainer, arguments: ExampleArguments) async throws {
    let path = try container.path("FlashCards.dat", in: .documents)
    list = UndoableList(
      try await .open(path, .mutableArray(), initial: [], arguments: arguments))
    savedPosition = .position(of: "FlashCards", in: container, initial: ShownCard())
    fullRound = .position(of: "FlashCards-round", in: container, initial: LearningRound())
    reverseRound = .position(
      of: "FlashCards-reverse-round", in: container, initial: LearningRound())
    shortRound = .position(of: "FlashCards-short-round", in: container, initial: LearningRound())
    savedRound = fullRound
    storePosition()
  }

  var saved: SavedGraph<[FlashCard]> { list.saved }
  var cards: [FlashCard] { list.elements }

  // MARK: Position

  /// The position, which is always that of a card when there is one.
  var position: ShownCard { savedPosition.value.found(in: cards) }

  /// Whether another instance has deleted the card shown last.
  var isShownDeleted: Bool { savedPosition.value.question.map { $0 != position.question } ?? false }

  /// The card shown; nil when there are none.
  var shown: FlashCard? { cards.isEmpty ? nil : cards[position.card] }

  /// The index of the first card with a question, whatever its capitals; nil if there is none.
  func index(ofQuestion question: String?) -> Int? {
    guard let text = question?.folded, !text.isEmpty else { return nil }
    return cards.firstIndex { $0.question?.folded == text }
  }

  /// Shows another card.
  func show(_ index: Int) { savedPosition.value = ShownCard(index, in: cards) }

  /// Stores the position of the card shown: its deletion is detected by its question.
  func storePosition() { if savedPosition.value != position { savedPosition.value = position } }

  func showAnswer() { savedPosition.value.isAnswerShown = true }

  private func hideAnswer() {
    if savedPosition.value.isAnswerShown { savedPosition.value.isAnswerShown = false }
  }

  /// A function that restores the position and the rounds.
  private var restoration: @MainActor () -> Void {
    { [position = position, values = rounds.map(\.value)] in
      self.savedPosition.value = position.found(in: self.cards)
      for (round, value) in zip(self.rounds, values) where round.value != value {
        round.value = value
      }
    }
  }

  private var rounds: [SavedState<LearningRound>] { [fullRound, reverseRound, shortRound] }

  // MARK: Changes

  /// Appends cards, the first of which is shown when there were none. Returns the number of cards.
  func add(_ texts: [CardText], as title: String) -> Int {
    let count = cards.count
    keepRounds()
    list.replace(
      count..<count, with: texts.map(FlashCard.init(_:)), as: title, restoring: restoration)
    keepRounds()
    if count == 0 { show(0) }
    return cards.count
  }

  /// Counts an answer to the card shown.
  func count(rightly: Bool) { change("answering") { $0.count(rightly: rightly) } }

  /// Gives the card shown other texts.
  func edit(_ text: CardText) {
    var position = position
    keepRounds()
    change("editing") { ($0.question, $0.answer) = (text.question, text.answer) }
    keepRounds()
    position.question = text.question
    savedPosition.value = position
  }

  private func change(_ verb: String, _ body: (FlashCard) -> Void) {
    let index = position.card
    list.change(
      at: index, as: "\(verb) “\(cards[index].question.shown)”", restoring: restoration, body)
  }

  /// Deletes cards, whose indices are ascending. If the card shown is one of them, shows the next
  /// remaining one.
  func delete(at indices: [Int]) {
    guard let first = indices.first else { return }
    var position = position
    let title =
      indices.count == 1 ? "“\(cards[first].question.shown)”" : indices.count.counted("card")
    keepRounds()
    list.remove(at: indices, as: "deleting \(title)", restoring: restoration)
    keepRounds()
    let deletesShown = indices.contains(position.card)
    position.card -= indices.count { $0 < position.card }
    if deletesShown { return show(min(position.card, max(cards.count - 1, 0))) }
    savedPosition.value = position
  }

  /// The number of the last change that can be undone; 0 if there is none.
  var lastChange: Int { list.lastChange }

  /// Undoes the last change, and shows what was shown before it.
  func undo() throws(CommandError) -> RestoredChange { try list.undo(restoring: restoration) }

  /// Restores the change that was undone last, and shows the card if it is a change of one card.
  func redo() throws(CommandError) -> RestoredChange {
    let change = try list.redo()
    if change.isReplacement, change.indices.count == 1, let index = change.indices.first,
      index != position.card
    {
      show(index)
    }
    return change
  }

  // MARK: Learning

  /// Whether the rule for wrong cards was explained since the start.
  var isRuleExplained = false

  /// The round, for the cards that there are now.
  var round: LearningRound { savedRound.value.adapted(to: cards) }

  /// The rounds that have an answer and are not finished: the number of cards to go, and the command
  /// that continues the round.
  var unfinishedRounds: [(count: Int, command: String)] {
    rounds.filter { !$0.value.isFinished }.compactMap { saved in
      let round = saved.value.adapted(to: cards)
      let choice = round.part.map(CardChoice.init) ?? CardChoice(isReversed: saved === reverseRound)
      let isBegun = round.rightCount > 0 || round.wrongCount > 0
      return isBegun && !round.isFinished ? (round.queue.count, choice.command) : nil
    }
  }

  /// Adapts the rounds that are not finished to the cards. Called before and after each change of
  /// the list, because a card is recognized by its index where its text was edited.
  private func keepRounds() {
    for saved in rounds where !saved.value.isFinished {
      let round = saved.value.adapted(to: cards)
      if saved.value != round { saved.value = round }
    }
  }

  /// Continues the round of the chosen cards, or begins one where the last was finished or had other
  /// cards.
  func startRound(_ choice: CardChoice) throws(CommandError) {
    let allCards = choice.isReversed ? reverseRound : fullRound
    let saved = choice.words == nil ? allCards : shortRound
    let round = saved.value.adapted(to: cards)
    let isSame = round.part.map(CardChoice.init).map { $0 == choice } ?? (choice.words == nil)
    let isFinished = saved.value.isFinished || round.isFinished
    let continues = isSame && !isFinished
    saved.value = continues ? round : try LearningRound(cards, choice: choice)
    if !continues { hideAnswer() }
    savedRound = saved
  }

  /// Shows the next card of the round, with its answer if that was already shown. Returns false if
  /// the round is finished.
  func showNextOfRound() -> Bool {
    keepRounds()
    guard let index = round.queue.first?.index else { return false }
    if index == position.card { storePosition() } else { show(index) }
    return true
  }

  /// Counts an answer to the card shown, which is the next one of the round.
  func answerRound(rightly: Bool) {
    count(rightly: rightly)
    var round = round
    round.answer(rightly: rightly)
    savedRound.value = round
    // The same card is asked again if no other one remains.
    hideAnswer()
  }

  /// Saves the cards, then the position, whose failure is not an error.
  func save() async throws(StateError) {
    defer {
      savedPosition.savePosition()
      for round in rounds where round.hasUnsavedChanges { round.savePosition() }
    }
    try await saved.save()
  }
}
