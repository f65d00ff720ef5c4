// Warnings before a conversion loses something, and for suspicious contents.

import Foundation
import TestSupport
import Testing

@Suite("Warnings of losses")
struct LossCommandTests {
  let folder: ToolFolder

  init() throws { folder = try ToolFolder(examples: "settings.plist") }

  @Test("convert warns before it drops a repeated key, even in place")
  func repeatedKey() throws {
    try folder.write("\"a\" = \"1\";\n\"a\" = \"2\";\n", to: "t.strings")
    let run = try folder.run(
      "convert", "t.strings", "--to", "strings", "--reformat", "--in-place")
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix("t.strings:2:1: warning: the key “a”"))
    #expect(String(decoding: try folder.data("t.strings"), as: UTF8.self) == "\"a\" = \"2\";\n")
    try folder.write(xml("<dict><key>b</key><true/><key>b</key><true/></dict>"), to: "t.plist")
    #expect(try folder.run("convert", "t.plist", "--to", "json").errors.contains("the key “b”"))
  }

  @Test("Control characters in XML are written as Apple's software does, with a warning")
  func controls() throws {
    try folder.write(#"{"a": "~\u001b", "b": "\u0000"}"#, to: "t.json")
    let run = try folder.run("convert", "t.json", "--to", "xml")
    #expect(run.status == 0)
    #expect(run.text.contains("<string>~\u{1B}</string>"))
    #expect(run.text.contains("<string>\0</string>"))
    #expect(run.errors.contains("warning: control characters such as U+001B"))
    #expect(run.errors.contains("(at a)"))
    try run.output.write(to: folder.file("t.plist"))
    #expect(try folder.run("lint", "t.plist").status == 0)
    let strict = try folder.run("lint", "--strict", "t.plist")
    #expect(strict.status == 1)
    #expect(strict.errors.contains("U+001B"))
    #expect(strict.errors.contains("U+0000"))
    let back = try folder.run("convert", "t.plist", "--to", "json")
    #expect(
      try JSONSerialization.jsonObject(with: back.output) as? [String: String] == [
        "a": "~\u{1B}", "b": "\0",
      ])
    let value = try folder.run("get", "t.json", "b", "--as", "xml")
    #expect(value.status == 0 && value.errors.contains("U+0000") && value.errors.contains("(at b)"))
    #expect(!value.errors.contains("U+001B"))
    _ = try folder.run("prefs", "write", "--root", "r", "d", "a", "b")
    try folder.prepare("plist convert t.json --to binary -o r/Library/Preferences/d.plist")
    let preferences = try folder.run("prefs", "read", "--root", "r", "d", "--as", "xml")
    #expect(preferences.text.contains("<string>\0</string>"))
    #expect(preferences.errors.contains("warning: control characters such as U+001B"))
  }

  @Test("Unpaired surrogates cause a warning only in formats that lose them")
  func surrogates() throws {
    try folder.write(#"{"a": ["A\udc00"], "\ud800": 1, "\ud801": 2}"#, to: "t.json")
    for format in ["json", "typed-json"] {
      let run = try folder.run("get", "t.json", "a", "--as", format)
      #expect(run.text.contains(#""A\udc00""#) && run.errors.isEmpty)
    }
    #expect(try folder.run("keys", "--lines", "t.json").text.contains(#"["a","\ud800","\ud801"]"#))
    for words in [["a", "--as", "xml"], ["a[0]"]] {
      let run = try folder.run(["get", "t.json"] + words)
      #expect(run.text.contains("A\u{FFFD}"))
      #expect(
        run.errors.contains("warning: an unpaired surrogate") && run.errors.contains("(at a[0])")
      )
    }
    let run = try folder.run("convert", "t.json", "--to", "xml")
    #expect(run.errors.contains("in XML they are one key, and readers keep one of its values"))
  }

  @Test("Fractions of seconds in XML cause a warning")
  func fractions() throws {
    try folder.write(#"{"a": {"$date": {"$real": "0.5"}}}"#, to: "t.json")
    let run = try folder.run("convert", "t.json", "--to", "xml")
    #expect(run.errors.contains("warning: XML stores dates in whole seconds"))
    #expect(try folder.run("convert", "t.json", "--to", "binary", "-o", "b").errors.isEmpty)
  }

  @Test("A binary file that is cut off in its first bytes causes a warning")
  func cutFile() throws {
    try folder.write("bpli", to: "cut")
    let run = try folder.run("lint", "cut")
    #expect(run.status == 0)
    #expect(run.errors.contains("the first 4 bytes of a binary property list"))
    let converted = try folder.run("convert", "cut", "--to", "xml")
    #expect(converted.errors.contains("the first 4 bytes of a binary property list"))
    #expect(try folder.run("lint", "--strict", "cut").status == 1)
  }

  @Test("Control characters and text outside the values of XML cause a warning")
  func outside() throws {
    for (text, finding) in [
      ("<plist><!-- \0 --><true/></plist>", "1:13: error: unexpected control character U+0000"),
      ("<plist version=\"\u{1}\"><true/></plist>", "1:17: error: unexpected control character"),
      ("<plist><string>a</string></plist>\0\0", "1:34: error: ignored content after the end of"),
      ("<plist><true/></plist> <dict>", "1:24: error: ignored content after the end of"),
    ] {
      try folder.write(text, to: "t.plist")
      #expect(try folder.run("lint", "t.plist").status == 0)
      let strict = try folder.run("lint", "--strict", "t.plist")
      #expect(strict.status == 1 && strict.errors.contains(finding), "\(strict.errors)")
    }
    try folder.write("<plist><true/></plist>\n<!-- end --> <?end?>\n", to: "t.plist")
    #expect(try folder.run("lint", "--strict", "t.plist").status == 0)
    try folder.write("/* \0 */ \"a\" = \"b\";\n", to: "t.strings")
    #expect(
      try folder.run("lint", "--strict", "t.strings").errors.contains("1:4: error: unexpected"))
  }

  @Test("Only --style reports the layout, with the difference")
  func style() throws {
    try folder.write(xml("<array>\n  <true/>\n</array>"), to: "t.plist")
    let plain = try folder.run("lint", "--strict", "t.plist")
    #expect(plain.status == 0)
    #expect(plain.errors.isEmpty)
    let style = try folder.run("lint", "--style", "t.plist")
    #expect(style.status == 0)
    #expect(style.text == "t.plist: OK\n")
    #expect(style.errors.hasPrefix("t.plist:1:2: style: expected “<?xml version="))
    #expect(
      style.errors.contains("found “<plist version=\\\"1.0\\\">”")
        || style.errors.contains("<plist"))
    #expect(try folder.run("lint", "--style", "--strict", "t.plist").status == 1)
    #expect(try folder.run("lint", "--style", "settings.plist").errors.isEmpty)
  }
}
