// Edits of binary files: objects keep their order, identity and widths.

import Foundation
import PropertyLists
import Testing

@Suite("Editing binary files")
struct BinaryEditingTests {
  private static func document(_ value: Plist) throws -> PlistDocument {
    try PlistDocument(value.encoded(as: .binary))
  }

  @Test("A replaced scalar takes the number of the old one")
  func replacement() throws {
    let document = try Self.document(["a": "old", "b": [1, 2], "c": 300])
    let edited = try document.applying([.set(PlistPath([.key("a")]), "new")])
    let result = try PlistDocument(edited.data)
    #expect(result.nodeCount == document.nodeCount)
    #expect(edited.data.count == (try document.encoded(as: .binary)).count)
    #expect(try Plist(result) == ["a": "new", "b": [1, 2], "c": 300])
  }

  @Test("Integers and references are written with the widths that they need")
  func widths() throws {
    let values: [Plist] = [
      0, 255, 256, 70000, 5_000_000_000, -1, .integer(UInt64.max),
      .integer(PlistInteger(high: 1, low: 2)), .uid(PlistUID(300)), .uid(PlistUID(70000)), 1.5,
      .data(Data([1, 2, 3])), "é", "ascii", true, [], [:], .null,
    ]
    for value in values {
      let document = try Self.document(["a": "old"])
      let edited = try document.applying([.set(PlistPath([.key("a")]), value)]).data
      #expect(try Plist(edited) == ["a": value], "\(value)")
      let built = try Plist(edited).encoded(as: .binary)
      #expect(edited.count == built.count, "\(value)")
    }
  }

  @Test("A container that is shared changes only where it is edited")
  func sharedContainer() throws {
    let shared: Plist = ["x": [1]]
    // An array whose two elements are one object: 0 array, 1 dictionary, 2 key, 3 array, 4 integer.
    let bytes =
      Array("bplist00".utf8) + [0xA2, 1, 1, 0xD1, 2, 3, 0x51, 0x78, 0xA1, 4, 0x10, 1]
      + [8, 11, 14, 16, 18] + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 5]
      + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 20]
    let document = try PlistDocument(bytes)
    #expect(try Plist(document) == [shared, shared])
    let edited = try document.applying([.append(try PlistPath("[1].x"), 2)])
    #expect(try Plist(edited.data) == [shared, ["x": [1, 2]]])
    #expect([UInt8](try PlistDocument(edited.data).applying([edited.inverse]).data) == bytes)
  }

  @Test("The contents of removed values leave the file")
  func removal() throws {
    let document = try Self.document(["secret": ["password": "hunter2"], "a": 1])
    let edited = try document.applying([.remove(PlistPath([.key("secret")]))]).data
    #expect(try Plist(edited) == ["a": 1])
    #expect(String(decoding: edited, as: UTF8.self).contains("hunter2") == false)
  }

  @Test("References become wider when there are more than 256 objects")
  func widerReferences() throws {
    let document = try Self.document(["list": .array((0..<250).map { .integer($0) })])
    let edits = (250..<300).map { PlistEdit.append(PlistPath([.key("list")]), .integer($0)) }
    let edited = try document.applying(edits).data
    #expect(try Plist(edited) == ["list": .array((0..<300).map { .integer($0) })])
  }
}
