// The cards and the position among them, each in its own file. Changes are saved shortly
// afterwards.

import ExampleTerminal
import StateStorage

@MainActor
final class Deck {
  let saved: SavedGraph<[FlashCard]>
  private let savedPosition: SavedState<ShownCard>

  init(_ container: AppContainer, arguments: ExampleArguments) async throws {
    let path = try container.path("FlashCards.dat", in: .documents)
    saved = try await .open(path, .mutableArray(), initial: [], arguments: arguments)
    savedPosition = .position(of: "FlashCards", in: container, initial: ShownCard())
    storePosition()
  }

  var cards: [FlashCard] { saved.root }

  /// The position, which is always that of a card when there is one.
  var position: ShownCard { savedPosition.value.found(in: cards) }

  /// Whether another instance has deleted the card shown last.
  var isShownDeleted: Bool { savedPosition.value.question.map { $0 != position.question } ?? false }

  /// The card shown; nil when there are none.
  var shown: FlashCard? { cards.isEmpty ? nil : cards[position.card] }

  /// Shows another card.
  func show(_ index: Int) { savedPosition.value = ShownCard(index, in: cards) }

  /// Stores the position of the card shown: its deletion is detected by its question.
  func storePosition() { if savedPosition.value != position { savedPosition.value = position } }

  func showAnswer() { savedPosition.value.isAnswerShown = true }

  /// Appends a card, which is shown when it is the first. Returns its number.
  func add(_ card: FlashCard) -> Int {
    saved.change { $0.append(card) }
    if cards.count == 1 { show(0) }
    return cards.count
  }

  /// Counts an answer to a card.
  func count(_ card: FlashCard, rightly: Bool) {
    saved.change(card) { $0.count(rightly: rightly) }
  }

  /// Deletes the card shown, and shows the next one.
  func delete() {
    let index = position.card
    saved.change { _ = $0.remove(at: index) }
    show(min(index, max(cards.count - 1, 0)))
  }

  /// Saves the cards, then the position, whose failure is not an error.
  func save() async throws(StateError) {
    defer { savedPosition.savePosition() }
    try await saved.save()
  }
}
