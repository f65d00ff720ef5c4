// Encoders write binary files in one pass. Each must equal the file that is written from the
// document of the same value.

import Foundation
import OrderedCollections
import PropertyLists
import TestSupport
import Testing

@Suite("Encoding binary property lists in one pass")
struct BinaryFlatteningTests {
  /// Expects the same file, or the same error, with and without a document in between.
  private func expectSameFile(
    _ value: some Encodable, _ encoder: PlistEncoder = PlistEncoder(outputFormat: .binary),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let direct = CodingResult { try encoder.encode(value) }
    let byDocument = CodingResult {
      try encoder.document(value).encoded(as: .binary, options: encoder.options)
    }
    if direct == byDocument { return }
    Issue.record(
      "in one pass \(direct), from the document \(byDocument)", sourceLocation: sourceLocation)
  }

  @Test("Random programs for encode(to:) produce the file of their document", arguments: 0..<8)
  func scripts(seed: UInt64) {
    var random = ScriptGenerator(seed: seed)
    var encoder = PlistEncoder(outputFormat: .binary)
    for number in 0..<400 {
      encoder.options.maximumDepth = number % 7 == 0 ? 3 : 512
      expectSameFile(EncodingScript.random(&random), encoder)
    }
  }

  @Test("References have the width that the number of objects requires")
  func referenceWidths() {
    for count in [253, 254, 255, 256, 300, 65_533, 65_534, 65_535, 65_536] {
      // All elements are different; or every second one is equal, so that fewer objects remain than
      // the table has values.
      expectSameFile((0..<count).map { "\($0)" })
      expectSameFile((0..<count).map { $0 / 2 })
      expectSameFile((0..<count).map { [$0 % 5] })
    }
  }

  @Test("Equal scalars become one object, however far apart they are")
  func distantScalars() {
    for count in [4_000, 4_200, 20_000, 70_000, 150_000] {
      expectSameFile((0..<count).map { "text \($0 % (count / 2))" })
      expectSameFile((0..<count).map { ["name": "text \($0 % 999)", "other": "\($0)"] })
      expectSameFile([(0..<count).map { Double($0 % 3_000) }, (0..<count).map { Double($0) }])
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
    expectSameFile(Similar())
    expectSameFile([Similar(), Similar()])
  }

  @Test("Dictionaries of strings, which are one run in the table, keep their order")
  func dictionariesOfStrings() {
    for count in [0, 1, 14, 15, 300, 5_000] {
      let pairs = Dictionary(
        uniqueKeysWithValues: (0..<count).map { ("key \($0)", "key \($0 * 7 % max(count, 1))") })
      expectSameFile(pairs)
      expectSameFile([pairs, pairs, [:]])
    }
  }

  @Test("Large data with equal bytes is one object, and with equal ends it is not")
  func largeData() {
    var other = Data(repeating: 1, count: 10_000)
    other[5_000] = 2
    let large = Data(repeating: 1, count: 10_000)
    expectSameFile([large, other, large, other, Data(repeating: 1, count: 70_000), large])
    expectSameFile([Data(repeating: 3, count: 4_096), Data(repeating: 3, count: 4_095)])
    expectSameFile(["a": large, "b": Data(repeating: 1, count: 100)])
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
    expectSameFile((0..<70_000).map { Step(number: $0) })
    expectSameFile((0..<400_000).map { $0 % 50_000 })
    expectSameFile((0..<300_000).map { "\($0)" })
    let pairs = Dictionary(uniqueKeysWithValues: (0..<200_000).map { ("key \($0)", "\($0 / 2)") })
    expectSameFile([pairs, ["key 5": "key 6"]])
    expectSameFile(Dictionary(uniqueKeysWithValues: (0..<300_000).map { ("\($0)", $0) }))
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
    expectSameFile("text")
    expectSameFile(5)
    expectSameFile(true)
    expectSameFile(Data(repeating: 7, count: 5_000))
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
    expectSameFile(Repeating())
    expectSameFile([Repeating(), Repeating()])
  }

  @Test("The keys that an encoder remembers do not appear in later files")
  func rememberedKeys() throws {
    let pairs = (0..<40).map { number in ["key \(number)": [number]] }
    expectSameFile(pairs)
    for number in 0..<300 {
      expectSameFile(["key \(number % 60)": ["inner \(number)": number]])
      // From the document, whose table has no key of an earlier one.
      let file = try PlistEncoder(outputFormat: .binary).encode([String]())
      #expect(file.count == 42)
    }
    expectSameFile(Dictionary(uniqueKeysWithValues: (0..<300).map { ("é \($0)", $0) }))
    expectSameFile([String(repeating: "long", count: 1_000): 1])
    expectSameFile(["key 1": ["é 1": "key 2"]])
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
      expectSameFile(["after": "a", "a": "after"])
    }
  }

  @Test("Values nested to the limit are written, and deeper ones are the same error")
  func depth() {
    var encoder = PlistEncoder(outputFormat: .binary)
    for limit in 0...4 {
      encoder.options.maximumDepth = limit
      expectSameFile([[["x": [1]]]], encoder)
      expectSameFile(Plist.array([.dictionary(["a": .array([.dictionary([:])])])]), encoder)
    }
  }

  @Test("Sorted keys are written as from the document")
  func sortedKeys() {
    var encoder = PlistEncoder(outputFormat: .binary)
    encoder.options.keyOrder = .sorted
    expectSameFile(["b": 1, "a": 2, "c": 3], encoder)
  }
}
