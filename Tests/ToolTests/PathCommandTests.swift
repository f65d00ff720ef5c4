// Paths of the command line: keys with dots, keys that are nearly right, values that are absent.

import Foundation
import TestSupport
import Testing

@Suite("A path")
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
    "needs no quotes around keys with dots, where nothing else is at it",
    arguments: [
      ("com.apple.security.x", "true"), ("com.apple", "1"), ("a[0].b.c[0].d", "deep"), ("x.y", "1"),
      ("x.y.z", "2"), ("\"com.apple.security.x\"", "true"),
    ])
  func dots(_ path: String, _ value: String) throws {
    let run = try folder.run("get", "t.json", path)
    #expect(run.text == value + "\n")
    #expect(try folder.run("type", "t.json", path).status == 0)
  }

  @Test("that leads nowhere names a key that is nearly the same, and ends with 4")
  func nearKeys() throws {
    for (path, key) in [
      ("label", "Label"), ("Lable", "Label"), ("com.apple.security.y", "\"com.apple.security.x\""),
    ] {
      let run = try folder.run("get", "t.json", path)
      #expect(run.status == 4)
      #expect(run.errors.contains("; did you mean \(key)?"), "\(run.errors)")
    }
    let far = try folder.run("print", "t.json", "nothing.like.it")
    #expect(far.status == 4)
    #expect(far.errors.contains("the root has no key “nothing”"))
    #expect(!far.errors.contains("did you mean"))
    #expect(try folder.run("keys", "t.json", "a[5]").status == 4)
  }

  @Test("that leads nowhere gives the text of --default")
  func defaultText() throws {
    let run = try folder.run("get", "t.json", "nope", "--default", "none")
    #expect(run.status == 0)
    #expect(run.text == "none\n")
    #expect(run.errors.isEmpty)
    #expect(try folder.run("get", "t.json", "Label", "--default", "none").text == "here\n")
  }
}
