// FlashCard: a question, its answer, and the numbers of right and wrong answers.

import ExampleTerminal
import KeyedArchives

final class FlashCard: KeyedCoding {
  var question: String?
  var answer: String?
  var rightCount = 0
  var wrongCount = 0

  init(question: String?, answer: String?) {
    self.question = question
    self.answer = answer
  }

  init(coder: UnarchivingCoder) throws {
    question = try coder.decode(String.self, forKey: "Question")
    answer = try coder.decode(String.self, forKey: "Answer")
    rightCount = try coder.decodeInteger(forKey: "RightCount")
    wrongCount = try coder.decodeInteger(forKey: "WrongCount")
  }

  func encode(with coder: ArchivingCoder) throws {
    try coder.encode(question, forKey: "Question")
    try coder.encode(answer, forKey: "Answer")
    try coder.encode(rightCount, forKey: "RightCount")
    try coder.encode(wrongCount, forKey: "WrongCount")
  }
}

extension FlashCard: ListedObject {
  /// Another card with the same contents.
  convenience init(copying card: FlashCard) {
    self.init(question: card.question, answer: card.answer)
    (rightCount, wrongCount) = (card.rightCount, card.wrongCount)
  }

  static func == (one: FlashCard, other: FlashCard) -> Bool {
    one.text == other.text
      && (one.rightCount, one.wrongCount) == (other.rightCount, other.wrongCount)
  }
}

extension FlashCard {
  /// Counts an answer. Counts stay within the `int` that Objective-C reads.
  func count(rightly: Bool) {
    let next = min(rightly ? rightCount : wrongCount, Int(Int32.max) - 1) + 1
    if rightly { rightCount = next } else { wrongCount = next }
  }

  /// Whether it has wrong answers, and not more right ones.
  var isMissed: Bool { wrongCount > 0 && wrongCount >= rightCount }

  /// The numbers of right and wrong answers, in words.
  var counts: String { "\(rightCount) right, \(wrongCount) wrong" }

  /// The question and the answer, in words.
  var parts: String { "question “\(question.shown)”, answer “\(answer.shown)”" }

  /// The question and the answer, as a person types them.
  var line: String { "\(question.shown) = \(answer.shown)" }

  /// Whether its line contains all words of a text.
  func containsWords(of text: String) -> Bool { [line].containWords(of: text) }
}
