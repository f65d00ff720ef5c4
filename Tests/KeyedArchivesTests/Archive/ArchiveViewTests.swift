// Tests of the contents of an archive as data: top, objects, classes, unreferenced objects.

import Foundation
import KeyedArchives
import PropertyLists
import Testing

@Suite("Archives as data")
struct ArchiveViewTests {
  let archive: KeyedArchive

  init() throws {
    archive = try ArchiveText(
      object(2, field("a", ref(4)) + field("b", list(number(7), ref(1))) + field("c", ref(0))),
      "<dict>\(field("$classname", text("M.Cat")))\(field("$classes", list(text("M.Cat"), text("NSObject"))))\(field("$classhints", list(text("Pet"))))</dict>",
      text("alone"), text("Tom"), object(9), ref(1),
      top: field("root", ref(1)) + field("count", number(3))
    ).archive()
  }

  @Test("The top-level objects are available by name")
  func top() {
    #expect(archive.top.map(\.key) == ["root", "count"])
    #expect(archive.top["count"]?.node.integerValue == 3)
    #expect(archive.top["nothing"] == nil)
    #expect(archive.version?.integerValue == 100_000)
    #expect(archive.archiver?.stringValue == "NSKeyedArchiver")
  }

  @Test("Objects have a class, fields in the order of the file, and locations")
  func objects() throws {
    let cat = try #require(archive.top["root"]?.object)
    #expect(cat.className == "M.Cat")
    #expect(cat.uid == PlistUID(1))
    #expect(cat.fields.map(\.key) == ["a", "b", "c"])
    #expect(cat["a"]?.node.stringValue == "Tom")
    #expect(cat["a"]?.uid == PlistUID(4))
    #expect(cat["$class"] == nil)
    #expect(cat["b"]?.kind == .array)
    #expect(cat["b"]?.uid == nil)
    #expect(cat["b"]?.elements.map(\.kind) == [.scalar, .object])
    #expect(cat["c"]?.kind == .null)
    #expect(cat.position?.line == 4)
  }

  @Test("Class records have their superclasses and hints")
  func classes() throws {
    #expect(archive.classes.map(\.name) == ["M.Cat"])
    let record = try #require(archive.classes.first)
    #expect(record.uid == PlistUID(2))
    #expect(record.chain == ["M.Cat", "NSObject"])
    #expect(record.hints == ["Pet"])
  }

  @Test("Unreferenced objects are listed, even if they are invalid")
  func unreachable() {
    #expect(archive.unreachableObjects.map(\.value) == [3, 5, 6])
    #expect(archive.objects.count == 7)
    #expect(
      archive.objects.map(\.kind) == [
        .null, .object, .damaged, .scalar, .scalar, .damaged, .damaged,
      ])
    #expect(archive[PlistUID(7)] == nil)
    #expect(archive.reachableObjects.map(\.className) == ["M.Cat"])
  }

  @Test("A binary file has the same contents, except that a dictionary of CF$UID is a dictionary")
  func binary() throws {
    let bytes = try Array(archive.document.encoded(as: .binary))
    #expect(try KeyedArchive(bytes).json() == (try archive.json()))
    let tree: Plist = [
      "$top": ["a": ["CF$UID": 0], "b": .uid(PlistUID(0))], "$objects": ["$null"],
    ]
    let plain = try KeyedArchive(Array(tree.encoded(as: .binary)))
    #expect(plain.top.map(\.value.kind) == [.dictionary, .null])
    #expect(try KeyedArchive(PlistDocument(tree)).top.map(\.value.kind) == [.dictionary, .null])
  }

  @Test("Negative and huge references in plain JSON are invalid")
  func plainJSON() throws {
    func archive(_ number: String) throws -> KeyedArchive {
      try KeyedArchive(
        Array("{\"$top\":{\"a\":{\"CF$UID\":\(number)}},\"$objects\":[\"$null\",\"x\"]}".utf8))
    }
    #expect(try archive("1").top["a"]?.node.stringValue == "x")
    #expect(try archive("1.5").top["a"]?.kind == .dictionary)
    for number in ["-1", "2", "4294967297", "18446744073709551617"] {
      let error = #expect(throws: ArchiveError.self) { try archive(number) }
      #expect(error?.code == .referenceOutOfRange)
    }
  }
}
