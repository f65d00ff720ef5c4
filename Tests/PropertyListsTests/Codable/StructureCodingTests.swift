// Compares structs, enums, collections and classes with Foundation's coders. Uses
// `expectAgreement`.

import Foundation
import Testing

@testable import PropertyLists

private enum Color: String, Codable, CodingKeyRepresentable {
  case red
  case green
}

private enum Level: Int, Codable {
  case low = -1
  case high = 300
}

private enum Shape: Codable, Equatable {
  case point
  case circle(radius: Double)
  case box(Int, Int)
  indirect case group([Shape])
}

private struct Empty: Codable, Equatable {}

private struct Inner: Codable, Equatable {
  var name = "é"
  var flags = [true, false]
  var when = Date(timeIntervalSinceReferenceDate: 12)
  var empty = Empty()
}

private struct Outer: Codable, Equatable {
  var inners = [Inner(), Inner(name: "b")]
  var table = [[1, 2], [], [3]]
  var byName = ["b": Inner(), "a": Inner(name: "x")]
  var missing: Int?
  var given: Inner? = Inner()
  var level = Level.high
  var shapes = [Shape.point, .circle(radius: 1.5), .box(1, -2), .group([.point, .group([])])]
  var data = Data([1, 2, 3])
}

private final class Nested: Codable, Equatable {
  var child: Nested?
  var level: Int

  init(depth: Int) {
    level = depth
    child = depth > 1 ? Nested(depth: depth - 1) : nil
  }

  static func == (left: Nested, right: Nested) -> Bool {
    left.level == right.level && left.child == right.child
  }
}

@Suite("Coding structures")
struct StructureCodingTests {
  @Test("Nested structs, enums and empty structs are coded as Foundation codes them")
  func structures() throws {
    try expectAgreement(Outer())
    try expectAgreement([Empty(), Empty()])
    try expectAgreement(Empty?.some(Empty()).map { Box($0) })
    try expectAgreement([Color.red, .green])
    try expectAgreement([Level.low, .high])
  }

  @Test("Nested collections of any element are coded as Foundation codes them")
  func collections() throws {
    try expectAgreement([[String]]())
    try expectAgreement([[["a"], []], []])
    try expectAgreement([[1.5], [], [-0.0]])
    try expectAgreement(["a": ["b": ["c": "d"]], "e": [:]])
    try expectAgreement(Set(["only"]))
    try expectAgreement([String: Int]())
    try expectAgreement(["": 1, "a": 2, "ab": 3, "é": 4, "😀": 5])
    try expectAgreement(["x": "1", "": "2", "<&>": "3", "😀": "4"])
    let set = Set(0..<100)
    #expect(try PlistDecoder().decode(Set<Int>.self, from: PlistEncoder().encode(set)) == set)
  }

  @Test("Dictionaries with integer and enum keys are coded as Foundation codes them")
  func keyTypes() throws {
    try expectAgreement([1: "a", -20: "b", 300: "c"])
    try expectAgreement([Color.red: 1, .green: 2])
    try expectAgreement([Level.low.rawValue: Level.high])
    try expectAgreement([UUID(): 1])
  }

  @Test("A hundred levels are coded as Foundation codes them")
  func deep() throws { try expectAgreement(Nested(depth: 100)) }

  @Test("512 levels survive a round trip, with a date in the deepest")
  func deepest() throws {
    var value: Plist = ["when": .date(Date(timeIntervalSinceReferenceDate: 5))]
    for _ in 0..<511 { value = ["child": value] }
    let decoded = try PlistDecoder().decode(Chain.self, from: value)
    #expect(decoded.depth == 512)
    let data = try PlistEncoder(outputFormat: .binary).encode(decoded)
    #expect(try PlistDecoder().decode(Chain.self, from: data).depth == 512)
  }

  @Test(
    "600 levels are rejected by the encoder and the reader", arguments: [PlistFormat.xml, .binary])
  func tooDeep(_ format: PlistFormat) throws {
    let value = Nested(depth: 600)
    let encoding = #expect(throws: PlistError.self) {
      try PlistEncoder(outputFormat: format).encode(value)
    }
    #expect(encoding?.code == .depthLimit)
    #expect(encoding?.path.steps.count ?? 0 > 500)
    var encoder = PlistEncoder(outputFormat: format)
    encoder.options.maximumDepth = 1000
    let data = try encoder.encode(value)
    let reading = #expect(throws: PlistError.self) {
      try PlistDecoder().decode(Nested.self, from: data)
    }
    #expect(reading?.code == .depthLimit)
    var decoder = PlistDecoder()
    decoder.options.maximumDepth = 1000
    #expect(try decoder.decode(Nested.self, from: data) == value)
  }

  @Test("A document from the encoder equals the one read from its bytes")
  func documents() throws {
    let document = try PlistEncoder().document(Outer())
    #expect(document.format == nil)
    #expect(try PlistDecoder().decode(Outer.self, from: document) == Outer())
    #expect(try PlistDecoder().decode(Outer.self, from: Plist(document)) == Outer())
    let part = try #require(document.root["byName"]?["a"])
    #expect(try PlistDecoder().decode(Inner.self, from: part) == Inner(name: "x"))
  }
}

/// A chain whose last link has a date.
private final class Chain: Codable {
  var child: Chain?
  var when: Date?

  var depth: Int { 1 + (child?.depth ?? 0) }
}

/// An owner of a list, which an element of the list replaces while it is encoded.
private final class Owner: Encodable {
  var items: [Item] = []

  struct Item: Encodable {
    let name: String
    let owner: Owner

    func encode(to encoder: any Encoder) throws {
      owner.items = []
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }
  }
}

@Suite("Elements of arrays")
struct ElementCodingTests {
  @Test("Elements of every size, and objects, are encoded as by Foundation")
  func sizes() throws {
    final class Object: Codable {
      var number = 1
      init(_ number: Int) { self.number = number }
    }
    struct Wide: Codable, Equatable {
      var values: [Int?]
      var more = Inner()
      var object: Level? = .low
    }
    try expectAgreement([Empty(), Empty()])
    try expectAgreement([Level.low, .high])
    try expectAgreement([UInt8(1), 2, 255])
    try expectAgreement([Wide(values: [1, 2]), Wide(values: [])])
    try expectAgreement([[Wide(values: [1])], []])
    try expectAgreement([[Empty()], [Empty(), Empty()]])
    let objects = [Object(1), Object(2)]
    let file = try PlistEncoder(outputFormat: .xml).encode(objects)
    let foundation = PropertyListEncoder()
    foundation.outputFormat = .xml
    #expect(try file == foundation.encode(objects))
    let casted = (objects as [AnyObject]) as? [Object]
    #expect(try PlistEncoder(outputFormat: .xml).encode(#require(casted)) == file)
  }

  @Test("An array that is replaced while it is encoded is encoded as it was")
  func replacement() throws {
    let owner = Owner()
    owner.items = (0..<3).map { Owner.Item(name: "item \($0)", owner: owner) }
    let value = try PlistEncoder().document(owner).root
    #expect(value["items"]?.count == 3)
    #expect(value["items"]?[2]?.stringValue == "item 2")
    #expect(owner.items.isEmpty)
  }

  @Test("Dates, data and lists of scalars need none of Codable's containers")
  func wellKnownTypes() {
    for type in [
      Date.self, Data.self, [String].self, [Int].self, [Double].self, [String: String].self,
    ] as [Any.Type] {
      #expect(WellKnownType(type) != nil)
    }
    #expect(WellKnownType(Int.self) == nil && WellKnownType([Date].self) == nil)
    let sizes = [
      MemoryLayout<Date>.size, MemoryLayout<Data>.size, MemoryLayout<[Double]>.size,
      MemoryLayout<[String: String]>.size,
    ]
    #expect(sizes.allSatisfy { WellKnownType.canHave(size: $0) })
    #expect(!WellKnownType.canHave(size: 1))
  }
}
