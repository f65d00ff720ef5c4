// Decoding by fields from text files that are so large that the memory of decoded elements is
// released.

import Foundation
import TestSupport
import Testing

@testable import PropertyLists

private struct Row: PlistFieldCodable, Equatable {
  static let plistFields = PlistFields("id", "points", "note")

  var id: String
  var points: [String]
  var note: String?

  init(_ id: Int, note: String? = nil) {
    self.id = "\(id)"
    points = (id..<id + 10).map { "\($0)" }
    self.note = note
  }

  init(from fields: borrowing PlistFieldReader) throws {
    id = try fields.decode(0)
    points = try fields.decode(1)
    note = try fields.decodeIfPresent(2)
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    switch field {
    case 0: try writer.encode(id)
    case 1: try writer.encode(points)
    default: try writer.encodeIfPresent(note)
    }
  }
}

/// Rows that are decoded twice, the second time from the first one on.
private struct TwiceDecoded: PlistCodable, Equatable {
  var rows: [Row]
  var again: [Row]

  static func decode(_ value: PlistFieldValue, from reader: borrowing PlistFieldReader) throws
    -> TwiceDecoded
  {
    let array = try reader.array(value)
    return TwiceDecoded(
      rows: try Row.decodeElements(array, from: reader),
      again: try Row.decodeElements(array, from: reader))
  }

  init(rows: [Row], again: [Row]) { (self.rows, self.again) = (rows, again) }

  init(from decoder: any Decoder) throws {
    (rows, again) = (try [Row](from: decoder), try [Row](from: decoder))
  }

  func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }
  func encode(to writer: inout PlistFieldWriter) throws {
    try Row.encodeElements(rows, to: &writer)
  }
}

/// Keeps the decoder of its value.
private struct DecoderKeeper: Codable {
  let decoder: (any Decoder)?

  init() { decoder = nil }
  init(from decoder: any Decoder) throws { self.decoder = decoder }
  func encode(to encoder: any Encoder) throws { try Row(7).encode(to: encoder) }
}

private struct KeeperRow: PlistFieldCodable {
  static let plistFields = PlistFields("row", "points")

  var row: DecoderKeeper
  var points: [Int]

  init(_ id: Int) { (row, points) = (DecoderKeeper(), [id]) }

  init(from fields: borrowing PlistFieldReader) throws {
    row = try fields.decode(0)
    points = try fields.decode(1)
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    if field == 0 { try writer.encode(row) } else { try writer.encode(points) }
  }
}

@Suite("Decoding by fields from text files whose nodes are released")
struct PassedElementsTests {
  /// More than four blocks of nodes.
  private static let rowCount = 5 * PassedElements.blockSize / 13

  private func rows(note: (Int) -> String? = { _ in nil }) -> [Row] {
    (0..<Self.rowCount).map { Row($0, note: note($0)) }
  }

  @Test("The values are those that were encoded", arguments: [PlistFormat.xml, .openStep, .json])
  func roundTrip(format: PlistFormat) throws {
    let rows = rows()
    let bytes = try PlistEncoder(outputFormat: format).encode(rows)
    #expect(try PlistDecoder().decode([Row].self, from: bytes) == rows)
  }

  @Test("The nodes of most elements are released, and those of rare keys are not")
  func rareKeys() throws {
    let rows = rows { $0 > Self.rowCount / 3 && $0.isMultiple(of: 10_007) ? "a rare note" : nil }
    let source = SourceBytes(try PlistEncoder(outputFormat: .xml).encode(rows))
    let storage = try DocumentStorage.read(source, options: PlistReadingOptions())
    let passed = try #require(PassedElements(storage))
    let decoded = try FieldReading.with(storage, userInfo: [:], passed: passed) { session in
      try [Row].decode(PlistFieldValue(index: storage.root), from: PlistFieldReader(session))
    }
    #expect(decoded == rows)
    #expect(passed.hasPassed)
    #expect(!passed.wasRefused)
    let released = (0..<storage.nodes.count).count { storage.nodes[$0].kind == .null }
    #expect(released >= 2 * PassedElements.blockSize)
    #expect(released <= 4 * PassedElements.blockSize)
  }

  @Test("Elements that are decoded again are read again")
  func twice() throws {
    let rows = rows()
    let bytes = try PlistEncoder(outputFormat: .xml).encode(rows)
    let decoded = try PlistDecoder().decode(TwiceDecoded.self, from: bytes)
    #expect(decoded == TwiceDecoded(rows: rows, again: rows))
  }

  @Test("A decoder that a type keeps can be read after the elements that follow")
  func keptDecoders() throws {
    let rows = (0..<Self.rowCount).map(KeeperRow.init)
    let bytes = try PlistEncoder(outputFormat: .xml).encode(rows)
    let decoded = try PlistDecoder().decode([KeeperRow].self, from: bytes)
    for index in [0, Self.rowCount / 2, Self.rowCount - 1] {
      let decoder = try #require(decoded[index].row.decoder)
      #expect(try Row(from: decoder) == Row(7))
    }
  }

  @Test("An element of another kind is the error that Codable throws")
  func irregularElement() throws {
    var bytes = try PlistEncoder(outputFormat: .xml).encode(rows())
    let text = Data("<string>\(Self.rowCount - 1)</string>".utf8)
    let range = try #require(bytes.range(of: text))
    bytes.replaceSubrange(range, with: Data("<integer>1</integer>".utf8))
    let error = #expect(throws: DecodingError.self) {
      try PlistDecoder().decode([Row].self, from: bytes)
    }
    guard case .typeMismatch(_, let context) = error else {
      Issue.record("unexpected error: \(String(describing: error))")
      return
    }
    #expect(context.codingPath.first?.intValue == Self.rowCount - 10)
  }
}
