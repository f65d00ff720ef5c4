// Archives that are converted to JSON and back, files that are not archives, null, and halves of
// surrogate pairs.

import Foundation
import TestSupport
import Testing

@Suite("Values that not every format can hold")
struct UnsupportedValueCommandTests {
  let folder: ToolFolder

  init() throws { folder = try ToolFolder() }

  private static let archive = """
    {"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": {"CF$UID": 1}},
    "$objects": ["$null", {"$class": {"CF$UID": 2}, "a": 5}, {"$classname": "A", "$classes": ["A"]}]}
    """

  @Test("An archive survives conversion to JSON and back")
  func archive() throws {
    try folder.write(Self.archive, to: "a.json")
    #expect(try folder.run("convert", "a.json", "--to", "binary", "-o", "a.nib").status == 0)
    #expect(try folder.run("get", "a.nib", "$top.root", "--as", "typed-json").text.contains("$uid"))
    let json = try folder.run("convert", "a.nib", "--to", "json").text
    #expect(json.contains("{\"CF$UID\": 1}"))
    try folder.write(json, to: "b.json")
    let shown = try folder.run("archive", "print", "a.nib").text
    #expect(shown.contains("root: A @1"))
    #expect(try folder.run("archive", "print", "b.json").text == shown)
  }

  @Test("Archive commands reject a file whose references are numbers")
  func flattened() throws {
    try folder.write(
      Self.archive.replacingOccurrences(of: "{\"CF$UID\": 1}", with: "1")
        .replacingOccurrences(of: "{\"CF$UID\": 2}", with: "2"), to: "a.json")
    for command in ["print", "json", "classes", "verify"] {
      let run = try folder.run("archive", command, "a.json")
      #expect(run.status == 1, "\(command)")
      #expect(run.text.isEmpty)
    }
  }

  @Test("null is never written to a binary file")
  func null() throws {
    try folder.write(#"{"a": [null]}"#, to: "n.json")
    let run = try folder.run("convert", "n.json", "--to", "binary", "-o", "n")
    #expect(run.status == 1)
    #expect(run.errors.contains("n.json:1:8: error: Apple's software cannot read null"))
    let part = try folder.shell("plist get n.json a --as binary | wc -c")
    #expect(part.text.trimmingCharacters(in: .whitespaces) == "0\n")
    #expect(try folder.run("get", "n.json", "a").text == "[\n  null\n]\n")
  }

  @Test(
    "An unpaired surrogate is preserved if the format can hold it, and is a warning otherwise")
  func surrogates() throws {
    try folder.write(#"["a\ud800"]"#, to: "s.json")
    #expect(try folder.run("convert", "s.json", "--to", "binary", "-o", "s").status == 0)
    #expect(try folder.run("convert", "s", "--to", "json").text == "[\n  \"a\\ud800\"\n]\n")
    let xml = try folder.run("convert", "s", "--to", "xml")
    #expect(xml.text.contains("<string>a\u{FFFD}</string>"))
    #expect(xml.errors.contains("warning: an unpaired surrogate is written as U+FFFD"))
    let lint = try folder.run("lint", "s", "s.json")
    #expect(lint.status == 0)
    #expect(lint.errors.contains("s.json:1:2: warning: the text contains an unpaired surrogate"))
  }
}
