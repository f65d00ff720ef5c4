// A deck of flash cards for the benchmarks of keyed archives: the card as a plain Codable class,
// and as one with handwritten coding.
package import KeyedArchives
package import PropertyLists

/// A flash card whose coding the compiler generates.
package final class FlashCard: Codable {
  package var question: String
  package var answer: String
  package var rightCount: Int
  package var wrongCount: Int

  /// Creates the card with a number. One answer in ten is shared by many cards.
  package init(_ number: Int) {
    question = "What is the capital of country number \(number)?"
    answer = number % 10 == 0 ? "The shared answer" : "The city with the number \(number)"
    rightCount = number % 97
    wrongCount = number % 31
  }

  /// Returns the first `count` cards.
  package static func deck(_ count: Int) -> [FlashCard] { (0..<count).map { FlashCard($0) } }
}

/// The same card with numbered fields, in archives under the same name.
package final class FieldCard: PlistFieldCodable, Archivable {
  package static let plistFields = PlistFields("question", "answer", "rightCount", "wrongCount")
  package static var archivedClassName: String { "FlashCard" }

  package let question: String
  package let answer: String
  package let rightCount: Int
  package let wrongCount: Int

  /// Creates a copy of a card.
  package init(_ card: FlashCard) {
    question = card.question
    answer = card.answer
    rightCount = card.rightCount
    wrongCount = card.wrongCount
  }

  package init(from fields: borrowing PlistFieldReader) throws {
    question = try fields.decode(0)
    answer = try fields.decode(1)
    rightCount = try fields.decode(2)
    wrongCount = try fields.decode(3)
  }

  package func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    switch field {
    case 0: try writer.encode(question)
    case 1: try writer.encode(answer)
    case 2: try writer.encode(rightCount)
    default: try writer.encode(wrongCount)
    }
  }
}

/// The same card with `KeyedCoding`, in archives under the same name.
package final class HandCodedCard: KeyedCoding, Archivable {
  package static var archivedClassName: String { "FlashCard" }

  package let question: String
  package let answer: String
  package let rightCount: Int
  package let wrongCount: Int

  /// Creates a copy of a card.
  package init(_ card: FlashCard) {
    question = card.question
    answer = card.answer
    rightCount = card.rightCount
    wrongCount = card.wrongCount
  }

  package init(coder: UnarchivingCoder) throws {
    question = try coder.decode(String.self, forKey: "question") ?? ""
    answer = try coder.decode(String.self, forKey: "answer") ?? ""
    rightCount = try coder.decodeInteger(forKey: "rightCount")
    wrongCount = try coder.decodeInteger(forKey: "wrongCount")
  }

  package func encode(with coder: ArchivingCoder) throws {
    try coder.encode(question, forKey: "question")
    try coder.encode(answer, forKey: "answer")
    try coder.encode(rightCount, forKey: "rightCount")
    try coder.encode(wrongCount, forKey: "wrongCount")
  }
}
