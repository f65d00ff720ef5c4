// Paths on the command line: keys with dots, similar keys, and absent values.

import Foundation
import TestSupport
import Testing

@Suite("Paths on the command line")
struct PathCommandTests {
  let folder: ToolFolder

  init() throws {
    folder = try ToolFolder()
    try folder.write(
      #"""
      {"com.apple.security.x": true, "com": {"apple": 1}, "a": [{"b.c[0]": {"d": "deep"}}],
      "Label": "here", "x.y": 1, "x.y.z": 2}
      """#, to: "t.json")
  }

  @Test(
    "Keys with dots need no quotes if there is no other value at the path",
    arguments: [
      ("com.apple.security.x", "true"), ("com.apple", "1"), ("a[0].b.c[0].d", "deep"), ("x.y", "1"),
      ("x.y.z", "2"), ("\"com.apple.security.x\"", "true"),
    ])
  func dots(_ path: String, _ value: String) throws {
    let run = try folder.run("get", "t.json", path)
    #expect(run.text == value + "\n")
    #expect(try folder.run("type", "t.json", path).status == 0)
  }

  @Test("A path without a value suggests a similar key, with exit status 4")
  func nearKeys() throws {
    for (path, key) in [
      ("label", "Label"), ("Lable", "Label"), ("com.apple.security.y", "\"com.apple.security.x\""),
    ] {
      let run = try folder.run("get", "t.json", path)
      #expect(run.status == 4)
      #expect(run.errors.contains("; did you mean '\(key)'?"), "\(run.errors)")
    }
    let far = try folder.run("print", "t.json", "nothing.like.it")
    #expect(far.status == 4)
    #expect(far.errors.contains("the root has no key “nothing”"))
    #expect(!far.errors.contains("did you mean"))
    #expect(try folder.run("keys", "t.json", "a[5]").status == 4)
  }

  @Test("A suggested path is quoted for a shell")
  func quotedSuggestion() throws {
    try folder.write(#"{"recent files": [{"don't": 1}], "don't": 2}"#, to: "q.json")
    for (path, suggestion) in [
      ("dont", #"'don'\''t'"#), ("'recent files[0].dont'", #"'don'\''t'"#),
      ("':recent files:0'", #"'recent files[0]'"#),
    ] {
      let run = try folder.shell("plist get q.json \(path)")
      #expect(run.errors.contains("; did you mean \(suggestion)?"), "\(run.errors)")
      let again = try folder.shell("plist type q.json \(suggestion)")
      #expect(again.status == 0, "\(again.errors)")
    }
  }

  @Test("A path can continue after a key with dots, even if a part of that key is a key")
  func keyWithDots() throws {
    try folder.write(
      #"{"window": {"x": 1}, "window.list": [7, 8], "window.size": {"w": 5}}"#, to: "w.json")
    for (path, value) in [
      ("window.list[0]", "7"), ("window.list[-1]", "8"), ("window.size.w", "5"), ("window.x", "1"),
    ] {
      #expect(try folder.run("get", "w.json", path).text == value + "\n")
    }
    #expect(try folder.run("get", "w.json", "window.size.h").status == 4)
  }

  @Test("A command of PlistBuddy is answered with the equivalent command")
  func plistBuddyCommands() throws {
    for (theirs, ours) in [
      ("Print", "write: plist print FILE"), ("Print :a:0", "write: plist get FILE 'a[0]'"),
      ("Set :a 1", "write: plist set FILE 'a' VALUE [--type TYPE]"),
      ("Set", "write: plist set FILE PATH VALUE"),
      ("Add :a:0 integer 1", "write: plist insert FILE 'a[0]' VALUE"),
      ("Delete :a b", "write: plist remove FILE 'a'"), ("Merge b.plist", "plist merge FILE OTHER"),
      ("Copy :a :b", "write: plist insert FILE NEW \"$(plist get FILE 'a')\" --type json"),
      ("Import :a x", "write: plist set FILE 'a' \"$(base64 -w 0 OTHER)\" --type data"),
      ("Clear dict", "write: plist set FILE '' --type dict"),
      ("Add :a: string x", "write: plist append FILE 'a' VALUE [--type TYPE]"),
      ("Revert", "This tool has no equivalent for PlistBuddy's Revert"),
    ] {
      #expect(try folder.run("-c", theirs, "t.json").errors.contains(ours))
    }
  }

  @Test("The archive commands reject a second path")
  func archivePaths() throws {
    let run = try folder.run("archive", "print", "--path", "a", "--path", "b", "t.json")
    #expect(run.status == 2 && run.errors.contains("--path is given 2 times"))
  }

  @Test("A path of PlistBuddy is answered with the equivalent path")
  func plistBuddy() throws {
    for (theirs, ours) in [
      (":a:0:b", "a[0].b"), (":Label", "Label"), (":x:y.z", "x.\"y.z\""),
    ] {
      let run = try folder.run("get", "t.json", theirs)
      #expect(run.status == 4)
      #expect(try !folder.run("get", "t.json", ":").errors.contains("did you mean"))
      #expect(run.errors.contains("; did you mean '\(ours)'?"), "\(run.errors)")
    }
  }

  @Test(
    "A negative index counts from the end",
    arguments: [
      ("l[-1]", "3"), ("l[-3]", "1"), ("n[-1][-2]", "5"), ("l[-4]", nil), ("Label[-1]", nil),
    ])
  func negativeIndex(_ path: String, _ value: String?) throws {
    try folder.write(#"{"l": [1, 2, 3], "n": [[4], [5, 6]], "Label": "x"}"#, to: "n.json")
    let run = try folder.run("get", "n.json", path)
    #expect(run.status == (value == nil ? 4 : 0))
    #expect(run.text == (value.map { $0 + "\n" } ?? ""))
  }

  @Test(
    "[*] prints every element on a separate line",
    arguments: [
      (["l[*]"], "1\n{\"a\":2}\n[3]\n"), (["[*].a"], "7\n8\n"), (["d[*]"], "7\nx y\n"),
      (["n[*][*]"], "4\n5\n6\n"), (["n[*][-1]"], "4\n6\n"), (["[*]", "d.a"], nil),
      (["e[*]"], ""), (["d.a", "n[*]"], "7\n[4]\n[5,6]\n"),
      (["o[*].a", "--default", "none"], "8\nnone\n"), (["o[*].a"], "8\n"),
      (["l[*]", "--as", "json"], "1\n{\"a\":2}\n[3]\n"),
    ])
  func wildcards(_ arguments: [String], _ text: String?) throws {
    try folder.write(
      """
      {"l": [1, {"a": 2}, [3]], "d": {"a": 7, "b": "x y"}, "n": [[4], [5, 6]], "e": [],
      "c": {"a": 8}, "o": [{"a": 8}, {"b": 9}]}
      """, to: "w.json")
    let run = try folder.run(["get", "w.json"] + arguments)
    #expect(run.status == 0)
    if let text { #expect(run.text == text) }
  }

  @Test("If no element has the rest of a path with [*], the error suggests a similar key")
  func absentInAll() throws {
    try folder.write(#"{"o": [{"name": 1}, {"name": 2}]}"#, to: "o.json")
    let run = try folder.run("get", "o.json", "o[*].nmae")
    #expect(run.status == 4)
    #expect(run.errors.contains("o[0] has no key “nmae”; did you mean 'name'?"))
    let scalar = try folder.run("get", "o.json", "o[0].name[*]")
    #expect(scalar.status == 4)
    #expect(
      scalar.errors.contains("expected a container at o[0].name, found a value of type integer"))
    #expect(try folder.run("get", "o.json", "[*]", "--as", "xml").status == 2)
    #expect(try folder.run("get", "o.json", "o[*", "--as", "xml").status == 2)
  }

  @Test("Several paths are printed in order, and an absent value is an error for its path only")
  func several() throws {
    let run = try folder.run("get", "t.json", "Label", "nope", "com", "x.y")
    #expect(run.status == 4)
    #expect(run.text == "here\n{\"apple\":1}\n1\n")
    #expect(run.errors.contains("the root has no key “nope”"))
    let whole = try folder.run("get", "t.json", "Label", "nope", "x.y", "--default", "-")
    #expect(whole.status == 0)
    #expect(whole.text == "here\n-\n1\n")
    #expect(try folder.run("get", "t.json", "Label", "com", "--as", "xml").status == 2)
    for command in ["type", "keys", "print"] {
      #expect(try folder.run(command, "t.json", "nope", "--default", "none").text == "none\n")
    }
  }

  @Test("[*] prints a shared container each time it occurs")
  func sharedContainers() throws {
    // Four arrays, each with ten references to the next; the last one contains strings.
    let arrays = (0..<4).map { level in [0xAA] + [UInt8](repeating: UInt8(level + 1), count: 10) }
    let file = BinaryFile(arrays + [[0x51, UInt8(ascii: "a")]]).bytes
    try Data(file).write(to: folder.file("shared"))
    #expect(
      try folder.run("get", "shared", "[*][*][*][*]").text
        == String(repeating: "a\n", count: 10_000))
    // A container that was shown in another outline is shown only by its mark.
    let outline = try folder.run("print", "shared", "[*]").lines
    #expect(outline.count < 100)
    #expect(outline.last == "array (10 elements) @1, shown above")
  }

  @Test("An index past the end of an array is reported in every notation")
  func pastTheEnd() throws {
    for path in ["a[5]", "a.5", "a[-2]"] {
      let run = try folder.run("get", "t.json", path)
      #expect(run.status == 4)
      #expect(run.errors.contains("is out of range; a has 1 element"))
    }
  }

  @Test("--default prints the given text for an absent value")
  func defaultText() throws {
    let run = try folder.run("get", "t.json", "nope", "--default", "none")
    #expect(run.status == 0)
    #expect(run.text == "none\n")
    #expect(run.errors.isEmpty)
    #expect(try folder.run("get", "t.json", "Label", "--default", "none").text == "here\n")
  }
}
