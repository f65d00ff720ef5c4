// Tests of damaged and unusual files: decoding by fields gives the value or the error of `Codable`,
// with its code, message, location and path.

import Foundation
import OrderedCollections
import PropertyLists
import TestSupport
import Testing

@Suite("Damaged files, decoded by fields")
struct DamagedFieldTests {
  /// A small file of a value of a type.
  private static func file<Value: FieldSample>(
    _ type: Value.Type, _ format: PlistFormat, _ random: inout ScriptGenerator
  ) -> [UInt8] {
    var best: [UInt8]?
    for _ in 0..<20 {
      guard
        let bits = try? ByCodable.encode(Value.sample(&random), PlistEncoder(outputFormat: format))
      else { continue }
      if bits.count < (best?.count ?? .max) { best = Array(bits) }
    }
    return best ?? []
  }

  @Test("Each byte of a binary file is changed", arguments: SampleType.all)
  func binaryBytes(_ sample: SampleType) {
    func check<Value: FieldSample>(_ type: Value.Type) {
      var random = ScriptGenerator(seed: 5)
      let file = Self.file(type, .binary, &random)
      let step = max(1, file.count / 250)
      for index in stride(from: 0, to: file.count, by: step) {
        var damaged = file
        for change: UInt8 in [file[index] &+ 1, file[index] ^ 0x10, UInt8(random.next() & 0xFF)] {
          damaged[index] = change
          expectSameDecoding(type, from: damaged)
        }
      }
    }
    check(sample.type)
  }

  @Test("Bytes of an XML file are changed", arguments: SampleType.all)
  func textBytes(_ sample: SampleType) {
    func check<Value: FieldSample>(_ type: Value.Type) {
      var random = ScriptGenerator(seed: 6)
      let file = Self.file(type, .xml, &random)
      // The declaration and the document type are the same in all files.
      let start = file.lastIndex { $0 == UInt8(ascii: "E") } ?? 0
      for index in stride(from: start, to: file.count, by: max(1, (file.count - start) / 120)) {
        var damaged = file
        damaged[index] = random.flag() ? UInt8(random.next() & 0x7F) : damaged[index] ^ 1
        expectSameDecoding(type, from: damaged)
      }
    }
    check(sample.type)
  }

  @Test("A file ends early", arguments: SampleType.all)
  func truncated(_ sample: SampleType) {
    func check<Value: FieldSample>(_ type: Value.Type) {
      var random = ScriptGenerator(seed: 7)
      for format in [PlistFormat.binary, .xml, .gnuStep, .json] {
        let file = Self.file(type, format, &random)
        for count in stride(from: 0, to: file.count, by: max(1, file.count / 30)) {
          expectSameDecoding(type, from: Array(file[..<count]))
        }
      }
    }
    check(sample.type)
  }

  // MARK: Unusual values

  /// Values of every kind, and numbers that fit in few types.
  private static let replacements: [Plist] = [
    "text", "$null", 1, -1, 128, 256, 65_536, 4_294_967_296, 1.5, 2, true, [], [:], [1], ["a": 1],
    .integer(PlistInteger(UInt64.max)), .integer(PlistInteger(high: 1, low: 2)), .real(3),
    .real(1e300), .real(.nan), .real(9.2e18), .real(2e19), .data(Data([1])), .null,
    .uid(PlistUID(1)), .set(["a"]), .set([1, 1]),
    .date(Date(timeIntervalSinceReferenceDate: 1)),
    .date(Date(timeIntervalSinceReferenceDate: .nan)), .string("e\u{301}"), .string(""),
  ]

  /// Changes one value of a tree: replaces it, removes or adds a key, or repeats an element.
  private static func change(_ plist: Plist, _ random: inout ScriptGenerator) -> Plist {
    let isHere = random.number(below: 3) == 0
    switch plist {
    case .dictionary(var pairs) where !(isHere && random.flag()) && !pairs.isEmpty:
      let index = random.number(below: pairs.count)
      let key = pairs.keys[index]
      if !isHere {
        pairs[key] = change(pairs.values[index], &random)
      } else if random.flag() {
        pairs[key] = nil
      } else {
        pairs["more \(random.number(below: 9))"] = random.element(of: replacements)
      }
      return .dictionary(pairs)
    case .array(var elements) where !isHere && !elements.isEmpty:
      let index = random.number(below: elements.count)
      elements[index] = change(elements[index], &random)
      return .array(elements)
    default: return random.element(of: replacements)
    }
  }

  @Test("Keys are absent or unknown, and values are of another kind", arguments: SampleType.all)
  func unusualValues(_ sample: SampleType) throws {
    func check<Value: FieldSample>(_ type: Value.Type) throws {
      var random = ScriptGenerator(seed: 8)
      var (decoded, rejected) = (0, 0)
      for _ in 0..<150 {
        guard let bits = try? ByCodable.bits(Value.sample(&random)), let tree = try? Plist(bits)
        else { continue }
        let changed = Self.change(tree, &random)
        for format in [PlistFormat.xml, .binary, .typedJSON] {
          guard let file = try? PlistDocument(changed).encoded(as: format) else { continue }
          if expectSameDecoding(type, from: Array(file)) { decoded += 1 } else { rejected += 1 }
        }
        let direct = CodingResult { try ByCodable.bits(PlistDecoder().decode(type, from: changed)) }
        let document = try PlistDocument(changed)
        let byCodable = CodingResult {
          try ByCodable.bits(ByCodable.decode(type, from: document.root))
        }
        #expect(direct == byCodable)
      }
      // No tree can have two keys that are equal as text.
      #expect(rejected + decoded > 0 || type == FieldSamples.EquivalentNames.self)
    }
    try check(sample.type)
  }

  // MARK: Objects of binary files

  private static func text(_ text: String) -> [UInt8] {
    [0x50 | UInt8(text.utf8.count)] + text.utf8
  }

  /// Files of a `Deck`, by a description.
  private static let decks: [(String, [[UInt8]])] = {
    let (first, cards) = (text("first"), text("cards"))
    let (question, answer, a) = (text("question"), text("answer"), text("a"))
    let card: [UInt8] = [0xD2, 4, 5, 6, 6]
    return [
      ("all objects once", [[0xD2, 1, 2, 3, 7], first, cards, card, question, answer, a, [0xA0]]),
      (
        "a container that two keys share",
        [[0xD2, 1, 2, 3, 7], first, cards, card, question, answer, a, [0xA2, 3, 3]]
      ),
      ("a cycle", [[0xD2, 1, 2, 3, 7], first, cards, card, question, answer, a, [0xA1, 7]]),
      (
        "a cycle through the root",
        [[0xD2, 1, 2, 3, 7], first, cards, card, question, answer, a, [0xA1, 0]]
      ),
      (
        "a repeated key with equal values",
        [[0xD3, 1, 2, 1, 3, 7, 3], first, cards, card, question, answer, a, [0xA0]]
      ),
      (
        "a repeated key with other values",
        [[0xD3, 1, 2, 1, 3, 7, 7], first, cards, card, question, answer, a, [0xA0]]
      ),
      (
        "a repeated key in another object",
        [[0xD3, 1, 2, 8, 3, 7, 6], first, cards, card, question, answer, a, [0xA0], text("first")]
      ),
      (
        "an object that nothing refers to",
        [[0xD2, 1, 2, 3, 7], first, cards, card, question, answer, a, [0xA0], text("orphan")]
      ),
      (
        "an invalid object that nothing refers to",
        [[0xD2, 1, 2, 3, 7], first, cards, card, question, answer, a, [0xA0], [0x77]]
      ),
      (
        "a key that is not a string",
        [
          [0xD2, 1, 2, 3, 7], first, [0x45] + Array("cards".utf8), card, question, answer, a,
          [0xA0],
        ]
      ),
      (
        "a number as a key",
        [[0xD3, 1, 2, 8, 3, 7, 6], first, cards, card, question, answer, a, [0xA0], [0x10, 1]]
      ),
      (
        "a name in UTF-16",
        [
          [0xD2, 1, 2, 3, 7], first, [0x65, 0, 99, 0, 97, 0, 114, 0, 100, 0, 115], card, question,
          answer, a, [0xA0],
        ]
      ),
      (
        "text in UTF-16 with half a surrogate pair",
        [
          [0xD2, 1, 2, 3, 7], first, cards, card, question, answer, [0x62, 0xD8, 0, 0, 97], [0xA0],
        ]
      ),
      (
        "text with a byte that is not ASCII",
        [[0xD2, 1, 2, 3, 7], first, cards, card, question, answer, [0x52, 0xE4, 0x62], [0xA0]]
      ),
      (
        "null for a value",
        [[0xD2, 1, 2, 3, 7], first, cards, card, question, answer, [0], [0xA0]]
      ),
      (
        "a reference after the last object",
        [[0xD2, 1, 2, 3, 7], first, cards, card, question, answer, a, [0xA1, 9]]
      ),
      (
        "a set for an array",
        [[0xD2, 1, 2, 3, 7], first, cards, card, question, answer, a, [0xC1, 3]]
      ),
    ]
  }()

  @Test("Objects of a binary file are shared, repeated, unused or in cycles")
  func objects() {
    for (description, objects) in Self.decks {
      let file = BinaryFile.file(objects)
      let isDecoded = expectSameDecoding(FieldSamples.Deck.self, from: file)
      if description == "all objects once" { #expect(isDecoded) }
    }
  }

  @Test("Objects of a binary file overlap")
  func overlappingObjects() {
    let objects = Self.decks[0].1
    var offsets: [UInt8] = []
    var offset = 8
    for object in objects {
      offsets.append(UInt8(offset))
      offset += object.count
    }
    for index in objects.indices {
      for other in 8..<offset {
        var claimed = offsets
        claimed[index] = UInt8(other)
        expectSameDecoding(FieldSamples.Deck.self, from: BinaryFile.file(objects, offsets: claimed))
      }
    }
  }

  @Test("Values of one type in a file do not affect the next file")
  func nextFile() throws {
    typealias Card = FieldSamples.Card
    for format in [PlistFormat.xml, .binary] {
      let full = Array(
        try PlistDocument(["question": "q", "answer": "a"]).encoded(as: format))
      let empty = Array(try PlistDocument([:]).encoded(as: format))
      for _ in 0..<3 {
        #expect(expectSameDecoding(Card.self, from: full))
        #expect(!expectSameDecoding(Card.self, from: empty))
        #expect(throws: DecodingError.self) { try PlistDecoder().decode(Card.self, from: empty) }
      }
      let optional = try PlistDecoder().decode(
        [FieldSamples.Chain].self,
        from: [
          [
            "next": ["number": 1], "number": 2,
          ]
        ] as Plist)
      #expect(optional.first?.next?.number == 1)
      expectSameDecoding(FieldSamples.Chain.self, from: empty)
    }
  }

  @Test("A large array is damaged", arguments: [PlistFormat.binary, .xml])
  func largeArrays(_ format: PlistFormat) throws {
    var random = ScriptGenerator(seed: 9)
    let decks = (0..<400).map { _ in FieldSamples.Deck.sample(&random) }
    let file = Array(try ByCodable.encode(decks, PlistEncoder(outputFormat: format)))
    #expect(expectSameDecoding([FieldSamples.Deck].self, from: file) || format == .xml)
    for _ in 0..<(format == .binary ? 60 : 10) {
      var damaged = file
      // The table of offsets is at the end of a binary file.
      let range = random.flag() ? file.indices : file.count - file.count / 4..<file.count
      for _ in 0...random.number(below: 3) {
        damaged[Int.random(in: range, using: &random)] = UInt8(random.next() & 0xFF)
      }
      expectSameDecoding([FieldSamples.Deck].self, from: damaged)
    }
  }

  @Test("A small file cannot request much memory for wide values")
  func memory() {
    // A megabyte of references to one dictionary that lacks every field.
    let count = 1 << 20
    var file = BinaryFile([
      [0xAF, 0x12] + BinaryFile.number(UInt64(count), 4)
        + [UInt8](repeating: 1, count: count), [0xD0],
    ])
    file.offsetWidth = 4
    #expect(throws: DecodingError.self) {
      try PlistDecoder().decode([LargeValue].self, from: file.bytes)
    }
  }

  /// A value of a kilobyte.
  private struct LargeValue: PlistFieldCodable {
    var text: String
    var bytes = InlineNumbers()
    static let plistFields = PlistFields("text")
    private enum CodingKeys: CodingKey { case text }

    struct InlineNumbers { var a = Row(), b = Row(), c = Row(), d = Row() }
    struct Row { var a = Part(), b = Part(), c = Part(), d = Part() }
    struct Part { var a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0 }

    init(from fields: borrowing PlistFieldReader) throws { text = try fields.decode(0) }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws { try writer.encode(text) }
  }
}
