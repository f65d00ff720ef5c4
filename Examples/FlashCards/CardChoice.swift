// The choice of cards to learn, as it is typed after `learn`: `reverse`, and a number of cards, `wrong`,
// or words that they contain.

import ExampleTerminal

/// The cards that a person wants to learn, and in which direction.
struct CardChoice: Equatable {
  /// Whether the answers are shown, and the questions asked for.
  var isReversed = false
  /// The number of cards, `wrong` for those with at least as many wrong answers as right ones, or
  /// words that they contain; nil for all cards.
  var words: String?

  /// All cards.
  init(isReversed: Bool) { self.isReversed = isReversed }

  /// The choice of a round of some cards.
  init(_ part: RoundPart) { (isReversed, words) = (part.isReversed == true, part.words) }

  init(_ rest: String) {
    var text = rest
    let (first, others) = rest.firstWord
    if !first.isEmpty, "reverse".hasPrefix(first) {
      (isReversed, text) = (true, others)
    } else if rest.hasSuffix(" reverse") {
      (isReversed, text) = (true, String(rest.dropLast(" reverse".count)).trimmed)
    }
    words = text.isEmpty ? nil : text
  }

  /// The command that makes this choice.
  var command: String {
    (["learn"] + (isReversed ? ["reverse"] : []) + (words.map { [$0] } ?? []))
      .joined(separator: " ").shown
  }

  /// The indices of the chosen cards, in the order in which they are learned: for a number, those of
  /// the cards that come first.
  func indices(in cards: [FlashCard]) throws(CommandError) -> [Int] {
    let all = LearningRound.order(of: cards)
    guard let words else { return all }
    if let count = Int(words) {
      if count < 1 { throw CommandError("expected a number of cards, found “\(words)”") }
      return Array(all.prefix(count))
    }
    if words == "wrong" {
      let wrong = all.filter { cards[$0].isMissed }
      if wrong.isEmpty {
        throw CommandError("no card has at least as many wrong answers as right ones")
      }
      return wrong
    }
    let found = all.filter { cards[$0].containsWords(of: words) }
    if found.isEmpty { throw CommandError("no card contains “\(words.shown)”") }
    return found
  }
}
