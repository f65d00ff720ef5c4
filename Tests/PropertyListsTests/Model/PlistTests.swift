// Tests of the value tree: literals, subscripts, order, equality, hashing, depth. Deep trees are
// released on a thread with a large stack, since Swift does that by recursion.

import Foundation
import PropertyLists
import Testing

@Suite("Value trees")
struct PlistTests {
  private let sample: Plist = [
    "name": "Plinth", "sizes": [1, 2.5, true], "empty": [:], "nested": ["list": [["x": 1]]],
  ]

  @Test("Literals create values of their kind")
  func literals() {
    #expect(sample["name"] == .string("Plinth"))
    #expect(sample["sizes"]?.elements?.map(\.kind) == [.integer, .real, .bool])
    #expect(sample["empty"]?.kind == .dictionary)
    #expect(Plist.integer(UInt64.max).integerValue?.description == "18446744073709551615")
    let twice: Plist = .init(dictionaryLiteral: ("a", 1), ("a", 2))
    #expect(twice == ["a": 2])
  }

  @Test("Accessors return nil for other kinds, and convert nothing")
  func accessors() {
    let one: Plist = 1
    #expect(one.intValue == 1 && one.realValue == nil && one.boolValue == nil)
    #expect(one["a"] == nil && one[0] == nil && one.elements == nil && one.pairs == nil)
    #expect(Plist.integer(UInt64.max).intValue == nil)
    #expect(Plist.uid(PlistUID(3)).uidValue == PlistUID(3))
    #expect(Plist.date(Date(timeIntervalSinceReferenceDate: 1)).dateValue != nil)
    #expect(Plist.data(Data([1])).dataValue == Data([1]) && Plist.null.kind == .null)
  }

  @Test("Values are changed in place by key and index")
  func changes() {
    var plist = sample
    plist["name"] = "other"
    plist["new"] = [1]
    plist["empty"] = nil
    plist["sizes"]?[1] = "second"
    plist["sizes"]?[9] = "past the end"
    #expect(plist["name"] == "other" && plist["new"] == [1] && plist["empty"] == nil)
    #expect(plist["sizes"] == [1, "second", true])
    var scalar: Plist = 1
    scalar["a"] = 2
    scalar[0] = 3
    #expect(scalar == 1)
  }

  @Test("Paths lead into trees and documents alike")
  func paths() throws {
    let path = try PlistPath("nested.list[0].x")
    #expect(sample[path] == 1)
    #expect(sample[try PlistPath("sizes.1")] == 2.5)
    #expect(sample[try PlistPath("sizes[7]")] == nil)
    let document = try PlistDocument(sample)
    #expect(document.root[path]?.integerValue == 1)
    #expect(try document.root.value(at: PlistPath("sizes.1")).realValue == 2.5)
  }

  @Test("A dictionary keeps the order of its keys, which equality ignores")
  func order() throws {
    let one: Plist = ["b": 1, "a": 2]
    let other: Plist = ["a": 2, "b": 1]
    #expect(one == other && one.hashValue == other.hashValue)
    for format in [PlistFormat.xml, .binary] {
      #expect(try PlistDocument(one.encoded(as: format)).root.keys == ["b", "a"])
      var options = PlistWritingOptions()
      options.keyOrder = .sorted
      #expect(try PlistDocument(one.encoded(as: format, options: options)).root.keys == ["a", "b"])
    }
  }

  @Test("Values of different kinds differ, and equal values have equal hashes")
  func equality() {
    let kinds: [Plist] = [
      .null, true, 1, 1.0, "1", .data(Data([1])), .date(Date(timeIntervalSinceReferenceDate: 1)),
      .uid(PlistUID(1)), [1], .set([1]), ["1": 1],
    ]
    #expect(Set(kinds).count == kinds.count)
    #expect(Set(kinds + kinds).count == kinds.count)
    #expect(Plist.real(.nan) != Plist.real(.nan))
    #expect(Plist.real(0) == Plist.real(-0.0))
    #expect([1, 2] as Plist != [2, 1])
  }

  @Test("Values nested 10,000 deep are compared, hashed and described without recursion")
  func deep() async {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        let one = Self.nested(10_000)
        let other = Self.nested(10_000)
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
        #expect(!one.description.isEmpty)
        let error = #expect(throws: PlistError.self) { try one.encoded(as: .xml) }
        #expect(error?.code == .depthLimit)
        continuation.resume()
      }
      thread.stackSize = 256 << 20
      thread.start()
    }
  }

  private static func nested(_ depth: Int) -> Plist {
    (0..<depth).reduce(1) { value, index in index % 2 == 0 ? [value] : ["k": value] }
  }

  @Test("Every kind survives a binary file, and all but null and sets survive XML")
  func roundTrips() throws {
    let all: Plist = [
      "null": .null, "set": .set([1, 2]), "wide": .integer(Int128.max), "uid": .uid(PlistUID(.max)),
      "text": "é😀\u{1}", "data": .data(Data(0...255)), "real": .real(-.infinity),
    ]
    #expect(try Plist(all.encoded(as: .binary)) == all)
    #expect(try Plist(sample.encoded(as: .xml)) == sample)
  }

  @Test("128-bit integers are ordered, described and converted exactly")
  func integers() {
    let values: [PlistInteger] = [
      PlistInteger(Int128.min), -1, 0, 1, PlistInteger(UInt64.max), PlistInteger(Int128.max),
    ]
    #expect(values.shuffled().sorted() == values)
    #expect(PlistInteger(Int128.min).description == Int128.min.description)
    #expect(Int(exactly: PlistInteger(-1)) == -1 && UInt8(exactly: PlistInteger(256)) == nil)
    #expect(PlistInteger(UInt64.max).fits64Bits && PlistInteger(Int64.min).fits64Bits)
    #expect(!PlistInteger(Int128(UInt64.max) + 1).fits64Bits)
    #expect(PlistInteger(high: -1, low: .max) == -1)
  }
}
