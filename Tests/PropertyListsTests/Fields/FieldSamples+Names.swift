// Types that are coded by their fields, written by hand: unusual names, none, and many.

import Foundation
import PropertyLists
import TestSupport

/// A type whose fields are integers, under names of its own.
protocol NamedNumbers: FieldSample, PlistFieldCodable {
  var numbers: [Int] { get }
  init(numbers: [Int])
}

/// A key with any name.
struct FieldKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension NamedNumbers {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldKey.self)
    self.init(
      numbers: try Self.plistFields.names.map {
        try container.decode(Int.self, forKey: FieldKey($0))
      })
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldKey.self)
    for (name, number) in zip(Self.plistFields.names, numbers) {
      try container.encode(number, forKey: FieldKey(name))
    }
  }

  init(from fields: borrowing PlistFieldReader) throws {
    var numbers: [Int] = []
    for field in Self.plistFields.names.indices { numbers.append(try fields.decode(field)) }
    self.init(numbers: numbers)
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    try writer.encode(numbers[field])
  }

  static func sample(_ random: inout ScriptGenerator) -> Self {
    Self(numbers: plistFields.names.map { _ in random.integer() })
  }
}

extension FieldSamples {
  /// Names that XML escapes.
  struct EscapedNames: NamedNumbers {
    static let plistFields = PlistFields("a<b", "c&d", "e>f", "\"g\"", "'h'", "]]>", "i\rj", "k\tl")
    var numbers: [Int]
  }

  /// Names that are not ASCII. Those after the fourth differ in their order by UTF-8 and UTF-16.
  struct WideNames: NamedNumbers {
    static let plistFields = PlistFields(
      "größe", "日本語", "e\u{301}", "ß", "\u{1F600}", "\u{FF21}", "\u{E000}", "\u{10FFFF}")
    var numbers: [Int]
  }

  /// Names that differ, but are equal as text.
  struct EquivalentNames: NamedNumbers {
    static let plistFields = PlistFields("e\u{301}", "\u{E9}")
    var numbers: [Int]
  }

  /// The name of a UID in XML.
  struct NumberOfObject: NamedNumbers {
    static let plistFields = PlistFields("CF$UID")
    var numbers: [Int]
  }

  /// The name of a UID among others.
  struct NumbersOfObjects: NamedNumbers {
    static let plistFields = PlistFields("b", "CF$UID", "a")
    var numbers: [Int]
  }

  /// Names that begin in the same way.
  struct Prefixes: NamedNumbers {
    static let plistFields = PlistFields("aaa", "a", "aaaa", "aa", "", "aab", "ab", "a ")
    var numbers: [Int]
  }

  /// A name with a character that XML cannot represent, and one that is long.
  struct RareNames: NamedNumbers {
    static let plistFields = PlistFields("a\0b", "\u{1}")
    var numbers: [Int]
  }

  struct LongName: NamedNumbers {
    static let plistFields = PlistFields(String(repeating: "name", count: 500), "b")
    var numbers: [Int]
  }

  /// A type without fields.
  struct Empty: NamedNumbers {
    static let plistFields = PlistFields()
    var numbers: [Int]
  }

  /// A type with 200 fields.
  struct Wide: NamedNumbers {
    static let plistFields = PlistFields((0..<200).map { "field \($0)" })
    var numbers: [Int]
  }

  /// Names by `CodingKeys`, in another order than the properties, one of which is not coded.
  struct Renamed: FieldSample, PlistFieldCodable {
    var first: Int
    var second: String
    var third = 7

    private enum CodingKeys: String, CodingKey {
      case second = "2nd"
      case first = "The First"
    }

    static let plistFields = PlistFields("2nd", "The First")

    init(first: Int, second: String) { (self.first, self.second) = (first, second) }

    init(from fields: borrowing PlistFieldReader) throws {
      second = try fields.decode(0)
      first = try fields.decode(1)
    }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      if field == 0 { try writer.encode(second) } else { try writer.encode(first) }
    }

    static func sample(_ random: inout ScriptGenerator) -> Self {
      Renamed(first: random.integer(), second: random.text())
    }
  }

  /// A type that keeps nothing: its field is always the same.
  struct Stateless: FieldSample, PlistFieldCodable {
    static let plistFields = PlistFields("version")

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: FieldKey.self)
      _ = try container.decode(Int.self, forKey: FieldKey("version"))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: FieldKey.self)
      try container.encode(3, forKey: FieldKey("version"))
    }

    init(from fields: borrowing PlistFieldReader) throws { let _: Int = try fields.decode(0) }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws { try writer.encode(3) }

    static func sample(_ random: inout ScriptGenerator) -> Self { Stateless() }
  }
}

/// A sample type as the argument of a test.
struct SampleType: Sendable, CustomStringConvertible {
  let type: any (FieldSample & SendableMetatype).Type

  init(_ type: any (FieldSample & SendableMetatype).Type) { self.type = type }

  var description: String { "\(type)" }

  static let all: [SampleType] = [
    SampleType(FieldSamples.Card.self), SampleType(FieldSamples.Integers.self),
    SampleType(FieldSamples.Reals.self), SampleType(FieldSamples.Flags.self),
    SampleType(FieldSamples.Blob.self), SampleType(FieldSamples.Moments.self),
    SampleType(FieldSamples.Optionals.self), SampleType(FieldSamples.Matrix.self),
    SampleType(FieldSamples.Tables.self), SampleType(FieldSamples.Suit.self),
    SampleType(FieldSamples.Level.self), SampleType(FieldSamples.Hand.self),
    SampleType(FieldSamples.Deck.self), SampleType(FieldSamples.Tree.self),
    SampleType(FieldSamples.Chain.self), SampleType(FieldSamples.Shape.self),
    SampleType(FieldSamples.Square.self), SampleType(FieldSamples.Mixed.self),
    SampleType(FieldSamples.Alternating.self), SampleType(FieldSamples.Untyped.self),
    SampleType(FieldSamples.Pair<Int, String>.self),
    SampleType(FieldSamples.Pair<FieldSamples.Card, FieldSamples.Tree>.self),
    SampleType(FieldSamples.EscapedNames.self), SampleType(FieldSamples.WideNames.self),
    SampleType(FieldSamples.EquivalentNames.self),
    SampleType(FieldSamples.NumberOfObject.self), SampleType(FieldSamples.NumbersOfObjects.self),
    SampleType(FieldSamples.Prefixes.self), SampleType(FieldSamples.RareNames.self),
    SampleType(FieldSamples.LongName.self), SampleType(FieldSamples.Empty.self),
    SampleType(FieldSamples.Wide.self), SampleType(FieldSamples.Renamed.self),
    SampleType(FieldSamples.Stateless.self), SampleType([FieldSamples.Card].self),
    SampleType([String: FieldSamples.Card].self), SampleType(String.self), SampleType(Int.self),
    SampleType(FieldSamples.Card?.self),
  ]
}
