// An existing NSCoding class, unchanged, in Plinth's archives.
import FoundationBridge

final class FlashCard: NSObject, NSCoding {
  let question: String
  let rightCount: Int

  init(_ question: String, _ rightCount: Int) {
    self.question = question
    self.rightCount = rightCount
  }

  required init?(coder: NSCoder) {
    question = coder.decodeObject(forKey: "Question") as? String ?? ""
    rightCount = coder.decodeInteger(forKey: "RightCount")
  }

  func encode(with coder: NSCoder) {
    coder.encode(question, forKey: "Question")
    coder.encode(rightCount, forKey: "RightCount")
  }
}

let data = try NSCodingArchiver.archivedData(root: [FlashCard("6 × 7?", 3)])
let cards = try NSCodingUnarchiver.unarchivedObject(
  ofClasses: [NSArray.self, FlashCard.self], from: data)
if let cards = cards as? [FlashCard] {
  print(cards[0].question, cards[0].rightCount)  // prints 6 × 7? 3
}
