// One value of a large file: the same output and the same errors as for standard input, which is always
// read as a whole.

import Foundation
import TestSupport
import Testing

@Suite("One value of a large file")
struct LargeFileCommandTests {
  let folder: ToolFolder

  init() throws {
    folder = try ToolFolder()
    try folder.write(Self.text(), to: "large.xml")
    try folder.prepare("plist convert large.xml --to binary -o large.bin")
  }

  /// Returns XML of more than 1 MiB.
  private static func text(last: String = "<string>end</string>") -> String {
    let records = (0..<300).map { number in
      """
      \t<dict>
      \t\t<key>name</key>
      \t\t<string>Zürich \(number)</string>
      \t\t<key>inner</key>
      \t\t<dict>
      \t\t\t<key>a.b</key>
      \t\t\t<array><integer>\(number)</integer><real>1.5</real></array>
      \t\t\t<key>on</key>
      \t\t\t<date>2026-11-21T01:02:03Z</date>
      \t\t</dict>
      \t\t<key>data</key>
      \t\t<data>AAEC\(number % 2 == 0 ? "" : "Aw==")</data>
      \t</dict>

      """
    }
    let padding = String(repeating: "AAAA", count: 400_000)
    return xml(
      "<dict><key>records</key><array>\n\(records.joined())</array>"
        + "<key>padding</key><data>\(padding)</data><key>z</key>\(last)</dict>")
  }

  @Test("A value is found in a text of several parts")
  func severalParts() throws {
    let records = (0..<30_000).map { number in
      "\t<dict>\n\t\t<key>name</key>\n\t\t<string>Zürich \(number)</string>\n\t</dict>\n"
    }
    try folder.write(xml("<array>\n\(records.joined())</array>"), to: "records.xml")
    #expect(try folder.compareGet("records.xml", ["[0].name"]).text == "Zürich 0\n")
    #expect(try folder.compareGet("records.xml", ["[29999].name"]).text == "Zürich 29999\n")
    #expect(try folder.compareGet("records.xml", ["[17000]", "--as", "json"]).status == 0)
    #expect(try folder.compareGet("records.xml", ["[30000]"]).status == 4)
  }

  @Test("The output is that of the whole document", arguments: ["large.xml", "large.bin"])
  func output(file: String) throws {
    #expect(try folder.compareGet(file, ["records[200].name"]).text == "Zürich 200\n")
    for arguments in [
      ["records[0].inner"], ["records.3.data"], ["records[-1].name"], ["z"],
      ["records[5]", "--as", "xml"],
      ["records[5].inner", "--as", "json"], ["records[5].inner", "--as", "openstep"],
      ["records[5].inner", "--as", "binary"], ["records[5].inner.a.b[1]"],
      ["records[2].inner.\"a.b\""],
      ["records[300]"], ["record"], ["z.x"], ["records[1].Name"],
      ["missing", "--default", "none"],
      ["z", "--default", "none"], ["records[7].data", "--as", "strings"], ["-q", "z"],
      ["records[7].inner", "--as", "json", "--nested"], ["--path", "z"],
      ["records[9]", "z", "--diagnostics", "json"], ["missing", "--diagnostics", "json"],
    ] {
      _ = try folder.compareGet(file, arguments)
    }
  }

  @Test("Damage that is not on the path is an error in XML, and is not seen in a binary file")
  func damage() throws {
    try folder.write(Self.text(last: "<date>soon</date>"), to: "large.xml")
    let run = try folder.compareGet("large.xml", ["records[3].name"])
    #expect(run.status == 1)
    #expect(run.errors.contains("is not a date"))
    var bytes = try folder.data("large.bin")
    let end = try #require(bytes.range(of: Data("\u{53}end".utf8)))
    bytes[end.lowerBound] = 0x77
    try bytes.write(to: folder.file("large.bin"))
    #expect(try folder.run("get", "large.bin", "records[3].name").text == "Zürich 3\n")
    #expect(
      try folder.run("get", "--path", "records[3].name", "large.bin").text == "Zürich 3\n")
    #expect(try folder.run("lint", "large.bin").status == 1)
    let onPath = try folder.compareGet("large.bin", ["z"])
    #expect(onPath.status == 1)
    #expect(onPath.errors.contains("large.bin:@\(end.lowerBound): error: "))
  }

  @Test(
    "Warnings and losses have the locations of the file", arguments: ["large.xml", "large.bin"])
  func warnings(file: String) throws {
    try folder.write(
      Self.text(last: "<dict><key>real</key><real>nan</real><key>d</key><data>AA==</data></dict>"),
      to: "large.xml")
    try folder.prepare("plist convert large.xml --to binary -o large.bin")
    for format in ["json", "openstep", "xml", "typed-json", "gnustep"] {
      _ = try folder.compareGet(file, ["z", "--as", format])
    }
  }

  @Test("A truncated file has the error of the whole file", arguments: ["large.xml", "large.bin"])
  func truncation(file: String) throws {
    let bytes = try folder.data(file)
    try bytes.dropLast(10).write(to: folder.file(file))
    #expect(try folder.compareGet(file, ["records[3].name"]).status == 1)
  }
}
