// Tests of the difference of two property lists: its changes, and the edits that perform them.
import Foundation
import OrderedCollections
import Testing

@testable import PropertyLists

@Suite("Differences of property lists")
struct PlistDifferenceTests {
  /// Returns each change on one line, and checks that the edits perform the changes.
  private func changes(_ old: Plist, _ new: Plist) throws -> [String] {
    let difference = PlistDifference(
      from: try PlistDocument(old), to: try PlistDocument(new))
    var result = old
    try result.apply(difference.edits)
    #expect(result == new)
    #expect(difference.isEmpty == (old == new))
    return difference.changes.map { change in
      let paths = [change.oldPath, change.newPath].compactMap { $0?.description }
      let values = [change.oldValue, change.newValue].compactMap { $0.flatMap { try? Plist($0) } }
      return "\(change.kind) \(paths) \(values)"
    }
  }

  @Test("Equal values have no difference, whatever the order of their keys")
  func equal() throws {
    #expect(try changes(["a": 1, "b": [2]], ["b": [2], "a": 1]) == [])
    #expect(try changes(.real(.infinity), .real(.infinity)) == [])
  }

  @Test("Pairs are added, removed and changed")
  func pairs() throws {
    #expect(
      try changes(["a": 1, "b": 2, "c": ["d": 3]], ["b": 4, "e": 5, "c": ["d": 6]])
        == [
          "removed [\"a\"] [1]", "changed [\"b\", \"b\"] [2, 4]",
          "changed [\"c.d\", \"c.d\"] [3, 6]", "added [\"e\"] [5]",
        ])
  }

  @Test("A root of another kind is one change with the empty path")
  func root() throws {
    #expect(try changes(["a"], "b") == ["changed [\"\", \"\"] [[\"a\"], \"b\"]"])
    #expect(try changes([], [:]).count == 1)
    #expect(try changes(.set(["a"]), ["a"]).count == 1)
  }

  @Test("A key is renamed if its value is unique and distinctive")
  func renamed() throws {
    let value: Plist = ["some": "contents"]
    let renamed = try changes(["a": value, "b": 1], ["c": value, "b": 1])
    #expect(renamed.count == 1)
    #expect(renamed.first?.hasPrefix("renamed [\"a\", \"c\"]") == true)
    #expect(try changes(["a": true], ["b": true]).map { $0.prefix(5) } == ["remov", "added"])
    // Two keys with the value: it is not known which one was renamed.
    let repeated = try changes(["a": value, "b": value], ["c": value, "d": value])
    #expect(repeated.map { $0.prefix(5) } == ["remov", "remov", "added", "added"])
  }

  @Test("A renamed pair is inserted at its new position if it has other neighbors")
  func renamedElsewhere() throws {
    let (first, second): (Plist, Plist) = (["some": "contents"], ["other": "contents"])
    let old: Plist = ["z": 1, "y": first, "x": second, "b": 2, "a": 3]
    let new: Plist = ["z": 1, "b": 2, "q": first, "p": second, "a": 3]
    let difference = PlistDifference(from: try PlistDocument(old), to: try PlistDocument(new))
    #expect(difference.changes.map(\.kind) == [.renamed, .renamed])
    var result = old
    try result.apply(difference.edits)
    #expect(result == new)
    #expect(Array(result.pairs?.keys ?? []) == ["z", "b", "q", "p", "a"])
    // With the same neighbors, the pair keeps its position, and the edit is a rename.
    let other = PlistDifference(
      from: try PlistDocument(old),
      to: try PlistDocument(["z": 1, "w": first, "v": second, "b": 2, "a": 3]))
    #expect(try other.edits.count == 2)
  }

  @Test("An element that moved and changed is a move and a change inside")
  func moved() throws {
    let old: Plist = ["l": [["id": 1, "x": "a"], ["id": 2, "x": "b"], ["id": 3, "x": "c"]]]
    let new: Plist = ["l": [["id": 3, "x": "z"], ["id": 1, "x": "a"], ["id": 2, "x": "b"]]]
    let found = try changes(old, new)
    #expect(found.count == 2)
    #expect(found.first?.hasPrefix("moved [\"l[2]\", \"l[0]\"]") == true)
    #expect(found.last == "changed [\"l[2].x\", \"l[0].x\"] [\"c\", \"z\"]")
  }

  @Test("An inserted element does not change the following ones")
  func inserted() throws {
    #expect(try changes(["a", "b"], ["x", "a", "b"]) == ["added [\"[0]\"] [\"x\"]"])
    #expect(try changes(["a", "b", "c"], ["a", "c"]) == ["removed [\"[1]\"] [\"b\"]"])
  }

  @Test("An added pair is inserted after the key that precedes it")
  func positions() throws {
    let old: Plist = ["z": 1, "a": 2]
    let difference = PlistDifference(
      from: try PlistDocument(old), to: try PlistDocument(["new": 0, "z": 1, "b": 3, "a": 2]))
    var result = old
    try result.apply(difference.edits)
    #expect(Array(result.pairs?.keys ?? []) == ["new", "z", "b", "a"])
    // Among sorted keys, it is inserted in their order.
    var sorted: Plist = ["a": 1, "c": 2]
    let other = PlistDifference(
      from: try PlistDocument(sorted), to: try PlistDocument(["c": 2, "a": 1, "b": 3]))
    try sorted.apply(other.edits)
    #expect(Array(sorted.pairs?.keys ?? []) == ["a", "b", "c"])
  }

  @Test("A dictionary with keys that are not strings changes as a whole, and has no edits")
  func otherKeys() throws {
    func document(_ text: String) throws -> PlistDocument { try PlistDocument(Array(text.utf8)) }
    let old = try document("{\"a\": {\"$dict\": [[1, \"x\"]]}}")
    let new = try document("{\"a\": {\"$dict\": [[1, \"y\"]]}}")
    let difference = PlistDifference(from: old, to: new)
    #expect(difference.changes.map(\.kind) == [.changed])
    #expect(difference.changes.first?.newPath == PlistPath([.key("a")]))
    #expect(difference.changes.first?.newValue?.value(at: 0)?.stringValue == "y")
    let error = #expect(throws: PlistError.self) { try difference.edits }
    #expect(error?.code == .keyNotString)
    #expect(error?.path.steps.first == .key("a"))
    #expect(PlistDifference(from: old, to: try document(#"{"a": {"$dict": [[1, "x"]]}}"#)).isEmpty)
  }

  @Test("Containers that occur at billions of paths are changed as a whole beyond a limit")
  func sharing() throws {
    func nested(_ leaf: String) throws -> PlistDocument {
      var value: Plist = [.string(leaf)]
      for _ in 0..<40 { value = [value, value] }
      return try value.sharedDocument()
    }
    let (old, new) = (try nested("a"), try nested("b"))
    let difference = PlistDifference(from: old, to: new)
    #expect(!difference.isEmpty)
    #expect(difference.changes.count < 1 << 20)
    #expect(difference.changes.contains { $0.oldValue?.kind == .array })
  }

  @Test("An array with very many changes is replaced as a whole")
  func replaced() throws {
    let old = Plist.array((0..<50_000).map { .string("old \($0)") })
    let new = Plist.array((0..<50_000).map { [.string("new \($0)")] })
    let difference = PlistDifference(from: try PlistDocument(old), to: try PlistDocument(new))
    #expect(difference.changes.count == 100_000)
    #expect(try difference.edits == [.set(PlistPath(), new)])
  }

  @Test("Differences of 100,000 pairs and deep nesting take linear time")
  func large() throws {
    func value(_ factor: Int) -> Plist {
      var pairs: Plist = [:]
      for index in 0..<100_000 {
        pairs["\(index * factor % 100_003)"] = .string("value \(index / 2)")
      }
      return pairs
    }
    let difference = PlistDifference(
      from: try PlistDocument(value(1)), to: try PlistDocument(value(7)))
    #expect(difference.changes.count > 1000)
    var deep: (Plist, Plist) = ("a", "b")
    for _ in 0..<500 { deep = ([deep.0], [deep.1]) }
    #expect(try changes(deep.0, deep.1).count == 1)
  }

  @Test("An OpenStep string and an XML integer differ")
  func formats() throws {
    let text = try PlistDocument(Array("{ a = 1; b = 2; }".utf8))
    let difference = PlistDifference(
      from: text, to: try PlistDocument(Plist.dictionary(["a": 1, "b": "2"]).encoded(as: .xml)))
    #expect(difference.changes.map { $0.oldPath?.description } == ["a"])
    #expect(difference.changes.first?.newValue?.integerValue == 1)
  }
}
