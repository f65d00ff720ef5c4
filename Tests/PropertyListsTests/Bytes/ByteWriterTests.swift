// Tests of the growing buffer that all writers fill.

import Foundation
import TestSupport
import Testing

@testable import PropertyLists

@Suite("Writing bytes")
struct ByteWriterTests {
  @Test("Appended parts of every kind come one after the other")
  func parts() {
    let source = SourceBytes(Array("0123456789".utf8))
    var writer = ByteWriter(minimumCapacity: 1)
    writer.append(UInt8(ascii: "a"))
    writer.append("bc" as StaticString)
    #expect(writer.append("dé" as String) == 3)
    writer.append(Data("fg".utf8))
    writer.append(source.view, at: 2, count: 3)
    writer.append(repeating: UInt8(ascii: "-"), count: 4)
    writer.append(packed: packed("hijk"), count: 2)
    writer.append(source.view)
    #expect(String(decoding: writer.data(), as: UTF8.self) == "abcdéfg234----hi0123456789")
  }

  @Test("Numbers are stored, and bytes are copied, over those that were appended")
  func overwriting() {
    var writer = ByteWriter(minimumCapacity: 1)
    let source = SourceBytes(Array("abcdefgh".utf8))
    writer.append(packed: packed("<>"), count: 1, then: source.view, at: 2, count: 6)
    #expect(Array(writer.view.bytes(in: 0..<writer.count)) == Array("<cdefgh".utf8))
    writer.store(bigEndian: 0x4142_4344, width: 4, at: 3)
    writer.store(bigEndian: 0x4546, width: 2, at: 1)
    writer.store(bigEndian: 0x47, width: 1, at: 0)
    #expect(Array(writer.view.bytes(in: 0..<writer.count)) == Array("GEFABCD".utf8))
    // Ranges that overlap, and ranges that do not.
    writer.copy(5, from: 2, to: 0)
    #expect(Array(writer.view.bytes(in: 0..<writer.count)) == Array("FABCDCD".utf8))
    for count in [2, 5, 12, 20, 60] {
      let text = Array((0..<UInt8(count * 2 + 3)).map { $0 + 33 })
      for (from, to) in [(0, count), (3, 0), (2, 1), (1, count + 2)] {
        var writer = ByteWriter(minimumCapacity: 1)
        writer.append(SourceBytes(text).view)
        writer.copy(count, from: from, to: to)
        var expected = text
        expected.replaceSubrange(to..<to + count, with: text[from..<from + count])
        #expect(Array(writer.data()) == expected, "\(count) bytes from \(from) to \(to)")
      }
    }
  }

  @Test(
    "UTF-8 becomes the UTF-16 that a String has",
    arguments: [
      "", "a", "é", "€", "𝄞", "ÿ\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}",
      "Gérard Müller 🇩🇪 e\u{301}\0", String(repeating: "a€𝄞é", count: 1000),
    ].map { TestInput(Array($0.utf8)) })
  func utf16(_ input: TestInput) {
    let text = String(decoding: input.bytes, as: UTF8.self)
    let length = input.bytes.count
    let source = SourceBytes(Array("<".utf8) + input.bytes + Array(">".utf8))
    var writer = ByteWriter(minimumCapacity: 1)
    writer.append(utf16: source.view, at: 1, count: length)
    let expected = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    #expect(Array(writer.data()) == expected)
    #expect(source.view.utf16Count(at: 1, count: length) == expected.count / 2)
  }

  @Test("Every Unicode scalar becomes the UTF-16 that a String has")
  func allScalars() {
    for plane in UInt32(0)...16 {
      var text = ""
      for value in plane << 16..<(plane + 1) << 16 {
        if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
      }
      let source = SourceBytes(Array(text.utf8))
      var writer = ByteWriter()
      writer.append(utf16: source.view, at: 0, count: source.count)
      let output = [UInt8](writer.data())
      let units = stride(from: 0, to: output.count, by: 2).map {
        UInt16(output[$0]) << 8 | UInt16(output[$0 + 1])
      }
      #expect(units.elementsEqual(text.utf16))
    }
  }

  @Test("Numbers are written with every width, most significant byte first", arguments: 1...8)
  func numbers(width: Int) {
    var numbers = LinearBuffer<UInt32>()
    for number: UInt32 in [7, 0, 1, 0x80, 0x0102, 0x0304_05, 0xFEDC_BA98, 9] {
      numbers.append(number)
    }
    var writer = ByteWriter(minimumCapacity: 1)
    writer.append(UInt8(ascii: "<"))
    writer.append(bigEndian: numbers, from: 1, count: 6, width: width)
    writer.append(bigEndian: numbers, from: 8, count: 0, width: width)
    let expected: [UInt32] = [0, 1, 0x80, 0x0102, 0x0304_05, 0xFEDC_BA98]
    let bytes = expected.flatMap { number in
      stride(from: width - 1, through: 0, by: -1).map {
        UInt8(truncatingIfNeeded: UInt64(number) >> UInt64(8 * $0))
      }
    }
    #expect(Array(writer.data()) == [UInt8(ascii: "<")] + bytes)
  }

  @Test("Data that shares the output keeps its bytes while more output follows")
  func sharedData() {
    var writer = ByteWriter(minimumCapacity: 4096)
    writer.append("before" as StaticString)
    let start = writer.count
    writer.append("shared" as StaticString)
    var data = writer.sharedData(from: start)
    writer.append(repeating: UInt8(ascii: "x"), count: writer.room)
    #expect(writer.room == 0)
    #expect(data == Data("shared".utf8))
    data.append(contentsOf: "!".utf8)
    #expect(data == Data("shared!".utf8))
    #expect(writer.view[start + 6] == UInt8(ascii: "x"))
  }

  @Test("Numbers of every width are written from the highest byte", arguments: 1...8)
  func numbers(_ width: Int) {
    let value: UInt64 = 0x0102_0304_0506_0708
    var writer = ByteWriter()
    writer.append(bigEndian: value, width: width)
    let expected = (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
    #expect(Array(writer.data()) == expected)
  }

  @Test("A writer of any initial size keeps a million bytes", arguments: [0, 1, 7, 256])
  func growth(_ capacity: Int) {
    var writer = ByteWriter(minimumCapacity: capacity)
    let chunk = SourceBytes((0..<250).map { UInt8($0) })
    for _ in 0..<4000 { writer.append(chunk.view) }
    let data = writer.data()
    #expect(data.count == 1_000_000)
    #expect(data.enumerated().first { $0.offset % 250 != Int($0.element) } == nil)
  }

  @Test("Any output can come between indentations of any depth", arguments: 0..<8)
  func indentation(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    var writer = ByteWriter(minimumCapacity: 1)
    var expected: [UInt8] = []
    let text = SourceBytes((0..<300).map { UInt8(33 + $0 % 90) })
    for _ in 0..<2000 {
      let depth = Int.random(
        in: 0..<[8, 70, 300, 4000][Int.random(in: 0..<4, using: &random)], using: &random)
      let count = Int.random(
        in: 0..<[8, 40, 300][Int.random(in: 0..<3, using: &random)], using: &random)
      let tabs = [UInt8](repeating: UInt8(ascii: "\t"), count: depth)
      let bytes = text.view.bytes(in: 0..<count)
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1, 2:
        writer.append(tabs: depth)
        expected += tabs
      case 3:
        let start = Int.random(in: 0...expected.count, using: &random)
        let line = expected[start..<min(start + count, expected.count)]
        writer.append(tabs: depth, lineAt: start, count: line.count)
        expected += tabs + line + tabs
      case 4:
        writer.append(packed: packed("abcdefgh"), count: count % 9)
        expected += Array("abcdefgh".utf8).prefix(count % 9)
      case 5:
        writer.append(repeating: UInt8(ascii: " "), count: count)
        expected += [UInt8](repeating: UInt8(ascii: " "), count: count)
      case 6:
        writer.append(base64: text.view, at: 0, count: count)
        expected += Array(Data(bytes).base64EncodedString().utf8)
      case 7:
        let length = Int.random(in: 0...expected.count, using: &random)
        guard count == 0 else { continue }
        writer.truncate(to: length)
        expected.removeSubrange(length...)
      default:
        writer.append(text.view, at: 0, count: count)
        expected += bytes
      }
    }
    #expect(Array(writer.data()) == expected)
  }

  @Test("Truncated bytes are gone, and what follows replaces them")
  func truncation() {
    var writer = ByteWriter()
    writer.append("abcdef" as StaticString)
    writer.truncate(to: 2)
    #expect(writer.count == 2)
    writer.append("X" as StaticString)
    #expect(String(decoding: writer.data(), as: UTF8.self) == "abX")
  }

  @Test("The view of a writer has its bytes so far")
  func view() {
    var writer = ByteWriter()
    writer.append("abc" as StaticString)
    #expect(writer.view.count == 3 && writer.view.string(at: 1, count: 2) == "bc")
  }
}
