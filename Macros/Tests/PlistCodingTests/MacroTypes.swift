// Types with the macro, of every kind that it supports, with values.

public import Foundation
public import PlistCoding

@PlistCodable
struct Card: Equatable {
  var question: String
  var answer: String
  var due: Date?
}

@PlistCodable
struct Renamed {
  var first: Int
  var second: String
  var third = 7
  var fourth: Double?

  private enum CodingKeys: String, CodingKey {
    case second = "2nd & last"
    case first = "The First"
  }
}

@PlistCodable
struct Numbered {
  var b: Int
  var a: Int

  enum CodingKeys: Int, CodingKey {
    case a = 1
    case b
  }
}

@PlistCodable
struct Properties {
  static let maximum = 10
  var seen = 6 { didSet { changes += 1 } }
  var both: Int { seen + 1 }
  var changes = 0
  var (left, right) = (1, "two")
  var c, d: String?
  var inferred = Data([1])

  /// Makes one property different from its initial value.
  static let changed: Properties = {
    var value = Properties()
    value.seen = 8
    return value
  }()
}

@PlistCodable
struct Constant {
  let version = 3
  var name: String

  // Without these, Swift warns that the constant is not decoded.
  private enum CodingKeys: CodingKey { case version, name }
}

@PlistCodable
struct Constants {
  let name: String
  let size: Int?
  let parts: [Card]
}

@PlistCodable
struct LateProperties {
  var number: Int
  lazy var text = "number \(number)"
}

/// A wrapper that is coded as its value.
@propertyWrapper
struct Clamped: Codable {
  var wrappedValue: Int { didSet { wrappedValue = min(wrappedValue, 9) } }

  init(wrappedValue: Int) { self.wrappedValue = min(wrappedValue, 9) }
  init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Int.self))
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

@PlistCodable
struct Wrapped {
  @Clamped var level: Int
  @Clamped var other = 3
  var name: String
}

typealias MaybeText = String?

@PlistCodable
struct Aliased {
  var text: MaybeText
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var forced: Int!
  var number: Optional<Int>
  var twice: Int??
}

@PlistCodable
struct Keywords {
  var `default`: Int
  var `class`: String
  var fields: [String]
  var writer: Int
  var field: Int
  var size: Double
}

@PlistCodable
final class Deck {
  var name: String
  var cards: [Card]
  var parent: Deck?

  init(name: String, cards: [Card], parent: Deck? = nil) {
    (self.name, self.cards, self.parent) = (name, cards, parent)
  }
}

@PlistCodable
class Shape: Codable {
  var name: String
  init(name: String) { self.name = name }
}

/// A subclass, written by hand.
final class Square: Shape {
  var side: Int
  private enum CodingKeys: CodingKey { case side }
  private static let squareFields = PlistFields("name", "side")
  override class var plistFields: PlistFields { squareFields }

  init(name: String, side: Int) {
    self.side = side
    super.init(name: name)
  }
  required init(from fields: borrowing PlistFieldReader) throws {
    side = try fields.decode(1)
    try super.init(from: fields)
  }
  required init(from decoder: any Decoder) throws {
    side = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .side)
    try super.init(from: decoder)
  }
  override func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    if field == 1 { try writer.encode(side) } else { try super.encode(field: field, to: &writer) }
  }
  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(side, forKey: .side)
  }
}

@PlistCodable
struct Box<Value: PlistCodable> {
  var value: Value
  var list: [Value]
  var other: Value?
}

@PlistCodable
struct CodableBox<Value: Codable> {
  var value: Value
  var number: Int
}

@PlistCodable
final class Shelf<Value: PlistCodable> {
  var boxes: [Box<Value>]
  init(boxes: [Box<Value>]) { self.boxes = boxes }
}

/// The home of nested types.
enum Outer {
  @PlistCodable
  struct Inner {
    var number: Int
    var kind: Kind
  }

  @PlistCodable
  enum Kind: String {
    case small
    case large = "very large"
  }

  @PlistCodable
  struct NestedBox<Value: PlistCodable> {
    var value: Value
  }
}

@PlistCodable
enum Level: UInt8 {
  case low = 1
  case high = 255
}

@PlistCodable
struct Tree {
  var children: [Tree]
  var weight: Int?
  var name: String
}

/// A public type with values of each kind.
@PlistCodable
public struct Scalars: Codable {
  var flag: Bool
  var numbers: [UInt64]
  var single: Float
  var table: [String: Int8]
  var levels: [Level]
  /// A public property.
  public var date: Date
  var data: Data
}

@PlistCodable
package struct Mixed {
  var link: URL
  var id: UUID
  var words: Set<String>
  var price: Decimal?
  var titles: [Int: String]
}

@PlistCodable
private struct Hidden {
  var number: Int
}

@PlistCodable
struct Nothing {}

// MARK: Values

/// A value as the argument of a test. No test changes it.
struct MacroValue: CustomStringConvertible, @unchecked Sendable {
  let value: any PlistCodable
  var description: String { "\(type(of: value))" }
}

extension MacroValue {
  static var all: [MacroValue] { (records + containers).map { MacroValue(value: $0) } }

  private static var records: [any PlistCodable] {
    [
      Card(question: "q", answer: "<a>", due: Date(timeIntervalSinceReferenceDate: 5)),
      Card(question: "$null", answer: ""),
      Renamed(first: 1, second: "s", fourth: 2), Numbered(b: 2, a: 1), Properties.changed,
      Constant(name: "c"), LateProperties(number: 4), Wrapped(level: 12, name: "n"),
      Aliased(text: nil, forced: nil, number: nil, twice: nil),
      Aliased(text: "t", forced: 1, number: 2, twice: .some(nil)),
      Keywords(default: 1, class: "c", fields: ["f"], writer: 2, field: 3, size: 0.5),
      Scalars(
        flag: true, numbers: [0, .max], single: 1.5, table: ["a": -128], levels: [.low, .high],
        date: Date(timeIntervalSinceReferenceDate: 1), data: Data([1, 2, 3])),
      Mixed(
        link: URL(filePath: "/a"),
        id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
        words: ["w"], price: 1.25, titles: [1: "one"]),
      Hidden(number: 1), Nothing(), Outer.Kind.large, Level.high,
    ]
  }

  private static var containers: [any PlistCodable] {
    let card = Card(question: "q", answer: "a")
    let box = Box(value: card, list: [card], other: nil)
    return [
      Constants(name: "c", size: nil, parts: [card]),
      Deck(name: "d", cards: [card, card], parent: Deck(name: "p", cards: [])),
      Shape(name: "s"), Square(name: "s", side: 2), box, Box(value: "text", list: [], other: "o"),
      CodableBox(value: Set([1]), number: 2), Shelf(boxes: [box]),
      Outer.Inner(number: 1, kind: .small), Outer.NestedBox(value: 1.5),
      Tree(
        children: [Tree(children: [], weight: 1, name: "leaf"), Tree(children: [], name: "l2")],
        name: "root"),
    ]
  }
}
