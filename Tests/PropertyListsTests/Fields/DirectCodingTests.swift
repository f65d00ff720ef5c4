// Tests that values are really coded by their fields, and not by `Codable` after a failure: a type
// counts the calls of its functions in each protocol.

import Foundation
import PropertyLists
import Synchronization
import TestSupport
import Testing

@Suite("Direct coding")
struct DirectCodingTests {
  /// The calls of a type's functions: by fields, and by `Codable`.
  private struct CallCounts: Equatable {
    var direct = 0
    var codable = 0
  }

  private static let counter = CodingUserInfoKey(rawValue: "counter")

  private final class Counter: Sendable {
    private let counts = Mutex(CallCounts())
    func countDirect() { counts.withLock { $0.direct += 1 } }
    func countCodable() { counts.withLock { $0.codable += 1 } }
    func take() -> CallCounts {
      counts.withLock { counts in
        defer { counts = CallCounts() }
        return counts
      }
    }
  }

  /// Encoders do not pass information to fields: the values of one test at a time are counted.
  private static let encodingCounter = Counter()

  /// A type that counts how it is coded.
  private struct Counted: PlistFieldCodable, Equatable {
    var name: String
    var number: Int?

    static let plistFields = PlistFields("name", "number")
    private enum CodingKeys: CodingKey { case name, number }

    init(name: String, number: Int? = nil) { (self.name, self.number) = (name, number) }

    init(from fields: borrowing PlistFieldReader) throws {
      counter.flatMap { fields.userInfo[$0] as? Counter }?.countDirect()
      name = try fields.decode(0)
      number = try fields.decodeIfPresent(1)
    }

    init(from decoder: any Decoder) throws {
      counter.flatMap { decoder.userInfo[$0] as? Counter }?.countCodable()
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      number = try container.decodeIfPresent(Int.self, forKey: .number)
    }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      if field == 0 {
        encodingCounter.countDirect()
        try writer.encode(name)
      } else {
        try writer.encodeIfPresent(number)
      }
    }

    func encode(to encoder: any Encoder) throws {
      encodingCounter.countCodable()
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encodeIfPresent(number, forKey: .number)
    }
  }

  private static func records(_ count: Int, unknownKey: Bool = false) -> Plist {
    .array(
      (0..<count).map { number in
        var record: Plist = ["name": .string("record \(number)")]
        if number % 3 > 0 { record["number"] = .integer(PlistInteger(number)) }
        if unknownKey { record["unknown"] = true }
        return record
      })
  }

  private func decoder() throws -> (PlistDecoder, Counter) {
    let counter = Counter()
    return (PlistDecoder(userInfo: [try #require(Self.counter): counter]), counter)
  }

  @Test(
    "Files of any size and format are decoded directly",
    arguments: [PlistFormat.xml, .binary, .gnuStep, .json, .typedJSON], [1, 10, 3000])
  func formats(_ format: PlistFormat, count: Int) throws {
    let (decoder, counter) = try decoder()
    let file = try PlistDocument(Self.records(count)).encoded(as: format)
    let values = try decoder.decode([Counted].self, from: file)
    #expect(values.count == count)
    #expect(counter.take() == CallCounts(direct: count, codable: 0))
    let bytes = try decoder.decode([Counted].self, from: Array(file))
    #expect(bytes == values)
    #expect(counter.take() == CallCounts(direct: count, codable: 0))
  }

  @Test("Unknown keys are skipped directly", arguments: [PlistFormat.xml, .binary])
  func unknownKeys(_ format: PlistFormat) throws {
    let (decoder, counter) = try decoder()
    let file = try PlistDocument(Self.records(10, unknownKey: true)).encoded(as: format)
    #expect(try decoder.decode([Counted].self, from: file).count == 10)
    let counts = counter.take()
    #expect(counts.codable == 0)
    // A binary file is first tried without a table, which ends at the first unknown key.
    #expect(counts.direct >= 10 && counts.direct <= 11)
  }

  @Test("Documents and trees are decoded directly")
  func documents() throws {
    let (decoder, counter) = try decoder()
    let tree = Self.records(5)
    let document = try PlistDocument(tree)
    _ = try decoder.decode([Counted].self, from: document)
    _ = try decoder.decode([Counted].self, from: tree)
    _ = try decoder.decode(Counted.self, from: #require(document.root[0]))
    #expect(counter.take() == CallCounts(direct: 11, codable: 0))
  }

  @Test("A value with other options is decoded directly")
  func options() throws {
    var (decoder, counter) = try decoder()
    decoder.options.maximumDepth = 3
    for format in [PlistFormat.xml, .binary] {
      let file = try PlistDocument(Self.records(5)).encoded(as: format)
      _ = try decoder.decode([Counted].self, from: file)
      #expect(counter.take() == CallCounts(direct: 5, codable: 0))
    }
  }

  @Test("Nested values are decoded directly")
  func nested() throws {
    let (decoder, counter) = try decoder()
    let tree: Plist = ["a": [["name": "b"], ["name": "c"]], "d": []]
    for format in [PlistFormat.xml, .binary] {
      let file = try PlistDocument(tree).encoded(as: format)
      _ = try decoder.decode([String: [Counted?]].self, from: file)
      #expect(counter.take() == CallCounts(direct: 2, codable: 0))
    }
  }

  @Test("An unusual value is decoded once more, by Codable")
  func irregular() throws {
    let (decoder, counter) = try decoder()
    let file = try PlistDocument([["name": "a"], ["name": 5]]).encoded(as: .xml)
    #expect(throws: DecodingError.self) { try decoder.decode([Counted].self, from: file) }
    #expect(counter.take() == CallCounts(direct: 2, codable: 2))
  }

  @Test("Values are encoded directly as XML, binary and text, and by Codable as JSON")
  func encoding() throws {
    let values = (0..<7).map { Counted(name: "name \($0)", number: $0 % 2 == 0 ? nil : $0) }
    _ = Self.encodingCounter.take()
    for format in [PlistFormat.xml, .binary, .gnuStep] {
      _ = try PlistEncoder(outputFormat: format).encode(values)
      #expect(Self.encodingCounter.take() == CallCounts(direct: 7, codable: 0))
    }
    _ = try PlistEncoder().document(values)
    #expect(Self.encodingCounter.take() == CallCounts(direct: 7, codable: 0))
    var encoder = PlistEncoder()
    encoder.options.maximumDepth = 2
    encoder.options.reals = .seventeenDigits
    encoder.options.keyOrder = .sorted
    _ = try encoder.encode(values)
    #expect(Self.encodingCounter.take() == CallCounts(direct: 7, codable: 0))
    _ = try PlistEncoder(outputFormat: .json).encode(values)
    #expect(Self.encodingCounter.take() == CallCounts(direct: 0, codable: 7))
  }

  // MARK: Property lists within data

  /// A type that decodes a value of itself from its data, and counts the calls.
  private struct Envelope: PlistFieldCodable {
    var letter: Data?
    static let plistFields = PlistFields("letter")
    private enum CodingKeys: CodingKey { case letter }

    init(letter: Data?) { self.letter = letter }

    init(from fields: borrowing PlistFieldReader) throws {
      letter = try fields.decodeIfPresent(0)
      try open(fields.userInfo)
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      letter = try container.decodeIfPresent(Data.self, forKey: .letter)
      try open(decoder.userInfo)
    }

    private func open(_ information: [CodingUserInfoKey: Any]) throws {
      guard let key = counter, let counter = information[key] as? Counter else { return }
      counter.countDirect()
      guard let letter else { return }
      _ = try PlistDecoder(userInfo: [key: counter]).decode(Envelope.self, from: letter)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(letter, forKey: .letter)
    }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      try writer.encodeIfPresent(letter)
    }
  }

  @Test(
    "Invalid data at the bottom of nested property lists is reported after few calls",
    arguments: [PlistFormat.xml, .binary])
  func nestedData(_ format: PlistFormat) throws {
    let (decoder, counter) = try decoder()
    let encoder = PlistEncoder(outputFormat: format)
    let depth = 12
    var data = try PlistDocument(["letter": 5]).encoded(as: format)
    for _ in 0..<depth { data = try encoder.encode(Envelope(letter: data)) }
    #expect(throws: DecodingError.self) { try decoder.decode(Envelope.self, from: data) }
    #expect(counter.take().direct <= 4 * depth)
    expectSameDecoding(Envelope.self, from: Array(data), decoder)
  }
}
