// The flash card of the benchmarks as an NSCoding class, for Foundation's archiver and unarchiver.
package import BenchmarkDocuments
package import Foundation

/// A flash card that conforms to `NSSecureCoding`.
package final class FoundationFlashCard: NSObject, NSSecureCoding {
  package static var supportsSecureCoding: Bool { true }
  package let question: NSString
  package let answer: NSString
  package let rightCount: Int
  package let wrongCount: Int

  /// Creates a copy of a card.
  package init(_ card: FlashCard) {
    question = card.question as NSString
    answer = card.answer as NSString
    rightCount = card.rightCount
    wrongCount = card.wrongCount
  }

  package required init?(coder: NSCoder) {
    guard let question = coder.decodeObject(of: NSString.self, forKey: "question"),
      let answer = coder.decodeObject(of: NSString.self, forKey: "answer")
    else { return nil }
    self.question = question
    self.answer = answer
    rightCount = coder.decodeInteger(forKey: "rightCount")
    wrongCount = coder.decodeInteger(forKey: "wrongCount")
  }

  package func encode(with coder: NSCoder) {
    coder.encode(question, forKey: "question")
    coder.encode(answer, forKey: "answer")
    coder.encode(rightCount, forKey: "rightCount")
    coder.encode(wrongCount, forKey: "wrongCount")
  }

  /// Unarchives a deck.
  package static func deck(_ data: Data) throws -> [FoundationFlashCard] {
    let classes = [NSArray.self, FoundationFlashCard.self, NSString.self] as [AnyClass]
    let deck = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
    guard let deck = deck as? [FoundationFlashCard] else { throw WrongDeck() }
    return deck
  }

  /// Unarchives a deck and throws if it does not have `count` cards.
  package static func checkDeck(_ data: Data, count: Int) throws {
    guard try deck(data).count == count else { throw WrongDeck() }
  }

  /// Foundation unarchived something other than the deck.
  package struct WrongDeck: Error, CustomStringConvertible {
    package var description: String { "Foundation unarchived a different deck" }
  }
}
