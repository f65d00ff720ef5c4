// The order in which cards are learned. A round begins with all cards or some of them, those with the
// most wrong answers first. A card that was answered rightly leaves the round; one that was answered
// wrongly comes again after three others. Stored in a separate file, and valid for any cards.

import ExampleTerminal

/// The cards that a round still asks, and those that it asks no longer.
struct LearningRound: Codable, Sendable, Hashable {
  /// The cards to ask, the next one first.
  private(set) var queue: [RoundCard] = []
  /// The cards that were answered rightly.
  private var done: [RoundCard] = []
  private(set) var wrongCount = 0
  /// The choice of the cards; nil for all cards, and in the files of earlier versions.
  private(set) var part: RoundPart?

  /// The number of other cards that come before a wrong one comes again.
  static let distance = 3
}

/// The choice of the cards of a short round.
struct RoundPart: Codable, Sendable, Hashable {
  /// The number of cards, `wrong`, or the text, as it was typed.
  var words: String
  /// Whether the answers are shown; nil in the files of earlier versions.
  var isReversed: Bool?
  /// The number of all cards when the round was adapted to them last.
  var listCount: Int
}

/// A card of a round: its texts, and its index in the list, because several cards can have the same
/// texts.
struct RoundCard: Codable, Sendable, Hashable {
  var question: String?
  var answer: String?
  /// Nil in the files of earlier versions.
  var index: Int?
  /// Whether it was answered wrongly in this round; nil if it was not.
  var isMissed: Bool?

  init(_ text: CardText, at index: Int, isMissed: Bool? = nil) {
    (question, answer) = (text.question, text.answer)
    self.index = index
    self.isMissed = isMissed
  }

  var text: CardText { CardText(question: question, answer: answer) }
}

extension LearningRound {
  /// A new round of all cards.
  init(_ cards: [FlashCard]) { queue = Self.cards(at: Self.order(of: cards), in: cards) }

  /// A new round of the chosen cards.
  init(_ cards: [FlashCard], choice: CardChoice) throws(CommandError) {
    queue = Self.cards(at: try choice.indices(in: cards), in: cards)
    part = choice.words.map {
      RoundPart(words: $0, isReversed: choice.isReversed, listCount: cards.count)
    }
  }

  private static func cards(at indices: [Int], in cards: [FlashCard]) -> [RoundCard] {
    indices.map { RoundCard(cards[$0].text, at: $0) }
  }

  /// The indices of cards in the order in which they are learned. Where two cards have as many more
  /// right answers than wrong ones, the one with more wrong answers comes first. Cards with the same
  /// counts come in the order of the list before the first answer, and then in another order each
  /// time, so that a person does not learn the order.
  static func order(of cards: [FlashCard]) -> [Int] {
    func balance(_ card: FlashCard) -> Double { Double(card.rightCount) - Double(card.wrongCount) }
    let answers = cards.reduce(0) { $0 &+ $1.rightCount &+ $1.wrongCount }
    let ranks = cards.indices.map { answers == 0 ? UInt64($0) : mixed(answers, $0) }
    return cards.indices.sorted { one, other in
      (balance(cards[one]), cards[other].wrongCount, ranks[one], one)
        < (balance(cards[other]), cards[one].wrongCount, ranks[other], other)
    }
  }

  /// A number that looks random, but is always the same for two numbers: mixed as in SplitMix64.
  private static func mixed(_ first: Int, _ second: Int) -> UInt64 {
    var bits = UInt64(bitPattern: Int64(first)) &* 0x9E37_79B9_7F4A_7C15
    bits &+= UInt64(bitPattern: Int64(second)) &* 0xD1B5_4A32_D192_ED03
    bits = (bits ^ (bits &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits &>> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits &>> 31)
  }

  var isFinished: Bool { queue.isEmpty }
  var rightCount: Int { done.count }

  /// The cards of a finished round that were answered wrongly at first.
  var missed: [CardText] { done.filter { $0.isMissed == true }.map(\.text) }

  /// Takes an answer to the next card.
  mutating func answer(rightly: Bool) {
    guard !queue.isEmpty else { return }
    var card = queue.removeFirst()
    if rightly {
      done.append(card)
    } else {
      // The file may contain any number.
      wrongCount = min(wrongCount, .max - 1) + 1
      card.isMissed = true
      queue.insert(card, at: min(Self.distance, queue.count))
    }
  }
}

// MARK: - Changes of the cards

extension LearningRound {
  /// The same round for cards that may have changed: without deleted ones, and with new ones last,
  /// except in a short round.
  func adapted(to cards: [FlashCard]) -> LearningRound {
    let texts = cards.map(\.text)
    let known = queue + done
    let found = Self.indices(of: known, in: texts, onceOf: part?.listCount ?? known.count)
    func present(_ cards: [RoundCard], _ indices: ArraySlice<Int?>) -> [RoundCard] {
      zip(cards, indices).compactMap { card, index in
        index.map { RoundCard(texts[$0], at: $0, isMissed: card.isMissed) }
      }
    }
    var round = self
    round.part?.listCount = cards.count
    round.queue = present(queue, found.prefix(queue.count))
    if part == nil {
      let present = Set(found.compactMap(\.self))
      round.queue += Self.cards(at: texts.indices.filter { !present.contains($0) }, in: cards)
    }
    round.done = present(done, found.dropFirst(queue.count))
    return round
  }

  /// The present index of each card; nil for a deleted one. A card is one with the same texts at the
  /// same index; or else the next one with the same texts; or else, if none was deleted from a list
  /// that had a number of cards, the one at the same index, whose texts were edited.
  private static func indices(
    of cards: [RoundCard], in texts: [CardText], onceOf listCount: Int
  ) -> [Int?] {
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
    if texts.count >= listCount {
      for number in missing() { take(cards[number].index, for: number) }
    }
    return found
  }
}
