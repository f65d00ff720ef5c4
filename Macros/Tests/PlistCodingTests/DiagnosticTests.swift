// Tests of what the macro reports where it cannot generate code, and of its suggestions.

import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("Diagnostics of @PlistCodable")
struct DiagnosticTests {
  private static var removal: FixItSpec { FixItSpec(message: "Remove '@PlistCodable'") }
  private static var codable: FixItSpec { FixItSpec(message: "Add 'Codable' to the declaration") }

  /// Expects a single diagnostic, and that nothing is generated.
  private func expect(
    _ message: String, of type: String, line: Int = 1, column: Int = 1, fixIts: [FixItSpec] = [],
    conformingTo known: [String] = [], fixed: String? = nil,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    expectExpansion(
      of: "@PlistCodable\n\(type)", to: type,
      diagnostics: [DiagnosticSpec(message: message, line: line, column: column, fixIts: fixIts)],
      conformingTo: known, fixIts: fixed == nil ? nil : fixIts.map(\.message), fixedSource: fixed,
      sourceLocation: sourceLocation)
  }

  @Test("An enum without raw values")
  func enums() {
    expect(
      "'@PlistCodable' requires an enum with raw values, and 'Shape' has associated values; without the "
        + "attribute, 'Codable' codes it, also as a field of other types",
      of: """
        indirect enum Shape {
          case none
          case inside(Shape)
        }
        """, line: 4, column: 8, fixIts: [Self.removal],
      fixed: """

        indirect enum Shape {
          case none
          case inside(Shape)
        }
        """)
    expect(
      "'@PlistCodable' requires an enum with raw values, such as 'enum Suit: String'; without the "
        + "attribute, 'Codable' codes it, also as a field of other types",
      of: """
        enum Suit: Codable {
          case clubs
        }
        """, line: 2, column: 6, fixIts: [Self.removal])
  }

  @Test("An actor")
  func actors() {
    expect(
      "'@PlistCodable' can be attached only to a struct, a class, or an enum with raw values",
      of: """
        actor Worker {
        }
        """)
  }

  @Test("A type that conforms already")
  func conformances() {
    let all = ["Decodable", "Encodable", "PlistCodable", "PlistFieldCodable"]
    expect(
      "'Card' already conforms to 'PlistFieldCodable', which '@PlistCodable' would add",
      of: """
        struct Card: PlistFieldCodable {
        }
        """, fixIts: [Self.removal], conformingTo: all)
    expect(
      "'Suit' already conforms to 'PlistCodable', which '@PlistCodable' would add",
      of: """
        enum Suit: String, PlistCodable {
          case clubs
        }
        """, fixIts: [Self.removal], conformingTo: ["Decodable", "Encodable", "PlistCodable"])
    expect(
      "'Square' inherits its conformance to 'PlistFieldCodable', and the macro does not see the fields of "
        + "the superclass; override 'plistFields', 'init(from:)' and 'encode(field:to:)'",
      of: """
        final class Square: Shape {
        }
        """, fixIts: [Self.removal], conformingTo: all)
  }

  @Test("A class that must declare Codable itself")
  func classes() {
    let openMessage =
      "'Shape' must itself declare 'Codable', because Swift synthesizes its required initializer only "
      + "there; or make the class final"
    expect(
      openMessage,
      of: """
        class Shape {
          var name: String
        }
        """, fixIts: [Self.codable],
      fixed: """
        @PlistCodable
        class Shape: Codable {
          var name: String
        }
        """)
    expect(
      openMessage,
      of: """
        class Shape: Sendable {
          var name: String
        }
        """, fixIts: [Self.codable],
      fixed: """
        @PlistCodable
        class Shape: Sendable, Codable {
          var name: String
        }
        """)
    expect(
      "'Square' must itself declare 'Codable': if it inherits the conformance, 'Codable' does not code its "
        + "properties",
      of: """
        final class Square: Shape {
          var side: Int
        }
        """, fixIts: [Self.codable], conformingTo: ["Decodable", "Encodable"])
  }

  @Test("A type inside a generic one")
  func genericTypes() {
    expectExpansion(
      of: """
        struct Outer<Value> {
          @PlistCodable
          struct Inner {
            var a: Int
          }
        }
        """,
      to: """
        struct Outer<Value> {
          struct Inner {
            var a: Int
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'Inner' is inside the generic type 'Outer', which cannot have the constant for its fields; move "
            + "'Inner' out, or write the conformance to 'PlistFieldCodable' with a constant of type "
            + "'PlistFields' at the outermost level of the file", line: 2, column: 3)
      ])
  }

  @Test("A private type inside another one")
  func privateTypes() {
    expectExpansion(
      of: """
        enum Outer {
          @PlistCodable
          private struct Inner {
          }
        }
        """,
      to: """
        enum Outer {
          private struct Inner {
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'Inner' is private inside another type, where no extension can see it; declare it "
            + "'fileprivate'", line: 2, column: 3)
      ])
  }

  @Test("A type that implements Codable itself")
  func ownImplementations() {
    let message =
      "'Card' implements 'Codable' itself, and '@PlistCodable' cannot know with which meaning; write the "
      + "conformance to 'PlistFieldCodable' with the same meaning"
    expect(
      message,
      of: """
        struct Card: Codable {
          init(from decoder: any Decoder) throws {
          }
        }
        """, line: 3, column: 3, fixIts: [Self.removal], conformingTo: ["Decodable", "Encodable"])
    expect(
      message,
      of: """
        struct Card {
          func encode(to encoder: Swift.Encoder) throws {
          }
        }
        """, line: 3, column: 3, fixIts: [Self.removal])
  }

  @Test("Properties under a condition")
  func conditions() {
    expect(
      "'@PlistCodable' does not see which of these properties are compiled; move '#if' into the types of the "
        + "properties, or write the conformance to 'PlistFieldCodable'",
      of: """
        struct Card {
          #if DEBUG
          var note: String
          #endif
        }
        """, line: 3, column: 3)
  }

  @Test("CodingKeys that the macro cannot read")
  func codingKeys() {
    expect(
      "'@PlistCodable' requires 'CodingKeys' to be an enum with no members but its cases",
      of: """
        struct Card {
          var a: Int
          typealias CodingKeys = Other
        }
        """, line: 4, column: 3)
    expect(
      "'@PlistCodable' requires 'CodingKeys' to be an enum with no members but its cases",
      of: """
        struct Card {
          var a: Int
          enum CodingKeys: CodingKey {
            case a
            var stringValue: String { "b" }
          }
        }
        """, line: 4, column: 3)
    expect(
      "there is no stored property 'b' that this case could be the key of",
      of: """
        struct Card {
          var a: Int
          enum CodingKeys: CodingKey {
            case a, b
          }
        }
        """, line: 5, column: 13)
  }
}
