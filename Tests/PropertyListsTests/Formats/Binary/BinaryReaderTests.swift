// Tests of the objects of binary property lists, marker by marker. ErrorCodeTests has every error
// with its location.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Reading binary property lists")
struct BinaryReaderTests {
  private func value(_ objects: [UInt8]...) throws -> Plist { try Plist(BinaryFile.file(objects)) }

  @Test(
    "Each marker denotes its value",
    arguments: [
      ([0x00], .null), ([0x08], false), ([0x09], true), ([0x10, 0xFF], 255), ([0x11, 1, 0], 256),
      ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], 4_294_967_295), ([0x10, 0], 0),
      ([0x13] + [UInt8](repeating: 0xFF, count: 8), -1),
      ([0x14] + [UInt8](repeating: 0xFF, count: 16), -1),
      ([0x22, 0x3F, 0xC0, 0, 0], 1.5), ([0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0], 1.5),
      ([0x33, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0], .date(Date(timeIntervalSinceReferenceDate: 1))),
      ([0x42, 1, 2], .data(Data([1, 2]))), ([0x40], .data(Data())), ([0x52, 0x61, 0x62], "ab"),
      ([0x50], ""), ([0x51, 0xE9], "é"), ([0x61, 0x20, 0xAC], "€"),
      ([0x62, 0xD8, 0x3D, 0xDE, 0], "😀"),
      ([0x80, 7], .uid(PlistUID(7))), ([0x83, 0xFF, 0xFF, 0xFF, 0xFF], .uid(PlistUID(.max))),
      ([0xA0], []), ([0xD0], [:]), ([0xC0], .set([])),
    ] as [([UInt8], Plist)])
  func markers(object: [UInt8], expected: Plist) throws { #expect(try value(object) == expected) }

  @Test("A count of 15 and more follows the marker, in any width", arguments: 0...3)
  func counts(_ power: Int) throws {
    for count in [3, 14, 15, 16, 200] {
      let number = BinaryFile.number(UInt64(count), 1 << power)
      let text = [UInt8](repeating: UInt8(ascii: "x"), count: count)
      let expected = Plist.string(String(repeating: "x", count: count))
      #expect(try value([0x5F, 0x10 + UInt8(power)] + number + text) == expected)
    }
  }

  @Test("References and offsets have any width", arguments: [1, 2, 3, 4, 5, 8], [1, 2, 3, 7, 8])
  func widths(reference: Int, offset: Int) throws {
    let references = BinaryFile.number(1, reference) + BinaryFile.number(2, reference)
    var file = BinaryFile([[0xA2] + references, [0x51, 0x61], [0x09]])
    (file.referenceWidth, file.offsetWidth) = (reference, offset)
    #expect(try Plist(file.bytes) == ["a", true])
  }

  @Test("Objects may have any order, and bytes that belong to no object are ignored")
  func order() throws {
    var file = BinaryFile([[0x51, 0x61, 0xFF, 0xFF], [0x09], [0xA2, 0, 1]])
    file.top = 2
    #expect(try Plist(file.bytes) == ["a", true])
  }

  /// A dictionary with numbered keys, of which the last one can be replaced, and `true` as values.
  private static func dictionary(keys count: Int, length: Int, last: [UInt8]?) -> [UInt8] {
    let keys = (0..<count).map { number -> [UInt8] in
      if number == count - 1, let last { return last }
      let text = String(number) + String(repeating: "x", count: length)
      return [0x5F, 0x11] + BinaryFile.number(UInt64(text.utf8.count), 2) + Array(text.utf8)
    }
    let references = (0..<count).flatMap { BinaryFile.number(UInt64($0 + 2), 2) }
    let values = (0..<count).flatMap { _ in BinaryFile.number(1, 2) }
    var file = BinaryFile(
      [[0xDF, 0x11] + BinaryFile.number(UInt64(count), 2) + references + values, [0x09]] + keys)
    (file.referenceWidth, file.offsetWidth) = (2, 4)
    return file.bytes
  }

  @Test(
    "A repeated key is found in dictionaries of every size, in whatever form it is stored",
    arguments: [2, 3, 8, 9, 32, 33, 64, 65, 100, 1000])
  func repeatedKeysOfAnyLength(count: Int) throws {
    for length in [0, 5, 20, 127, 200] {
      let distinct = try PlistDocument(Self.dictionary(keys: count, length: length, last: nil))
      #expect(distinct.root.count == count)
      #expect(distinct.warnings.isEmpty)
      // The first key again, as an ASCII string, in UTF-16, and with one other character.
      let text = Array("0".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: length)
      let size = BinaryFile.number(UInt64(text.count), 2)
      let changed = text.dropLast() + [UInt8(ascii: "y")]
      for (last, isRepeated) in [
        ([0x5F, 0x11] + size + text, true),
        ([0x6F, 0x11] + size + text.flatMap { [0, $0] }, true),
        ([0x5F, 0x11] + size + changed, false),
      ] {
        let document = try PlistDocument(
          Self.dictionary(keys: count, length: length, last: last))
        #expect(document.root.count == (isRepeated ? count - 1 : count))
        #expect(document.warnings.map(\.error.code) == (isRepeated ? [.duplicateKey] : []))
      }
    }
  }

  @Test("Of repeated keys the first value counts, as in Foundation")
  func repeatedKeys() throws {
    let file = BinaryFile.file([[0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x09], [0x08]])
    #expect(try Plist(file) == ["a": true])
    let theirs =
      unsafe try PropertyListSerialization.propertyList(from: Data(file), format: nil)
      as? [String: Bool]
    #expect(theirs == ["a": true])
  }

  @Test("The last digit of the version is not checked, and the others are")
  func versions() throws {
    for (version, isRead) in [
      ("00", true), ("01", true), ("0?", true), ("10", false), ("16", false),
    ] {
      var file = BinaryFile.file([[0x09]])
      file.replaceSubrange(6..<8, with: Array(version.utf8))
      #expect(((try? PlistDocument(file)) != nil) == isRead, "\(version)")
    }
  }

  @Test(
    "Unused markers are errors", arguments: [0x01, 0x0C, 0x0E, 0x0F, 0x15, 0x20, 0x24, 0x30, 0x32])
  func unknownMarkers(_ marker: UInt8) {
    let object = [marker] + [UInt8](repeating: 0, count: 40)
    let error = #expect(throws: PlistError.self) { try value(object) }
    #expect(error?.code == .unknownMarker && error?.position?.offset == 8)
  }

  @Test("The markers of later formats are errors", arguments: [0x70, 0x90, 0xB0, 0xE0, 0xF0])
  func laterMarkers(_ marker: UInt8) {
    let error = #expect(throws: PlistError.self) { try value([marker, 0, 0]) }
    #expect(error?.code == .unknownMarker)
  }
}
