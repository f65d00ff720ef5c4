// Edits of `Plist` values by path.

import OrderedCollections
import PropertyLists
import Testing

@Suite("Editing values")
struct ValueEditingTests {
  private static let value: Plist = ["a": ["b": [1, 2, 3]], "c": "d"]

  private static func edited(_ edits: PlistEdit...) throws -> Plist {
    var value = value
    try value.apply(edits)
    return value
  }

  @Test("Values are set, inserted, appended and removed by path")
  func edits() throws {
    var value = Self.value
    try value.set(5, at: try PlistPath("a.b[-1]"))
    try value.insert(0, at: try PlistPath("a.b[0]"))
    try value.append(9, at: try PlistPath("a.b"))
    try value.insert("f", at: PlistPath([.key("e")]), position: .first)
    #expect(try value.remove(at: PlistPath([.key("c")])) == "d")
    #expect(value == ["e": "f", "a": ["b": [0, 1, 2, 5, 9]]])
    #expect(value.pairs?.keys.first == "e")
  }

  @Test("Keys are renamed in their position, and dictionaries are merged at any depth")
  func renameAndMerge() throws {
    let renamed = try Self.edited(.rename(try PlistPath("a"), to: "z"))
    #expect(renamed.pairs.map { Array($0.keys) } == ["z", "c"])
    #expect(
      try Self.edited(.merge(PlistPath(), ["a": ["x": 1], "c": [2]]))
        == ["a": ["b": [1, 2, 3], "x": 1], "c": [2]])
    #expect(
      try Self.edited(.move(try PlistPath("a.b[0]"), to: try PlistPath("first")))
        == ["a": ["b": [2, 3]], "c": "d", "first": 1])
    #expect(try Self.edited(.sort(PlistPath())) == Self.value)
  }

  @Test(
    "An edit that does not apply says why, and the value stays as it was",
    arguments: [
      (.set(PlistPath([.key("x"), .key("y")]), 1), .noSuchPath, "the root has no key “x”"),
      (
        .set(PlistPath([.key("c"), .key("y")]), 1), .noSuchPath,
        "expected a dictionary at c, found a string"
      ),
      (.insert(PlistPath([.key("a")]), 1), .keyExists, "the key “a” already exists"),
      (
        .remove(PlistPath([.key("a"), .key("b"), .index(3)])), .noSuchPath,
        "index 3 is out of range; a.b has 3 elements"
      ),
      (.append(PlistPath([.key("c")]), 1), .noSuchPath, "expected an array at c, found a string"),
      (.remove(PlistPath()), .invalidEdit, "the root cannot be removed"),
      (.rename(PlistPath([.key("a")]), to: "c"), .keyExists, "the key “c” already exists"),
      (
        .sort(PlistPath([.key("c")])), .invalidEdit,
        "expected a dictionary, or an array of strings or numbers, to sort"
      ),
      (
        .merge(PlistPath([.key("a")]), []), .invalidEdit,
        "expected a dictionary to merge, found an array"
      ),
      (
        .merge(PlistPath([.key("c")]), [:]), .invalidEdit,
        "expected a dictionary to merge into, found a string"
      ),
    ] as [(PlistEdit, PlistError.Code, String)])
  func failures(_ edit: PlistEdit, code: PlistError.Code, message: String) throws {
    var value = Self.value
    do {
      try value.apply([.set(PlistPath([.key("c")]), "d"), edit])
      Issue.record("expected an error")
    } catch {
      #expect(error.code == code)
      #expect(error.message == message)
    }
    #expect(value == Self.value)
    let document = try PlistDocument(Self.value.encoded(as: .xml))
    do {
      _ = try document.applying([edit])
      Issue.record("expected an error")
    } catch {
      #expect(error.code == code)
      #expect(error.message == message)
    }
  }
}
