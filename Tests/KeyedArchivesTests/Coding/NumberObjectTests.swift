// Tests of numbers that are separate objects in archives.
import Foundation
import KeyedArchives
import PropertyLists
import Testing

private struct Person: Codable, Equatable {
  @NumberObject var age: Int
  @NumberObject var isAdult: Bool?
  @NumberObject var height: Double?
  var inline: Int
}

@Suite("Numbers as objects")
struct NumberObjectTests {
  @Test("A wrapped number is stored as a reference, and survives a round trip")
  func roundTrip() throws {
    let person = Person(age: 40, isAdult: true, height: nil, inline: 7)
    let data = try KeyedArchiver.archivedData(root: person)
    let fields = try #require(PlistDocument(data).root["$objects"]?[1])
    #expect(fields["age"]?.kind == .uid)
    #expect(fields["isAdult"]?.kind == .uid)
    #expect(fields["inline"]?.kind == .integer)
    #expect(try KeyedUnarchiver.unarchivedObject(of: Person.self, from: data) == person)
  }

  @Test("The key of an optional number may be absent, and both forms are read")
  func otherForms() throws {
    struct Plain: Codable, Archivable {
      var age: Int
      var inline: Int
      static var archivedClassName: String { "Person" }
    }
    let data = try KeyedArchiver.archivedData(root: Plain(age: 3, inline: 4))
    let person = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: data)
    #expect(person == Person(age: 3, isAdult: nil, height: nil, inline: 4))
  }

  @Test("Other coders see only the number")
  func json() throws {
    let person = Person(age: 40, isAdult: nil, height: 1.5, inline: 7)
    let data = try JSONEncoder().encode(person)
    #expect(try JSONDecoder().decode(Person.self, from: data) == person)
    #expect(String(decoding: data, as: UTF8.self).contains("\"age\":40"))
  }

  @Test("A number above 2^127 - 1 is an error with its path, not another number")
  func tooWide() throws {
    struct Wide: Codable { var numbers: [UInt128] }
    let most = UInt128(Int128.max)
    #expect(try KeyedArchiver.copy(of: Wide(numbers: [most])).numbers == [most])
    let error = #expect(throws: ArchiveError.self) {
      try KeyedArchiver.archivedData(root: Wide(numbers: [0, most + 1]))
    }
    #expect(error?.code == .notRepresentable)
    #expect(error?.path == PlistPath([.key("root"), .key("numbers"), .index(1)]))
  }
}
