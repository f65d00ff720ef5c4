// Compares the two ways in which the types with the macro are coded: by their fields and by the
// `Codable` that Swift synthesizes. Bytes, values and errors must be the same.

import Foundation
import PlistCoding
import Testing

/// The functions for types that are only known to be `Codable`.
private enum ByCodable {
  static func encode<Value: Codable>(_ value: Value, _ encoder: PlistEncoder) throws -> Data {
    try encoder.encode(value)
  }

  static func decode<Value: Codable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try PlistDecoder().decode(type, from: bytes)
  }
}

/// Bytes, or an error as text.
private enum CodingResult: Equatable {
  case bytes(Data)
  case failure(String)

  init(_ code: () throws -> Data) {
    do { self = .bytes(try code()) } catch { self = .failure("\(error)") }
  }
}

@Suite("Types with @PlistCodable")
struct MacroAgreementTests {
  private static let formats: [PlistFormat] = [.xml, .binary, .gnuStep, .json, .typedJSON]

  @Test("are encoded to the bytes of Codable", arguments: MacroValue.all)
  func encoding(_ sample: MacroValue) {
    func check<Value: PlistCodable>(_ value: Value) {
      for format in Self.formats {
        let encoder = PlistEncoder(outputFormat: format)
        let direct = CodingResult { try encoder.encode(value) }
        #expect(direct == CodingResult { try ByCodable.encode(value, encoder) })
      }
    }
    check(sample.value)
  }

  /// Expects the same value, or the same error, from bytes.
  private func expectSameDecoding<Value: PlistCodable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) -> Bool {
    let encoder = PlistEncoder(outputFormat: .binary)
    let direct = CodingResult {
      try ByCodable.encode(PlistDecoder().decode(type, from: bytes), encoder)
    }
    let expected = CodingResult {
      try ByCodable.encode(ByCodable.decode(type, from: bytes), encoder)
    }
    if direct != expected {
      Issue.record("\(type): by fields \(direct), by Codable \(expected)")
    }
    if case .bytes = expected { return true }
    return false
  }

  @Test("are decoded to the values of Codable", arguments: MacroValue.all)
  func decoding(_ sample: MacroValue) throws {
    func check<Value: PlistCodable>(_ value: Value) throws {
      for format in Self.formats {
        let encoder = PlistEncoder(outputFormat: format)
        guard let file = try? ByCodable.encode(value, encoder) else { continue }
        let isDecoded = expectSameDecoding(Value.self, from: Array(file))
        // Other formats do not distinguish all text from dates, data and numbers.
        #expect(isDecoded || ![.xml, .binary].contains(format))
      }
    }
    try check(sample.value)
  }

  @Test("have the errors of Codable if a file is damaged", arguments: MacroValue.all)
  func damage(_ sample: MacroValue) throws {
    func check<Value: PlistCodable>(_ value: Value) throws {
      let file = Array(
        try ByCodable.encode(value, PlistEncoder(outputFormat: .binary)))
      for index in file.indices {
        var damaged = file
        damaged[index] = file[index] &+ 1
        _ = expectSameDecoding(Value.self, from: damaged)
        damaged[index] = 0xFF
        _ = expectSameDecoding(Value.self, from: damaged)
      }
      let text = Array(try ByCodable.encode(value, PlistEncoder()))
      for index in stride(from: 170, to: text.count, by: 7) {
        _ = expectSameDecoding(Value.self, from: Array(text[..<index]))
        var damaged = text
        damaged[index] ^= 1
        _ = expectSameDecoding(Value.self, from: damaged)
      }
    }
    try check(sample.value)
  }

  @Test("lack keys, or have others")
  func keys() throws {
    let trees: [Plist] = [
      [:], ["question": "q"], ["question": "q", "answer": "a", "more": [1]],
      ["question": 1, "answer": "a"], ["question": "q", "answer": "a", "due": "$null"],
    ]
    for format in [PlistFormat.xml, .binary] {
      for tree in trees {
        let file = Array(try PlistDocument(tree).encoded(as: format))
        let isDecoded = expectSameDecoding(Card.self, from: file)
        #expect(isDecoded == (tree["answer"] == "a" && tree["question"] == "q"))
      }
    }
  }

  @Test("have the fields that they show")
  func fields() {
    #expect(Card.plistFields.names == ["question", "answer", "due"])
    #expect(Renamed.plistFields.names == ["2nd & last", "The First"])
    #expect(Numbered.plistFields.names == ["a", "b"])
    #expect(
      Properties.plistFields.names
        == ["seen", "changes", "left", "right", "c", "d", "inferred"])
    #expect(Constant.plistFields.names == ["version", "name"])
    #expect(LateProperties.plistFields.names == ["number"])
    #expect(Keywords.plistFields.names.prefix(2) == ["default", "class"])
    #expect(Square.plistFields.names == ["name", "side"])
    #expect(Box<Int>.plistFields === Box<String>.plistFields)
    #expect(Outer.NestedBox<Int>.plistFields === Outer.NestedBox<String>.plistFields)
    #expect(Nothing.plistFields.names.isEmpty)
  }

  @Test("are decoded in an asynchronous function")
  func asynchronous() async throws {
    let cards = [Card(question: "q", answer: "a"), Card(question: "r", answer: "b")]
    let data = try await encodeInTask(cards)
    #expect(try await decodeInTask([Card].self, from: data) == cards)
  }
}

private func encodeInTask(_ cards: [Card]) async throws -> Data {
  await Task.yield()
  return try PlistEncoder().encode(cards)
}

private func decodeInTask(_ type: [Card].Type, from data: Data) async throws -> [Card] {
  await Task.yield()
  return try PlistDecoder().decode(type, from: data)
}
