// Compares the validation of UTF-8 and UTF-16 with the standard library's, for every sequence of up
// to two bytes and for the boundary cases of the longer ones.

import Foundation
import Testing

@testable import PropertyLists

@Suite("Validation of UTF-8 and UTF-16")
struct UTF8ValidationTests {
  private static func firstInvalid(_ bytes: [UInt8]) -> Int? {
    SourceBytes(bytes).view.firstInvalidUTF8(in: 0..<bytes.count)
  }

  /// The offset of the first ill-formed sequence, by the standard library.
  private static func expected(_ bytes: [UInt8]) -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    return (0..<bytes.count).last { String(validating: bytes.prefix($0), as: UTF8.self) != nil }
  }

  @Test("All pairs of bytes are judged as by the standard library")
  func pairs() {
    let numbers = UInt8.min...UInt8.max
    let different = numbers.flatMap { first in
      numbers.filter { second in
        let isValid = String(validating: [first, second], as: UTF8.self) != nil
        return (Self.firstInvalid([first, second]) == nil) != isValid
      }
    }
    #expect(different.isEmpty)
  }

  @Test(
    "Overlong forms, surrogates, and numbers above U+10FFFF are invalid at their first byte",
    arguments: [
      [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80],
      [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xE2, 0x28, 0xA1], [0xFF],
    ] as [[UInt8]])
  func invalid(_ sequence: [UInt8]) {
    for prefix in ["", "a", "1234567", "12345678", "é日"] {
      let bytes = Array(prefix.utf8) + sequence + Array("end".utf8)
      #expect(Self.firstInvalid(bytes) == prefix.utf8.count)
      #expect(Self.expected(bytes) == prefix.utf8.count)
    }
  }

  @Test(
    "The first and last scalars of each length are valid",
    arguments: [
      "\u{0}", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}",
      "\u{10000}", "\u{10FFFF}",
    ])
  func valid(_ text: String) {
    for prefix in ["", "123", "1234567"] {
      #expect(Self.firstInvalid(Array("\(prefix)\(text)\(prefix)".utf8)) == nil)
    }
  }

  @Test("A sequence that the end of the range cuts is invalid")
  func range() {
    let bytes = Array("ab😀cd".utf8)
    let view = SourceBytes(bytes)
    #expect(view.view.firstInvalidUTF8(in: 0..<6) == nil)
    #expect(view.view.firstInvalidUTF8(in: 0..<5) == 2)
    #expect(view.view.firstInvalidUTF8(in: 3..<8) == 3)
  }

  private static func units(_ units: [UInt16]) -> SourceBytes {
    SourceBytes(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
  }

  @Test(
    "A first surrogate without a second is found",
    arguments: [
      ([0x61, 0xD83D, 0xDE00, 0x62], nil), ([0x61, 0xD83D], 1), ([0xDE00], 0),
      ([0xD83D, 0xD83D, 0xDE00], 0), ([0xD83D, 0xDE00, 0xDE00], 2), ([0xD7FF, 0xE000], nil),
    ] as [([UInt16], Int?)])
  func surrogates(units: [UInt16], expected: Int?) {
    let source = Self.units(units)
    #expect(source.view.firstLoneSurrogate(at: 0, units: units.count) == expected)
    #expect(
      source.view.string(utf16At: 0, units: units.count) == String(decoding: units, as: UTF16.self))
  }

  @Test("UTF-16 of any length, and every kind of scalar in it, becomes the same text")
  func utf16Text() {
    let scalars: [Unicode.Scalar] = [
      "a", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}",
    ]
    for scalar in scalars {
      for count in [0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 400, 5000] {
        let text =
          String(repeating: "x", count: count % 6)
          + String(
            String.UnicodeScalarView(repeatElement(scalar, count: count))) + "yz"
        let source = Self.units(Array(text.utf16))
        let read = source.view.string(utf16At: 0, units: text.utf16.count)
        #expect(Array(read.utf8) == Array(text.utf8))
      }
    }
  }

  @Test("Scalars of every length are written as UTF-8")
  func writing() {
    let text = "a\u{7F}\u{80}é\u{7FF}\u{800}日\u{FFFF}\u{10000}😀\u{10FFFF}"
    var writer = ByteWriter()
    for scalar in text.unicodeScalars { writer.append(scalar) }
    #expect(Array(writer.data()) == Array(text.utf8))
  }
}
