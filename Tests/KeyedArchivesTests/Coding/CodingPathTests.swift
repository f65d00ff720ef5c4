// Tests of coding paths in archives: the caller's keys, from the top of the archive or from the
// instance that is being encoded; and errors that cost little where a type discards them.
import Foundation
import KeyedArchives
import PropertyLists
import Synchronization
import Testing

private enum Number: Int, CodingKey {
  case first = 1
  case second = 2
  case third = 3
}

/// Records the paths that coders show.
private final class Paths: @unchecked Sendable {
  var found: [[String]] = []
  func note(_ path: [any CodingKey]) {
    found.append(path.map { "\($0.stringValue):\($0.intValue ?? -1)" })
  }
}

private let pathsKey = CodingUserInfoKey(rawValue: "paths")

extension Encoder {
  fileprivate var paths: Paths? { pathsKey.flatMap { userInfo[$0] as? Paths } }
}

extension Decoder {
  fileprivate var paths: Paths? { pathsKey.flatMap { userInfo[$0] as? Paths } }
}

private struct Leaf: Codable {
  init() {}
  func encode(to encoder: any Encoder) throws {
    encoder.paths?.note(encoder.codingPath)
    var container = encoder.singleValueContainer()
    encoder.paths?.note(container.codingPath)
    try container.encode(7)
  }
  init(from decoder: any Decoder) throws {
    decoder.paths?.note(decoder.codingPath)
    _ = try decoder.singleValueContainer().decode(Int.self)
  }
}

/// A value whose containers are nested in every way.
private struct Tree: Codable {
  init() {}

  func encode(to encoder: any Encoder) throws {
    encoder.paths?.note(encoder.codingPath)
    var container = encoder.container(keyedBy: Number.self)
    try container.encode(Leaf(), forKey: .first)
    var list = container.nestedUnkeyedContainer(forKey: .second)
    encoder.paths?.note(list.codingPath)
    try list.encode(Leaf())
    var inner = list.nestedContainer(keyedBy: Number.self)
    encoder.paths?.note(inner.codingPath)
    try inner.encode(Leaf(), forKey: .first)
    let above = container.superEncoder(forKey: .third)
    encoder.paths?.note(above.codingPath)
    try Leaf().encode(to: above)
  }

  init(from decoder: any Decoder) throws {
    decoder.paths?.note(decoder.codingPath)
    let container = try decoder.container(keyedBy: Number.self)
    _ = try container.decode(Leaf.self, forKey: .first)
    var list = try container.nestedUnkeyedContainer(forKey: .second)
    decoder.paths?.note(list.codingPath)
    _ = try list.decode(Leaf.self)
    let inner = try list.nestedContainer(keyedBy: Number.self)
    decoder.paths?.note(inner.codingPath)
    _ = try inner.decode(Leaf.self, forKey: .first)
    let above = try container.superDecoder(forKey: .third)
    decoder.paths?.note(above.codingPath)
    _ = try Leaf(from: above)
  }
}

@Suite("Coding paths in archives")
struct CodingPathTests {
  @Test("An encoder shows the caller's keys with their numbers, also in nested containers")
  func encoding() throws {
    let paths = Paths()
    let key = try #require(pathsKey)
    let archiver = KeyedArchiver(userInfo: [key: paths])
    try archiver.encode(Tree(), forKey: "root")
    #expect(
      paths.found == [
        [], ["first:1"], ["first:1"], ["second:2"], ["second:2", "Index 0:0"],
        ["second:2", "Index 0:0"], ["second:2", "Index 1:1"],
        ["second:2", "Index 1:1", "first:1"], ["second:2", "Index 1:1", "first:1"], ["third:3"],
        ["third:3"], ["third:3"],
      ])
  }

  @Test("A decoder shows the caller's keys with their numbers")
  func decoding() throws {
    let paths = Paths()
    let key = try #require(pathsKey)
    let data = try KeyedArchiver.archivedData(root: Tree())
    let unarchiver = try KeyedUnarchiver(forReadingFrom: data, userInfo: [key: paths])
    _ = try unarchiver.decode(Tree.self, forKey: "root")
    #expect(
      paths.found == [
        [], ["first:1"], ["second:2"], ["second:2", "Index 0:0"], ["second:2", "Index 1:1"],
        ["second:2", "Index 1:1", "first:1"], ["third:3"], ["third:3"],
      ])
  }

  /// A key that counts the bytes of all strings that it is created from: paths are created from the
  /// archive's text.
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
    private struct Guess: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if (try? container.decode(Bool.self)) != nil { return }
        if (try? container.decode(Int.self)) != nil { return }
        _ = try container.decode(String.self)
      }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: LongKey.self)
      let lists = try container.decode([[Guess]].self, forKey: .list)
      #expect(lists.map(\.count) == [500, 500])
    }
  }

  /// Skips elements that are not numbers, in two lists by turns.
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
          if (try? one.decode([String: Int].self)) == nil { errors += 1 }
          _ = try one.decode(String.self)
        }
      }
      #expect(errors == 3_000)
    }
  }

  @Test("A discarded error costs nothing, however long the keys are")
  func longKeys() throws {
    let texts = [String](repeating: "text", count: 500)
    let data = try KeyedArchiver.archivedData(root: [LongKey.text: [texts, texts]])
    for type in [Guesses.self, Lossy.self] as [any Decodable.Type] {
      LongKey.bytesMade.withLock { $0 = 0 }
      _ = try KeyedUnarchiver(forReadingFrom: data).decode(type, forKey: "root")
      // Copying the key for each error would take more than 2,000 times its length.
      #expect(LongKey.bytesMade.withLock { $0 } <= 8 * LongKey.text.utf8.count, "\(type)")
    }
  }

  @Test("A DecodingError has the caller's keys, and the archive's error has the path from the top")
  func errors() throws {
    struct Inner: Decodable, Archivable {
      static var archivedClassName: String { "Inner" }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Number.self)
        _ = try? container.nestedUnkeyedContainer(forKey: .second)
        do { _ = try container.decode(Bool.self, forKey: .first) } catch {
          guard case DecodingError.typeMismatch(_, let context) = error else { throw error }
          #expect(context.codingPath.map(\.intValue) == [0, 1])
          #expect(context.codingPath.last is Number)
          #expect(context.debugDescription == "expected a Boolean")
          throw error
        }
      }
    }
    let plist = archivePlist([
      "$null", ["NS.objects": [uid(3)], "$class": uid(2)], ["$classname": "NSArray"],
      ["first": 7, "second": uid(5), "$class": uid(4)], ["$classname": "Inner"],
      ["NS.objects": [], "$class": uid(2)],
    ])
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver(PlistDocument(plist)).decode([Inner].self, forKey: "root")
    }
    #expect(error?.path.description == "root[0].first")
    #expect(error?.message == "expected a Boolean for Bool")
  }

  @Test("The path of a value with another kind than its type ends with the caller's key")
  func mismatchedValue() throws {
    struct Inner: Codable {
      var name = ""
    }
    struct Outer: Codable {
      init() {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Number.self)
        try container.encode("text", forKey: .first)
      }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Number.self)
        do { _ = try container.decode(Inner.self, forKey: .first) } catch {
          guard case DecodingError.typeMismatch(_, let context) = error else { throw error }
          #expect(context.codingPath.map(\.stringValue) == ["first"])
          #expect(context.codingPath.last is Number)
          throw error
        }
      }
    }
    let data = try KeyedArchiver.archivedData(root: Outer())
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver.unarchivedObject(of: Outer.self, from: data)
    }
    #expect(error?.path.description == "root.first")
  }

  @Test(
    "Sibling containers do not count as levels, and a decoder that outlives its value throws")
  func keptDecoders() throws {
    struct Wide: Codable {
      init() {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for number in 0..<1000 {
          var inner = container.nestedUnkeyedContainer()
          try inner.encode(number)
        }
      }
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        for number in 0..<1000 {
          var inner = try container.nestedUnkeyedContainer()
          #expect(try inner.decode(Int.self) == number)
        }
      }
    }
    struct Keeping: Codable {
      var kept: (any Decoder)?
      init() {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode("kept")
      }
      init(from decoder: any Decoder) throws { kept = decoder }
    }
    let data = try KeyedArchiver.archivedData(root: Wide())
    _ = try KeyedUnarchiver.unarchivedObject(of: Wide.self, from: data)
    let kept = try KeyedArchiver.archivedData(root: [Keeping(), Keeping()])
    let values = try KeyedUnarchiver.unarchivedObject(of: [Keeping].self, from: kept)
    #expect(throws: DecodingError.self) { try values.first?.kept?.unkeyedContainer() }
  }
}
