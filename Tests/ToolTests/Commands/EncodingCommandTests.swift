// `--encoding`: text with one byte per character that is not UTF-8.

import Foundation
import TestSupport
import Testing

@Suite("The option --encoding")
struct EncodingCommandTests {
  let folder: ToolFolder

  init() throws {
    folder = try ToolFolder()
    let text = Array("N = \"".utf8) + [0xA9] + Array("\";\n".utf8)
    try Data(text).write(to: folder.file("t.strings"))
  }

  @Test("The error for text that is not UTF-8 names the encodings that fit")
  func asked() throws {
    let run = try folder.run("get", "t.strings", "N")
    #expect(run.status == 1)
    #expect(run.errors.contains("specify its encoding: the text is valid in windows-1252 (“©”)"))
  }

  @Test("Every command reads text in the given encoding", arguments: ["macintosh", "ISO-8859-1"])
  func chosen(_ name: String) throws {
    #expect(try folder.run("get", "t.strings", "N", "--encoding", name).text == "©\n")
    #expect(try folder.run("print", "t.strings", "--encoding", name).text.contains("\"©\""))
    #expect(try folder.run("lint", "t.strings", "--encoding", name).status == 0)
    let xml = try folder.run("convert", "t.strings", "--to", "xml", "--encoding", name)
    #expect(xml.text.contains("<string>©</string>"))
  }

  @Test("Text with a byte-order mark needs no encoding")
  func marked() throws {
    let text = Array("\u{FEFF}<plist><string>".utf8) + [0xA9] + Array("</string></plist>".utf8)
    try Data(text).write(to: folder.file("t.plist"))
    let run = try folder.run("lint", "t.plist")
    #expect(run.status == 1 && !run.errors.contains("encoding"))
  }

  @Test(
    "The option overrides a wrong or unknown declaration",
    arguments: ["US-ASCII", "Shift_JIS"])
  func declared(_ name: String) throws {
    let start = "<?xml version=\"1.0\" encoding=\"\(name)\"?><plist><string>"
    let text = Array(start.utf8) + [0xA9] + Array("</string></plist>".utf8)
    try Data(text).write(to: folder.file("t.plist"))
    #expect(try folder.run("lint", "t.plist").errors.contains("the text is valid in windows-1252"))
    #expect(try folder.run("get", "t.plist", "", "--encoding", "macintosh").text == "©\n")
    try folder.write(
      "<?xml encoding=\"US-ASCII\"?><plist><string>é</string></plist>", to: "u.plist")
    #expect(try folder.run("lint", "u.plist").errors.contains("the text is UTF-8; correct"))
  }

  @Test("of an unknown name is an error of the command line")
  func unknown() throws {
    #expect(try folder.run("get", "t.strings", "N", "--encoding", "ebcdic").status == 2)
  }
}
