// Tests of a value tree as a part of a type, with this package's coders in every format and with
// those of Foundation.

import Foundation
import OrderedCollections
import PropertyLists
import Testing

/// A type with an untyped part.
private struct Extension: Codable, Equatable {
  var name: String
  var extra: Plist
}

@Suite("Untyped parts of a type")
struct TreeCodingTests {
  /// A value of every kind that every format below supports.
  private static let common: Plist = [
    "zeta": 1, "alpha": [true, "text", 1.5, ["deep": ["er": []]]], "empty": [:],
    "large": .integer(PlistInteger(UInt64.max)), "null text": "$null",
  ]

  private static let exact: Plist = [
    "b": .uid(PlistUID(7)), "a": .set([1, 2]), "null": .null,
    "date": .date(Date.init(timeIntervalSince1970: 0.5)),
    "wide": .integer(PlistInteger(high: 1, low: 2)), "data": .data(Data([1, 2, 3])),
    "negative": .integer(PlistInteger(Int128.min)), "real": .real(.infinity),
  ]

  @Test("A tree survives every format that supports its values", arguments: PlistFormat.allCases)
  func everyFormat(_ format: PlistFormat) throws {
    let value = Extension(name: "n", extra: Self.common)
    guard let data = try? PlistEncoder(outputFormat: format).encode(value) else {
      // Some formats store only text.
      #expect(throws: PlistError.self) {
        try PlistDocument(["name": "n", "extra": Self.common]).encoded(as: format)
      }
      return
    }
    let tree = try Plist(data)
    #expect(try PlistDecoder().decode(Plist.self, from: data) == tree)
    if [PlistFormat.xml, .binary, .json, .typedJSON].contains(format) {
      #expect(try PlistDecoder().decode(Extension.self, from: data) == value)
    }
  }

  @Test("A tree is exact in binary files, in typed JSON and in memory, with the order of keys")
  func exact() throws {
    let value = Extension(name: "n", extra: Self.exact)
    let document = try PlistEncoder().document(value)
    #expect(try Plist(document)["extra"]?.pairs?.keys == Self.exact.pairs?.keys)
    #expect(try PlistDecoder().decode(Extension.self, from: document) == value)
    for format in [PlistFormat.binary, .typedJSON] {
      let data = try PlistEncoder(outputFormat: format).encode(value)
      let decoded = try PlistDecoder().decode(Extension.self, from: data)
      #expect(decoded == value)
    }
    let binary = try PlistEncoder(outputFormat: .binary).encode(Self.exact)
    #expect(try Plist(binary).pairs?.keys == Self.exact.pairs?.keys)
  }

  @Test("Coders of JSON and Foundation's coders of property lists read and write a tree")
  func otherCoders() throws {
    let value = Extension(name: "n", extra: ["a": [1, -2.5, "x", true, [:]], "n": .null])
    let json = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(Extension.self, from: json) == value)
    #expect(try Plist(json) == ["name": "n", "extra": value.extra])
    let dated = Extension(
      name: "n", extra: ["d": .date(Date(timeIntervalSince1970: 8)), "b": .data(Data([7]))])
    for format in bothFormats {
      let data = try foundationData(dated, format.foundation)
      #expect(try PropertyListDecoder().decode(Extension.self, from: data) == dated)
      #expect(try PlistDecoder().decode(Extension.self, from: data) == dated)
    }
  }

  @Test("Other coders reject a tree that they would change")
  func refused() {
    // A date that is not finite has no description, so it never appears in an expectation.
    let parts: [Plist] = [
      .uid(PlistUID(1)), .set([]), .date(Date(timeIntervalSinceReferenceDate: .nan)),
    ]
    let refusals = parts.map { part in
      [{ try JSONEncoder().encode(["k": [part]]) }, { try foundationData([part]) }].map { encode in
        do {
          return "\(try encode().count) bytes"
        } catch is EncodingError {
          return "refused"
        } catch {
          return "\(type(of: error))"
        }
      }
    }
    #expect(refusals == [[String]](repeating: ["refused", "refused"], count: 3))
  }

  @Test("A tree of more than 512 levels is rejected by every encoder")
  func depth() throws {
    var tree: Plist = 1
    for _ in 0..<512 { tree = [tree] }
    #expect(try PlistDecoder().decode(Plist.self, from: PlistEncoder().encode(tree)) == tree)
    #expect(throws: EncodingError.self) { try PlistEncoder().encode([tree]) }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([[tree]] as Plist) }
  }

  @Test("After a failure inside a tree another value can be encoded")
  func rollback() throws {
    struct Fallback: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        var tooDeep: Plist = 1
        for _ in 0..<512 { tooDeep = [tooDeep] }
        try? container.encode([1, tooDeep] as Plist)
        try container.encode("second")
      }
    }
    #expect(try Plist(PlistEncoder().document(Fallback())) == ["second"])
  }

  @Test(
    "A date that is not finite is not encoded in any format", arguments: PlistFormat.allCases)
  func timelessDates(_ format: PlistFormat) throws {
    for seconds in [Double.infinity, -.infinity, .nan] {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      let error = #expect(throws: EncodingError.self) {
        try PlistEncoder(outputFormat: format).encode(["k": [date]])
      }
      guard case .invalidValue(_, let context) = error else { continue }
      #expect(context.codingPath.map(\.stringValue) == ["k", "Index 0"])
      #expect((context.underlyingError as? PlistError)?.code == .notRepresentable)
    }
  }

  @Test("A tree keeps such a date from a file, in the formats that support one")
  func timelessDatesOfFiles() throws {
    for format in [PlistFormat.binary, .typedJSON] {
      let bytes = try PlistDocument(
        [.date(Date(timeIntervalSinceReferenceDate: -.infinity))]
      ).encoded(as: format)
      let tree = try Plist(bytes)
      #expect(tree[0]?.dateValue?.timeIntervalSinceReferenceDate == -.infinity)
    }
  }
}
