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

/// Rows that are decoded twice, the second time from the first one on and leniently.
private struct TwiceDecoded: PlistCodable, Equatable {
  var rows: [Row]
  var again: [Row?]

  static func decode(_ value: PlistFieldValue, from reader: borrowing PlistFieldReader) throws
    -> TwiceDecoded
  {
    let array = try reader.array(value)
    return TwiceDecoded(
      rows: try Row.decodeElements(array, from: reader),
      again: (0..<array.count).map { try? Row.decode(reader.element($0, of: array), from: reader) })
  }

  init(rows: [Row], again: [Row?]) { (self.rows, self.again) = (rows, again) }

  init(from decoder: any Decoder) throws {
    (rows, again) = (try [Row](from: decoder), try [Row?](from: decoder))
  }

  func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }
  func encode(to writer: inout PlistFieldWriter) throws {
    try Row.encodeElements(rows, to: &writer)
  }
}

/// Rows of one kind or of any kind.
private struct Document: PlistFieldCodable, Equatable {
  static let plistFields = PlistFields("rows")

  var rows: [Row]?
  var values: Plist?

  init(rows: [Row]?, values: Plist?) { (self.rows, self.values) = (rows, values) }

  init(from fields: borrowing PlistFieldReader) throws {
    rows = try? fields.decode(0)
    values = rows == nil ? try fields.decode(0) : nil
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: PlistCodingKey.self)
    rows = try? container.decode([Row].self, forKey: PlistCodingKey(stringValue: "rows"))
    values =
      rows == nil
      ? try container.decode(Plist.self, forKey: PlistCodingKey(stringValue: "rows")) : nil
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PlistCodingKey.self)
    try container.encode(rows, forKey: PlistCodingKey(stringValue: "rows"))
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    try writer.encodeIfPresent(rows)
  }
}

/// Rows, and a value that only `Codable` decodes, which is before them in XML.
private struct Library: PlistFieldCodable, Equatable {
  static let plistFields = PlistFields("rows", "id")

  var rows: [Row]
  var id: UUID

  init(rows: [Row], id: UUID) { (self.rows, self.id) = (rows, id) }

  init(from fields: borrowing PlistFieldReader) throws {
    rows = try fields.decode(0)
    id = try fields.decode(1)
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    if field == 0 { try writer.encode(rows) } else { try writer.encode(id) }
  }
}

/// Rows that are decoded from the last one to the first.
private struct Reversed: PlistCodable, Equatable {
  var rows: [Row]

  static func decode(_ value: PlistFieldValue, from reader: borrowing PlistFieldReader) throws
    -> Reversed
  {
    let array = try reader.array(value)
    var rows: [Row] = []
    for index in (0..<array.count).reversed() {
      rows.append(try Row.decode(reader.element(index, of: array), from: reader))
    }
    return Reversed(rows: rows)
  }

  init(rows: [Row]) { self.rows = rows }
  init(from decoder: any Decoder) throws { rows = try [Row](from: decoder).reversed() }
  func encode(to encoder: any Encoder) throws { try rows.reversed().encode(to: encoder) }
  func encode(to writer: inout PlistFieldWriter) throws {
    try Row.encodeElements(rows.reversed(), to: &writer)
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
  /// Five blocks and a half, with 13 nodes in a row.
  private static let rowCount = 11 * PassedElements.blockSize / 26

  private func rows(note: (Int) -> String? = { _ in nil }) -> [Row] {
    (0..<Self.rowCount).map { Row($0, note: note($0)) }
  }

  @Test("The values are those that were encoded")
  func roundTrip() throws {
    let rows = rows()
    let bytes = try PlistEncoder(outputFormat: .xml).encode(rows)
    #expect(try PlistDecoder().decode([Row].self, from: bytes) == rows)
  }

  /// Decodes a value by its fields, from a document whose nodes are released.
  private func released<T: PlistCodable>(_ type: T.Type, from data: Data) throws -> (
    value: T, storage: DocumentStorage, passed: PassedElements
  ) {
    let storage = try DocumentStorage.read(SourceBytes(data), options: PlistReadingOptions())
    let passed = try #require(PassedElements(storage))
    let value = try FieldReading.with(storage, userInfo: [:], passed: passed) { session in
      try T.decode(PlistFieldValue(index: storage.root), from: PlistFieldReader(session))
    }
    return (value, storage, passed)
  }

  #if os(Linux)
    @Test(
      "The nodes of most elements are released, and those of rare keys are not",
      arguments: [PlistFormat.xml, .openStep, .json])
    func rareKeys(format: PlistFormat) throws {
      let rows = rows { $0 == Self.rowCount / 3 || $0 == Self.rowCount - 1 ? "a rare note" : nil }
      let bytes = try PlistEncoder(outputFormat: format).encode(rows)
      let (decoded, storage, passed) = try released([Row].self, from: bytes)
      #expect(decoded == rows)
      #expect(passed.hasReleased)
      // The first block, that of the rare key, and the last one are kept.
      let released = (0..<storage.nodes.count).count { storage.nodes[$0].kind == .null }
      #expect(released / PassedElements.blockSize == storage.keyBlocks.count - 3)
      #expect(storage.keyBlocks.count { $0 } == 2)
    }

    @Test("A value that Codable decodes does not need the elements after it")
    func valueBeforeRows() throws {
      let library = Library(rows: rows(), id: UUID())
      let bytes = try PlistEncoder(outputFormat: .xml).encode(library)
      let (decoded, _, passed) = try released(Library.self, from: bytes)
      #expect(decoded == library)
      #expect(passed.hasReleased)
    }

    @Test("Small arrays inside elements do not interrupt the release")
    func innerArrays() throws {
      let lists = (0..<11 * PassedElements.blockSize / 602).map { Array($0..<$0 + 300) }
      let bytes = try PlistEncoder(outputFormat: .xml).encode(lists)
      let (decoded, _, passed) = try released([[Int]].self, from: bytes)
      #expect(decoded == lists)
      #expect(passed.hasReleased)
    }

    @Test("Nothing is released if elements are decoded in reverse")
    func reversed() throws {
      let value = Reversed(rows: rows().reversed())
      let bytes = try PlistEncoder(outputFormat: .xml).encode(value)
      let (decoded, _, passed) = try released(Reversed.self, from: bytes)
      #expect(decoded == value)
      #expect(!passed.hasReleased)
    }
  #endif

  @Test("A value of another kind after released elements is read again")
  func valuesAfterRows() throws {
    let document = Document(rows: rows(), values: nil)
    var bytes = try PlistEncoder(outputFormat: .xml).encode(document)
    #expect(try PlistDecoder().decode(Document.self, from: bytes) == document)
    let text = Data("<string>\(Self.rowCount + 8)</string>".utf8)
    let range = try #require(bytes.range(of: text))
    bytes.replaceSubrange(range, with: Data("<integer>1</integer>".utf8))
    let decoded = try PlistDecoder().decode(Document.self, from: bytes)
    #expect(decoded.rows == nil)
    #expect(try decoded.values == Plist(PlistDocument(bytes).root)["rows"])
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
