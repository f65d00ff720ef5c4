// Archiving plain Codable values and classes.
import FoundationEssentials
import KeyedArchives
import PropertyLists
import Testing

struct Point: Codable, Equatable {
  var x: Int
  var y: Double
}

final class Card: Codable {
  var question: String
  var answer: String
  var right: Int
  init(_ question: String, _ answer: String, _ right: Int) {
    self.question = question
    self.answer = answer
    self.right = right
  }
}

@Suite("Archiving plain types")
struct ArchiverTests {
  @Test("a struct becomes an object with its fields")
  func structs() throws {
    let data = try KeyedArchiver.archivedData(root: Point(x: 3, y: 1.5))
    let document = try PlistDocument([UInt8](data))
    print(try String(decoding: document.encoded(as: .xml), as: UTF8.self))
    let cards = [Card("a", "b", 1), Card("c", "b", 2)]
    let two = try KeyedArchiver.archivedData(root: ["x": cards, "y": [cards[0]]])
    print(try String(decoding: PlistDocument([UInt8](two)).encoded(as: .xml), as: UTF8.self))
  }
}
