// One value of a binary property list, compared with the same value of the whole document.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("One value of a binary property list")
struct ExtractedBinaryValueTests {
  @Test(
    "Each value equals that of the whole document", arguments: Corpus.files.filter(\.isBinary))
  func corpus(file: Corpus.File) throws {
    let document = try PlistDocument(file.bytes)
    for path in samplePaths(document, limit: 60) {
      let part = extracted(file.bytes, path)
      // A value that is a large part of a large file needs the whole file.
      if part == nil, file.bytes.count > 1 << 16 { continue }
      let value = try #require(part, "\(path)")
      let node = try #require(whole(document, path))
      #expect(VisibleValue(value.node) == VisibleValue(node), "\(path)")
    }
  }

  @Test("A path without a value, and the path of the root, need the whole file")
  func absent() throws {
    let bytes = Array(try (["a": [1, ["b": 2]]] as Plist).encoded(as: .binary))
    for text in ["x", "a[2]", "a[-3]", "a.b", "a[0].x", "a[1].b.c", "a.x"] {
      #expect(extracted(bytes, try path(text)) == nil, "\(text)")
    }
    #expect(extracted(bytes, PlistPath()) == nil)
    #expect(extracted(bytes, try path("a[-1].b"))?.node.integerValue == 2)
    #expect(extracted(bytes, try path("a.1.b"))?.node.integerValue == 2)
  }

  @Test("Of equal keys, the first counts, in whatever form they are stored")
  func repeatedKeys() throws {
    // {"é": 1, "é": 2}: Latin-1 and UTF-16, in both orders.
    let (latin, wide): ([UInt8], [UInt8]) = ([0x51, 0xE9], [0x61, 0x00, 0xE9])
    for keys in [[latin, wide], [wide, latin]] {
      let bytes = BinaryFile.file(
        [[0xD2, 1, 2, 3, 4], keys[0], keys[1], [0x10, 1], [0x10, 2]])
      #expect(try PlistDocument(bytes).root["é"]?.integerValue == 1)
      #expect(extracted(bytes, try path("é"))?.node.integerValue == 1)
    }
  }

  @Test("Keys that are not strings are skipped, and only the whole file is searched for them")
  func otherKeys() throws {
    // {5: 1, "5": 2, true: 3}
    let bytes = BinaryFile.file(
      [
        [0xD3, 1, 2, 3, 4, 5, 6], [0x10, 5], [0x51, 0x35], [0x09], [0x10, 1], [0x10, 2], [0x10, 3],
      ])
    #expect(try PlistDocument(bytes).root["5"]?.integerValue == 2)
    #expect(extracted(bytes, try path("5"))?.node.integerValue == 2)
    #expect(extracted(bytes, try path("true")) == nil)
  }

  @Test("Sets, references, wide integers and unpaired surrogates are kept")
  func unusualValues() throws {
    let bytes = BinaryFile.file([
      [0xA5, 1, 2, 3, 4, 5], [0xC2, 2, 2], [0x81, 0, 7], [0x14] + Array(repeating: 1, count: 16),
      [0x61, 0xD8, 0x00], [0x00],
    ])
    let document = try PlistDocument(bytes)
    for index in 0..<5 {
      let path = PlistPath([.index(index)])
      let value = try #require(extracted(bytes, path))
      #expect(VisibleValue(value.node) == VisibleValue(try document.root.value(at: path)))
    }
    let surrogate = try #require(extracted(bytes, try path("[3]")))
    #expect(surrogate.node.loneSurrogateWarning != nil)
  }

  @Test("A container that contains itself, or is in the path to itself, is rejected")
  func cycles() throws {
    let own = BinaryFile.file([[0xA2, 1, 2], [0xA1, 1], [0x09]])
    #expect(extracted(own, try path("[0]")) == nil)
    #expect(extracted(own, try path("[1]"))?.node.boolValue == true)
    let outer = BinaryFile.file([[0xA2, 1, 2], [0xA1, 0], [0x09]])
    #expect(extracted(outer, try path("[0]")) == nil)
  }

  @Test("The containers on the path count as levels")
  func depth() throws {
    for (depth, isRead) in [(512, true), (513, false)] {
      let bytes = BinaryFile.nestedArrays(depth)
      #expect(((try? PlistDocument(bytes)) != nil) == isRead)
      for steps in [1, 100, 511] {
        let path = PlistPath(Array(repeating: .index(0), count: steps))
        #expect((extracted(bytes, path) != nil) == isRead, "\(depth), \(steps)")
      }
    }
  }

  @Test("Values that expand without limit are rejected")
  func expansion() throws {
    var file = BinaryFile(
      (1..<30).map { [0xAF, 0x10, 20] + Array(repeating: UInt8($0), count: 20) } + [[0x09]])
    file.offsetWidth = 2
    #expect(extracted(file.bytes, try path("[0]")) == nil)
    let end = PlistPath(Array(repeating: .index(7), count: 29))
    #expect(extracted(file.bytes, end)?.node.boolValue == true)
  }

  @Test("Objects that are not part of the value are not judged")
  func damageElsewhere() throws {
    let bytes = BinaryFile.file([[0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x51, 0x62], [0x09], [0x77]])
    #expect((try? PlistDocument(bytes)) == nil)
    #expect(extracted(bytes, try path("a"))?.node.boolValue == true)
    #expect(extracted(bytes, try path("b")) == nil)
  }

  @Test("A damaged file yields the same values as the whole document, or needs the whole file")
  func damage() throws {
    let value: Plist = [
      "list": [1, 2.5, true, ["deep": ["é", "日本", .data(Data([1, 2]))]]], "uid": .uid(PlistUID(9)),
      "date": .date(Date(timeIntervalSinceReferenceDate: 5)), "text": "plain",
    ]
    let bytes = Array(try value.encoded(as: .binary))
    let paths = samplePaths(try PlistDocument(bytes), limit: 40)
    for offset in bytes.indices {
      for change: UInt8 in [0x01, 0x10, 0x80, 0xFF] {
        var damaged = bytes
        damaged[offset] ^= change
        compare(damaged, at: paths, "byte \(offset) ^ \(change)")
      }
      compare(Array(bytes[..<offset]), at: paths, "\(offset) bytes")
    }
  }

  @Test("If a part of the file cannot be read, the whole file is needed")
  func missingParts() throws {
    let list = (0..<40_000).map { Plist.string("text \($0)") }
    let bytes = Array(try Plist.array(list).encoded(as: .binary))
    let path = try path("[39000]")
    var calls = 0
    let value = ExtractedValue(ofBinaryFileAt: path, byteCount: bytes.count) {
      calls += 1
      return Array(bytes[$0])
    }
    #expect(value?.node.stringValue == "text 39000")
    #expect((3...6).contains(calls))
    for missing in 1...calls {
      var number = 0
      let value = ExtractedValue(ofBinaryFileAt: path, byteCount: bytes.count) { range in
        number += 1
        return number < missing ? Array(bytes[range]) : nil
      }
      #expect(value == nil)
      number = 0
      let short = ExtractedValue(ofBinaryFileAt: path, byteCount: bytes.count) { range in
        number += 1
        return Array(bytes[range].dropLast(number < missing ? 0 : 1))
      }
      #expect(short == nil)
    }
  }

  @Test("A value that is a large part of the file is read with the whole file")
  func largeValue() throws {
    let blob = Plist.data(Data(repeating: 7, count: 6 << 20))
    let bytes = Array(try (["blob": blob, "small": 1] as Plist).encoded(as: .binary))
    #expect(extracted(bytes, try path("blob")) == nil)
    #expect(extracted(bytes, try path("small"))?.node.integerValue == 1)
  }
}
