// Decoding from the bytes of a binary file, which need no document if the file is of the usual kind,
// and from a document of the same file: the same values and the same errors.

import Foundation
import PropertyLists
import TestSupport
import Testing

/// A set whose members are always encoded in the same order.
private struct Colors: Codable, Equatable {
  var names: Set<String>

  init(_ names: Set<String>) { self.names = names }

  init(from decoder: any Decoder) throws {
    names = try decoder.singleValueContainer().decode(Set<String>.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(names.sorted())
  }
}

private struct Shelf: Codable, Equatable {
  var name: String
  var note: String?
  var tags: [String]
  var sizes: [Int]
  var ratios: [Double]
  var added: Date
  var content: Data
  var counts: [String: Int]
  var titles: [String: String]
  var colors: Colors
  var isNew: Bool
  var shelves: [Shelf]
  var anything: Plist
  var weight: Float
  var width: UInt8

  init(_ number: Int, shelves: [Shelf] = []) {
    name = "shelf \(number)"
    note = number.isMultiple(of: 2) ? nil : "a note with é \(number)"
    tags = (0..<number % 5).map { "tag \($0)" }
    sizes = (0..<number % 7).map { $0 * number * 1000 - 3 }
    ratios = [0.5, Double(number)]
    added = Date(timeIntervalSinceReferenceDate: Double(number))
    content = Data(repeating: UInt8(truncatingIfNeeded: number), count: number % 40)
    counts = ["one": 1, "largest": .max, "smallest": .min]
    titles = ["en": "Title \(number)", "de": "Überschrift"]
    colors = Colors(["red", "green", "blue\(number % 3)"])
    isNew = number % 3 == 1
    self.shelves = shelves
    anything = ["key": [1, 2.5, "text", .data(Data([1]))]]
    weight = 1.25
    width = UInt8(truncatingIfNeeded: number)
  }
}

/// A type that tries to decode each value as several types.
private struct Prober: Codable, Equatable {
  var found: [String]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: PlistCodingKey.self)
    found = container.allKeys.map { key in
      let texts = [
        (try? container.decode(Int.self, forKey: key)).map(String.init),
        try? container.decode(String.self, forKey: key),
        (try? container.decode([Prober].self, forKey: key)).map { "\($0.count)" },
        (try? container.nestedContainer(keyedBy: PlistCodingKey.self, forKey: key))
          .map { "\($0.codingPath.count)" },
      ]
      return "\(key.stringValue): \(texts.compactMap { $0 })"
    }.sorted()
  }
}

@Suite("Decoding from the bytes of binary files")
struct BinaryDecodingTests {
  private func expectSame<Value: Codable>(
    _ type: Value.Type, _ bytes: [UInt8], options: PlistReadingOptions = PlistReadingOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let decoder = PlistDecoder(options: options)
    let found = CodingResult { try ByCodable.bits(decoder.decode(type, from: bytes)) }
    let expected = CodingResult {
      try ByCodable.bits(decoder.decode(type, from: PlistDocument(bytes, options: options)))
    }
    #expect(found == expected, sourceLocation: sourceLocation)
  }

  private static func file(_ value: some Encodable) throws -> [UInt8] {
    Array(try PlistEncoder(outputFormat: .binary).encode(value))
  }

  private static let small = Shelf(3, shelves: [Shelf(4), Shelf(1)])
  /// More objects than a table of a small file has.
  private static let large = Shelf(2, shelves: (0..<400).map { Shelf($0) })

  @Test("Small and large files are decoded")
  func values() throws {
    for shelf in [Self.small, Self.large] {
      let file = try Self.file(shelf)
      #expect(try PlistDecoder().decode(Shelf.self, from: file) == shelf)
      #expect(try PlistDecoder().decode(Shelf.self, from: Data(file)) == shelf)
      #expect(try PropertyListDecoder().decode(Shelf.self, from: Data(file)) == shelf)
      expectSame(Prober.self, file)
      expectSame(Plist.self, file)
    }
  }

  @Test("Scattered values of a file larger than the cache are decoded")
  func largerThanTheCache() throws {
    struct Wide: Codable, Equatable {
      var numbers: [Int]
      var reals: [Double]
      var texts: [String]
      var shelves: [Shelf]
      var padding: Data
    }
    let wide = Wide(
      numbers: (0..<3000).map { $0 * 7919 % 3001 },
      reals: (0..<2000).map { Double($0 * 7919 % 1999) },
      texts: (0..<2000).map { "text \($0 * 7919 % 503)" }, shelves: (0..<200).map { Shelf($0) },
      padding: Data(count: 5 << 20))
    let file = try Self.file(wide)
    #expect(try PlistDecoder().decode(Wide.self, from: file) == wide)
    // The last number becomes text.
    var values = try Plist(file)
    try values.set("text", at: PlistPath("numbers[2999]"))
    expectSame(Wide.self, Array(try values.encoded(as: .binary)))
  }

  private struct Row: Codable, Equatable { var number: Int }

  private struct Rows: Codable, Equatable {
    var content: Data
    var rows: [Row]
  }

  @Test("A smaller file is decoded after a larger one")
  func smallerAfterLarger() throws {
    for count in 96..<104 {
      let larger = Rows(
        content: Data(count: 6 << 20), rows: (0..<count).map { Row(number: $0 * 100_000) })
      #expect(try PlistDecoder().decode(Rows.self, from: Self.file(larger)) == larger)
      let smaller = Rows(
        content: Data(count: 4 << 20), rows: (0..<90).map { Row(number: $0 * 100_000) })
      #expect(try PlistDecoder().decode(Rows.self, from: Self.file(smaller)) == smaller)
    }
  }

  @Test("Overlapping objects are rejected in linear time")
  func overlap() {
    // 20,000 times the same long string, or the same list of 4,000 elements.
    let text =
      [0x5F, 0x12] + BinaryFile.number(1_000_000, 4) + [UInt8](repeating: 0x61, count: 1_000_000)
    var strings = BinaryFile([text])
    strings.claimedOffsets = Array(repeating: 8, count: 20_000)
    strings.claimedCount = 20_000
    let list = [0xAF, 0x11] + BinaryFile.number(4000, 2) + [UInt8](repeating: 0, count: 8000)
    var lists = BinaryFile([[0x09], list])
    lists.claimedOffsets = [8] + Array(repeating: 9, count: 8000)
    lists.claimedCount = 8001
    (lists.referenceWidth, lists.top) = (2, 1)
    for var file in [strings, lists] {
      file.offsetWidth = 2
      let bytes = file.bytes
      let time = processorTime {
        expectSame([String].self, bytes)
        expectSame([String?].self, bytes)
      }
      #expect(time < .seconds(5))
    }
  }

  @Test("A value of another type causes the same error, with its location and path")
  func mismatches() throws {
    for shelf in [Self.small, Self.large] {
      let values = try Plist(Self.file(shelf))
      for (path, value) in [
        ("shelves[1].sizes[0]", "text"), ("shelves[1].tags", 1), ("shelves[1].width", 300),
        ("shelves[1].name", [:]), ("shelves[1].counts.one", [1]), ("added", "today"),
        ("shelves[0].content", true), ("weight", .real(1e300)), ("colors", "red"),
      ] as [(String, Plist)] {
        var edited = values
        try edited.set(value, at: PlistPath(path))
        expectSame(Shelf.self, Array(try edited.encoded(as: .binary)))
        _ = try edited.remove(at: PlistPath(path))
        expectSame(Shelf.self, Array(try edited.encoded(as: .binary)))
      }
    }
  }

  @Test("Keys that are equal as text, and a long run of marks, cause the same error")
  func keys() throws {
    let marks = "e" + String(repeating: "\u{301}", count: 300)
    let files = [
      BinaryFile.file([[0xD2, 1, 2, 3, 3], [0x61, 0, 0xE9], [0x62, 0, 0x65, 3, 1], [0x10, 1]]),
      BinaryFile.file([[0xD2, 1, 2, 3, 3], [0x51, 0x61], [0x51, 0x61], [0x10, 1]]),
      BinaryFile.file([[0xD1, 1, 1], [0x10, 1]]),
      BinaryFile.file([
        [0xD1, 1, 2],
        [0x6F, 0x11, 1, 45] + marks.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] },
        [0x10, 1],
      ]),
    ]
    for file in files {
      expectSame([String: Int].self, file)
      expectSame([String: String].self, file)
      expectSame(Prober.self, file)
      expectSame(Plist.self, file)
    }
  }

  @Test("A large dictionary of strings is decoded, and any other pair in it causes the same error")
  func largeDictionaries() throws {
    let pairs = Dictionary(
      uniqueKeysWithValues: (0..<2_200).map { ("key \($0)", $0 % 9 == 0 ? "größer" : "\($0)") })
    let file = try Self.file(pairs)
    expectSame([String: String].self, file)
    #expect(try PlistDecoder().decode([String: String].self, from: file) == pairs)
    let others: [[String: Plist]] = [["other": 7], ["größer": "a"], ["other": ["a": "b"]]]
    for other in others {
      let mixed = pairs.mapValues { Plist.string($0) }.merging(other) { $1 }
      expectSame([String: String].self, try Self.file(mixed))
    }
  }

  @Test("Unusual files give the same value or error")
  func unusual() {
    let files: [[UInt8]] = [
      BinaryFile.file([[0xA2, 1, 1], [0xA1, 2], [0x51, 0x61]]),  // shared container
      BinaryFile.file([[0xA1, 0]]),  // cycle
      BinaryFile.file([[0xA1, 1], [0xA1, 0]]),
      BinaryFile.file([[0xA1, 9]]),  // reference past the end
      BinaryFile.file([[0xA1, 1], [0x51, 0xE9]]),  // not ASCII
      BinaryFile.file([[0xA1, 1], [0x00]]), BinaryFile.file([[0xA1, 1], [0xC0]]),
      BinaryFile.file([[0xA1, 1], [0x14] + [UInt8](repeating: 1, count: 16)]),
      BinaryFile.file([[0xA1, 1], [0x51, 0x61], [0xA1, 1]]),  // unreferenced container
      BinaryFile.file([[0xA1, 1], [0x51, 0x61]], offsets: [8, 9]),  // overlapping objects
      BinaryFile.file([[0x51, 0x61], [0xA1, 0]], trailer: [23: 1]),  // root after its element
      BinaryFile.file([[0xA1, 1], [0xF0]]), BinaryFile.file([[0xD1, 0, 0]]),
      BinaryFile.file([[0xA1, 1], [0x80, 7]]), BinaryFile.file([[0x09]]), [], [0x62, 0x70],
      BinaryFile.file((0..<600).map { [0xA1, UInt8(truncatingIfNeeded: $0 + 1)] }),
    ]
    for file in files {
      expectSame([String].self, file)
      expectSame([[String]].self, file)
      expectSame([Int: Int].self, file)
      expectSame(Plist.self, file)
    }
  }

  @Test("A small file with a changed byte gives the same result as its document")
  func damagedSmallFile() throws {
    let file = try Self.file(Self.small)
    for index in file.indices {
      for change: UInt8 in [file[index] &+ 1, file[index] ^ 0x10, file[index] ^ 0x80, 0] {
        var damaged = file
        damaged[index] = change
        expectSame(Shelf.self, damaged)
      }
    }
  }

  @Test("A large file with changed bytes gives the same result as its document")
  func damagedLargeFile() throws {
    let file = try Self.file(Self.large)
    var random = ScriptGenerator(seed: 11)
    for _ in 0..<120 {
      var damaged = file
      for _ in 0..<Int(random.next() % 3) + 1 {
        damaged[Int(random.next() % UInt64(file.count))] = UInt8(random.next() & 0xFF)
      }
      expectSame(Shelf.self, damaged)
    }
  }

  @Test("Limits of the options apply")
  func limits() {
    // 41 levels, and 42 objects.
    let nested = BinaryFile.file(
      (0..<40).map { [0xA1, UInt8($0 + 1)] } + [[0xA1, 41], [0x51, 0x61]])
    for change in [
      { $0.maximumDepth = 40 }, { $0.maximumDepth = 41 }, { $0.maximumDepth = -1 },
      { $0.maximumObjectCount = 41 }, { $0.maximumObjectCount = 42 }, { $0.maximumByteCount = 100 },
      { $0.maximumExpansion = 0 }, { $0.numbers = .typed },
    ] as [(inout PlistReadingOptions) -> Void] {
      var options = PlistReadingOptions()
      change(&options)
      expectSame([[Int]].self, nested, options: options)
      expectSame([Prober].self, nested, options: options)
    }
  }

  @Test("The error of a file with more levels than the default limit has its location")
  func deeperThanTheDefault() throws {
    var file = BinaryFile((0..<700).map { [0xA1] + BinaryFile.number(UInt64($0 + 1), 2) })
    file.objects.append([0x51, 0x61])
    (file.referenceWidth, file.offsetWidth) = (2, 2)
    var options = PlistReadingOptions()
    options.maximumDepth = 1000
    expectSame([Int].self, file.bytes, options: options)
    expectSame([[[[Int]]]].self, file.bytes, options: options)
  }
}
