// The order in which cards are learned. A round begins with all cards, those with the most wrong
// answers first. A card that was answered rightly leaves the round; one that was answered wrongly
// comes again after three others. Stored in a separate file, and valid for any cards.

/// The cards that a round still asks, and those that it asks no longer.
struct LearningRound: Codable, Sendable, Hashable {
  /// The cards to ask, the next one first.
  private(set) var queue: [CardText] = []
  /// The cards that were answered rightly.
  private var done: [CardText] = []
  private(set) var wrongCount = 0

  /// The number of other cards that come before a wrong one comes again.
  static let distance = 3
}

extension LearningRound {
  /// A new round. Where two cards have as many more right answers than wrong ones, their order in
  /// the list counts.
  init(_ cards: [FlashCard]) {
    func balance(_ card: FlashCard) -> Double { Double(card.rightCount) - Double(card.wrongCount) }
    queue = cards.enumerated()
      .sorted { (balance($0.element), $0.offset) < (balance($1.element), $1.offset) }
      .map(\.element.text)
  }

  var isFinished: Bool { queue.isEmpty }
  var rightCount: Int { done.count }

  /// The same round for cards that may have changed: without deleted ones, and with new ones last.
  func adapted(to cards: [FlashCard]) -> LearningRound {
    let texts = cards.map(\.text)
    let (present, known) = (Set(texts), Set(queue + done))
    var round = self
    round.queue = queue.filter(present.contains) + texts.filter { !known.contains($0) }
    round.done = done.filter(present.contains)
    return round
  }

  /// Takes an answer to the next card.
  mutating func answer(rightly: Bool) {
    guard !queue.isEmpty else { return }
    let card = queue.removeFirst()
    if rightly {
      done.append(card)
    } else {
      // The file may contain any number.
      wrongCount = min(wrongCount, .max - 1) + 1
      queue.insert(card, at: min(Self.distance, queue.count))
    }
  }

  /// Keeps a card in its position although its text changes.
  mutating func rename(_ old: CardText, to new: CardText) {
    queue = queue.map { $0 == old ? new : $0 }
    done = done.map { $0 == old ? new : $0 }
  }
}
