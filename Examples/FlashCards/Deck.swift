// The cards and the place among them, each kept in its file. What is changed here is saved soon after.

import ExampleTerminal
import StateStorage

@MainActor
final class Deck {
  let saved: SavedGraph<[FlashCard]>
  private let savedPlace: SavedState<Place>

  init(_ container: AppContainer, arguments: ExampleArguments) async throws {
    let path = try container.path("FlashCards.dat", in: .documents)
    saved = try await .open(path, .mutableArray(), initial: [], arguments: arguments)
    savedPlace = .place(of: "FlashCards", in: container, initial: Place())
    keepPlace()
  }

  var cards: [FlashCard] { saved.root }

  /// The place, which is always that of a card when there is one.
  var place: Place { savedPlace.value.found(in: cards) }

  /// Whether the card shown last is there no more: another instance has deleted it.
  var isShownDeleted: Bool { savedPlace.value.question.map { $0 != place.question } ?? false }

  /// The card shown; nil when there are none.
  var shown: FlashCard? { cards.isEmpty ? nil : cards[place.card] }

  /// Shows another card.
  func show(_ index: Int) { savedPlace.value = Place(index, in: cards) }

  /// Keeps the place of the card shown: without its question, its deletion could not be seen.
  func keepPlace() { if savedPlace.value != place { savedPlace.value = place } }

  func showAnswer() { savedPlace.value.isAnswerShown = true }

  /// Adds a card at the end, which is shown when it is the first. Returns its number.
  func add(_ card: FlashCard) -> Int {
    saved.change { $0.append(card) }
    if cards.count == 1 { show(0) }
    return cards.count
  }

  /// Counts an answer to a card.
  func count(_ card: FlashCard, rightly: Bool) {
    saved.change(card) { $0.count(rightly: rightly) }
  }

  /// Deletes the card shown; the next one is shown then.
  func delete() {
    let index = place.card
    saved.change { _ = $0.remove(at: index) }
    show(min(index, max(cards.count - 1, 0)))
  }

  /// Saves the cards, then the place, which is no reason to fail.
  func save() async throws(StateError) {
    defer { savedPlace.savePlace() }
    try await saved.save()
  }
}
