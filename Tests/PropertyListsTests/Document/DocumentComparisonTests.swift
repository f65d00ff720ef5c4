// Tests of comparing documents by values and by shape.

import Foundation
import TestSupport
import Testing

@testable import PropertyLists

@Suite("Comparing documents")
struct DocumentComparisonTests {
  /// A property list with every kind of value, some of them repeated.
  private static func sample(_ changed: Int = -1, _ replacement: Plist = "other") -> Plist {
    var number = -1
    func value(_ plist: Plist) -> Plist {
      number += 1
      return number == changed ? replacement : plist
    }
    let inner: Plist = [
      "text": value("plain"), "ümlaut": value("wörter \u{1F600}"), "empty": value(""),
      "whole": value(.integer(-5)), "large": value(.integer(PlistInteger(UInt64.max))),
      "real": value(.real(0.1)), "yes": value(.bool(true)), "no": value(.bool(false)),
      "date": value(.date(Date(timeIntervalSinceReferenceDate: 7))),
      "data": value(.data(Data([0, 1, 255]))), "none": value([]), "nothing": value([:]),
    ]
    return ["list": value([inner, inner, "plain", 1]), "also": inner, "last": value([[[]]])]
  }

  private static let count = 15

  private func document(_ plist: Plist, _ format: PlistFormat) throws -> PlistDocument {
    try PlistDocument(plist.encoded(as: format))
  }

  @Test(
    "Documents with the same values are equal whatever their formats",
    arguments: [PlistFormat.xml, .binary, .typedJSON], [PlistFormat.xml, .binary, .typedJSON])
  func formats(first: PlistFormat, second: PlistFormat) throws {
    let memory = try PlistDocument(Self.sample())
    let (one, other) = (try document(Self.sample(), first), try document(Self.sample(), second))
    #expect(one.hasSameValues(as: other))
    #expect(memory.hasSameValues(as: one))
    #expect(one.hasSameValues(as: memory))
  }

  @Test("Documents differ if any value differs", arguments: 0..<count)
  func differences(changed: Int) throws {
    for replacement in ["other", .integer(1), .real(-0.0), .bool(true), ["x"], ["x": "y"]]
      as [Plist]
    {
      let other = Self.sample(changed, replacement)
      guard other != Self.sample() else { continue }
      for format in [PlistFormat.xml, .binary] {
        let document = try document(other, format)
        #expect(!document.hasSameValues(as: try PlistDocument(Self.sample())))
        #expect(!(try PlistDocument(Self.sample()).hasSameValues(as: document)))
      }
    }
  }

  @Test("The order of keys does not matter, and many keys take linear time")
  func order() throws {
    let keys = (0..<12).map { "key \($0)" }
    func text(_ keys: [String]) -> String {
      "{" + keys.map { "\"\($0)\" = 1;" }.joined() + "}"
    }
    let document = try PlistDocument(Array(text(keys).utf8))
    #expect(document.hasSameValues(as: try PlistDocument(Array(text(keys.reversed()).utf8))))
    #expect(!document.hasSameValues(as: try PlistDocument(Array(text(keys.dropLast()).utf8))))
    let many = (0..<20_000).map { "key \($0)" }
    let large = try PlistDocument(Array(text(many).utf8))
    // The result may be false although they are equal.
    _ = large.hasSameValues(as: try PlistDocument(Array(text(many.reversed()).utf8)))
    #expect(large.hasSameValues(as: try PlistDocument(Array(text(many).utf8))))
  }

  @Test("Documents with shared values are compared in linear time")
  func ladder() throws {
    // Each array stores the next one twice: too many values to visit.
    let levels = UInt8(24)
    let arrays = (1...levels).map { [0xA2, $0, $0] as [UInt8] }
    var options = PlistReadingOptions()
    options.maximumExpansion = 1 << 40
    let file = BinaryFile.file(arrays + [[0x51, UInt8(ascii: "x")]])
    let shared = try PlistDocument(file, options: options)
    #expect(shared.hasSameValues(as: shared))
    #expect(DocumentShape(shared, table: nil, keyField: "keys") == nil)
  }

  @Test(
    "The shape changes when the kind of a value changes, and not with the value")
  func shapes() throws {
    func shape(_ plist: Plist) throws -> Set<Int> {
      try #require(DocumentShape(PlistDocument(plist), table: nil, keyField: "keys")).parts
    }
    let base: Plist = ["cards": [["front": "a", "tries": 1], ["front": "b"]], "current": 0]
    let first = try shape(base)
    let equal: Plist = ["cards": [["front": "c"], ["front": "d", "tries": 9]], "current": 7]
    #expect(try shape(equal) == first)
    #expect(try shape(["cards": [["front": "c"]], "current": 7]).isSubset(of: first))
    let others: [Plist] = [
      ["cards": [["front": 1]], "current": 0], ["cards": [["back": "a"]], "current": 0],
      ["cards": ["front"], "current": 0], ["cards": [["front": "a"]]],
      ["cards": [["front": "a", "tries": 1.5]], "current": 0],
      ["cards": [["front": "a"]], "current": "0"], [["cards": []]], "cards",
    ]
    for other in others { #expect(!(try shape(other).isSubset(of: first)), "\(other)") }
  }
}
