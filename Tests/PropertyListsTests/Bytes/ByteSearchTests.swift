// Compares the searches that inspect eight bytes at a time with a loop over single bytes, for every
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
      if offset > 0 { #expect(view.isASCII(at: 0, count: offset)) }
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
      for shift in stride(from: 0 as UInt64, to: 64, by: 8) {
        let letters = 0x6161_6161_6161_6161 as UInt64
        let word = letters & ~(0xFF << shift) | UInt64(byte) << shift
        #expect(unquotedStops(word) == (allowed.contains(byte) ? 0 : 0x80 << shift))
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
}
