// The question and the answer of a card, and the ways to type them on a line.

import ExampleTerminal

/// The texts of a card.
struct CardText: Codable, Sendable, Hashable {
  var question: String?
  var answer: String?
}

extension FlashCard {
  var text: CardText { CardText(question: question, answer: answer) }

  convenience init(_ text: CardText) { self.init(question: text.question, answer: text.answer) }
}

extension CardText {
  /// Parses `QUESTION = ANSWER`; nil if nothing separates them. The first tab separates question and
  /// answer, as in a line from a spreadsheet; where there is none, the first ` = `, or else the first
  /// `=`. Either may be empty.
  init?(line: String) {
    let parting =
      line.firstRange(of: "\t") ?? line.firstRange(of: " = ") ?? line.firstRange(of: "=")
    guard let parting else { return nil }
    question = Self.text(line[..<parting.lowerBound])
    answer = Self.text(line[parting.upperBound...])
  }

  /// A text without white space at its ends, and without tabs.
  private static func text(_ piece: Substring) -> String {
    String(piece).replacing("\t", with: " ").trimmed
  }

  /// The texts, with those of another card where they are empty; nil if both are.
  func completed(by other: CardText) -> CardText? {
    if question?.isEmpty != false, answer?.isEmpty != false { return nil }
    return CardText(
      question: question?.isEmpty == false ? question : other.question,
      answer: answer?.isEmpty == false ? answer : other.answer)
  }

  /// Whether neither text is empty.
  var isComplete: Bool { question?.isEmpty == false && answer?.isEmpty == false }
}
