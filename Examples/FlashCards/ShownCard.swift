// The user's position among the cards: stored in a separate file, and restored even when the cards
// on disk are slightly older or newer.

/// The card shown.
struct ShownCard: Codable, Sendable, Hashable {
  /// Its index; meaningless when there are no cards.
  var card = 0
  /// Its question, in case its index changed; nil when no card was shown.
  var question: String?
  var isAnswerShown = false
}

extension ShownCard {
  /// The position of a card.
  init(_ index: Int, in cards: [FlashCard]) {
    card = index
    question = cards.indices.contains(index) ? cards[index].question : nil
  }

  /// The same position in cards that may have changed: the same question, or else a nearby index.
  func found(in cards: [FlashCard]) -> ShownCard {
    if cards.indices.contains(card), cards[card].question == question { return self }
    if let question, let index = cards.firstIndex(where: { $0.question == question }) {
      var position = ShownCard(index, in: cards)
      position.isAnswerShown = isAnswerShown
      return position
    }
    return ShownCard(min(max(card, 0), max(cards.count - 1, 0)), in: cards)
  }
}
