// Tests of outlines line by line: indentation, kinds, sharing, and documents inside data.

import Foundation
import TestSupport
import Testing

@Suite("Outlines")
struct OutlineWriterTests {
  let folder: ToolFolder

  init() throws { folder = try ToolFolder() }

  @Test("Each value has a line with its kind, indented by its depth")
  func lines() throws {
    try folder.write(#"{"a": [1, {"b": true}], "c": "text", "d": {"$data": "AQI="}}"#, to: "a.json")
    let run = try folder.run("print", "a.json")
    #expect(
      run.lines == [
        "dictionary (3 keys)", "  a: array (2 elements)", "    [0]: integer 1",
        "    [1]: dictionary (1 key)", "      b: bool true", "  c: string \"text\"",
        "  d: data (2 bytes) 0102",
      ], "\(run)")
  }

  @Test("Lines deeper than 40 levels begin with the number of their level")
  func depth() throws {
    let text = String(repeating: "[", count: 60) + "1" + String(repeating: "]", count: 60)
    try folder.write(text, to: "deep.json")
    let lines = try folder.run("print", "deep.json").lines
    #expect(lines.count == 61)
    #expect(lines[40].prefix { $0 == " " }.count == 80)
    #expect(lines[41].contains("41> ") && lines[60].contains("60> "))
    #expect(lines.allSatisfy { $0.prefix { $0 == " " }.count <= 80 })
  }

  @Test("Documents inside data appear below it on request")
  func nested() throws {
    let plist = Data("<plist><array><true/></array></plist>".utf8).base64EncodedString()
    try folder.write(#"{"a": {"$data": "\#(plist)"}}"#, to: "n.json")
    let plain = try folder.run("print", "n.json")
    #expect(plain.lines.count == 2)
    let nested = try folder.run("print", "--nested", "n.json")
    #expect(nested.lines.last == "    [0]: bool true", "\(nested)")
  }

  @Test("Every valid file of the corpus is printed, the other formats included")
  func corpus() throws {
    let path = Corpus.committedPath + "/valid"
    let run = try folder.run("print", "-r", path)
    #expect(run.status == 0 && run.errors.isEmpty)
    let titles = run.lines.filter { $0.hasPrefix("==> ") }
    let files = Corpus.committed("valid", FixtureManifest.folders)
    #expect(titles.count == files.count)
  }
}
