// FlashCard: a question, its answer, and how often it was answered rightly and wrongly. It never
// changes, so that a save on another thread never sees half a change; an answer makes a new one.

import KeyedArchives

final class FlashCard: KeyedCoding, Sendable {
  let question: String
  let answer: String
  let rightCount: Int
  let wrongCount: Int

  init(question: String, answer: String, rightCount: Int = 0, wrongCount: Int = 0) {
    self.question = question
    self.answer = answer
    self.rightCount = rightCount
    self.wrongCount = wrongCount
  }

  init(coder: UnarchivingCoder) throws {
    question = try coder.decode(String.self, forKey: "Question") ?? ""
    answer = try coder.decode(String.self, forKey: "Answer") ?? ""
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

extension FlashCard {
  /// The card after a right answer.
  var answeredRight: FlashCard {
    FlashCard(
      question: question, answer: answer, rightCount: Self.next(rightCount),
      wrongCount: wrongCount)
  }

  /// The card after a wrong answer.
  var answeredWrong: FlashCard {
    FlashCard(
      question: question, answer: answer, rightCount: rightCount,
      wrongCount: Self.next(wrongCount))
  }

  /// Counts stay within the `int` that Objective-C reads them as.
  private static func next(_ count: Int) -> Int {
    count < Int(Int32.max) ? count + 1 : Int(Int32.max)
  }

  /// How often it was answered, in words.
  var counts: String { "\(rightCount) right, \(wrongCount) wrong" }
}
