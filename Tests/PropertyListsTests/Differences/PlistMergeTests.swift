// Tests of the three-way merge of ordinary property lists and of keyed archives.

import Foundation
import OrderedCollections
import TestSupport
import Testing

@testable import PropertyLists

@Suite("Three-way merge")
struct PlistMergeTests {
  private func merge(_ base: Plist, _ ours: Plist, _ theirs: Plist) throws -> PlistMerge {
    try MergeLawTests.merge(base, ours, theirs)
  }

  @Test("Changes of different keys are both kept, and new keys go where their side put them")
  func keys() throws {
    let base: Plist = ["b": 1, "a": 2, "c": 3]
    let ours: Plist = ["b": 1, "x": 0, "a": 9, "c": 3]
    let theirs: Plist = ["b": 1, "y": 0, "a": 2, "z": 4]
    let merge = try merge(base, ours, theirs)
    #expect(merge.conflicts == [])
    #expect(merge.value.pairs?.keys.elements == ["b", "x", "y", "a", "z"])
    #expect(merge.value["a"] == 9)
  }

  @Test("A key added to sorted keys keeps them sorted")
  func sortedKeys() throws {
    let merge = try merge(["a": 1, "m": 2], ["a": 1, "c": 1, "m": 2], ["a": 1, "b": 1, "m": 2])
    #expect(merge.value.pairs?.keys.elements == ["a", "b", "c", "m"])
    #expect(merge.edits == [.insert(PlistPath([.key("b")]), 1, position: .after("a"))])
  }

  @Test("Different changes of a value are a conflict with its path, and each side can be chosen")
  func conflict() throws {
    let merge = try merge(["a": ["b": 1]], ["a": ["b": 2]], ["a": ["b": 3, "c": 4]])
    let conflict = try #require(merge.conflicts.first)
    #expect(merge.conflicts.count == 1)
    #expect(conflict.path == PlistPath([.key("a"), .key("b")]))
    #expect((conflict.base, conflict.ours, conflict.theirs) == (1, 2, 3))
    #expect(conflict.message == "both sides changed this value differently")
    #expect(merge.value == ["a": ["b": 2, "c": 4]])
    #expect(merge.resolutions(favoring: .ours) == [])
    var decided = merge.value
    try decided.apply(merge.resolutions(favoring: .theirs))
    #expect(decided == ["a": ["b": 3, "c": 4]])
  }

  @Test("Removing a value that the other side changed is a conflict", arguments: [true, false])
  func removal(isOurs: Bool) throws {
    let (removed, changed): (Plist, Plist) = (["k": 1], ["k": 1, "a": 3])
    let merge = try merge(
      ["k": 1, "a": 2], isOurs ? removed : changed, isOurs ? changed : removed)
    let conflict = try #require(merge.conflicts.first)
    #expect(
      conflict.message
        == (isOurs
          ? "we removed this value, and they changed it"
          : "we changed this value, and they removed it"))
    #expect(merge.value == (isOurs ? removed : changed))
    var decided = merge.value
    try decided.apply(merge.resolutions(favoring: .theirs))
    #expect(decided == (isOurs ? changed : removed))
  }

  @Test("Both sides can change one element of an array, which is found by its identity")
  func elements() throws {
    let base: Plist = [["id": "a", "n": 1, "m": 1], ["id": "b", "n": 1, "m": 1]]
    let ours: Plist = [["id": "b", "n": 1, "m": 1], ["id": "a", "n": 2, "m": 1]]
    let theirs: Plist = [["id": "new"], ["id": "a", "n": 1, "m": 3], ["id": "b", "n": 1, "m": 1]]
    let merge = try merge(base, ours, theirs)
    #expect(merge.conflicts == [])
    #expect(
      Set(merge.value.elements ?? []) == [
        ["id": "new"], ["id": "a", "n": 2, "m": 3], ["id": "b", "n": 1, "m": 1],
      ])
  }

  @Test("Elements added at the same index are both kept, ours first")
  func additions() throws {
    let merge = try merge(["a", "b"], ["a", "o", "both", "b"], ["a", "t", "both", "b"])
    #expect(merge.conflicts == [])
    #expect(merge.value == ["a", "o", "both", "t", "b"])
  }

  @Test("Different replacements of one element are a conflict of this element")
  func replacements() throws {
    let merge = try merge(["a", "b", "c"], ["a", "o", "c"], ["a", "t", "c", "d"])
    #expect(merge.conflicts.map(\.path) == [PlistPath([.index(1)])])
    #expect(merge.value == ["a", "o", "c", "d"])
    var decided = merge.value
    try decided.apply(merge.resolutions(favoring: .theirs))
    #expect(decided == ["a", "t", "c", "d"])
  }

  @Test("Numbers of a list that both sides changed are not mixed")
  func numbers() throws {
    let merge = try merge([1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 5])
    #expect(merge.conflicts.map(\.message) == ["both sides changed the same elements"])
    #expect(merge.value == [1, 2, 3, 4])
    #expect(try self.merge([1, 2, 3], [0, 2, 3], [1, 2, 9]).value == [0, 2, 9])
  }

  @Test("Repeated elements, as in linker flags, keep their neighbors")
  func flags() throws {
    let base: Plist = ["-framework", "A"]
    let ours: Plist = ["-framework", "A", "-framework", "B"]
    let theirs: Plist = ["-framework", "A", "-framework", "C"]
    #expect(
      try merge(base, ours, theirs).value
        == ["-framework", "A", "-framework", "B", "-framework", "C"])
    let more: Plist = ["-framework", "A", "-framework", "B", "-framework", "C"]
    for (left, right) in [(ours, more), (more, ours)] {
      #expect(try merge(base, left, right).value == more)
    }
    let mixed: Plist = ["-framework", "A", "-framework", "C", "-framework", "B"]
    #expect(try merge(base, ours, mixed).value == mixed)
    let other: Plist = ["-framework", "A", "-weak_framework", "B", "-framework", "D"]
    #expect(try merge(base, ours, other).conflicts.count == 1)
  }

  @Test("Texts with different bytes are different, even if they are canonically equivalent")
  func bytes() throws {
    let merge = try merge(["a": "e\u{301}"], ["a": "e\u{301}", "b": 1], ["a": "\u{E9}"])
    #expect(merge.value["a"]?.stringValue?.utf8.count == 2)
  }

  @Test("Without a base, both sides added the document")
  func withoutBase() throws {
    let (ours, theirs) = (
      try PlistDocument(["a": 1, "b": 2]), try PlistDocument(["a": 1, "c": 3])
    )
    let merge = try PlistMerge(base: nil, ours: ours, theirs: theirs)
    #expect(merge.conflicts == [])
    #expect(merge.value == ["a": 1, "b": 2, "c": 3])
    let other = try PlistDocument(["a": 2])
    let conflict = try PlistMerge(base: nil, ours: ours, theirs: other).conflicts.first
    #expect(conflict?.message == "both sides added this value differently")
  }

  @Test("Comments and layout of our file remain")
  func layout() throws {
    let base = try PlistDocument(Data("{ a = 1; b = 2; }".utf8))
    let ours = try PlistDocument(Data("{ /* one */ a = 1;\n\n  b   = 3; }".utf8))
    let theirs = try PlistDocument(Data("{ a = 5; b = 2; }".utf8))
    let merge = try PlistMerge(base: base, ours: ours, theirs: theirs)
    let text = String(decoding: try ours.applying(merge.edits).data, as: UTF8.self)
    #expect(text == "{ /* one */ a = 5;\n\n  b   = 3; }")
  }

  @Test("A list of 100,000 elements is merged in time that is proportional to it")
  func large() throws {
    let base = (0..<100_000).map { Plist.string("\($0)") }
    var (ours, theirs) = (base, base)
    ours.remove(at: 10)
    theirs.insert("new", at: 99_000)
    let start = ContinuousClock.now
    let merge = try merge(.array(base), .array(ours), .array(theirs))
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(merge.value.elements?.count == 100_000)
  }

  @Test("A change by them of the format is reported, because the merged file keeps ours")
  func format() throws {
    let text = try PlistDocument(Data("{ a = 1; }".utf8))
    let xml = try PlistDocument(Plist.dictionary(["a": "2"]).encoded(as: .xml))
    let merge = try PlistMerge(base: text, ours: text, theirs: xml)
    #expect(merge.value == ["a": "2"])
    #expect(merge.warnings.map(\.error.code) == [.mergeDecision])
  }
}

@Suite("Three-way merge of keyed archives")
struct ArchiveMergeTests {
  private func archive(_ slots: [Plist]) -> Plist {
    [
      "$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": ["root": .uid(PlistUID(1))],
      "$objects": .array(["$null"] + slots),
    ]
  }

  private func point(_ x: Plist, _ y: Plist, other: UInt32 = 0) -> Plist {
    ["$class": .uid(PlistUID(2)), "x": x, "y": y, "other": .uid(PlistUID(other))]
  }

  private let record: Plist = ["$classname": "Point", "$classes": ["Point", "NSObject"]]

  @Test("Different fields of one object are merged")
  func fields() throws {
    let merge = try MergeLawTests.merge(
      archive([point(1, 1), record]), archive([point(2, 1), record]),
      archive([point(1, 3), record, "added"]))
    #expect(merge.conflicts == [])
    #expect(merge.value == archive([point(2, 3), record, "added"]))
  }

  @Test("References that both sides changed are a conflict of the object")
  func references() throws {
    let merge = try MergeLawTests.merge(
      archive([point(1, 1), record]), archive([point(2, 1, other: 1), record]),
      archive([point(1, 3), record]))
    #expect(merge.conflicts.map(\.path) == [PlistPath([.key("$objects"), .index(1)])])
    #expect(merge.value == archive([point(2, 1, other: 1), record]))
  }

  @Test("Archives whose slots no longer correspond are not mixed")
  func slots() throws {
    let changed = archive([record, point(1, 1)])
    let merge = try MergeLawTests.merge(
      archive([point(1, 1), record]), archive([point(2, 1), record]), changed)
    #expect(merge.conflicts.map(\.path) == [PlistPath()])
    #expect(merge.value == archive([point(2, 1), record]))
    var decided = merge.value
    try decided.apply(merge.resolutions(favoring: .theirs))
    #expect(decided == changed)
    let base = archive([point(1, 1), record])
    #expect(try MergeLawTests.merge(base, base, changed).value == changed)
    #expect(try MergeLawTests.merge(changed, changed, archive([])).value == archive([]))
  }
}
