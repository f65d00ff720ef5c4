// Tests of states that are coded by their fields.

import Foundation
import KeyedArchives
import PropertyLists
import StateStorage
import Testing

@Suite("States coded by fields")
struct FieldStateTests {
  private let scratch: StateScratch

  init() throws { scratch = try StateScratch() }

  /// A state that `Codable` does not accept.
  private struct DirectState: PlistFieldCodable, Equatable {
    var title: String
    var counts: [Int]

    static let plistFields = PlistFields("title", "counts")

    init(title: String, counts: [Int]) { (self.title, self.counts) = (title, counts) }

    init(from fields: borrowing PlistFieldReader) throws {
      title = try fields.decode(0)
      counts = try fields.decode(1)
    }

    init(from decoder: any Decoder) throws {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "decoded by Codable"))
    }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      if field == 0 { try writer.encode(title) } else { try writer.encode(counts) }
    }

    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(
        title, EncodingError.Context(codingPath: [], debugDescription: "encoded by Codable"))
    }
  }

  /// A state that both protocols code.
  private struct BothState: PlistFieldCodable, Equatable {
    var title: String

    static let plistFields = PlistFields("title")

    init(title: String) { self.title = title }

    init(from fields: borrowing PlistFieldReader) throws { title = try fields.decode(0) }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws { try writer.encode(title) }
  }

  @Test("A store saves and loads a state by its fields", arguments: [PlistFormat.xml, .binary])
  func savesDirectly(format: PlistFormat) throws {
    let store = StateStore<DirectState>(path: scratch.file(), format: .propertyList(format))
    let state = DirectState(title: "Capitals", counts: [1, 2, 3])
    try store.save(state)
    let load = StateStore<DirectState>(path: scratch.file(), format: .propertyList(format)).load()
    #expect(load.outcome == "loaded")
    #expect(load.state == state)
  }

  @Test("A state with a schema version keeps the version next to its fields")
  func keepsVersion() throws {
    let schema = StateSchema(version: 2, migrations: [StateMigration(from: 1) { _ in }])
    let store = StateStore<BothState>(path: scratch.file(), format: .xml, schema: schema)
    try store.save(BothState(title: "Rivers"))
    #expect(try PlistDocument(scratch.data()).root.keys.count == 2)
    let load = StateStore<BothState>(path: scratch.file(), format: .xml, schema: schema).load()
    #expect(load.state == BothState(title: "Rivers"))
  }

  @Test("An archive of a type with fields is that of its Codable conformance")
  func archives() throws {
    let store = StateStore<BothState>(path: scratch.file(), format: .keyedArchive())
    try store.save(BothState(title: "Lakes"))
    let load = StateStore<BothState>(path: scratch.file(), format: .keyedArchive()).load()
    #expect(load.state == BothState(title: "Lakes"))
  }
}
