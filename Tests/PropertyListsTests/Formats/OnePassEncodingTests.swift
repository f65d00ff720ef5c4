// Encoders write binary and XML files in one pass. Each must equal the file that is written from the
// document of the same value. An encoder keeps keys for its next file; making a document drops them.

import Foundation
import OrderedCollections
import TestSupport
import Testing

@testable import PropertyLists

@Suite("Encoding property lists in one pass")
struct OnePassEncodingTests {
  /// Expects the same files, or the same errors, with and without a document in between, and in parts
  /// as small as possible.
  private func expectSameFiles(
    _ value: some Encodable, options: PlistWritingOptions = PlistEncoder.defaultOptions,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for format in [PlistFormat.binary, .xml] {
      var encoder = PlistEncoder(outputFormat: format, options: options)
      let direct = CodingResult { try encoder.encode(value) }
      let byDocument = CodingResult {
        try encoder.document(value).encoded(as: format, options: options)
      }
      encoder.partSize = 1
      let inParts = CodingResult { try encoder.encode(value) }
      if direct == byDocument, inParts == byDocument { continue }
      Issue.record(
        "in one pass \(direct), in parts \(inParts), from the document \(byDocument)",
        sourceLocation: sourceLocation)
    }
  }

  @Test("Random programs for encode(to:) produce the file of their document", arguments: 0..<8)
  func scripts(seed: UInt64) {
    var random = ScriptGenerator(seed: seed)
    var options = PlistEncoder.defaultOptions
    for number in 0..<400 {
      options.maximumDepth = number % 7 == 0 ? 3 : 512
      options.keyOrder = number % 5 == 0 ? .asGiven : .sortedInText
      options.reals = number % 3 == 0 ? .seventeenDigits : .shortest
      expectSameFiles(EncodingScript.random(&random), options: options)
    }
  }

  @Test("References have the width that the number of objects requires")
  func referenceWidths() {
    for count in [253, 254, 255, 256, 300, 65_533, 65_534, 65_535, 65_536] {
      // All elements are different; or every second one is equal, so that fewer objects remain than
      // the table has values.
      expectSameFiles((0..<count).map { "\($0)" })
      expectSameFiles((0..<count).map { $0 / 2 })
      expectSameFiles((0..<count).map { [$0 % 5] })
    }
  }

  @Test("Every line of a deep XML file is indented by its depth")
  func deepIndentation() throws {
    struct Level: Codable {
      var data = Data(repeating: 7, count: 100)
      var date = Date(timeIntervalSinceReferenceDate: 0)
      var flag = true
      var integer = -12
      var real = 0.1
      var text = "< & >"
      var children: [Level] = []
    }
    var value = Level()
    for depth in 1..<120 {
      var next = Level()
      next.integer = depth
      next.text = String(repeating: "text ", count: depth % 40)
      next.children = [value]
      value = next
    }
    expectSameFiles(value)
    let file = try PlistEncoder(outputFormat: .xml).encode(value)
    var depth = 0
    for line in String(decoding: file, as: UTF8.self).split(separator: "\n").dropFirst(3) {
      let text = line.drop { $0 == "\t" }
      if text.hasPrefix("</dict>") || text.hasPrefix("</array>") { depth -= 1 }
      // The lines of data are indented by at most eight levels.
      let isBase64 = !text.hasPrefix("<")
      #expect(line.count - text.count == (isBase64 ? min(depth, 8) : depth) || text == "</plist>")
      #expect(!text.contains("\t"))
      if text == "<dict>" || text == "<array>" { depth += 1 }
    }
    #expect(depth == 0)
  }

  @Test("Equal scalars become one object, however far apart they are")
  func distantScalars() {
    for count in [4_000, 4_200, 20_000, 70_000, 150_000] {
      expectSameFiles((0..<count).map { "text \($0 % (count / 2))" })
      expectSameFiles((0..<count).map { ["name": "text \($0 % 999)", "other": "\($0)"] })
      expectSameFiles([(0..<count).map { Double($0 % 3_000) }, (0..<count).map { Double($0) }])
    }
  }

  @Test("Scalars of different kinds or widths are different objects")
  func similarScalars() {
    struct Similar: Encodable {
      var texts = ["1", "a", "é", "e\u{301}", "", "😀"]
      var data = [Data("1".utf8), Data("a".utf8), Data()]
      var integers = [1, 0, -1, Int.max, Int.min]
      var unsigned = [UInt64.max, 1, UInt64.max, UInt64(Int64.max) + 1]
      var reals = [1.0, 0.0, -0.0, .nan, .infinity]
      var singles: [Float] = [1, 0, -0.0]
      var flags = [true, false, true]
      var dates = [1.0, 0.0].map { Date(timeIntervalSinceReferenceDate: $0) }
      var again = ["texts", "data", "1"]
      var none: [String: String] = [:]
      var empty: [Int] = []
    }
    expectSameFiles(Similar())
    expectSameFiles([Similar(), Similar()])
  }

  @Test("Dictionaries of strings, which are one run in the table, keep their order")
  func dictionariesOfStrings() {
    for count in [0, 1, 14, 15, 300, 5_000] {
      let pairs = Dictionary(
        uniqueKeysWithValues: (0..<count).map { ("key \($0)", "key \($0 * 7 % max(count, 1))") })
      expectSameFiles(pairs)
      expectSameFiles([pairs, pairs, [:]])
    }
  }

  @Test("Large data with equal bytes is one object, and with equal ends it is not")
  func largeData() {
    var other = Data(repeating: 1, count: 10_000)
    other[5_000] = 2
    let large = Data(repeating: 1, count: 10_000)
    expectSameFiles([large, other, large, other, Data(repeating: 1, count: 70_000), large])
    expectSameFiles([Data(repeating: 3, count: 4_096), Data(repeating: 3, count: 4_095)])
    expectSameFiles(["a": large, "b": Data(repeating: 1, count: 100)])
  }

  @Test("Tables so large that their memory is released while they are written stay complete")
  func releasedMemory() {
    struct Step: Encodable {
      var number: Int
      enum Keys: CodingKey { case number, late, twice, text }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        var late = container.nestedUnkeyedContainer(forKey: .late)
        if number % 3 == 0 { try container.encode([number], forKey: .twice) }
        try container.encode("text \(number % 1_000)", forKey: .text)
        if number % 3 == 0 { try container.encode(["\(number)"], forKey: .twice) }
        try container.encode(number, forKey: .number)
        try late.encode(number / 2)
        try late.encode("\(number)")
      }
    }
    expectSameFiles((0..<70_000).map { Step(number: $0) })
    expectSameFiles((0..<400_000).map { $0 % 50_000 })
    expectSameFiles((0..<300_000).map { "\($0)" })
    let pairs = Dictionary(uniqueKeysWithValues: (0..<200_000).map { ("key \($0)", "\($0 / 2)") })
    expectSameFiles([pairs, ["key 5": "key 6"]])
    expectSameFiles(Dictionary(uniqueKeysWithValues: (0..<300_000).map { ("\($0)", $0) }))
  }

  @Test("A document does not contain the keys of a binary file that was encoded before")
  func documentsAfterFiles() throws {
    for _ in 0..<3 {
      _ = try PlistEncoder(outputFormat: .binary).encode(["a": 1, "b": 2] as [String: Int])
      #expect(try PlistEncoder().document([1]).nodeCount == 2)
    }
  }

  @Test("A scalar can be the outermost value")
  func scalars() {
    expectSameFiles("text")
    expectSameFiles(5)
    expectSameFiles(true)
    expectSameFiles(Data(repeating: 7, count: 5_000))
  }

  @Test("A key that is encoded twice has the last value, at the first position")
  func repeatedKeys() {
    struct Repeating: Encodable {
      enum Keys: CodingKey { case first, second }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode([1, 2], forKey: .first)
        try container.encode("two", forKey: .second)
        try container.encode([3], forKey: .first)
      }
    }
    expectSameFiles(Repeating())
    expectSameFiles([Repeating(), Repeating()])
  }

  @Test("The keys that an encoder remembers do not appear in later files")
  func rememberedKeys() throws {
    let pairs = (0..<40).map { number in ["key \(number)": [number]] }
    expectSameFiles(pairs)
    for number in 0..<300 {
      expectSameFiles(["key \(number % 60)": ["inner \(number)": number]])
      let file = try PlistEncoder(outputFormat: .binary).encode([String]())
      #expect(file.count == 42)
    }
    expectSameFiles(Dictionary(uniqueKeysWithValues: (0..<300).map { ("é \($0)", $0) }))
    expectSameFiles([String(repeating: "long", count: 1_000): 1])
    expectSameFiles(["key 1": ["é 1": "key 2"]])
  }

  @Test("Files that are encoded one after another have their own keys, in their own order")
  func successiveFiles() throws {
    struct Keys: Encodable {
      var names: [String]
      var isRefused = false
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: PlistCodingKey.self)
        for (number, name) in names.enumerated() {
          try container.encode(number, forKey: PlistCodingKey(stringValue: name))
        }
        if isRefused { throw CocoaError(.fileNoSuchFile) }
      }
    }
    // Sequences with the same first key and number of keys take the same position in the memory.
    let lists = [
      ["c", "b", "a"], ["c", "a", "b"], ["c", "b", "d"], ["a", "b", "c"], ["b"], ["d", "c"],
      (0..<16).map { "name \($0 * 7 % 16)" }, (0..<17).map { "name \($0 * 7 % 17)" },
      (0..<300).map { "key \($0 * 7 % 300)" }, (0..<70).map { "other \($0 * 11 % 70)" },
    ]
    var files: [(file: Data, value: [Keys], encoder: PlistEncoder)] = []
    for number in 0..<600 {
      var options = PlistEncoder.defaultOptions
      options.keyOrder = number / 7 % 3 == 0 ? .asGiven : .sorted
      let encoder = PlistEncoder(
        outputFormat: number / 5 % 2 == 0 ? .xml : .binary, options: options)
      let value = (0...number % 3).map { Keys(names: lists[(number * 3 + $0) % lists.count]) }
      if number % 11 == 0 {
        let failing = value + [Keys(names: ["a", "c", "b"], isRefused: true)]
        #expect(throws: CocoaError.self) { try encoder.encode(failing) }
      }
      files.append((try encoder.encode(value), value, encoder))
    }
    for (file, value, encoder) in files {
      let document = try encoder.document(value)
      #expect(
        try document.encoded(as: encoder.outputFormat, options: encoder.options) == file)
    }
  }

  @Test("An error in one call leaves the keys of the next in order")
  func keysAfterAnError() {
    struct Failing: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ScriptKey.self)
        try container.encode(1, forKey: .a)
        throw CocoaError(.fileNoSuchFile)
      }
    }
    for _ in 0..<3 {
      #expect(throws: CocoaError.self) { try PlistEncoder(outputFormat: .binary).encode(Failing()) }
      expectSameFiles(["after": "a", "a": "after"])
    }
  }

  @Test("Values nested to the limit are written, and deeper ones are the same error")
  func depth() {
    var options = PlistEncoder.defaultOptions
    for limit in 0...4 {
      options.maximumDepth = limit
      expectSameFiles([[["x": [1]]]], options: options)
      expectSameFiles(
        Plist.array([.dictionary(["a": .array([.dictionary([:])])])]), options: options)
    }
  }

  @Test("A container that is used after its value has ended does not exceed the limit")
  func depthOfKeptContainers() {
    final class Kept: @unchecked Sendable { var container: (any UnkeyedEncodingContainer)? }
    struct Inner: Encodable {
      let kept: Kept
      func encode(to encoder: any Encoder) throws { kept.container = encoder.unkeyedContainer() }
    }
    struct Outer: Encodable {
      func encode(to encoder: any Encoder) throws {
        let kept = Kept()
        var container = encoder.unkeyedContainer()
        try container.encode(Inner(kept: kept))
        try kept.container?.encode([1])
        try kept.container?.encode(["a": 1])
      }
    }
    var options = PlistEncoder.defaultOptions
    for limit in 1...4 {
      options.maximumDepth = limit
      expectSameFiles(Outer(), options: options)
    }
  }

  @Test("Keys in every order are written as from the document")
  func keyOrders() {
    struct Keys: Encodable {
      var names: [String]
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: PlistCodingKey.self)
        for (number, name) in names.enumerated() {
          try container.encode(number, forKey: PlistCodingKey(stringValue: name))
        }
      }
    }
    let unusual = [
      "", "a", "ab", "é", "e\u{301}", "\u{E000}", "😀", "\u{FFFF}", "<&>", "a\nb", "zz",
    ]
    for order in [PlistWritingOptions.KeyOrder.sorted, .sortedInText, .asGiven] {
      var options = PlistEncoder.defaultOptions
      options.keyOrder = order
      expectSameFiles(["b": 1, "a": 2, "c": 3], options: options)
      for count in [1, 2, 11, 31, 32, 33, 48, 100, 1_000] {
        let names = (0..<count).map { $0 < unusual.count ? unusual[$0] : "key \($0)" }
        let shuffled = (0..<4).map { _ in Keys(names: names.shuffled()) }
        expectSameFiles(shuffled + shuffled, options: options)
        let pairs = Dictionary(uniqueKeysWithValues: Set(names).map { ($0, "text of \($0)") })
        expectSameFiles(pairs, options: options)
      }
    }
  }

  @Test("Text that XML escapes or refuses is written, or refused, as from the document")
  func unusualText() {
    for text in ["<b>", "a & b", "]]>", "\u{0}", "x\u{0}y", "\u{1}\r\n\t", "\u{FFFE}", "é\u{301}"] {
      for nulls in [PlistWritingOptions.NullCharacters.refused, .written] {
        var options = PlistEncoder.defaultOptions
        options.nullCharacters = nulls
        expectSameFiles([text, text], options: options)
        expectSameFiles([text: 1], options: options)
        expectSameFiles([text: text], options: options)
        expectSameFiles([["a": [text: ["b": 1]]], ["a": [text: ["b": 2]]]], options: options)
      }
    }
  }

  @Test("A dictionary that XML would read as a reference is refused, as from the document")
  func references() {
    expectSameFiles(["CF$UID": 5])
    expectSameFiles(["CF$UID": 5.5])
    expectSameFiles(["CF$UID": "5"])
    expectSameFiles(["CF$UID": true])
    expectSameFiles(["CF$UID": 5, "a": 6])
    expectSameFiles([["CF$UID": ["x"]]])
    expectSameFiles(Plist.array([.uid(PlistUID(7)), .dictionary(["a": .uid(PlistUID(8))])]))
  }

  @Test("Scalars that a format cannot represent are the same error")
  func unrepresentableScalars() {
    for seconds in [0.0, 0.5, -1e9, 1e11, 1e15, 1e300, .infinity, .nan] {
      expectSameFiles([Date(timeIntervalSinceReferenceDate: seconds)])
    }
    expectSameFiles([Int64.min, .max])
    expectSameFiles([UInt64.max, 0])
    expectSameFiles(["a": nil, "b": 1] as [String: Int?])
    expectSameFiles([[Int?.none]])
    expectSameFiles(Plist.array([.null, .set([.integer(1)])]))
    expectSameFiles(["a": Data(), "b": Data(repeating: 7, count: 100)])
    expectSameFiles([[["a": Data(repeating: 7, count: 5_000)]], [["b": Data("x".utf8)]]])
  }

  @Test("Values nested in many levels are indented as from the document")
  func manyLevels() {
    var plist = Plist.string("deepest")
    for level in 0..<300 {
      plist =
        level % 2 == 0 ? .array([plist, .integer(1)]) : .dictionary(["key": plist, "a": true])
    }
    expectSameFiles(plist)
  }
}
