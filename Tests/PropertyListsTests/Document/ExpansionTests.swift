// Tests of the cost of shared values: all consumers reject small files that expand to huge values,
// and accept what is within the limit. Uses `BinaryFile`.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Small files that expand to huge values")
struct ExpansionTests {
  /// Three levels of arrays of `width` references, the last to a leaf.
  static func arrays(of width: Int, leaf: [UInt8], levels: Int = 3) -> [UInt8] {
    let arrays = (1...levels).map { level in
      [0xAF, 0x10, UInt8(width)] + [UInt8](repeating: UInt8(level), count: width)
    }
    var file = BinaryFile(arrays + [leaf])
    file.offsetWidth = 2
    return file.bytes
  }

  private static let longText = [0x5F, 0x11, 0x0F, 0xFF] + [UInt8](repeating: 0x78, count: 4095)

  @Test(
    "A huge expansion is rejected by the reader, whatever its leaves",
    arguments: [
      longText, [0x10, 1],
      // UTF-16 and data.
      [0x6F, 0x11, 0x0F, 0xFF] + [UInt8](repeating: 0x30, count: 8190),
      [0x4F, 0x11, 0x0F, 0xFF] + [UInt8](repeating: 0x78, count: 4095),
    ].map { TestInput($0) })
  func bombs(_ leaf: TestInput) {
    let file = Self.arrays(of: 157, leaf: leaf.bytes)
    #expect(throws: PlistError.self) { try PlistDocument(file) }
    #expect(throws: PlistError.self) { try Plist(file) }
    #expect(throws: PlistError.self) { try PlistDecoder().decode([[[String]]].self, from: file) }
    do throws(PlistError) { _ = try PlistDocument(file) } catch {
      #expect(error.code == .expansionLimit)
    }
  }

  @Test("A file of 4,627 bytes is rejected, with the limit and the size of the expansion")
  func message() throws {
    let file = Self.arrays(of: 157, leaf: Self.longText)
    #expect(file.count == 4627)
    let error = try #require(throws: PlistError.self) { try PlistDocument(file) }
    // 157^3 strings of 4,095 + 16 bytes, and 1 + 157 + 157^2 arrays of 16.
    let needed = 157 * 157 * 157 * 4111 + (1 + 157 + 157 * 157) * 16
    #expect(error.message.contains("\(needed) bytes"))
    #expect(error.message.contains("\((16 << 20) + 64 * 4627)"))
    #expect(error.position?.offset == 8)
  }

  @Test("The limit is exact to the byte")
  func exactLimit() throws {
    let file = Self.arrays(of: 10, leaf: [0x53, 0x61, 0x62, 0x63], levels: 2)
    let needed = 100 * (16 + 3) + (1 + 10) * 16
    var options = PlistReadingOptions()
    options.maximumExpansion = 0
    // 64 bytes for each byte of the file suffice here: use a larger tree to reach the limit.
    #expect(throws: Never.self) { try PlistDocument(file, options: options) }
    #expect(needed < 64 * file.count)
    let large = Self.arrays(of: 100, leaf: [0x53, 0x61, 0x62, 0x63], levels: 2)
    let cost = 10_000 * (16 + 3) + (1 + 100) * 16
    options.maximumExpansion = cost - 64 * large.count
    #expect(throws: Never.self) { try PlistDocument(large, options: options) }
    options.maximumExpansion -= 1
    #expect(throws: PlistError.self) { try PlistDocument(large, options: options) }
  }

  @Test("Each use of a shared text in a flat array counts")
  func flatText() throws {
    // 2,000 references to one text of 60,000 bytes: 120 MB from 62 KB.
    let array = [0xAF, 0x11, 0x07, 0xD0] + [UInt8](repeating: 1, count: 2000)
    let text = [0x5F, 0x11, 0xEA, 0x60] + [UInt8](repeating: 0x78, count: 60_000)
    var file = BinaryFile([array, text])
    file.offsetWidth = 4
    let error = #expect(throws: PlistError.self) { try PlistDocument(file.bytes) }
    #expect(error?.code == .expansionLimit)
    // 200 of them are within the limit: 16 MiB.
    let less = [0xAF, 0x10, 200] + [UInt8](repeating: 1, count: 200)
    var smaller = BinaryFile([less, text])
    smaller.offsetWidth = 4
    #expect(try PlistDocument(smaller.bytes).root.count == 200)
  }

  @Test("Unreachable text does not count")
  func orphans() throws {
    // The root is a string; an unreachable array refers to a long text many times.
    let text = [0x5F, 0x11, 0xEA, 0x60] + [UInt8](repeating: 0x78, count: 60_000)
    let array = [0xAF, 0x11, 0x07, 0xD0] + [UInt8](repeating: 2, count: 2000)
    var file = BinaryFile([[0x51, 0x61], array, text])
    file.offsetWidth = 4
    #expect(try PlistDocument(file.bytes).root.stringValue == "a")
  }

  @Test("Writers reject an expansion beyond their limit before they write it out")
  func writers() throws {
    let file = Self.arrays(of: 30, leaf: [0x53, 0x61, 0x62, 0x63])
    var reading = PlistReadingOptions()
    reading.maximumExpansion = .max
    let document = try PlistDocument(file, options: reading)
    var writing = PlistWritingOptions()
    writing.maximumExpansion = 0
    for format in [PlistFormat.xml, .json, .typedJSON, .openStep, .gnuStep] {
      let error = #expect(throws: PlistError.self) {
        try document.encoded(as: format, options: writing)
      }
      #expect(error?.code == .expansionLimit, "\(format)")
      #expect(error?.message.contains("\(64 * file.count)") == true)
      #expect(throws: Never.self) { try document.encoded(as: format) }
    }
  }

  @Test("Values that are not shared are never rejected, however long their text")
  func ordinary() throws {
    let long = Plist.string(String(repeating: "x", count: 1 << 20))
    let values = Plist.array([long] + (0..<1000).map { .integer(PlistInteger($0)) })
    var reading = PlistReadingOptions()
    reading.maximumExpansion = 0
    let file = try values.encoded(as: .binary)
    #expect(try Plist(file, options: reading) == values)
    var writing = PlistWritingOptions()
    writing.maximumExpansion = 0
    #expect(
      try PlistDocument(file, options: reading).encoded(as: .xml, options: writing).count > 1 << 20)
    #expect(try values.encoded(as: .json, options: writing).count > 1 << 20)
  }

  /// Counts the decoded values, each once for each use.
  private struct Counted: Decodable {
    private(set) var made = 1
    private(set) var bytes = 0

    init(from decoder: any Decoder) throws {
      if var elements = try? decoder.unkeyedContainer() {
        while !elements.isAtEnd {
          let element = try elements.decode(Counted.self)
          made += element.made
          bytes += element.bytes
        }
      } else {
        bytes = try decoder.singleValueContainer().decode(String.self).utf8.count
      }
    }
  }

  @Test("Just below the limit, no consumer creates or writes more than the limit allows")
  func work() throws {
    let file = Self.arrays(of: 30, leaf: [0x5F, 0x10, 40] + [UInt8](repeating: 0x26, count: 40))
    let cost = 27_000 * (16 + 40) + (1 + 30 + 900) * 16
    var options = PlistReadingOptions()
    options.maximumExpansion = cost - 64 * file.count
    let document = try PlistDocument(file, options: options)
    let counted = try PlistDecoder(options: options).decode(Counted.self, from: file)
    #expect(counted.made == 1 + 30 + 900 + 27_000)
    #expect(16 * counted.made + counted.bytes == cost)
    // Each ampersand becomes five bytes in XML; tags and indentation come in addition to the 16
    // bytes of a visit.
    let xml = try document.encoded(as: .xml)
    #expect(xml.count < 27_000 * (40 * 5 + 32) + 10_000)
    let again = try PlistDocument(xml).encoded(as: .binary)
    #expect(again.count < 27_000 * 2 + 10_000)
    #expect(try Plist(document).elements?.count == 30)
  }
}
