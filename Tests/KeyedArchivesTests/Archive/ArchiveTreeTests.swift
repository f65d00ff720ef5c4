// Tests of archives as trees, which are compared without the numbers of slots.

import Foundation
import KeyedArchives
import PropertyLists
import Testing

@Suite("The tree of an archive")
struct ArchiveTreeTests {
  @Test("Each object is at its shortest path, and a reference everywhere else, even in a cycle")
  func sharing() throws {
    let archive = ArchiveText(
      object(4, field("z", list(ref(2))) + field("far", list(list(ref(3)))) + field("me", ref(1))),
      object(4, field("next", ref(3)) + field("text", ref(5))), object(4, field("up", ref(1))),
      record("A"), text("t"))
    let tree = try #require(try archive.archive().graphTree())
    let near: Plist = ["$class": "A", "next": ["$ref": "root.far[0][0]"], "text": "t"]
    let far: Plist = ["$class": "A", "up": ["$ref": "root"]]
    #expect(
      tree["root"] == ["$class": "A", "z": [near], "far": [[far]], "me": ["$ref": "root"]]
        || tree["root"]?["z"] == [["$class": "A", "next": far, "text": "t"]])
  }

  @Test("The numbers of slots and the order of keys do not matter")
  func numbering() throws {
    let first = ArchiveText(
      object(3, field("a", ref(2)) + field("b", ref(2))), text("x"), chain("A", "NSObject"))
    let second = ArchiveText(
      text("x"), chain("A", "NSObject"), object(2, field("b", ref(1)) + field("a", ref(4))),
      text("x"), "<true/>", top: field("root", ref(3)))
    #expect(try first.archive().graphTree() == second.archive().graphTree())
  }

  @Test("Contents of standard classes, other classes, and the class of each object are shown")
  func contents() throws {
    let archive = ArchiveText(
      object(5, field("NS.keys", list(ref(2))) + field("NS.objects", list(ref(3)))), text("$k"),
      object(6, field("NS.objects", list(ref(4), ref(0)))),
      object(7, field("NS.time", "<real>2</real>")), chain("NSDictionary", "NSObject"),
      chain("NSMutableArray", "NSArray", "NSObject"), chain("NSDate", "NSObject"))
    let tree = try #require(try archive.archive().graphTree())
    #expect(
      tree["root"] == [
        "$$k": [
          "$class": "NSMutableArray",
          "$items": [.date(Date(timeIntervalSinceReferenceDate: 2)), .null],
        ]
      ])
    #expect(
      tree["$classes"]?["NSMutableArray"] == [
        "$classes": ["NSMutableArray", "NSArray", "NSObject"]
      ])
    #expect(tree["$archiver"] == "NSKeyedArchiver")
  }

  @Test("A graph deeper than 512 levels has no tree, and many references to one object do")
  func limits() throws {
    let count = 600
    let chained = (1...count).map { object(count + 1, field("n", ref($0 == count ? 0 : $0 + 1))) }
    var archive = ArchiveText()
    archive.objects = chained + [record("A")]
    #expect(try archive.archive().graphTree() == nil)
    // Each object refers twice to the next: 2^500 paths lead to the last.
    archive.objects =
      (1...400).map {
        object(
          401, field("a", ref($0 == 400 ? 0 : $0 + 1)) + field("b", ref($0 == 400 ? 0 : $0 + 1)))
      }
      + [record("A")]
    #expect(try archive.archive().graphTree() != nil)
  }
}
