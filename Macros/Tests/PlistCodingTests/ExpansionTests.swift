// Tests of the code that the macro generates.

import PlistCodableMacros
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The macro, for a type that conforms to none of its protocols yet, or to some.
func macro(conformingTo known: [String] = []) -> [String: MacroSpec] {
  let missing = ["Decodable", "Encodable", "PlistCodable", "PlistFieldCodable"].filter {
    !known.contains($0)
  }
  return [
    "PlistCodable": MacroSpec(
      type: PlistCodableMacro.self, conformances: missing.map { "\(raw: $0)" })
  ]
}

/// Expects an expansion, or diagnostics.
func expectExpansion(
  of source: String, to expected: String, diagnostics: [DiagnosticSpec] = [],
  conformingTo known: [String] = [], fixIts: [String]? = nil, fixedSource: String? = nil,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  assertMacroExpansion(
    source, expandedSource: expected, diagnostics: diagnostics,
    macroSpecs: macro(conformingTo: known), applyFixIts: fixIts, fixedSource: fixedSource,
    indentationWidth: .spaces(2),
    failureHandler: { failure in
      Issue.record("\(failure.message)", sourceLocation: sourceLocation)
    })
}

@Suite("Expansions of @PlistCodable")
struct ExpansionTests {
  @Test("A struct gets an extension, and optionals are coded if present")
  func structure() {
    expectExpansion(
      of: """
        @PlistCodable
        struct Card {
          var question: String
          let id: Int
          var due: Date?
          var deck: Optional<Deck>
          var owner: Person
        }
        """,
      to: """
        struct Card {
          var question: String
          let id: Int
          var due: Date?
          var deck: Optional<Deck>
          var owner: Person
        }

        extension Card: Swift.Codable, PropertyLists.PlistCodable, PropertyLists.PlistFieldCodable {
          static let plistFields = PropertyLists.PlistFields("question", "id", "due", "deck", "owner")
          init(from fields: borrowing PropertyLists.PlistFieldReader) throws {
            (self.question, self.id, self.due, self.deck, self.owner) = (
              try fields.decode(0),
              try fields.decode(1),
              try fields.decodeIfPresent(2),
              try fields.decodeIfPresent(3),
              try fields.decode(4)
            )
          }
          func encode(field: Int, to writer: inout PropertyLists.PlistFieldWriter) throws {
            switch field {
            case 0:
              try writer.encode(self.question)
            case 1:
              try writer.encode(self.id)
            case 2:
              try writer.encodeIfPresent(self.due)
            case 3:
              try writer.encodeIfPresent(self.deck)
            default:
              try writer.encodeIfPresent(self.owner)
            }
          }
        }
        """)
  }

  @Test("The cases of CodingKeys are the fields, in their order")
  func codingKeys() {
    expectExpansion(
      of: """
        @PlistCodable
        public struct Card {
          var first: Int
          var second: Int
          var third = 3
          private enum CodingKeys: String, CodingKey {
            case second = "2nd", first
          }
        }
        """,
      to: """
        public struct Card {
          var first: Int
          var second: Int
          var third = 3
          private enum CodingKeys: String, CodingKey {
            case second = "2nd", first
          }
        }

        extension Card: Swift.Codable, PropertyLists.PlistCodable, PropertyLists.PlistFieldCodable {
          public static let plistFields = PropertyLists.PlistFields("2nd", "first")
          public init(from fields: borrowing PropertyLists.PlistFieldReader) throws {
            (self.second, self.first) = (
              try fields.decode(0),
              try fields.decode(1)
            )
          }
          public func encode(field: Int, to writer: inout PropertyLists.PlistFieldWriter) throws {
            switch field {
            case 0:
              try writer.encode(self.second)
            default:
              try writer.encode(self.first)
            }
          }
        }
        """)
  }

  @Test("Only stored properties are coded, and constants with values are not decoded")
  func properties() {
    expectExpansion(
      of: """
        @PlistCodable
        struct Card {
          static let all = 1
          static var some: Int = 2
          let version = 3
          var both: Int { 4 }
          lazy var late = 5
          var seen: Int = 6 { didSet { print(seen) } }
          @Clamped(to: 9) var level: Int
          var (a, `b`) = (1, "b")
          var c, d: String?
          @MainActor var e: Int
        }
        """,
      to: """
        struct Card {
          static let all = 1
          static var some: Int = 2
          let version = 3
          var both: Int { 4 }
          lazy var late = 5
          var seen: Int = 6 { didSet { print(seen) } }
          @Clamped(to: 9) var level: Int
          var (a, `b`) = (1, "b")
          var c, d: String?
          @MainActor var e: Int
        }

        extension Card: Swift.Codable, PropertyLists.PlistCodable, PropertyLists.PlistFieldCodable {
          static let plistFields = PropertyLists.PlistFields("version", "seen", "level", "a", "b", "c", "d", "e")
          init(from fields: borrowing PropertyLists.PlistFieldReader) throws {
            (self.seen, self._level, self.a, self.`b`, self.c, self.d, self.e) = (
              try fields.decode(1),
              try fields.decode(2),
              try fields.decode(3),
              try fields.decode(4),
              try fields.decodeIfPresent(5),
              try fields.decodeIfPresent(6),
              try fields.decode(7)
            )
          }
          func encode(field: Int, to writer: inout PropertyLists.PlistFieldWriter) throws {
            switch field {
            case 0:
              try writer.encodeIfPresent(self.version)
            case 1:
              try writer.encode(self.seen)
            case 2:
              try writer.encode(self._level)
            case 3:
              try writer.encodeIfPresent(self.a)
            case 4:
              try writer.encodeIfPresent(self.`b`)
            case 5:
              try writer.encodeIfPresent(self.c)
            case 6:
              try writer.encodeIfPresent(self.d)
            default:
              try writer.encode(self.e)
            }
          }
        }
        """)
  }

  @Test("A final class gets members")
  func finalClass() {
    expectExpansion(
      of: """
        @PlistCodable
        final class Deck {
          var name: String
        }
        """,
      to: """
        final class Deck {
          var name: String

          static let plistFields = PropertyLists.PlistFields("name")

          init(from fields: borrowing PropertyLists.PlistFieldReader) throws {
            self.name = try fields.decode(0)
          }

          func encode(field: Int, to writer: inout PropertyLists.PlistFieldWriter) throws {
            try writer.encode(self.name)
          }
        }

        extension Deck: Swift.Codable, PropertyLists.PlistCodable, PropertyLists.PlistFieldCodable {
        }
        """)
  }

  @Test("The members of a class with subclasses can be overridden")
  func openClass() {
    expectExpansion(
      of: """
        @PlistCodable
        open class Shape: Codable {
          var name: String
        }
        """,
      to: """
        open class Shape: Codable {
          var name: String

          private static let ownPlistFields = PropertyLists.PlistFields("name")

          open class var plistFields: PropertyLists.PlistFields {
            ownPlistFields
          }

          public required init(from fields: borrowing PropertyLists.PlistFieldReader) throws {
            self.name = try fields.decode(0)
          }

          open func encode(field: Int, to writer: inout PropertyLists.PlistFieldWriter) throws {
            try writer.encode(self.name)
          }
        }

        extension Shape: PropertyLists.PlistCodable, PropertyLists.PlistFieldCodable {
        }
        """, conformingTo: ["Decodable", "Encodable"])
  }

  @Test("A generic type has its names in a constant outside")
  func genericType() {
    expectExpansion(
      of: """
        @PlistCodable
        package struct Box<Value: PlistCodable> {
          var value: Value
        }
        """,
      to: """
        package struct Box<Value: PlistCodable> {
          var value: Value
        }

        private let plistFieldsOfBox = PropertyLists.PlistFields("value")

        extension Box: Swift.Codable, PropertyLists.PlistCodable, PropertyLists.PlistFieldCodable {
          package static var plistFields: PropertyLists.PlistFields {
            plistFieldsOfBox
          }
          package init(from fields: borrowing PropertyLists.PlistFieldReader) throws {
            self.value = try fields.decode(0)
          }
          package func encode(field: Int, to writer: inout PropertyLists.PlistFieldWriter) throws {
            try writer.encodeIfPresent(self.value)
          }
        }
        """)
  }

  @Test("An enum with raw values gets a conformance, and a type without properties has no fields")
  func withoutMembers() {
    expectExpansion(
      of: """
        @PlistCodable
        enum Suit: String {
          case clubs, hearts
        }
        @PlistCodable
        struct Nothing {
        }
        """,
      to: """
        enum Suit: String {
          case clubs, hearts
        }
        struct Nothing {
        }

        extension Suit: Swift.Codable, PropertyLists.PlistCodable {
        }

        extension Nothing: Swift.Codable, PropertyLists.PlistCodable, PropertyLists.PlistFieldCodable {
          static let plistFields = PropertyLists.PlistFields()
          init(from fields: borrowing PropertyLists.PlistFieldReader) throws {

          }
          func encode(field: Int, to writer: inout PropertyLists.PlistFieldWriter) throws {

          }
        }
        """)
  }
}
