// Tests of coding paths: they contain the key values that types supply, not only their text, and a
// discarded error has the same cost whatever the keys.

import Foundation
import PropertyLists
import Synchronization
import Testing

/// Keys with explicit numbers.
private enum Numbered: Int, CodingKey {
  case first = 7
  case second = 9
}

/// A key of any text, with a number that is independent of the text.
private struct Marked: CodingKey {
  var stringValue: String
  var intValue: Int?

  init(_ text: String, _ number: Int) { (stringValue, intValue) = (text, number) }
  init?(stringValue: String) { self.init(stringValue, 0) }
  init?(intValue: Int) { nil }
}

/// Records the paths of the containers and coders that it visits.
private final class Notes: @unchecked Sendable {
  var paths: [String: [any CodingKey]] = [:]
}

private struct Walk: Codable {
  static let notesKey = CodingUserInfoKey(rawValue: "notes")

  init() {}

  init(from decoder: any Decoder) throws {
    let notes = Self.notesKey.flatMap { decoder.userInfo[$0] as? Notes }
    notes?.paths["decoder"] = decoder.codingPath
    let outer = try decoder.container(keyedBy: Numbered.self)
    notes?.paths["outer"] = outer.codingPath
    let nested = try outer.nestedContainer(keyedBy: Marked.self, forKey: .first)
    notes?.paths["nested"] = nested.codingPath
    var list = try nested.nestedUnkeyedContainer(forKey: Marked("list", 3))
    notes?.paths["list"] = list.codingPath
    _ = try list.decode(Int.self)
    let element = try list.nestedContainer(keyedBy: Numbered.self)
    notes?.paths["element"] = element.codingPath
    notes?.paths["super"] = try element.superDecoder().codingPath
    notes?.paths["named super"] = try element.superDecoder(forKey: .second).codingPath
    notes?.paths["super element"] = try list.superDecoder().codingPath
    _ = try outer.decode(Inner.self, forKey: .second)
    notes?.paths["list again"] = list.codingPath
    notes?.paths["element again"] = element.codingPath
  }

  func encode(to encoder: any Encoder) throws {
    let notes = Self.notesKey.flatMap { encoder.userInfo[$0] as? Notes }
    notes?.paths["decoder"] = encoder.codingPath
    var outer = encoder.container(keyedBy: Numbered.self)
    notes?.paths["outer"] = outer.codingPath
    var nested = outer.nestedContainer(keyedBy: Marked.self, forKey: .first)
    notes?.paths["nested"] = nested.codingPath
    var list = nested.nestedUnkeyedContainer(forKey: Marked("list", 3))
    notes?.paths["list"] = list.codingPath
    try list.encode(1)
    var element = list.nestedContainer(keyedBy: Numbered.self)
    notes?.paths["element"] = element.codingPath
    notes?.paths["super"] = element.superEncoder().codingPath
    notes?.paths["named super"] = element.superEncoder(forKey: .second).codingPath
    notes?.paths["super element"] = list.superEncoder().codingPath
    try outer.encode(Inner(), forKey: .second)
    notes?.paths["list again"] = list.codingPath
    notes?.paths["element again"] = element.codingPath
  }
}

/// A value that encodes itself below a key, and records its path.
private struct Inner: Codable {
  init() {}

  init(from decoder: any Decoder) throws {
    let notes = Walk.notesKey.flatMap { decoder.userInfo[$0] as? Notes }
    notes?.paths["inner"] = decoder.codingPath
    notes?.paths["inner value"] = try decoder.singleValueContainer().codingPath
  }

  func encode(to encoder: any Encoder) throws {
    let notes = Walk.notesKey.flatMap { encoder.userInfo[$0] as? Notes }
    notes?.paths["inner"] = encoder.codingPath
    var container = encoder.singleValueContainer()
    notes?.paths["inner value"] = container.codingPath
    try container.encode("x")
  }
}

@Suite("Coding paths")
struct CodingPathTests {
  /// Describes each path: the types of its keys, their text and their numbers.
  private static let expected: [String: [String]] = {
    let element = ["Numbered first 7", "Marked list 3", "Index 1 1"]
    return [
      "decoder": [], "outer": [], "nested": ["Numbered first 7"],
      "list": ["Numbered first 7", "Marked list 3"], "element": element,
      "super": element + ["super"], "named super": element + ["Numbered second 9"],
      "super element": ["Numbered first 7", "Marked list 3", "Index 2 2"],
      "inner": ["Numbered second 9"], "inner value": ["Numbered second 9"],
      "list again": ["Numbered first 7", "Marked list 3"], "element again": element,
    ]
  }()

  private func texts(_ path: [any CodingKey]) -> [String] {
    path.map { key in
      let type = key is Numbered ? "Numbered " : key is Marked ? "Marked " : ""
      return type + key.stringValue + (key.intValue.map { " \($0)" } ?? "")
    }
  }

  @Test("Paths have the caller's keys and their numbers while a value encodes itself")
  func encoding() throws {
    let notes = Notes()
    let key = try #require(Walk.notesKey)
    _ = try PlistEncoder(userInfo: [key: notes]).document(Walk())
    #expect(notes.paths.mapValues(texts) == Self.expected)
  }

  @Test("Paths have the caller's keys and their numbers while a value decodes itself")
  func decoding() throws {
    let notes = Notes()
    let key = try #require(Walk.notesKey)
    let document = try PlistEncoder(userInfo: [key: Notes()]).document(Walk())
    _ = try PlistDecoder(userInfo: [key: notes]).decode(Walk.self, from: document)
    #expect(notes.paths.mapValues(texts) == Self.expected)
  }

  @Test("Paths of errors equal Foundation's, including the keys of dictionaries")
  func errors() throws {
    struct Value: Decodable {
      var list: [[String: [Int]]]
    }
    struct Flat: Decodable {
      var list: [Int]
    }
    struct Missing: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Numbered.self)
        _ = try container.nestedContainer(keyedBy: Numbered.self, forKey: .first)
          .decode(Int.self, forKey: .second)
      }
    }
    struct TooMany: Decodable {
      init(from decoder: any Decoder) throws {
        var list = try decoder.container(keyedBy: Numbered.self)
          .nestedUnkeyedContainer(forKey: .second)
        while true { _ = try list.decode(Int.self) }
      }
    }
    let text = """
      <dict><key>list</key><array><dict><key>5</key><array><true/></array></dict></array>
      <key>first</key><dict/><key>second</key><array><integer>1</integer></array></dict>
      """
    try expectSamePath(Value.self, text)
    try expectSamePath(Flat.self, text)
    try expectSamePath(Missing.self, text)
    try expectSamePath(TooMany.self, text)
    try expectSamePath([String: String].self, "<dict><key>5</key><true/></dict>")
  }

  private func expectSamePath<T: Decodable>(
    _ type: T.Type, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let data = Data(text.utf8)
    let theirs = path { try PropertyListDecoder().decode(type, from: data) }
    let ours = path { try PlistDecoder().decode(type, from: data) }
    #expect(ours != nil, sourceLocation: sourceLocation)
    #expect(ours == theirs, sourceLocation: sourceLocation)
  }

  /// The keys of an error's path, with their numbers and types.
  private func path<T>(_ decode: () throws -> T) -> [String]? {
    do {
      _ = try decode()
      return nil
    } catch DecodingError.typeMismatch(_, let context) {
      return texts(context.codingPath)
    } catch DecodingError.keyNotFound(_, let context) {
      return texts(context.codingPath)
    } catch DecodingError.valueNotFound(_, let context) {
      return texts(context.codingPath)
    } catch {
      return nil
    }
  }

  /// Tries two types that do not match and decodes a third.
  private struct Guess: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if (try? container.decode(Bool.self)) != nil { return }
      if (try? container.decode(Int.self)) != nil { return }
      _ = try container.decode(String.self)
    }
  }

  /// A key that counts the bytes of all strings that it is created from: paths are created from the
  /// document's text.
  private enum LongKey: CodingKey {
    case list
    static let text = String(repeating: "k", count: 1 << 16)
    static let bytesMade = Mutex(0)
    var stringValue: String { Self.text }
    var intValue: Int? { nil }
    init?(stringValue: String) {
      Self.bytesMade.withLock { $0 += stringValue.utf8.count }
      self = .list
    }
    init?(intValue: Int) { nil }
  }

  private struct Guesses: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: LongKey.self)
      let lists = try container.decode([[Guess]].self, forKey: .list)
      #expect(lists.map(\.count) == [500, 500])
    }
  }

  /// Skips elements that are not numbers, in two lists by turns, with several kinds of failure.
  private struct Lossy: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: LongKey.self)
      var outer = try container.nestedUnkeyedContainer(forKey: .list)
      var (one, other) = (try outer.nestedUnkeyedContainer(), try outer.nestedUnkeyedContainer())
      var errors = 0
      while !one.isAtEnd {
        for _ in 0..<2 {
          swap(&one, &other)
          if (try? one.decode(Int.self)) == nil { errors += 1 }
          if (try? one.decode([Int].self)) == nil { errors += 1 }
          if (try? one.nestedContainer(keyedBy: LongKey.self)) == nil { errors += 1 }
          if (try? one.decode([String: Int].self)) == nil { errors += 1 }
          _ = try one.decode(Guess.self)
        }
      }
      #expect(errors == 4_000)
    }
  }

  @Test("The keys of a discarded error cost nothing, however long they are")
  func longKeys() throws {
    let texts = [String](repeating: "text", count: 500)
    let document = try PlistEncoder().document([LongKey.text: [texts, texts]])
    for type in [Guesses.self, Lossy.self] as [any Decodable.Type] {
      LongKey.bytesMade.withLock { $0 = 0 }
      _ = try PlistDecoder().decode(type, from: document)
      // Copying the key for each error would take more than 2,000 times its length.
      #expect(LongKey.bytesMade.withLock { $0 } <= 8 * LongKey.text.utf8.count, "\(type)")
    }
  }

  @Test("The paths of retained errors do not change when others follow")
  func keptErrors() throws {
    final class Kept: @unchecked Sendable { var errors: [any Error] = [] }
    struct Keeping: Decodable {
      init(from decoder: any Decoder) throws {
        guard let key = Walk.notesKey, let kept = decoder.userInfo[key] as? Kept else { return }
        let container = try decoder.singleValueContainer()
        do { _ = try container.decode(Bool.self) } catch { kept.errors.append(error) }
      }
    }
    let key = try #require(Walk.notesKey)
    let kept = Kept()
    let value = ["list": ["a", "b", "c"]]
    _ = try PlistDecoder(userInfo: [key: kept])
      .decode([String: [Keeping]].self, from: PlistEncoder().document(value))
    let found = kept.errors.map { error in path { throw error } }
    #expect(found == [["list", "Index 0 0"], ["list", "Index 1 1"], ["list", "Index 2 2"]])
    let descriptions = kept.errors.compactMap { error -> String? in
      guard case DecodingError.typeMismatch(_, let context) = error else { return nil }
      return context.underlyingError.map { "\($0)" }
    }
    #expect(descriptions.last == "expected a Boolean for Bool, found a string (at list[2])")
  }
}
