// A plain class that reads and writes the archives of its NSCoding predecessor.
import KeyedArchives
import PropertyLists

final class FlashCard: Codable {
  var question: String
  var rightCount: Int
  /// The old class stored an `NSNumber` here.
  @NumberObject var easiness: Double

  enum CodingKeys: String, CodingKey {
    case question = "Question"
    case rightCount = "RightCount"
    case easiness = "Easiness"
  }

  init(_ question: String, _ rightCount: Int, _ easiness: Double) {
    self.question = question
    self.rightCount = rightCount
    self.easiness = easiness
  }
}

let data = try KeyedArchiver.archivedData(root: [FlashCard("6 × 7?", 3, 2.5)])
let cards = try KeyedUnarchiver.unarchivedObject(of: [FlashCard].self, from: data)
print(cards[0].question, cards[0].easiness)  // prints 6 × 7? 2.5
