// Tests of the structure of archives of plain Codable values.
import FoundationEssentials
import KeyedArchives
import PropertyLists
import Testing

private struct Point: Codable {
  var x: Int
  var y: Double
}

private final class Card: Codable {
  var question: String
  var answer: String
  var right: Int
  init(_ question: String, _ answer: String, _ right: Int) {
    self.question = question
    self.answer = answer
    self.right = right
  }
}

@Suite("Archives of plain types")
struct ArchiverTests {
  private func objects(_ data: Data) throws -> [Plist] {
    guard case .array(let objects)? = try Plist(PlistDocument(data))["$objects"] else { return [] }
    return objects
  }

  @Test("A struct is an object with its fields, including numbers, and a class record")
  func structs() throws {
    let objects = try objects(KeyedArchiver.archivedData(root: Point(x: 3, y: 1.5)))
    #expect(
      objects == [
        "$null", ["x": 3, "y": 1.5, "$class": uid(2)],
        ["$classname": "Point", "$classes": ["Point", "NSObject"]],
      ])
  }

  @Test("Instances get slots in the order of their first use, and equal strings share one")
  func instances() throws {
    let cards = [Card("a", "b", 1), Card("c", "b", 2)]
    let objects = try objects(KeyedArchiver.archivedData(root: cards + [cards[0]]))
    #expect(objects[1]["NS.objects"] == [uid(2), uid(6), uid(2)])
    #expect(objects[2]["answer"] == uid(4))
    #expect(objects[6]["answer"] == uid(4))
    #expect(objects[3] == "a")
    #expect(objects[5]["$classname"] == "Card")
    #expect(objects.count == 9)
  }

  @Test("Numbers in collections keep their kind")
  func numbers() throws {
    struct Mixed: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(1)
        try container.encode(true)
        try container.encode(1.0)
      }
    }
    let objects = try objects(KeyedArchiver.archivedData(root: Mixed()))
    #expect(Array(objects[2...4]) == [1, true, .real(1)])
  }
}
