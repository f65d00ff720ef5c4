// Archives and unarchives random programs for `encode(to:)`: EncodingScript.swift generates them
// and gives the expected results.

import Foundation
import KeyedArchives
import OrderedCollections
import PropertyLists
import TestSupport
import Testing

/// Reads an archived script back and compares it with the expected value.
private struct ScriptReading: Decodable, Archivable {
  static var archivedClassName: String { "EncodingScript" }

  @TaskLocal static var expected: Plist = .null

  struct Difference: Error, CustomStringConvertible {
    var description: String
  }

  init(from decoder: any Decoder) throws {
    let expected = Self.expected
    switch expected {
    case .dictionary(let pairs):
      let container = try decoder.container(keyedBy: AnyKey.self)
      let keys = Set(container.allKeys.map(\.stringValue))
      guard keys == Set(pairs.keys) else {
        throw Difference(description: "keys \(keys), expected \(pairs.keys)")
      }
      for (key, value) in pairs {
        let key = AnyKey(stringValue: key)
        if value == "$null" {
          guard try container.decodeNil(forKey: key) else {
            throw Difference(description: "expected nil for \(key.stringValue)")
          }
          continue
        }
        try Self.$expected.withValue(value) {
          _ = try container.decode(ScriptReading.self, forKey: key)
        }
      }
    case .array(let elements):
      var container = try decoder.unkeyedContainer()
      guard container.count == elements.count else {
        throw Difference(description: "\(container.count ?? 0) elements, expected \(elements)")
      }
      for element in elements {
        if element == "$null" {
          guard try container.decodeNil() else { throw Difference(description: "expected nil") }
          continue
        }
        try Self.$expected.withValue(element) { _ = try container.decode(ScriptReading.self) }
      }
    case .integer:
      let number = try decoder.singleValueContainer().decode(Int.self)
      guard number == expected.intValue else {
        throw Difference(description: "\(number), expected \(expected)")
      }
    default:
      let text = try decoder.singleValueContainer().decode(String.self)
      guard text == expected.stringValue else {
        throw Difference(description: "\(text), expected \(expected)")
      }
    }
  }
}

private struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

@Suite("Any sequence of container calls is archived or rejected")
struct ArchivingScriptTests {
  @Test("Random scripts survive a round trip through an archive, or are errors")
  func randomScripts() throws {
    let count = ScriptSettings.encodingCount
    var random = ScriptGenerator(seed: 43)
    var (stopped, refused, compared) = (0, 0, 0)
    for number in 0..<count {
      let script = EncodingScript.random(&random)
      let expected: Plist
      do {
        expected = try ScriptModel.value(of: script)
      } catch is ScriptModel.Stops {
        stopped += 1
        #expect(throws: ArchiveError.self, "script \(number): \(script)") {
          try KeyedArchiver.archivedData(root: script)
        }
        continue
      }
      let data: Data
      do {
        data = try KeyedArchiver.archivedData(root: script)
      } catch let error as ArchiveError where error.code == .notRepresentable {
        // A value that was encoded as a whole is not extended in an archive.
        refused += 1
        continue
      }
      compared += 1
      do {
        try ScriptReading.$expected.withValue(expected) {
          _ = try KeyedUnarchiver.unarchivedObject(of: ScriptReading.self, from: data)
        }
      } catch {
        Issue.record("script \(number): \(error): \(script), expected \(expected)")
        return
      }
    }
    #expect(stopped > count / 12 && compared > count / 2 && refused < count / 10)
  }

  @Test("A nested container that is requested again under its key is the same one")
  func nestedContainerAgain() throws {
    class Base: Codable {
      var name = ""
      enum Key: CodingKey { case body, name, number }
      init() {}
      required init(from decoder: any Decoder) throws {
        let body = try decoder.container(keyedBy: Key.self)
          .nestedContainer(keyedBy: Key.self, forKey: .body)
        name = try body.decode(String.self, forKey: .name)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        var body = container.nestedContainer(keyedBy: Key.self, forKey: .body)
        try body.encode(name, forKey: .name)
      }
    }
    final class Derived: Base {
      var number = 0
      override init() { super.init() }
      required init(from decoder: any Decoder) throws {
        let body = try decoder.container(keyedBy: Key.self)
          .nestedContainer(keyedBy: Key.self, forKey: .body)
        number = try body.decode(Int.self, forKey: .number)
        try super.init(from: decoder)
      }
      override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        var body = container.nestedContainer(keyedBy: Key.self, forKey: .body)
        try body.encode(number, forKey: .number)
      }
    }
    let object = Derived()
    (object.name, object.number) = ("Ada", 7)
    let again = try KeyedArchiver.copy(of: object)
    #expect(again.name == "Ada" && again.number == 7)
  }

  @Test("An array is not found under a key that an unused encoder has taken since")
  func nestedContainerAfterUnusedEncoder() throws {
    struct Taken: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ScriptKey.self)
        _ = container.nestedUnkeyedContainer(forKey: .a)
        _ = container.superEncoder(forKey: .a)
        _ = container.nestedUnkeyedContainer(forKey: .a)
      }
    }
    #expect(throws: ArchiveError.self) { try KeyedArchiver.archivedData(root: Taken()) }
    #expect(throws: EncodingError.self) { try PlistEncoder().encode(Taken()) }
  }

  @Test("Hundreds of sibling containers do not count as nested")
  func siblings() throws {
    struct Inner: Codable { var x = 1 }
    struct Siblings: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for _ in 0..<700 {
          var nested = container.nestedContainer(keyedBy: ScriptKey.self)
          try nested.encode(Inner(), forKey: .a)
          try Inner().encode(to: container.superEncoder())
        }
      }
    }
    let data = try KeyedArchiver.archivedData(root: Siblings())
    struct Counting: Decodable {
      var count: Int
      init(from decoder: any Decoder) throws {
        count = try decoder.unkeyedContainer().count ?? 0
      }
    }
    #expect(try KeyedUnarchiver.unarchivedObject(of: Counting.self, from: data).count == 1_400)
  }

  @Test("Encoders and containers that outlive their value throw and write nothing")
  func keptTooLong() throws {
    final class Kept: @unchecked Sendable {
      var encoder: (any Encoder)?
      var unkeyed: (any UnkeyedEncodingContainer)?
      var keyed: KeyedEncodingContainer<ScriptKey>?
    }
    struct Keeping: Encodable {
      let kept: Kept
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        kept.encoder = container.superEncoder()
        var nested = container.nestedContainer(keyedBy: ScriptKey.self)
        try nested.encode(1, forKey: .a)
        kept.keyed = nested
        kept.unkeyed = container
      }
    }
    struct Using: Encodable {
      let kept: Kept
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        _ = container.superEncoder()
        var late = try #require(kept.encoder).singleValueContainer()
        #expect(throws: ArchiveError.self) { try late.encode("late") }
        try container.encode("in time")
      }
    }
    struct Both: Encodable {
      let kept = Kept()
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(Keeping(kept: kept))
        try container.encode(Using(kept: kept))
      }
    }
    let both = Both()
    let data = try KeyedArchiver.archivedData(root: both)
    try ScriptReading.$expected.withValue([[[:], ["a": 1]], [[:], "in time"]]) {
      _ = try KeyedUnarchiver.unarchivedObject(of: ScriptReading.self, from: data)
    }
    var (keyed, unkeyed) = (try #require(both.kept.keyed), try #require(both.kept.unkeyed))
    #expect(unkeyed.count == 0)
    #expect(throws: ArchiveError.self) { try unkeyed.encode(2) }
    #expect(throws: ArchiveError.self) { try keyed.encode(2, forKey: .a) }
    #expect(throws: ArchiveError.self) { try keyed.encode([2], forKey: .a) }
    var nested = keyed.nestedContainer(keyedBy: ScriptKey.self, forKey: .b)
    #expect(throws: ArchiveError.self) { try nested.encode(1, forKey: .a) }
    var late = keyed.superEncoder(forKey: .c).singleValueContainer()
    #expect(throws: ArchiveError.self) { try late.encode(1) }
  }

  @Test("A class with handwritten coding receives the archive's error")
  func errorsOfCoders() throws {
    struct Settings: Codable, Archivable {
      static var archivedClassName: String { "Settings" }
      var size = "large"
    }
    struct Other: Codable, Archivable {
      static var archivedClassName: String { "Settings" }
      var size: Int
    }
    final class Holder: KeyedCoding {
      var code: ArchiveError.Code?
      init() {}
      init(coder: UnarchivingCoder) throws {
        do { _ = try coder.decode(Other.self, forKey: "settings") } catch let error as ArchiveError
        {
          code = error.code
        }
      }
      func encode(with coder: ArchivingCoder) throws {
        try coder.encode(Settings(), forKey: "settings")
      }
    }
    #expect(try KeyedArchiver.copy(of: Holder()).code == .typeMismatch)
  }

  @Test("A superencoder for an array element keeps its index")
  func superEncoderKeepsItsPosition() throws {
    struct Late: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        let later = container.superEncoder()
        try container.encode("second")
        var first = later.singleValueContainer()
        try first.encode("first")
        _ = container.superEncoder()
      }
    }
    let data = try KeyedArchiver.archivedData(root: Late())
    try ScriptReading.$expected.withValue(["first", "second", [:]]) {
      _ = try KeyedUnarchiver.unarchivedObject(of: ScriptReading.self, from: data)
    }
  }
}
