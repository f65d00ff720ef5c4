// The cards and the place among them, each kept in its file. What is changed here is saved soon after.

import ExampleTerminal
import StateStorage

final class Deck: Sendable {
  private let saved: SavedState<[FlashCard]>
  private let savedPlace: SavedState<Place>

  init(_ container: AppContainer) throws(StateError) {
    let path = try container.path("FlashCards.dat", in: .documents)
    let store = StateStore<[FlashCard]>(path: path, format: .mutableArray())
    saved = try .open(store, initial: [])
    savedPlace = .place(of: "FlashCards", in: container, initial: Place())
  }

  var cards: [FlashCard] { saved.value }

  /// The place, which is always that of a card when there is one.
  var place: Place { savedPlace.value.found(in: cards) }

  /// The card shown; nil when there are none.
  var shown: FlashCard? { cards.isEmpty ? nil : cards[place.card] }

  /// Shows another card.
  func show(_ index: Int) { savedPlace.value = Place(index, in: cards) }

  func showAnswer() {
    var place = place
    place.isAnswerShown = true
    savedPlace.value = place
  }

  /// Adds a card at the end, which is shown when it is the first. Returns its number.
  func add(_ card: FlashCard) -> Int {
    saved.change { $0.append(card) }
    if cards.count == 1 { show(0) }
    return cards.count
  }

  /// Puts another card in the place of the one shown.
  func replace(with card: FlashCard) {
    let index = place.card
    saved.change { $0[index] = card }
  }

  /// Deletes the card shown; the next one is shown then.
  func delete() {
    let index = place.card
    saved.change { $0.remove(at: index) }
    show(min(index, max(cards.count - 1, 0)))
  }

  /// Saves the cards, then the place, which is no reason to fail.
  func save() throws(StateError) {
    defer { savedPlace.savePlace() }
    try saved.save()
  }

  func refresh() { try? saved.refresh() }

  var savingFailure: StateError? { saved.failure }
}
