// Types that are coded by their fields, written by hand: classes, recursive and generic types, and
// fields that only `Codable` can code.

import Foundation
import PropertyLists
import TestSupport

extension FieldSamples {
  /// A type with parts of another one.
  struct Deck: FieldSample, PlistFieldCodable, Sendable {
    var first: Card
    var cards: [Card]
    var last: Card?

    static let plistFields = PlistFields("first", "cards", "last")

    init(_ random: inout ScriptGenerator) {
      first = .sample(&random)
      cards = random.list { .sample(&$0) }
      last = random.maybe { .sample(&$0) }
    }

    init(from fields: borrowing PlistFieldReader) throws {
      first = try fields.decode(0)
      cards = try fields.decode(1)
      last = try fields.decodeIfPresent(2)
    }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      switch field {
      case 0: try writer.encode(first)
      case 1: try writer.encode(cards)
      default: try writer.encodeIfPresent(last)
      }
    }

    static func sample(_ random: inout ScriptGenerator) -> Self { Deck(&random) }
  }

  /// A type that contains itself in an array, before another field.
  struct Tree: FieldSample, PlistFieldCodable, Sendable {
    var children: [Tree]
    var weight: Int?
    var name: String

    static let plistFields = PlistFields("children", "weight", "name")

    init(_ random: inout ScriptGenerator, depth: Int = 3) {
      children = depth == 0 ? [] : random.list(upTo: 3) { Tree(&$0, depth: depth - 1) }
      weight = random.maybe { $0.integer() }
      name = random.text()
    }

    init(from fields: borrowing PlistFieldReader) throws {
      children = try fields.decode(0)
      weight = try fields.decodeIfPresent(1)
      name = try fields.decode(2)
    }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      switch field {
      case 0: try writer.encode(children)
      case 1: try writer.encodeIfPresent(weight)
      default: try writer.encode(name)
      }
    }

    static func sample(_ random: inout ScriptGenerator) -> Self { Tree(&random) }
  }

  /// A class that contains itself.
  final class Chain: FieldSample, PlistFieldCodable {
    var next: Chain?
    var number: Int

    static let plistFields = PlistFields("next", "number")

    init(_ next: Chain?, number: Int) { (self.next, self.number) = (next, number) }

    init(from fields: borrowing PlistFieldReader) throws {
      next = try fields.decodeIfPresent(0)
      number = try fields.decode(1)
    }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      if field == 0 { try writer.encodeIfPresent(next) } else { try writer.encode(number) }
    }

    static func ofLength(_ count: Int) -> Chain {
      var chain = Chain(nil, number: 0)
      for number in 1..<max(count, 1) { chain = Chain(chain, number: number) }
      return chain
    }

    static func sample(_ random: inout ScriptGenerator) -> Chain {
      ofLength(1 + random.number(below: 60))
    }
  }

  /// A class that has a subclass with more fields.
  class Shape: FieldSample, PlistFieldCodable {
    var name: String
    class var plistFields: PlistFields { shapeFields }
    private static let shapeFields = PlistFields("name")
    private enum CodingKeys: CodingKey { case name }

    init(name: String) { self.name = name }

    required init(from fields: borrowing PlistFieldReader) throws { name = try fields.decode(0) }

    required init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
    }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws { try writer.encode(name) }

    class func make(_ random: inout ScriptGenerator) -> Shape {
      random.flag() ? Shape(name: random.text()) : Square.make(&random)
    }

    static func sample(_ random: inout ScriptGenerator) -> Self {
      // A value of the static type's class may be one of a subclass.
      if let shape = make(&random) as? Self { return shape }
      return sample(&random)
    }
  }

  final class Square: Shape {
    var side: Double
    override class var plistFields: PlistFields { squareFields }
    private static let squareFields = PlistFields("name", "side")
    private enum CodingKeys: CodingKey { case side }

    init(name: String, side: Double) {
      self.side = side
      super.init(name: name)
    }

    required init(from fields: borrowing PlistFieldReader) throws {
      side = try fields.decode(1)
      try super.init(from: fields)
    }

    required init(from decoder: any Decoder) throws {
      side = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .side)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(side, forKey: .side)
    }

    override func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      if field == 1 { try writer.encode(side) } else { try super.encode(field: field, to: &writer) }
    }

    override class func make(_ random: inout ScriptGenerator) -> Shape {
      Square(name: random.text(), side: random.real())
    }
  }

  /// Fields that only `Codable` can code.
  struct Mixed: FieldSample, PlistFieldCodable {
    var link: URL
    var other: URL?
    var id: UUID
    var price: Decimal
    var words: Set<String>
    var numbers: Set<Int>
    var titles: [Int: String]
    var card: Card

    static let plistFields = PlistFields(
      "link", "other", "id", "price", "words", "numbers", "titles", "card")

    init(_ random: inout ScriptGenerator) {
      link = URL(filePath: "/a/\(random.number(below: 9))")
      other = random.maybe { URL(filePath: "/b/\($0.number(below: 9))") }
      let byte = random.integer(UInt8.self)
      id = UUID(uuid: (byte, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, byte))
      price = Decimal(random.number(below: 1000)) / 8
      words = Set(random.list(upTo: 1) { $0.text() })
      numbers = Set(random.list(upTo: 1) { $0.integer() })
      titles = random.flag() ? [:] : [random.integer(): random.text()]
      card = .sample(&random)
    }

    init(from fields: borrowing PlistFieldReader) throws {
      link = try fields.decode(0)
      other = try fields.decodeIfPresent(1)
      id = try fields.decode(2)
      price = try fields.decode(3)
      words = try fields.decode(4)
      numbers = try fields.decode(5)
      titles = try fields.decode(6)
      card = try fields.decode(7)
    }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      switch field {
      case 0: try writer.encode(link)
      case 1: try writer.encodeIfPresent(other)
      case 2: try writer.encode(id)
      case 3: try writer.encode(price)
      case 4: try writer.encode(words)
      case 5: try writer.encode(numbers)
      case 6: try writer.encode(titles)
      default: try writer.encode(card)
      }
    }

    static func sample(_ random: inout ScriptGenerator) -> Self { Mixed(&random) }
  }

  /// A type that only `Codable` codes, whose parts are coded by fields elsewhere.
  struct Wrapped: Codable {
    var cards: [Card]
    var inner: Alternating?
  }

  /// Fields and `Codable` by turns.
  struct Alternating: FieldSample, PlistFieldCodable {
    var wrapped: [Wrapped]
    var name: String

    static let plistFields = PlistFields("wrapped", "name")

    init(name: String, wrapped: [Wrapped] = []) { (self.name, self.wrapped) = (name, wrapped) }

    init(from fields: borrowing PlistFieldReader) throws {
      wrapped = try fields.decode(0)
      name = try fields.decode(1)
    }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      if field == 0 { try writer.encode(wrapped) } else { try writer.encode(name) }
    }

    static func sample(_ random: inout ScriptGenerator) -> Self {
      let isDeep = random.flag()
      return Alternating(
        name: random.text(),
        wrapped: random.list(upTo: 2) { random in
          Wrapped(
            cards: random.list { .sample(&$0) }, inner: isDeep ? .sample(&random) : nil)
        })
    }
  }

  /// A part that is not typed.
  struct Untyped: FieldSample, PlistFieldCodable {
    var name: String
    var extra: Plist

    static let plistFields = PlistFields("name", "extra")

    init(from fields: borrowing PlistFieldReader) throws {
      name = try fields.decode(0)
      extra = try fields.decode(1)
    }

    init(name: String, extra: Plist) { (self.name, self.extra) = (name, extra) }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      if field == 0 { try writer.encode(name) } else { try writer.encode(extra) }
    }

    static func sample(_ random: inout ScriptGenerator) -> Self {
      let parts: [Plist] = [
        "text", 1, 1.5, true, [], [:], ["a": [1, ["b": "c"]]], .uid(PlistUID(7)), .set([1]),
        .null, ["CF$UID": 3], .data(Data([1, 2])), .integer(PlistInteger(high: 1, low: 2)),
      ]
      return Untyped(name: random.text(), extra: random.element(of: parts))
    }
  }

  /// A generic type, whose names are in a constant outside it.
  struct Pair<First: PlistCodable, Second: PlistCodable>: PlistFieldCodable {
    var first: First
    var second: Second?
    var list: [First]

    static var plistFields: PlistFields { pairFields }

    init(from fields: borrowing PlistFieldReader) throws {
      first = try fields.decode(0)
      second = try fields.decodeIfPresent(1)
      list = try fields.decode(2)
    }

    init(first: First, second: Second?, list: [First]) {
      (self.first, self.second, self.list) = (first, second, list)
    }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      switch field {
      case 0: try writer.encode(first)
      case 1: try writer.encodeIfPresent(second)
      default: try writer.encode(list)
      }
    }
  }
}

private let pairFields = PlistFields("first", "second", "list")

extension FieldSamples.Pair: FieldSample where First: FieldSample, Second: FieldSample {
  static func sample(_ random: inout ScriptGenerator) -> Self {
    Self(
      first: .sample(&random), second: random.maybe { .sample(&$0) },
      list: random.list { .sample(&$0) })
  }
}

// MARK: Values that are not a dictionary of fields

extension String: FieldSample {
  static func sample(_ random: inout ScriptGenerator) -> String { random.text() }
}

extension Int: FieldSample {
  static func sample(_ random: inout ScriptGenerator) -> Int { random.integer() }
}

extension Optional: FieldSample where Wrapped: FieldSample {
  static func sample(_ random: inout ScriptGenerator) -> Wrapped? {
    random.maybe { .sample(&$0) }
  }
}

extension Array: FieldSample where Element: FieldSample {
  static func sample(_ random: inout ScriptGenerator) -> [Element] {
    random.list { .sample(&$0) }
  }
}

extension Dictionary: FieldSample where Key == String, Value: FieldSample {
  static func sample(_ random: inout ScriptGenerator) -> [String: Value] {
    random.table { .sample(&$0) }
  }
}
