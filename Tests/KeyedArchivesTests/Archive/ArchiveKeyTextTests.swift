// Tests of names in archives that differ in bytes but are equal as text, and of names with many
// combining marks: kept where bytes are kept, rejected where a Swift dictionary would lose one or
// take too long.

import Foundation
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

@Suite("Keys of archives as text")
struct ArchiveKeyTextTests {
  private func archive(_ slots: [Plist]) throws -> Data {
    try archivePlist(["$null"] + slots).encoded(as: .binary)
  }

  private func record(_ name: String) -> Plist {
    ["$classname": .string(name), "$classes": [.string(name), "NSObject"]]
  }

  private func dictionary(_ keys: [String]) throws -> Data {
    let pairs: Plist = [
      "NS.keys": .array(keys.indices.map { uid(3 + $0) }),
      "NS.objects": .array(keys.map { _ in uid(3 + keys.count) }), "$class": uid(2),
    ]
    return try archive([pairs, record("NSDictionary")] + keys.map { .string($0) } + ["value"])
  }

  /// An object with two fields whose names are equal as text, which no value tree supports.
  private func ownObject() -> Data {
    let text = ArchiveText(
      object(
        2, field("\u{E9}", ref(3)) + field("e\u{301}", ref(4))),
      "<dict>\(field("$classname", text("Own")))</dict>", text("one"), text("two"))
    return Data(text.bytes)
  }

  private static func marks(_ count: Int) -> String {
    "a" + String(String.UnicodeScalarView((0..<count).map { $0 % 2 == 0 ? "\u{315}" : "\u{300}" }))
  }

  @Test("An archived dictionary with two keys that are equal as text is rejected")
  func equivalentKeys() throws {
    let data = try dictionary(["\u{E9}", "e\u{301}"])
    #expect(unarchivingCode([String: String].self, data) == .equivalentKeys)
    let any = try KeyedUnarchiver.unarchivedObject(of: AnyArchivedObject.self, from: data)
    #expect(any.object(as: ArchivedDictionary.self)?.pairs.count == 2)
    // A repeated key with identical bytes: the last value counts.
    #expect(unarchivingCode([String: String].self, try dictionary(["a", "a"])) == nil)
    #expect(unarchivingCode([String: String].self, try dictionary(["\u{E9}", "\u{E9}"])) == nil)
  }

  @Test("An archived set with two members that are equal as text is rejected")
  func equivalentMembers() throws {
    func set(_ members: [String]) throws -> Data {
      let set: Plist = [
        "NS.objects": .array(members.indices.map { uid(3 + $0) }), "$class": uid(2),
      ]
      return try archive([set, record("NSSet")] + members.map { .string($0) })
    }
    #expect(
      unarchivingCode(Set<String>.self, try set(["\u{E9}", "e\u{301}"])) == .equivalentKeys)
    #expect(unarchivingCode(Set<String>.self, try set(["\u{E9}", "\u{E9}", "a"])) == nil)
    #expect(unarchivingCode([String].self, try set(["\u{E9}", "e\u{301}"])) == nil)
    #expect(unarchivingCode(Set<String>.self, try set([Self.marks(129), "b"])) == .combiningLimit)
    #expect(unarchivingCode(Set<String>.self, try set([Self.marks(128), "b"])) == nil)
  }

  private struct Composed: Codable {
    enum CodingKeys: String, CodingKey { case value = "\u{E9}" }
    var value: String
  }

  private final class Own: Codable {
    enum CodingKeys: String, CodingKey { case value = "e\u{301}" }
    var value: String
  }

  @Test("A type that requests one of two such keys gets the one with its bytes")
  func lookups() throws {
    struct Decomposed: Codable {
      enum CodingKeys: String, CodingKey { case value = "e\u{301}" }
      var value: String
    }
    let pairs: Plist = [
      "NS.keys": [uid(3), uid(4)], "NS.objects": [uid(5), uid(6)], "$class": uid(2),
    ]
    let data = try archive([
      pairs, record("NSDictionary"), "\u{E9}", "e\u{301}", "one", "two",
    ])
    #expect(
      try KeyedUnarchiver.unarchivedObject(of: Composed.self, from: data).value == "one")
    #expect(
      try KeyedUnarchiver.unarchivedObject(of: Decomposed.self, from: data).value == "two")
    #expect(try KeyedUnarchiver.unarchivedObject(of: Own.self, from: ownObject()).value == "two")
  }

  private final class AllKeys: Codable {
    struct Name: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    static var archivedClassName: String { "Own" }
    var pairs: [String: String] = [:]
    init(_ pairs: [String: String]) { self.pairs = pairs }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
      for key in container.allKeys {
        pairs[key.stringValue] = try? container.decode(String.self, forKey: key)
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      for (key, value) in pairs { try container.encode(value, forKey: Name(stringValue: key)) }
    }
  }

  @Test("A type that creates a dictionary of all keys fails where it would lose one")
  func allKeys() throws {
    var registry = ClassRegistry()
    registry.register(AllKeys.self, as: ["Own"])
    let unarchiver = try KeyedUnarchiver(forReadingFrom: ownObject(), registry: registry)
    let error = #expect(throws: ArchiveError.self) {
      try unarchiver.decode(AllKeys.self, forKey: "root")
    }
    #expect(error?.code == .equivalentKeys)
  }

  @Test("Views, graphs and unknown objects keep both fields")
  func views() throws {
    let data = ownObject()
    let archive = try KeyedArchive(Array(data))
    #expect(archive.top.first?.value.object?.fields.count == 2)
    let graph = try ObjectGraph(forReadingFrom: data)
    let unknown = try #require(graph.topObject("root")?.object)
    #expect(unknown.fields.count == 2)
    #expect(unknown.text("\u{E9}") == "one" && unknown.text("e\u{301}") == "two")
    let again = try KeyedUnarchiver.unarchivedObject(of: UnknownObject.self, from: data)
    #expect(again.fields.count == 2 && again.text("e\u{301}") == "two")
    let written = try ObjectGraph(forReadingFrom: graph.encoded())
    #expect(written.topObject("root")?.object?.fields.count == 2)
    #expect(KeyedArchive.diagnose(archive.document).filter { $0.severity == .error }.isEmpty)
  }

  @Test("Dictionary keys with more than 128 combining marks in a row are rejected as strings")
  func markedKeys() throws {
    #expect(unarchivingCode([String: String].self, try dictionary([Self.marks(128), "b"])) == nil)
    let long = try dictionary([Self.marks(60_000), "b"])
    #expect(unarchivingCode([String: String].self, long) == .combiningLimit)
    let any = try KeyedUnarchiver.unarchivedObject(of: AnyArchivedObject.self, from: long)
    #expect(any.object(as: ArchivedDictionary.self)?.pairs.count == 2)
  }

  @Test("Keys and members that could not be unarchived as strings are not archived")
  func archiving() throws {
    struct Tag: Hashable, Codable, RawRepresentable { var rawValue: String }
    func error<T: Codable>(_ value: T) throws -> ArchiveError? {
      let made = Result { try KeyedArchiver.archivedData(root: value) }
      guard case .success(let data) = made else {
        return #expect(throws: ArchiveError.self) { try made.get() }
      }
      _ = try KeyedUnarchiver.unarchivedObject(of: T.self, from: data)
      return nil
    }
    for (count, code) in [(128, nil), (129, ArchiveError.Code.combiningLimit)] {
      let long = Self.marks(count)
      #expect(try error([long: 1])?.code == code)
      #expect(try error(["a": [long: "text"]])?.code == code)
      #expect(try error(Set(["b", long]))?.code == code)
      #expect(try error([Set([Tag(rawValue: long)])])?.code == code)
      #expect(try error([Tag(rawValue: long): 1])?.code == code)
      #expect(try error(AllKeys(["b": "1", long: "2"]))?.code == code)
      #expect(try error([long])?.code == nil)
    }
    let long = Self.marks(129)
    #expect(try error(["a": ["Z": 1, long: 2]])?.path == path(["root", "a", long]))
    #expect(try error(AllKeys(["b": "1", long: "2"]))?.path == path(["root", long]))
    #expect(try error(["a": Nested(long)])?.path == path(["root", "a", long]))
    #expect(try error(["a": Cautious(long)])?.code == nil)
  }

  private func path(_ keys: [String]) -> PlistPath { PlistPath(keys.map { .key($0) }) }

  /// Has a container under a key.
  private struct Nested: Codable {
    var key: String
    init(_ key: String) { self.key = key }
    init(from decoder: any Decoder) throws { key = "" }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AllKeys.Name.self)
      var nested = container.nestedUnkeyedContainer(forKey: AllKeys.Name(stringValue: key))
      try nested.encode(1)
    }
  }

  /// Encodes what it can.
  private struct Cautious: Codable {
    var key: String
    init(_ key: String) { self.key = key }
    init(from decoder: any Decoder) throws { key = "" }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AllKeys.Name.self)
      try? container.encode(1, forKey: AllKeys.Name(stringValue: key))
      try? container.encode([key: 1], forKey: AllKeys.Name(stringValue: "a"))
      try container.encode(2, forKey: AllKeys.Name(stringValue: "b"))
    }
  }

  @Test("Fields with names of 60,000 combining marks are kept, and others are found")
  func markedFields() throws {
    let name = Self.marks(60_000)
    // Assembled as bytes: as a key of a `Plist`, or as a `Character`, the name is slow.
    let frame = ArchiveText(
      object(2, field("NAME", ref(3)) + field("b", ref(4))),
      "<dict>\(field("$classname", text("Own")))</dict>", text("one"), text("two"))
    let parts = frame.text.components(separatedBy: "NAME")
    let data = Data(parts[0].utf8) + Data(name.utf8) + Data(parts[1].utf8)
    let graph = try ObjectGraph(forReadingFrom: data)
    let unknown = try #require(graph.topObject("root")?.object)
    #expect(unknown.text("b") == "two" && unknown.text(name) == "one")
    #expect(try KeyedArchive(Array(data)).json().count > 120_000)
  }

  @Test("A class name of 60,000 combining marks is invalid, as a name and as a superclass")
  func markedClasses() throws {
    let name = Self.marks(60_000)
    for classRecord in [
      record(name),
      ["$classname": "Own", "$classes": ["Own", .string(name), "NSObject"]] as Plist,
    ] {
      let data = try archive([["b": uid(3), "$class": uid(2)], classRecord, "text"])
      #expect(unarchivingCode(AnyArchivedObject.self, data) == .invalidClassRecord)
      #expect(unarchivingCode(Own.self, data) == .invalidClassRecord)
      let findings = KeyedArchive.diagnose(try PlistDocument(data))
      #expect(findings.contains { $0.error.code == .invalidClassRecord })
      let json = #expect(throws: ArchiveError.self) { try KeyedArchive(Array(data)).json() }
      #expect(json?.code == .invalidClassRecord)
    }
    let short = try archive([["b": uid(3), "$class": uid(2)], record(Self.marks(100)), "text"])
    #expect(unarchivingCode(AnyArchivedObject.self, short) == nil)
  }
}
