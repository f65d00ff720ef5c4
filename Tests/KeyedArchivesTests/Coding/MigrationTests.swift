// Tests of types that catch the errors of their decoder to read older layouts.

import Foundation
import KeyedArchives
import PropertyLists
import Testing

@Suite("Types that catch decoding errors")
struct MigrationTests {
  private struct Old: Codable, Archivable {
    static var archivedClassName: String { "Settings" }
    var size = "5"
  }

  private enum Key: CodingKey { case size, count, items }

  @Test("A type that catches a mismatch, a missing key or another container reads its old layout")
  func migrations() throws {
    struct New: Decodable, Archivable {
      static var archivedClassName: String { "Settings" }
      var size: Int
      var count: Int
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        do { size = try container.decode(Int.self, forKey: .size) } catch DecodingError.typeMismatch
        {
          size = Int(try container.decode(String.self, forKey: .size)) ?? 0
        }
        do {
          count = try container.decode(Int.self, forKey: .count)
        } catch DecodingError.keyNotFound(
          let key, _)
        {
          #expect(key.stringValue == "count")
          count = -1
        }
      }
    }
    struct Listed: Decodable {
      var count: Int
      init(from decoder: any Decoder) throws {
        do {
          count = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .count)
        } catch DecodingError.typeMismatch {
          count = try decoder.unkeyedContainer().count ?? 0
        }
      }
    }
    let old = try KeyedArchiver.archivedData(root: Old())
    let new = try KeyedUnarchiver.unarchivedObject(of: New.self, from: old)
    #expect(new.size == 5 && new.count == -1)
    let list = try KeyedArchiver.archivedData(root: [1, 2, 3])
    #expect(try KeyedUnarchiver.unarchivedObject(of: Listed.self, from: list).count == 3)
  }

  @Test(
    "A type catches a DecodingError with the archive's error underneath; the caller gets that"
  )
  func ownError() throws {
    struct Reading: Decodable, Archivable {
      static var archivedClassName: String { "Settings" }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        do { _ = try container.decode(Int.self, forKey: .size) } catch let error as DecodingError {
          guard case .typeMismatch(let type, let context) = error else { throw error }
          #expect("\(type)" == "Int")
          let own = try #require(context.underlyingError as? ArchiveError)
          #expect(own.code == .typeMismatch && own.path.description == "root.size")
          #expect(context.codingPath.map(\.stringValue) == ["size"])
          throw error
        }
      }
    }
    let data = try KeyedArchiver.archivedData(root: Old())
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver.unarchivedObject(of: Reading.self, from: data)
    }
    #expect(error?.code == .typeMismatch)
    #expect(error?.path.description == "root.size")
  }

  @Test("An error that a type itself throws stays unchanged")
  func customError() throws {
    struct Refusal: Error {}
    struct Refusing: Decodable, Archivable {
      static var archivedClassName: String { "Settings" }
      init(from decoder: any Decoder) throws { throw Refusal() }
    }
    let data = try KeyedArchiver.archivedData(root: Old())
    #expect(throws: Refusal.self) {
      try KeyedUnarchiver.unarchivedObject(of: Refusing.self, from: data)
    }
  }
}
