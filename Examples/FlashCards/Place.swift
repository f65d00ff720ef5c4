// Where the user was among the cards: kept in a file of its own, and found again even when the cards
// on disk are a little older or newer.

/// The card shown.
struct Place: Codable, Sendable, Hashable {
  /// Its index; meaningless when there are no cards.
  var card = 0
  /// Its question, in case it stands elsewhere; nil when no card was shown.
  var question: String?
  var isAnswerShown = false
}

extension Place {
  /// The place of a card.
  init(_ index: Int, in cards: [FlashCard]) {
    card = index
    question = cards.indices.contains(index) ? cards[index].question : nil
  }

  /// The same place in cards that may have changed: the same question, else about there.
  func found(in cards: [FlashCard]) -> Place {
    if cards.indices.contains(card), cards[card].question == question { return self }
    if let question, let index = cards.firstIndex(where: { $0.question == question }) {
      var place = Place(index, in: cards)
      place.isAnswerShown = isAnswerShown
      return place
    }
    return Place(min(max(card, 0), max(cards.count - 1, 0)), in: cards)
  }
}
