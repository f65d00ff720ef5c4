// Decoding by fields from binary files that are larger than the cache, whose values are prefetched.

import Foundation
import PropertyLists
import TestSupport
import Testing

private struct Entry: PlistFieldCodable, Equatable {
  static let plistFields = PlistFields("name", "number", "home")

  var name: String
  var number: Int
  var home: Home

  init(_ number: Int) {
    name = "name \(number % 37)"
    self.number = number * 1000
    home = Home(number)
  }

  init(from fields: borrowing PlistFieldReader) throws {
    name = try fields.decode(0)
    number = try fields.decode(1)
    home = try fields.decode(2)
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    switch field {
    case 0: try writer.encode(name)
    case 1: try writer.encode(number)
    default: try writer.encode(home)
    }
  }
}

private struct Home: PlistFieldCodable, Equatable {
  static let plistFields = PlistFields("city", "code")

  var city: String
  var code: Int

  init(_ number: Int) {
    city = "city \(number % 11)"
    code = number % 5
  }

  init(from fields: borrowing PlistFieldReader) throws {
    city = try fields.decode(0)
    code = try fields.decode(1)
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    if field == 0 { try writer.encode(city) } else { try writer.encode(code) }
  }
}

private struct LargeFile: PlistFieldCodable, Equatable {
  static let plistFields = PlistFields("entries", "padding")

  var entries: [Entry]
  var padding: Data

  init(entries: [Entry], padding: Data) { (self.entries, self.padding) = (entries, padding) }

  init(from fields: borrowing PlistFieldReader) throws {
    entries = try fields.decode(0)
    padding = try fields.decode(1)
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    if field == 0 { try writer.encode(entries) } else { try writer.encode(padding) }
  }
}

@Suite("Decoding by fields from large binary files")
struct LargeFileFieldTests {
  private static let padding = Data(repeating: 7, count: 5 << 20)

  @Test("The values are those that were encoded")
  func roundTrip() throws {
    let value = LargeFile(entries: (0..<500).map(Entry.init), padding: Self.padding)
    let bytes = try PlistEncoder(outputFormat: .binary).encode(value)
    #expect(try PlistDecoder().decode(LargeFile.self, from: bytes) == value)
  }

  @Test(
    "A damaged dictionary in the middle of a large array is an error",
    arguments: [0xD1, 0xDE, 0xDF, 0xA2, 0x51] as [UInt8], [64, 65, 70, 199])
  func damagedElement(marker: UInt8, index: Int) throws {
    let value = LargeFile(entries: (0..<200).map(Entry.init), padding: Self.padding)
    var bytes = [UInt8](try PlistEncoder(outputFormat: .binary).encode(value))
    let element = try #require(PlistDocument(bytes).root["entries"]?[index])
    let offset = try #require(element.position?.offset)
    #expect(bytes[offset] >> 4 == 0xD)
    bytes[offset] = marker
    #expect(throws: (any Error).self) {
      try PlistDecoder().decode(LargeFile.self, from: Data(bytes))
    }
    // The damaged file has no effect on another one.
    let other = LargeFile(entries: (0..<100).map(Entry.init), padding: Self.padding)
    let otherBytes = try PlistEncoder(outputFormat: .binary).encode(other)
    #expect(try PlistDecoder().decode(LargeFile.self, from: otherBytes) == other)
  }

  @Test(
    "An element that extends past the objects is an error",
    arguments: [[0xD1], [0xDE], [0xDF], [0xD2, 0, 0]] as [[UInt8]], [1, 4])
  func cutElement(element: [UInt8], referenceWidth: Int) throws {
    let number = { (value: UInt8) in Array(repeating: UInt8(0), count: referenceWidth - 1) + [value]
    }
    let elements = Array(repeating: number(5), count: 64).flatMap(\.self)
    var file = BinaryFile([
      [0xD2] + [1, 2, 3, 4].flatMap(number), [0x57] + Array("entries".utf8),
      [0x57] + Array("padding".utf8), [0xAF, 0x10, 64] + elements,
      [0x4F, 0x12, 0, 0x50, 0, 0] + Self.padding, element,
    ])
    file.referenceWidth = referenceWidth
    file.offsetWidth = 4
    #expect(throws: PlistError.self) {
      try PlistDecoder().decode(LargeFile.self, from: file.bytes)
    }
  }
}
