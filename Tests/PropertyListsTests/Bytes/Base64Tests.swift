// Tests of base64 text: compared with Foundation's in every length, and lenient where Apple's parser
// is.

import Foundation
import Testing

@testable import PropertyLists

@Suite("Base64")
struct Base64Tests {
  private static func decoded(_ text: String) -> [UInt8] {
    let source = SourceBytes(Array(text.utf8))
    return Array(source.view.base64Decoded())
  }

  private static func encoded(_ bytes: [UInt8], from start: Int = 0) -> String {
    let source = SourceBytes(bytes)
    var writer = ByteWriter()
    writer.append(base64: source.view, at: start, count: bytes.count - start)
    return String(decoding: writer.data(), as: UTF8.self)
  }

  private static func residue(_ text: String) -> String {
    let source = SourceBytes(Array(text.utf8))
    return "\(source.view.base64Residue)"
  }

  @Test("Data of every length up to 200 bytes is written and read as by Foundation")
  func lengths() {
    for length in 0...200 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ length) }
      let text = Data(bytes).base64EncodedString()
      #expect(Self.encoded(bytes) == text)
      #expect(Self.decoded(text) == bytes)
    }
  }

  @Test("A part of data is written without the bytes before it", arguments: 0...9)
  func parts(_ start: Int) {
    let bytes = (0..<40).map { UInt8($0 * 5) }
    #expect(Self.encoded(bytes, from: start) == Data(bytes[start...]).base64EncodedString())
  }

  @Test("Line breaks at any position do not change the data", arguments: ["\n", "\r\n\t\t", " "])
  func lineBreaks(_ space: String) {
    let bytes = (0..<30).map { UInt8($0 * 8) }
    let text = Data(bytes).base64EncodedString()
    for position in 0...text.count {
      let broken = text.prefix(position) + space + text.dropFirst(position)
      #expect(Self.decoded(String(broken)) == bytes)
    }
  }

  @Test("The end of base64 text is found at every offset, and a character outside ASCII before it")
  func ends() {
    let letters = Array("QUJD\n\tZ=".utf8)
    for length in 0...150 {
      var bytes = (0..<length).map { letters[$0 % letters.count] }
      #expect(SourceBytes(bytes).view.endOfBase64(from: 0) == length)
      bytes += Array("<a".utf8) + [UInt8](repeating: 0xFF, count: 80)
      for start in Set([0, 1, 17, length / 2, length]) where start <= length {
        #expect(SourceBytes(bytes).view.endOfBase64(from: start) == length)
      }
      for offset in 0..<length {
        for byte: UInt8 in [0x80, 0xBC, 0xFF] {
          var invalid = bytes
          invalid[offset] = byte
          let source = SourceBytes(invalid)
          #expect(source.view.endOfBase64(from: 0) == nil)
          #expect(source.view.endOfBase64(from: offset + 1) == length)
        }
      }
    }
  }

  @Test("Only `<` and characters outside ASCII end base64 text", arguments: 0...255)
  func ending(_ byte: Int) {
    for offset in [0, 15, 16, 63, 64, 70, 99] {
      var bytes = [UInt8](repeating: UInt8(ascii: "A"), count: 100)
      bytes[offset] = UInt8(byte)
      let end = byte == 0x3C ? offset : 100
      #expect(SourceBytes(bytes).view.endOfBase64(from: 0) == (byte < 0x80 ? end : nil))
    }
  }

  @Test(
    "Other characters are skipped, an incomplete group is dropped, and text may follow padding",
    arguments: [
      ("AQ*ID", [1, 2, 3]), ("AQIDBA", [1, 2, 3]), ("AQ==AQ==", [1, 1]),
      ("AQID====", [1, 2, 3, 0]),
      ("A", []), ("====", [0]), ("AQ=\n=", [1]),
    ] as [(String, [UInt8])])
  func lenient(text: String, bytes: [UInt8]) { #expect(Self.decoded(text) == bytes) }

  @Test(
    "The first irregularity of the text is reported",
    arguments: [
      ("AQID", "none"), ("AQI=\n", "none"), ("", "none"), ("AQ-D", "invalidByte(45)"),
      ("AQIDBA", "incompleteGroup(2)"), ("AQ=D", "misplacedPadding"), ("A===", "misplacedPadding"),
      ("AR==", "spareBits"), ("AQJ=", "spareBits"),
    ])
  func residues(text: String, expected: String) { #expect(Self.residue(text) == expected) }

  @Test("Only whole groups of the alphabet with padding at the end are padded base64")
  func padded() {
    func isPadded(_ text: String) -> Bool {
      let source = SourceBytes(Array("x\(text)x".utf8))
      return source.view.isPaddedBase64(1..<1 + text.utf8.count)
    }
    for text in ["", "AQID", "AQI=", "AQ==", "AQIDAQ=="] { #expect(isPadded(text), "\(text)") }
    for text in ["A", "AQI", "A===", "====", "AQ=D", "AQ\nD"] {
      #expect(!isPadded(text), "\(text)")
    }
  }

  @Test("The first byte above ASCII in a range is found, and none before or after it")
  func nonASCII() {
    let source = SourceBytes([0xFF] + Array("AQIDAQIDAQID".utf8) + [0xC3, 0xA9])
    #expect(source.view.firstNonBase64(in: 1..<13) == nil)
    #expect(source.view.firstNonBase64(in: 1..<15) == 13)
    #expect(source.view.firstNonBase64(in: 0..<13) == 0)
  }
}
