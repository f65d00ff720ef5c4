// Random programs for `encode(to:)`, archived and unarchived: EncodingScript.swift makes them, and says
// what must come out.

import Foundation
import KeyedArchives
import OrderedCollections
import PropertyLists
import Testing

/// Reads an archived script back and compares it with the value that is expected.
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

@Suite("Any sequence of container calls is archived, or refused")
struct ArchivingScriptTests {
  @Test("random scripts come back from an archive, or are errors")
  func randomScripts() throws {
    let count = ScriptGenerator.scriptCount
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
        // A value that was encoded whole is not filled further in an archive.
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

  @Test("a nested container that is asked for again under its key is the same one")
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

  @Test("an encoder taken for an array's element keeps its position")
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
