// One value of a small file, which the tool reads in a shorter way than several values: the same output
// and the same errors as for standard input.

import Foundation
import TestSupport
import Testing

@Suite("One value of a small file")
struct SingleValueCommandTests {
  let folder: ToolFolder

  init() throws {
    folder = try ToolFolder(examples: "settings.plist", "FlashCards-Info.plist")
    try folder.prepare("plist convert settings.plist --to xml -o settings.xml")
    try folder.prepare("plist convert settings.plist --to gnustep -o settings.gnustep")
    try folder.write("{\"a.b\": {\"c\": 1}, \"half\": \"\\ud800\", \"none\": null}", to: "a.json")
    try folder.write("{ a = 1; a = 2; b = { c = \"x\\ny\"; }; }", to: "repeated.openstep")
    try folder.write("not a property list <", to: "broken")
    try folder.write("", to: "empty")
  }

  @Test(
    "The output is that of standard input",
    arguments: [
      "settings.plist", "settings.xml", "settings.gnustep", "repeated.openstep", "broken", "empty",
    ])
  func output(file: String) throws {
    for arguments in [
      ["theme"], ["window"], ["recentDecks"], ["recentDecks[0]"], ["recentDecks[-1]"],
      ["recentDecks.0"], ["none"],
      ["a"], ["b"], ["b.c"], ["window", "--as", "xml"], ["window", "--as", "json"],
      ["window", "--as", "openstep"], ["none", "--default", "text"], ["theme", "--as", "xml"],
      ["window", "--as", "json", "--nested"], ["theme", "--raw"], ["theme", "window"],
      ["--path", "theme"],
      ["window", "--as", "gnustep", "--diagnostics", "json"], ["theme", "--encoding", "us-ascii"],
    ] { try folder.compareGet(file, arguments) }
  }

  @Test("Keys with dots, null and half a character are shown as for standard input")
  func unusualJSON() throws {
    #expect(try folder.compareGet("a.json", ["a.b.c"]).text == "1\n")
    #expect(try folder.compareGet("a.json", ["half"]).errors.contains("warning"))
    for path in ["a.b", "none", "a", "b"] { try folder.compareGet("a.json", [path]) }
  }

  @Test(
    "Files that cannot be read are reported as before",
    arguments: [".", "missing", "/dev/null", "/proc/self/status", ""])
  func unreadable(file: String) throws {
    // With an encoding, the file is read as one of several.
    let expected = try folder.run("get", file, "theme", "--encoding", "us-ascii")
    let run = try folder.run("get", file, "theme")
    #expect(run.errors == expected.errors)
    #expect(run.status == expected.status)
    #expect(run.status != 0)
  }

  @Test("Standard input by its name is read once")
  func standardInput() throws {
    let expected = try folder.run("get", "settings.plist", "theme")
    let run = try folder.shell("plist get /dev/stdin theme < settings.plist")
    #expect(run.output == expected.output)
    #expect(run.status == 0)
  }

  @Test("Without a reader, nothing is reported")
  func closedPipe() throws {
    let run = try folder.shell(
      "trap '' PIPE; { sleep 0.2; plist get settings.plist theme; echo $? >&2; } | true")
    #expect(run.errors == "3\n")
    #expect(try folder.shell("plist get settings.plist theme >&-").status == 3)
    #expect(try folder.run("get", "-q", "settings.plist", "theme").output.isEmpty)
  }

  @Test("A pipe is read once")
  func pipe() throws {
    try folder.prepare("mkfifo pipe")
    let command = "cat settings.plist > pipe & plist get pipe theme"
    let expected = try folder.run("get", "settings.plist", "theme")
    let run = try folder.shell(command)
    #expect(run.output == expected.output)
    #expect(run.status == 0)
  }

  @Test("Output that cannot be written is an error")
  func fullDevice() throws {
    let run = try folder.shell("plist get settings.plist theme > /dev/full")
    #expect(run.status == 3)
    #expect(run.errors.contains("No space left"))
  }
}
