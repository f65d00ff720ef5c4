// Tests of the structure of archives of plain Codable values.
import FoundationEssentials
import KeyedArchives
import OrderedCollections
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

  @Test("Objects with one key or none do not change the keys of those after them")
  func smallObjects() throws {
    struct Wide: Codable, Equatable {
      var (a, b, c, d, e, f) = (1, 2, 3, 4, 5, 6)
      private enum CodingKeys: CodingKey { case a, b, c, d, e, f }
    }
    struct Narrow: Codable, Equatable { var a = 7 }
    struct Empty: Codable, Equatable {}
    struct Mixture: Codable, Equatable {
      var wide = [Wide(), Wide(), Wide()]
      var parts = [Empty(), Empty()]
      var (first, second, third, fourth) = (Wide(), Empty(), Wide(), Narrow())
      var (fifth, sixth, seventh, eighth) = (Wide(), Empty(), Narrow(), Empty())
      var (ninth, last) = (Narrow(), Wide())
      private enum CodingKeys: CodingKey {
        case wide, first, second, third, parts, fourth, fifth, sixth, seventh, eighth, ninth, last
      }
    }
    for count in [1, 3, 60, 5_000] {
      let value = [Mixture](repeating: Mixture(), count: count)
      let archiver = KeyedArchiver()
      try archiver.encode(value, forKey: "root")
      let document = try archiver.finishDocument()
      for data in [
        try KeyedArchiver.archivedData(root: value), try document.encoded(as: .binary),
      ] {
        #expect(try KeyedUnarchiver.unarchivedObject(of: [Mixture].self, from: data) == value)
        let sizes = try objects(data).compactMap { object -> Int? in
          guard case .dictionary(let fields) = object, fields["$class"] != nil else { return nil }
          return fields.count
        }
        #expect(Set(sizes) == [1, 2, 7, 13])
      }
    }
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

  @Test("Equal strings are one object in an archive with many strings")
  func manyStrings() throws {
    let distinct = (0..<12_000).map { $0 % 100 == 0 ? longText($0) : "string \($0)" }
    let objects = try objects(KeyedArchiver.archivedData(root: distinct + distinct.reversed()))
    guard case .array(let references)? = objects[1]["NS.objects"] else {
      Issue.record("the array has no elements")
      return
    }
    // The array, its class record and `$null`.
    #expect(objects.count == distinct.count + 3)
    #expect(references.count == 2 * distinct.count)
    let (first, second) = (
      references.prefix(distinct.count), references.suffix(distinct.count)
    )
    #expect(first.elementsEqual(second.reversed()))
    #expect(objects[2] == .string(distinct[0]))
    #expect(objects[distinct.count + 1] == .string(distinct[distinct.count - 1]))
  }

  @Test("Strings that are repeated very often are one object each")
  func oftenRepeatedStrings() throws {
    // More than are compared together.
    let texts = (0..<180_000).map { "string \($0 % 9000)" }
    let objects = try objects(KeyedArchiver.archivedData(root: texts + ["a new string"]))
    guard case .array(let references)? = objects[1]["NS.objects"] else {
      Issue.record("the array has no elements")
      return
    }
    #expect(objects.count == 9000 + 4)
    for first in stride(from: 0, to: texts.count, by: 9000) {
      #expect(references[first..<first + 9000].elementsEqual(references[..<9000]))
    }
    #expect(references.last == uid(UInt32(objects.count - 2)))
  }

  private func longText(_ number: Int) -> String {
    String(repeating: "long ", count: 20) + "\(number)"
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
