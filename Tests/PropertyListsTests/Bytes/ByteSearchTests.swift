// Compares the searches that inspect 16 bytes at a time with a loop over single bytes, for every
// byte at every offset.

import Foundation
import Testing

@testable import PropertyLists

@Suite("Searches in bytes")
struct ByteSearchTests {
  /// Strings of 24 letters in which one byte is replaced, by the offset of that byte.
  private static func texts(_ byte: UInt8) -> [(Int, SourceBytes)] {
    (0..<24).map { offset in
      var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 24)
      bytes[offset] = byte
      return (offset, SourceBytes(bytes))
    }
  }

  @Test("A run of text ends at the first byte that stops it, and at no other", arguments: 0...255)
  func runs(_ number: Int) {
    let byte = UInt8(number)
    let isMarkup = byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&")
    let isQuote = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    for (offset, source) in Self.texts(byte) {
      let view = source.view
      #expect(view.textRun(from: 0).end == (isMarkup ? offset : 24))
      #expect(view.jsonRun(from: 0).end == (isQuote || byte < 0x20 ? offset : 24))
      #expect(view.quotedRun(from: 0, quote: UInt8(ascii: "\"")).end == (isQuote ? offset : 24))
      #expect(view.textRun(from: 0).hasHighBytes == (byte >= 0x80))
      let isEscaped = isMarkup || byte == UInt8(ascii: ">") || byte < 0x20
      #expect(view.firstToEscape(from: 0, before: 24) == (isEscaped ? offset : 24))
      #expect(view.isASCII(at: 0, count: 24) == (byte < 0x80))
      if offset > 0 {
        #expect(view.isASCII(at: 0, count: offset))
        #expect(view.firstToEscape(from: 0, before: offset) == offset)
      }
      #expect(view.firstIndex(of: byte, from: 0) == (byte == UInt8(ascii: "a") ? 0 : offset))
    }
  }

  @Test("A run that starts after a stop does not find it")
  func starts() {
    for (offset, source) in Self.texts(UInt8(ascii: "<")) {
      #expect(source.view.textRun(from: offset + 1).end == 24)
      #expect(source.view.textRun(from: offset).end == offset)
    }
  }

  @Test("White space of every length is skipped", arguments: [" ", "\t", "\n", "\r"])
  func space(_ character: String) {
    for length in 0...70 {
      let text = String(repeating: character, count: length)
      #expect(SourceBytes(Array("\(text)x".utf8)).view.skipSpace(from: 0) == length)
      #expect(SourceBytes(Array(text.utf8)).view.skipSpace(from: 0) == length)
      #expect(SourceBytes(Array("\(text)\u{B}".utf8)).view.skipSpace(from: 0) == length)
      let longer = Array("\(text)x\(String(repeating: character, count: 20))".utf8)
      #expect(SourceBytes(longer).view.skipSpace(from: 0) == length)
    }
  }

  @Test("A short text is found at its first occurrence, also at the end, and not in part")
  func texts() {
    let source = SourceBytes(Array("--> a -- b --> c -->".utf8))
    #expect(source.view.firstRange(of: "-->", from: 0) == 0..<3)
    #expect(source.view.firstRange(of: "-->", from: 1) == 11..<14)
    #expect(source.view.firstRange(of: "-->", from: 12) == 17..<20)
    #expect(source.view.firstRange(of: "-->", from: 18) == nil)
    #expect(source.view.firstRange(of: "--->", from: 0) == nil)
  }

  @Test("Unquoted OpenStep strings end at each byte that is not in their alphabet")
  func unquoted() {
    let allowed = Set(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$/:.-".utf8)
    for byte in UInt8.min...UInt8.max {
      for (offset, source) in Self.texts(byte) {
        let end = allowed.contains(byte) ? 24 : offset
        #expect(source.view.endOfUnquotedText(from: 0) == end)
      }
    }
  }

  @Test("Hexadecimal digits end at each byte that is not one")
  func hexadecimalDigits() {
    let digits = Set("0123456789ABCDEFabcdef".utf8)
    for byte in UInt8.min...UInt8.max {
      for (offset, source) in Self.texts(byte) {
        let end = digits.contains(byte) ? 24 : offset
        #expect(source.view.endOfHexadecimalDigits(from: 0) == end)
      }
    }
  }

  @Test("Big-endian numbers of each width become numbers, and the largest is found")
  func bigEndianNumbers() {
    for width in 1...4 {
      for count in 0...40 {
        let bytes = (0..<count * width + 3).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 7) }
        let expected = (0..<count).map { number in
          bytes[3 + number * width..<3 + (number + 1) * width].reduce(UInt32(0)) {
            $0 << 8 | UInt32($1)
          }
        }
        var numbers = LinearBuffer<UInt32>.unallocated
        let largest = numbers.append(
          bigEndianNumbers: count, width: width, in: SourceBytes(bytes).view, at: 3)
        #expect((0..<numbers.count).map { numbers[$0] } == expected)
        #expect(largest == expected.max() ?? 0)
      }
    }
  }

  @Test("Eight digits become a number, and any other byte among them is found")
  func digits() {
    #expect(eightDigits(packed("12345678")) == 12_345_678)
    #expect(eightDigits(packed("00000000")) == 0)
    #expect(eightDigits(packed("99999999")) == 99_999_999)
    for position in 0..<8 {
      for byte in ["/", ":", " ", "a", "\u{0}"] {
        var text = Array("12345678".utf8)
        text[position] = byte.utf8.first ?? 0
        #expect(eightDigits(SourceBytes(text).view.word(at: 0)) == nil)
      }
    }
  }

  @Test("Equal bytes have equal hashes wherever they are, and others almost always different ones")
  func hashes() {
    let text = Array("the same text of some length".utf8)
    let twice = SourceBytes(text + [0] + text)
    let hash = twice.view.hash(at: 0, count: text.count, seed: 7)
    #expect(twice.view.hash(at: text.count + 1, count: text.count, seed: 7) == hash)
    let prefixes = (0...text.count).map { twice.view.hash(at: 0, count: $0, seed: 7) }
    #expect(Set(prefixes).count == text.count + 1)
    #expect(twice.view.hash(at: 0, count: text.count, seed: 8) != hash)
  }

  @Test("Bytes are equal only if each of them is, whatever their number")
  func equality() {
    for count in 0...50 {
      let bytes = (0..<count).map { UInt8($0) }
      let source = SourceBytes([7] + bytes + [7])
      #expect(source.view.isEqual(at: 1, count: count, to: SourceBytes(bytes).view, at: 0))
      for index in bytes.indices {
        var changed = bytes
        changed[index] ^= 0x80
        #expect(!source.view.isEqual(at: 1, count: count, to: SourceBytes(changed).view, at: 0))
      }
    }
  }
}
