// The order in which cards are learned. A round begins with all cards, those with the most wrong
// answers first. A card that was answered rightly leaves the round; one that was answered wrongly
// comes again after three others. Stored in a separate file, and valid for any cards.

/// The cards that a round still asks, and those that it asks no longer.
struct LearningRound: Codable, Sendable, Hashable {
  /// The cards to ask, the next one first.
  private(set) var queue: [RoundCard] = []
  /// The cards that were answered rightly.
  private var done: [RoundCard] = []
  private(set) var wrongCount = 0

  /// The number of other cards that come before a wrong one comes again.
  static let distance = 3
}

/// A card of a round: its texts, and its index in the list, because several cards can have the same
/// texts.
struct RoundCard: Codable, Sendable, Hashable {
  var question: String?
  var answer: String?
  /// Nil in the files of earlier versions.
  var index: Int?

  init(_ text: CardText, at index: Int) {
    (question, answer) = (text.question, text.answer)
    self.index = index
  }

  var text: CardText { CardText(question: question, answer: answer) }
}

extension LearningRound {
  /// A new round. Where two cards have as many more right answers than wrong ones, their order in
  /// the list counts.
  init(_ cards: [FlashCard]) {
    func balance(_ card: FlashCard) -> Double { Double(card.rightCount) - Double(card.wrongCount) }
    queue = cards.enumerated()
      .sorted { (balance($0.element), $0.offset) < (balance($1.element), $1.offset) }
      .map { RoundCard($0.element.text, at: $0.offset) }
  }

  var isFinished: Bool { queue.isEmpty }
  var rightCount: Int { done.count }

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
}

// MARK: - Changes of the cards

extension LearningRound {
  /// The same round for cards that may have changed: without deleted ones, and with new ones last.
  func adapted(to cards: [FlashCard]) -> LearningRound {
    let texts = cards.map(\.text)
    let found = Self.indices(of: queue + done, in: texts)
    func present(_ cards: [RoundCard], _ indices: ArraySlice<Int?>) -> [RoundCard] {
      zip(cards, indices).compactMap { _, index in index.map { RoundCard(texts[$0], at: $0) } }
    }
    let known = Set(found.compactMap(\.self))
    var round = self
    round.queue = present(queue, found.prefix(queue.count))
    round.queue += texts.indices.filter { !known.contains($0) }.map { RoundCard(texts[$0], at: $0) }
    round.done = present(done, found.dropFirst(queue.count))
    return round
  }

  /// The present index of each card; nil for a deleted one. A card is one with the same texts at the
  /// same index; or else the next one with the same texts; or else, if none was deleted, the one at
  /// the same index, whose texts were edited.
  private static func indices(of cards: [RoundCard], in texts: [CardText]) -> [Int?] {
    var found = [Int?](repeating: nil, count: cards.count)
    var free = Set(texts.indices)
    func take(_ index: Int?, for number: Int) {
      guard let index, free.remove(index) != nil else { return }
      found[number] = index
    }
    for (number, card) in cards.enumerated() {
      if let index = card.index, texts.indices.contains(index), texts[index] == card.text {
        take(index, for: number)
      }
    }
    var byText = Dictionary(grouping: free.sorted(by: >)) { texts[$0] }
    func missing() -> [Int] {
      found.indices.filter { found[$0] == nil }
        .sorted { (cards[$0].index ?? 0, $0) < (cards[$1].index ?? 0, $1) }
    }
    for number in missing() { take(byText[cards[number].text]?.popLast(), for: number) }
    if texts.count >= cards.count {
      for number in missing() { take(cards[number].index, for: number) }
    }
    return found
  }
}
