// Tests of types whose fields are numbered, in a package whose default isolation is the main actor:
// their conformances are isolated to it, too. Asynchronous functions that code such types are
// compiled by builds with optimization as well.

import Foundation
import PropertyLists
import Testing

/// A type that is isolated to the main actor.
struct Stamp: PlistFieldCodable, Equatable {
  var country: String
  var year: Int?

  static let plistFields = PlistFields("country", "year")

  init(country: String, year: Int? = nil) { (self.country, self.year) = (country, year) }

  init(from fields: borrowing PlistFieldReader) throws {
    country = try fields.decode(0)
    year = try fields.decodeIfPresent(1)
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    if field == 0 { try writer.encode(country) } else { try writer.encodeIfPresent(year) }
  }
}

@Suite("Numbered fields in a package on the main actor")
struct MainActorFieldTests {
  private func encoded(_ stamps: [Stamp], as format: PlistFormat) async throws -> Data {
    await Task.yield()
    return try PlistEncoder(outputFormat: format).encode(stamps)
  }

  private func decoded(_ data: Data) async throws -> [Stamp] {
    await Task.yield()
    return try PlistDecoder().decode([Stamp].self, from: data)
  }

  @Test(
    "Values are encoded and decoded in asynchronous functions",
    arguments: [PlistFormat.xml, .binary])
  func roundTrip(_ format: PlistFormat) async throws {
    let stamps = [Stamp(country: "Peru", year: 1857), Stamp(country: "Chile")]
    let data = try await encoded(stamps, as: format)
    #expect(try await decoded(data) == stamps)
    let first = try await decoded(
      PlistDocument(["country": "Peru"]).encoded(as: format), as: Stamp.self)
    #expect(first == Stamp(country: "Peru"))
  }

  private func decoded<Value: PlistCodable>(_ data: Data, as type: Value.Type) async throws -> Value
  {
    await Task.yield()
    return try PlistDecoder().decode(type, from: data)
  }
}
