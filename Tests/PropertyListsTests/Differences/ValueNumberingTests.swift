// Tests of the numbers of values: equal numbers for equal values, whatever their documents.
import Foundation
import OrderedCollections
import Testing

@testable import PropertyLists

@Suite("Numbers of values")
struct ValueNumberingTests {
  /// Returns whether the roots of two documents have the same number.
  private func areEqual(_ left: PlistDocument, _ right: PlistDocument) -> Bool {
    let numbering = ValueNumbering([left, right])
    return numbering.number(of: left.root.id, in: 0) == numbering.number(of: right.root.id, in: 1)
  }

  private func areEqual(_ left: Plist, _ right: Plist) throws -> Bool {
    areEqual(try PlistDocument(left), try PlistDocument(right))
  }

  private static let sample: Plist = [
    "text": "plain", "ümlaut": "wörter \u{1F600} <&>\n", "empty": "", "none": [], "nothing": [:],
    "whole": .integer(-5), "large": .integer(PlistInteger(UInt64.max)), "real": .real(0.1),
    "yes": .bool(true), "date": .date(Date(timeIntervalSinceReferenceDate: 7)),
    "data": .data(Data([0, 1, 255])), "uid": .uid(PlistUID(7)),
    "list": [["a": "b", "c": ["d"]], ["c": ["d"], "a": "b"], "plain", 1, 1],
  ]

  @Test(
    "Equal values in two formats have equal numbers",
    arguments: [PlistFormat.xml, .binary, .typedJSON], [PlistFormat.xml, .binary, .typedJSON])
  func formats(first: PlistFormat, second: PlistFormat) throws {
    let left = try PlistDocument(Self.sample.encoded(as: first))
    let right = try PlistDocument(Self.sample.encoded(as: second))
    #expect(areEqual(left, right))
    #expect(areEqual(left, try PlistDocument(Self.sample)))
  }

  @Test("Values that differ in kind or contents have different numbers")
  func differences() throws {
    let values: [Plist] = [
      .null, .bool(true), .bool(false), 1, 0, .real(1), .real(0), .real(-0.0), "1", "", "a",
      .data(Data("a".utf8)), .data(Data()), .date(Date(timeIntervalSinceReferenceDate: 0)),
      .date(Date(timeIntervalSinceReferenceDate: 1)), .uid(PlistUID(1)), [], .set([]), [:], ["a"],
      .set(["a"]), [["a"]], ["a": "a"], ["a": ["a"]], ["a", "a"], ["b", "a"], ["a", "b"],
      .integer(PlistInteger(UInt64.max)), .integer(-1), .integer(PlistInteger(Int128.max)),
      "é", "e\u{301}", ["é": 1], ["e\u{301}": 1],
    ]
    for (index, value) in values.enumerated() {
      for (other, otherValue) in values.enumerated() {
        #expect(try areEqual(value, otherValue) == (index == other), "\(value) and \(otherValue)")
      }
    }
  }

  @Test(
    "The order of keys does not matter, in small and in large dictionaries", arguments: [3, 900])
  func keyOrder(count: Int) throws {
    var (forward, backward): (Plist, Plist) = ([:], [:])
    for index in 0..<count {
      forward["key \(index)"] = .integer(PlistInteger(index))
      backward["key \(count - 1 - index)"] = .integer(PlistInteger(count - 1 - index))
    }
    #expect(try areEqual(forward, backward))
    backward["key 1"] = "other"
    #expect(try !areEqual(forward, backward))
  }

  @Test("NaN is equal to NaN, and single precision to double precision")
  func reals() throws {
    #expect(try areEqual(.real(.nan), .real(-.nan)))
    let single = try PlistDocument(.dictionary(["a": .real(0.5)]), singles: ["a"])
    #expect(areEqual(single, try PlistDocument(["a": .real(0.5)])))
  }

  @Test("The string 1 of OpenStep text differs from the integer 1 of XML")
  func openStep() throws {
    let text = try PlistDocument(Array("{ a = 1; }".utf8))
    #expect(areEqual(text, try PlistDocument(["a": "1"])))
    #expect(!areEqual(text, try PlistDocument(["a": 1])))
  }

  @Test("A binary file that shares containers billions of times is numbered in linear time")
  func sharing() throws {
    var value: Plist = ["leaf"]
    for _ in 0..<40 { value = [value, value] }
    let document = try value.sharedDocument()
    #expect(document.nodeCount < 200)
    #expect(areEqual(document, document))
  }

  @Test("A text is found by its number")
  func text() throws {
    let document = try PlistDocument(["key": "value"])
    let numbering = ValueNumbering([document])
    let key = try #require(document.root.key(at: 0)).id
    #expect(numbering.number(ofText: "key") == numbering.number(of: key, in: 0))
    #expect(numbering.number(ofText: "other") == nil)
  }
}

extension Plist {
  /// Returns nested pairs of equal arrays as a binary document in which each array is one object.
  /// The value must consist of arrays, each with one string or twice the same array.
  func sharedDocument() throws -> PlistDocument {
    var levels = 0
    var value = self
    while let first = value.elements?.first, first.kind == .array {
      levels += 1
      value = first
    }
    let text = Array((value.elements?.first?.stringValue ?? "").utf8)
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for level in 0..<levels {
      offsets.append(bytes.count)
      bytes += [0xA2, UInt8(level + 1), UInt8(level + 1)]
    }
    offsets.append(bytes.count)
    bytes += [0xA1, UInt8(levels + 1)]
    offsets.append(bytes.count)
    bytes += [0x50 | UInt8(text.count)] + text
    let table = bytes.count
    for offset in offsets { bytes += [UInt8(offset >> 8), UInt8(offset & 0xFF)] }
    bytes += [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [offsets.count, 0, table] {
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> ((7 - $0) * 8)) }
    }
    var options = PlistReadingOptions()
    options.maximumExpansion = .max
    return try PlistDocument(bytes, options: options)
  }
}
