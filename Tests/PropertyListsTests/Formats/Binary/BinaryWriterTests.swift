// Tests of the objects that are written to binary files: widths, uniquing, order and trailer.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Writing binary property lists")
struct BinaryWriterTests {
  private func bytes(_ value: Plist) throws -> [UInt8] { Array(try value.encoded(as: .binary)) }

  /// The objects of a file, without its header, offsets and trailer.
  private func objects(_ value: Plist) throws -> [UInt8] {
    let bytes = try bytes(value)
    let table = bytes.suffix(8).reduce(0) { $0 << 8 | Int($1) }
    return Array(bytes[8..<table])
  }

  @Test(
    "Each value has the smallest object that Apple's writer uses",
    arguments: [
      (false, [0x08]), (true, [0x09]), (0, [0x10, 0]), (255, [0x10, 255]), (256, [0x11, 1, 0]),
      (65536, [0x12, 0, 1, 0, 0]), (-1, [0x13] + [UInt8](repeating: 0xFF, count: 8)),
      (
        .integer(PlistInteger(UInt64.max)),
        [0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8)
      ),
      (1.5, [0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0]), ("ab", [0x52, 0x61, 0x62]), ("", [0x50]),
      ("é", [0x61, 0, 0xE9]), ("😀", [0x62, 0xD8, 0x3D, 0xDE, 0]), (.data(Data([1])), [0x41, 1]),
      (.uid(PlistUID(5)), [0x80, 5]), (.uid(PlistUID(256)), [0x81, 1, 0]),
      (.date(Date(timeIntervalSinceReferenceDate: 1)), [0x33, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0]),
      ([], [0xA0]), ([:], [0xD0]), (.set([true]), [0xC1, 1, 0x09]),
    ] as [(Plist, [UInt8])])
  func objects(value: Plist, expected: [UInt8]) throws { #expect(try objects(value) == expected) }

  @Test(
    "A dictionary is followed by its keys and then its values, and equal scalars are written once")
  func uniquing() throws {
    // 0: the dictionary; 1, 2: its keys; 3: an array of 4 and 1; 4: a number, also under "b".
    #expect(
      try objects(["a": [5, "a"], "b": 5]) == [
        0xD2, 1, 2, 3, 4, 0x51, 0x61, 0x51, 0x62, 0xA2, 4, 1, 0x10, 5,
      ])
    #expect(try objects([1, 1.0, true, true]).filter { $0 == 0x09 }.count == 1)
  }

  @Test("From 256 objects on a reference has two bytes, and the offsets grow with the file")
  func widths() throws {
    for (count, width) in [(254, 1), (255, 2), (256, 2)] {
      let file = try bytes(.array((0..<count).map { .integer(PlistInteger($0)) }))
      let trailer = Array(file.suffix(32))
      #expect(trailer[7] == UInt8(width), "\(count)")
      #expect(trailer[8..<16].reduce(0) { $0 << 8 | Int($1) } == count + 1)
      #expect(trailer[0..<6] == [0, 0, 0, 0, 0, 0] && trailer[16..<24].allSatisfy { $0 == 0 })
    }
    let long = try bytes(.string(String(repeating: "x", count: 70_000)))
    #expect(long[long.count - 26] == 4)
  }

  @Test(
    "Foundation reads what is written for the values of the corpus, and a second writing is equal")
  func foundation() throws {
    for file in Corpus.committed("valid", ["xml"]) {
      let value = try Plist(file.bytes)
      let written = try value.encoded(as: .binary)
      #expect(try PlistDocument(written).encoded(as: .binary) == written, "\(file)")
      let theirs = unsafe try? PropertyListSerialization.propertyList(from: written, format: nil)
      #expect(theirs != nil, "\(file)")
    }
  }
}
