// Tests of decoding by fields: the values, and the errors, are those of `Codable`.

import Foundation
import OrderedCollections
import PropertyLists
import TestSupport
import Testing

@Suite("Decoding by fields")
struct PlistFieldReaderTests {
  /// The decoders of the tests: each option that changes the limits or the meaning of a file.
  private static let decoders: [PlistDecoder] = {
    let changes: [(inout PlistReadingOptions) -> Void] = [
      { _ in }, { $0.maximumDepth = 1 }, { $0.maximumDepth = 2 }, { $0.maximumObjectCount = 5 },
      { $0.maximumExpansion = 0 }, { $0.maximumByteCount = 100 }, { $0.strictness = .strict },
      { $0.numbers = .typed },
    ]
    return changes.map { change in
      var decoder = PlistDecoder()
      change(&decoder.options)
      return decoder
    }
  }()

  /// The files of a value, in each format that can represent it.
  private static func files(_ value: some FieldSample) -> [[UInt8]] {
    PlistFormat.allCases.compactMap { format in
      var encoder = PlistEncoder(outputFormat: format)
      encoder.options.unsupportedValues = .asText
      return (try? ByCodable.encode(value, encoder)).map { Array($0) }
    }
  }

  @Test("Each format and each option gives the value of Codable", arguments: SampleType.all)
  func agreement(_ sample: SampleType) {
    func check<Value: FieldSample>(_ type: Value.Type) {
      var random = ScriptGenerator(seed: 3)
      for _ in 0..<12 {
        for file in Self.files(Value.sample(&random)) {
          for decoder in Self.decoders { expectSameDecoding(type, from: file, decoder) }
        }
      }
    }
    check(sample.type)
  }

  @Test("Each of the decoder's functions gives the same value", arguments: SampleType.all)
  func functions(_ sample: SampleType) throws {
    func check<Value: FieldSample>(_ type: Value.Type) throws {
      var random = ScriptGenerator(seed: 4)
      var checked = 0
      while checked < 5 {
        let value = Value.sample(&random)
        guard let bits = try? ByCodable.bits(value) else { continue }
        checked += 1
        let decoder = PlistDecoder()
        let document = try PlistDocument(bits)
        // Two of the names of one type are equal as text, so that no tree can have both.
        guard let tree = try? Plist(document) else { continue }
        let inner = try PlistDocument(["skipped": 1, "value": tree]).root["value"]
        let node = try #require(inner)
        let results = [
          CodingResult { try ByCodable.bits(decoder.decode(type, from: bits)) },
          CodingResult { try ByCodable.bits(decoder.decode(type, from: document)) },
          CodingResult { try ByCodable.bits(decoder.decode(type, from: document.root)) },
          CodingResult { try ByCodable.bits(decoder.decode(type, from: tree)) },
          CodingResult { try ByCodable.bits(decoder.decode(type, from: node)) },
          CodingResult { try ByCodable.bits(ByCodable.decode(type, from: node)) },
        ]
        #expect(Set(results.map(\.description)).count == 1, "\(results)")
      }
    }
    try check(sample.type)
  }

  @Test("Values of one type in another order of keys are found")
  func otherOrders() throws {
    typealias Tree = FieldSamples.Tree
    let orders = [
      ["children", "weight", "name"], ["name", "children", "weight"],
      ["name", "other", "children"],
      ["weight", "name", "children"], ["children", "name"],
    ]
    let trees = (0..<200).map { number -> Plist in
      let pairs = orders[number * 7 % orders.count].map { key -> (String, Plist) in
        switch key {
        case "children":
          let child: Plist = ["name": .string("child of \(number)"), "children": []]
          return (key, number % 3 == 0 ? [] : [child])
        case "name": return (key, .string("tree \(number)"))
        default: return (key, .integer(PlistInteger(number)))
        }
      }
      return .dictionary(.init(uniqueKeysWithValues: pairs))
    }
    for format in [PlistFormat.xml, .binary] {
      let file = Array(try PlistDocument(.array(trees)).encoded(as: format))
      #expect(expectSameDecoding([Tree].self, from: file))
      let decoded = try PlistDecoder().decode([Tree].self, from: file)
      #expect(decoded.map(\.name) == (0..<200).map { "tree \($0)" })
    }
  }

  @Test("Chains of any depth are decoded or rejected as by Codable")
  func depths() throws {
    for depth in [1, 31, 32, 33, 34, 100, 511, 512, 513] {
      let number = "<key>number</key><integer>1</integer>"
      let file = Self.nested(
        depth - 1, opening: "<dict>\(number)<key>next</key>", closing: "</dict>",
        leaf: "<dict>\(number)</dict>")
      #expect(expectSameDecoding(FieldSamples.Chain.self, from: file) == (depth <= 512))
      guard depth <= 512 else { continue }
      let binary = Array(try PlistDocument(file).encoded(as: .binary))
      #expect(expectSameDecoding(FieldSamples.Chain.self, from: binary))
    }
  }

  /// A deep file: dictionaries in one another, with or without arrays between.
  private static func nested(_ depth: Int, opening: String, closing: String, leaf: String)
    -> [UInt8]
  {
    Array(
      (String(repeating: opening, count: depth) + leaf + String(repeating: closing, count: depth))
        .utf8)
  }

  @Test("Deep values are decoded or rejected on small stacks", arguments: [128, 512])
  func smallStacks(kilobytes: Int) throws {
    let number = "<key>number</key><integer>1</integer>"
    let chain = Self.nested(
      500, opening: "<dict>\(number)<key>next</key>", closing: "</dict>",
      leaf: "<dict>\(number)</dict>")
    let name = "<key>name</key><string>n</string>"
    let trees = Self.nested(
      250, opening: "<dict>\(name)<key>children</key><array>", closing: "</array></dict>", leaf: "")
    let alternating = Self.nested(
      160,
      opening:
        "<dict>\(name)<key>wrapped</key><array><dict><key>cards</key><array/><key>inner</key>",
      closing: "</dict></array></dict>", leaf: "<dict>\(name)<key>wrapped</key><array/></dict>")
    try onSmallStack(kilobytes: kilobytes) {
      for file in [chain, trees, alternating] {
        for binary in [file, Array(try PlistDocument(file).encoded(as: .binary))] {
          let decoder = PlistDecoder()
          let results = [
            CodingResult {
              _ = try decoder.decode(FieldSamples.Chain.self, from: binary)
              return Data()
            },
            CodingResult {
              _ = try decoder.decode(FieldSamples.Tree.self, from: binary)
              return Data()
            },
            CodingResult {
              _ = try decoder.decode(FieldSamples.Alternating.self, from: binary)
              return Data()
            },
          ]
          let successes = results.filter(\.isValueOrDepthLimit)
          #expect(successes.count == 1, "\(results)")
        }
      }
    }
  }

  @Test("An error of a type's own, thrown in one of the protocols only")
  func ownErrors() throws {
    struct Positive: PlistFieldCodable {
      var number: Int
      static let plistFields = PlistFields("number")
      private struct OwnError: Error {}

      init(from fields: borrowing PlistFieldReader) throws {
        number = try fields.decode(0)
        if number < 0 { throw OwnError() }
      }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FieldKey.self)
        number = try container.decode(Int.self, forKey: FieldKey("number"))
        if number == -2 { throw CocoaError(.coderReadCorrupt) }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FieldKey.self)
        try container.encode(number, forKey: FieldKey("number"))
      }
      func encode(field: Int, to writer: inout PlistFieldWriter) throws {
        try writer.encode(number)
      }
    }
    for format in [PlistFormat.xml, .binary] {
      for number in [1, -1, -2] {
        let plist: Plist = [["number": .integer(PlistInteger(number))]]
        let file = Array(try PlistDocument(plist).encoded(as: format))
        #expect(expectSameDecoding([Positive].self, from: file) == (number != -2))
        if number == -2 {
          #expect(throws: CocoaError.self) {
            try PlistDecoder().decode([Positive].self, from: file)
          }
        }
      }
    }
  }

  @Test("A type sees the decoder's information")
  func information() throws {
    struct Scaled: PlistFieldCodable, Equatable {
      var number: Int
      static let plistFields = PlistFields("number")
      static let factor = CodingUserInfoKey(rawValue: "factor")

      init(from fields: borrowing PlistFieldReader) throws {
        let factor = Self.factor.flatMap { fields.userInfo[$0] as? Int } ?? 1
        number = try factor * fields.decode(0)
      }
      init(from decoder: any Decoder) throws {
        let factor = Self.factor.flatMap { decoder.userInfo[$0] as? Int } ?? 1
        let container = try decoder.container(keyedBy: FieldKey.self)
        number = try factor * container.decode(Int.self, forKey: FieldKey("number"))
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FieldKey.self)
        try container.encode(number, forKey: FieldKey("number"))
      }
      func encode(field: Int, to writer: inout PlistFieldWriter) throws {
        try writer.encode(number)
      }
    }
    let key = try #require(Scaled.factor)
    for format in [PlistFormat.xml, .binary] {
      let file = Array(try PlistDocument(["number": 4]).encoded(as: format))
      for factor in [1, 10] {
        let decoder = PlistDecoder(userInfo: [key: factor])
        expectSameDecoding(Scaled.self, from: file, decoder)
        #expect(try decoder.decode(Scaled.self, from: file).number == 4 * factor)
      }
      #expect(try PlistDecoder().decode(Scaled.self, from: file).number == 4)
    }
  }

  @Test("Many threads decode and encode at the same time")
  func threads() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for seed in 1...16 {
        group.addTask {
          var random = ScriptGenerator(exactSeed: UInt64(seed))
          for round in 0..<20 {
            let tree = FieldSamples.Tree.sample(&random)
            let deck = FieldSamples.Deck.sample(&random)
            let encoder = PlistEncoder(outputFormat: (seed + round) % 2 == 0 ? .xml : .binary)
            let (trees, decks) = (try encoder.encode([tree, tree]), try encoder.encode(deck))
            let decodedTrees = try await decodeInTask([FieldSamples.Tree].self, from: trees)
            let decodedDeck = try await decodeInTask(FieldSamples.Deck.self, from: decks)
            guard try encoder.encode(decodedTrees) == trees,
              try encoder.encode(decodedDeck) == decks
            else { return false }
          }
          return true
        }
      }
      for try await isEqual in group { #expect(isEqual) }
    }
  }
}

/// Decodes in an asynchronous function, whose code the optimizer treats differently.
private func decodeInTask<Value: PlistCodable & Sendable>(_ type: Value.Type, from data: Data)
  async throws -> Value
{
  await Task.yield()
  return try PlistDecoder().decode(type, from: data)
}
