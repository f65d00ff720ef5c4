// Tests of keys that a Swift dictionary cannot hold together, or not in acceptable time: kept where
// bytes are kept, rejected where one would be lost, in every API of this module.

import Foundation
import OrderedCollections
import PropertyLists
import TestSupport
import Testing

@Suite("Keys that are equal as text but not in bytes")
struct EquivalentKeyTests {
  private static let xml = Array(
    "<dict><key>\u{E9}</key><integer>1</integer><key>e\u{301}</key><integer>2</integer></dict>".utf8
  )

  /// The same in every spelling that text has in a file.
  static let files: [[UInt8]] = [
    xml,
    Array("{ \u{E9} = 1; e\u{301} = 2; }".utf8),
    Array("{ \"\\U00e9\" = 1; \"e\\U0301\" = 2; }".utf8),
    Array("{\"\\u00e9\": 1, \"e\\u0301\": 2}".utf8),
    BinaryFile.file([
      [0xD2, 1, 2, 3, 4], [0x61, 0x00, 0xE9], [0x62, 0x00, 0x65, 0x03, 0x01], [0x10, 1], [0x10, 2],
    ]),
  ]

  /// A dictionary that is created from all keys of a container.
  private struct Own: Decodable {
    struct Name: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    var pairs: [String: Int] = [:]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
      for key in container.allKeys {
        pairs[key.stringValue] = try? container.decode(Int.self, forKey: key)
      }
    }
  }

  private struct Composed: Decodable {
    enum CodingKeys: String, CodingKey { case value = "\u{E9}" }
    var value: String
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      value = try container.decode(Plist.self, forKey: .value).shown
    }
  }

  private struct Decomposed: Decodable {
    enum CodingKeys: String, CodingKey { case value = "e\u{301}" }
    var value: String
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      value = try container.decode(Plist.self, forKey: .value).shown
    }
  }

  private func underlying(_ error: (any Error)?) -> PlistError.Code? {
    if let error = error as? PlistError { return error.code }
    guard case .dataCorrupted(let context)? = error as? DecodingError else { return nil }
    return (context.underlyingError as? PlistError)?.code
  }

  private func code(_ body: () throws -> Void) -> PlistError.Code? {
    do {
      try body()
      return nil
    } catch {
      return underlying(error)
    }
  }

  @Test(
    "Documents keep such keys, and value trees reject them", arguments: files.map { TestInput($0) })
  func trees(_ input: TestInput) throws {
    let file = input.bytes
    #expect(try PlistDocument(file).root.count == 2)
    #expect(code { _ = try Plist(file) } == .equivalentKeys)
    #expect(code { _ = try PlistDecoder().decode(Plist.self, from: file) } == .equivalentKeys)
  }

  @Test(
    "Every dictionary type rejects such keys, since it would lose one",
    arguments: files.map { TestInput($0) })
  func dictionaries(_ input: TestInput) {
    let file = input.bytes
    let decoder = PlistDecoder()
    #expect(code { _ = try decoder.decode([String: Plist].self, from: file) } == .equivalentKeys)
    #expect(code { _ = try decoder.decode(Own.self, from: file) } == .equivalentKeys)
    #expect(
      code { _ = try decoder.decode([String: String?].self, from: file) } == .equivalentKeys)
  }

  @Test("A dictionary of strings rejects such keys")
  func strings() {
    let file = Array("{ \u{E9} = a; e\u{301} = b; }".utf8)
    #expect(
      code { _ = try PlistDecoder().decode([String: String].self, from: file) } == .equivalentKeys)
    let one = Array("{ \u{E9} = a; e = b; }".utf8)
    #expect(
      throws: Never.self
    ) { try PlistDecoder().decode([String: String].self, from: one) }
  }

  @Test(
    "A type that requests such a key finds it by its bytes", arguments: files.map { TestInput($0) })
  func lookups(_ input: TestInput) throws {
    let file = input.bytes
    #expect(try PlistDecoder().decode(Composed.self, from: file).value == "1")
    #expect(try PlistDecoder().decode(Decomposed.self, from: file).value == "2")
  }

  @Test("A type can still try a dictionary and then something else")
  func alternatives() throws {
    struct Either: Decodable {
      var value: String
      init(from decoder: any Decoder) throws {
        if (try? [String: Int](from: decoder)) != nil {
          value = "dictionary"
        } else {
          value = try Composed(from: decoder).value
        }
      }
    }
    #expect(try PlistDecoder().decode(Either.self, from: Self.xml).value == "1")
  }

  @Test("A dictionary in a lossy array is rejected, not skipped, if keys would be lost")
  func lossy() {
    struct Lossy: Decodable {
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
          let element = try container.superDecoder()
          _ = try? Own(from: element)
        }
      }
    }
    let file = Array("<array>".utf8) + Self.xml + Array("</array>".utf8)
    #expect(code { _ = try PlistDecoder().decode(Lossy.self, from: file) } == .equivalentKeys)
  }

  @Test("Every type reads ordinary keys in many scripts")
  func ordinary() throws {
    let keys = [
      "name", "Größe", "Ελληνικά", "Привет", "日本語", "がぎぐ", "한국어", "ไทย", "العربية", "עברית", "हिन्दी",
      "e\u{301}", "👩‍👩‍👧", "a–b…", "Å", "K", "\u{2126}x",
    ]
    let plist = Plist.dictionary(
      OrderedDictionary(uniqueKeys: keys, values: keys.map { .string($0) }))
    for format in [PlistFormat.xml, .binary, .json, .gnuStep] {
      let file = try plist.encoded(as: format)
      let expected = Dictionary(uniqueKeysWithValues: keys.map { ($0, $0) })
      #expect(try PlistDecoder().decode([String: String].self, from: file) == expected)
      #expect(try PlistDecoder().decode([String: Plist].self, from: file).count == keys.count)
      #expect(try Plist(file) == plist)
    }
  }

  @Test("The Kelvin sign and the letter K are one key as text")
  func singletons() {
    let file = Array("<dict><key>K</key><true/><key>\u{212A}</key><true/></dict>".utf8)
    #expect(code { _ = try Plist(file) } == .equivalentKeys)
    #expect(
      code { _ = try PlistDecoder().decode([String: Bool].self, from: file) } == .equivalentKeys)
  }
}

/// A custom text type that is hashed as its text. A dictionary with such keys is an array in a
/// file.
private struct Tag: Hashable, Codable, RawRepresentable {
  var rawValue: String
}

@Suite("Members and keys that would be one in a set or dictionary")
struct HashedCollectionTests {

  private struct Holder: Decodable {
    var tags: Set<String>?
  }

  private func code<T: Decodable>(_ type: T.Type, _ file: [UInt8]) -> PlistError.Code? {
    do {
      _ = try PlistDecoder().decode(type, from: file)
      return nil
    } catch DecodingError.dataCorrupted(let context) {
      return (context.underlyingError as? PlistError)?.code
    } catch {
      return (error as? PlistError)?.code
    }
  }

  private func list(_ texts: [String]) -> [UInt8] {
    Array(("<array>" + texts.map { "<string>\($0)</string>" }.joined() + "</array>").utf8)
  }

  @Test("A set rejects members that are equal as text but not in bytes")
  func sets() throws {
    let file = list(["\u{E9}", "e\u{301}", "a"])
    #expect(code(Set<String>.self, file) == .equivalentKeys)
    #expect(code(Set<Tag>.self, file) == .equivalentKeys)
    #expect(
      code([Set<String>].self, Array("<array>".utf8) + file + Array("</array>".utf8))
        == .equivalentKeys)
    let inside = Array("<dict><key>tags</key>".utf8) + file + Array("</dict>".utf8)
    #expect(code(Holder.self, inside) == .equivalentKeys)
    #expect(try PlistDecoder().decode([String].self, from: file).count == 3)
    let gnuStep = Array("<\"\u{E9}\", \"e\u{301}\">".utf8)
    if let document = try? PlistDocument(gnuStep), document.root.kind == .set {
      #expect(code(Set<String>.self, gnuStep) == .equivalentKeys)
    }
  }

  @Test("Identical bytes are one member")
  func sameBytes() throws {
    let decoder = PlistDecoder()
    #expect(try decoder.decode(Set<String>.self, from: list(["a", "b", "a"])) == ["a", "b"])
    #expect(try decoder.decode(Set<String>.self, from: list(["\u{E9}", "\u{E9}"])).count == 1)
    #expect(try decoder.decode(Set<Tag>.self, from: list(["e\u{301}", "x", "x"])).count == 2)
    let numbers = Array("<array><integer>1</integer><real>1</real></array>".utf8)
    #expect(try decoder.decode(Set<Double>.self, from: numbers) == [1])
    #expect(try decoder.decode(Holder.self, from: Array("<dict/>".utf8)).tags == nil)
  }

  @Test("A member of more than 128 combining marks in a row is rejected before it is hashed")
  func marks() {
    let long = "a" + String(repeating: "\u{315}\u{300}", count: 100)
    #expect(code(Set<String>.self, list([long, "b"])) == .combiningLimit)
    #expect(code(Set<Tag>.self, list([long, "b"])) == .combiningLimit)
    #expect(code([String].self, list([long, "b"])) == nil)
  }

  @Test("Dictionary keys of another text type are rejected as well")
  func otherKeys() throws {
    // The standard library writes such a dictionary as alternating keys and values.
    let file = list(["\u{E9}", "one", "e\u{301}", "two"])
    #expect(code([Tag: String].self, file) == .equivalentKeys)
    let values = list(["a", "\u{E9}", "b", "e\u{301}"])
    #expect(try PlistDecoder().decode([Tag: String].self, from: values).count == 2)
  }
}

extension Plist {
  /// The text of a string or an integer, which untyped formats store as a string.
  fileprivate var shown: String { stringValue ?? integerValue.map { "\($0)" } ?? "" }
}

@Suite("Keys with many combining marks")
struct CombiningMarkTests {
  private static func key(_ marks: Int) -> String {
    "a" + String(String.UnicodeScalarView((0..<marks).map { $0 % 2 == 0 ? "\u{315}" : "\u{300}" }))
  }

  private static func file(_ marks: Int) -> [UInt8] {
    Array("<dict><key>\(key(marks))</key><true/><key>b</key><true/></dict>".utf8)
  }

  @Test("Up to 128 combining marks in a row are read wherever keys become strings")
  func limit() throws {
    let short = Self.file(128)
    #expect(try Plist(short).pairs?.count == 2)
    #expect(try PlistDecoder().decode([String: Bool].self, from: short).count == 2)
    let long = Self.file(129)
    #expect(try PlistDocument(long).root.count == 2)
    let error = #expect(throws: PlistError.self) { try Plist(long) }
    #expect(error?.code == .combiningLimit)
    for type in [[String: Bool].self, [String: Plist].self] as [any Decodable.Type] {
      let error = #expect(throws: DecodingError.self) {
        try PlistDecoder().decode(type, from: long)
      }
      guard case .dataCorrupted(let context)? = error else { continue }
      #expect((context.underlyingError as? PlistError)?.code == .combiningLimit)
    }
  }

  @Test("A key of 60,000 marks is rejected before it is hashed, and documents keep it")
  func many() throws {
    let file = Self.file(60_000)
    let document = try PlistDocument(file)
    #expect(try document.encoded(as: .binary).count > 120_000)
    #expect(document.root[Self.key(60_000)]?.boolValue == true)
    #expect(throws: PlistError.self) { try Plist(file) }
    #expect(throws: DecodingError.self) {
      try PlistDecoder().decode([String: Bool].self, from: file)
    }
  }

  /// Encodes what it can of two dictionaries.
  private struct Cautious: Encodable {
    var first: [String: Int]
    var second: Set<String>

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try? container.encode(first)
      try? container.encode(second)
      try container.encode("whole")
    }
  }

  @Test("Up to 128 combining marks in a row are encoded, since more could not be decoded")
  func encoding() throws {
    func error(_ value: some Encodable) -> PlistError? {
      do {
        _ = try PlistEncoder().encode(value)
      } catch EncodingError.invalidValue(_, let context) {
        let error = context.underlyingError as? PlistError
        #expect(context.codingPath.map(\.stringValue) == error?.path.codingPath.map(\.stringValue))
        return error
      } catch {
        Issue.record(error)
      }
      return nil
    }
    for (marks, code) in [(128, nil), (129, PlistError.Code.combiningLimit)] {
      let key = Self.key(marks)
      let list: Plist = ["b": 1, "list": [1, [key: true]]]
      #expect(error([key: 1])?.code == code)
      #expect(throws: Never.self) { try PropertyListEncoder().encode([key: 1]) }
      #expect(error([key: "text"])?.code == code)
      #expect(error(["a": [key: ["b": 1]]])?.code == code)
      #expect(error(Set(["b", key]))?.code == code)
      #expect(error([Set([Tag(rawValue: "b"), Tag(rawValue: key)])])?.code == code)
      #expect(error(["c": [Tag(rawValue: key): 1.5]])?.code == code)
      #expect(error(list)?.code == code)
      #expect(error([key])?.code == nil && error([Tag(rawValue: "b"): key])?.code == nil)
      do throws(PlistError) {
        _ = try list.encoded(as: .binary)
        #expect(code == nil)
      } catch {
        #expect(error.code == code)
      }
    }
    let key = Self.key(129)
    #expect(error(["a": [1: [key: 1]]])?.path == PlistPath([.key("a"), .key("1"), .key(key)]))
    #expect(
      error(["a": [Set(["b"]), [key]]])?.path == PlistPath([.key("a"), .index(1), .index(0)]))
    let cautious = try PlistEncoder(outputFormat: .openStep).encode(
      Cautious(first: ["a": 1], second: [key]))
    #expect(try Plist(Array(cautious)) == [["a": "1"], "whole"])
  }

  @Test("Many shorter runs with letters between them are read")
  func runs() throws {
    let key = String(repeating: Self.key(30), count: 40)
    let file = Array("<dict><key>\(key)</key><true/></dict>".utf8)
    #expect(try Plist(file)[key] == true)
    #expect(try PlistDecoder().decode([String: Bool].self, from: file) == [key: true])
  }

  @Test("A type with fixed keys reads the keys next to such a key")
  func fixedKeys() throws {
    struct Fixed: Decodable, Equatable { var b: Bool }
    #expect(try PlistDecoder().decode(Fixed.self, from: Self.file(5000)) == Fixed(b: true))
  }
}
