// `convert`: formats, places, and what becomes of the files.

import Foundation
import TestSupport
import Testing

@Suite("The tool converts")
struct WritingCommandTests {
  let folder: ToolFolder

  init() throws {
    folder = try ToolFolder()
    try folder.copyExample("FlashCards-Info.plist", as: "info")
  }

  @Test("from XML to binary and back to the same bytes")
  func roundTrip() throws {
    #expect(try folder.run("convert", "info", "--to", "binary", "-o", "binary").status == 0)
    #expect(try folder.data("binary").starts(with: Array("bplist00".utf8)))
    #expect(try folder.run("convert", "binary", "--to", "xml").output == folder.data("info"))
  }

  @Test("to JSON, from standard input")
  func json() throws {
    let input = Data(xml("<array><true/><real>1</real></array>").utf8)
    let run = try folder.run("convert", "-", "--to", "json", "-o", "-", input: input)
    #expect(run.text == "[\n  true,\n  1.0\n]\n")
  }

  @Test("with the order of keys kept, or sorted on request")
  func keyOrder() throws {
    try folder.write(xml("<dict><key>b</key><true/><key>a</key><true/></dict>"), to: "f")
    let kept = try folder.run("convert", "f", "--to", "json").text
    #expect(kept == "{\n  \"b\": true,\n  \"a\": true\n}\n")
    let sorted = try folder.run("convert", "f", "--to", "json", "--sort-keys").text
    #expect(sorted == "{\n  \"a\": true,\n  \"b\": true\n}\n")
  }

  @Test("in place, keeping permissions and symbolic links")
  func inPlace() throws {
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.file("info").path)
    try manager.createSymbolicLink(atPath: folder.file("link").path, withDestinationPath: "info")
    #expect(try folder.run("convert", "link", "--to", "binary", "--in-place").status == 0)
    #expect(try manager.destinationOfSymbolicLink(atPath: folder.file("link").path) == "info")
    #expect(try folder.data("info").starts(with: Array("bplist00".utf8)))
    let attributes = try manager.attributesOfItem(atPath: folder.file("info").path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test("the good ones of many files, and tells the worst exit code")
  func manyFiles() throws {
    try folder.copyExample("broken.plist", as: "bad")
    try folder.copyExample("settings.plist", as: "last")
    let run = try folder.run(
      "convert", "info", "bad", "none", "last", "--to", "binary", "--in-place")
    #expect(run.status == 3)
    #expect(run.errors.contains("bad:9:12: error:"))
    #expect(run.errors.contains("none: error: there is no such file\n"))
    #expect(try folder.data("info").starts(with: Array("bplist00".utf8)))
    #expect(try folder.data("bad").starts(with: Array("<?xml".utf8)))
  }

  @Test("nothing where the command line is wrong")
  func usage() throws {
    #expect(try folder.run("convert", "info", "info", "--to", "xml").status == 2)
    #expect(try folder.run("convert", "-", "--to", "xml", "--in-place").status == 2)
    #expect(try folder.run("convert", "info", "--to", "xml", "--in-place", "-o", "x").status == 2)
    let format = try folder.run("convert", "info", "--to", "yaml")
    #expect(format.status == 2)
    #expect(format.errors.contains("- pbxproj\n  - glyphs\n  - json\n"))
  }

  @Test("no value that the format has no form for, and tells where it stands")
  func notRepresentable() throws {
    try folder.write(xml("<array><real>nan</real></array>"), to: "f")
    let run = try folder.run("convert", "f", "--to", "json")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("f:2:8: error: "))
    #expect(run.text.isEmpty)
  }

  @Test("into a folder, under the names of the files, with the format's extension where it has one")
  func intoFolder() throws {
    try folder.copyExample("Localizable.strings")
    try folder.copyExample("settings.plist", as: "App.entitlements")
    let inputs = ["info", "Localizable.strings", "App.entitlements"]
    for (format, names) in [
      ("json", "App.json Localizable.json info.json"),
      ("typed-json", "App.json Localizable.json info.json"),
      ("xml", "App.entitlements Localizable.strings info"),
      ("binary1", "App.entitlements Localizable.strings info"),
      ("gnustep", "App.entitlements Localizable.strings info"),
    ] {
      let run = try folder.run(["convert", "--to", format, "-o", "\(format)/"] + inputs)
      #expect(run.status == 0)
      #expect(run.text.isEmpty)
      #expect(try folder.shell("ls \(format) | xargs").text == names + "\n")
    }
    // Of one file too, and a folder that is there needs no slash.
    #expect(
      try folder.run("convert", "typed-json/App.json", "--to", "binary", "-o", "xml").status == 0)
    #expect(try folder.data("xml/App.plist") == folder.data("App.entitlements"))
    #expect(
      try folder.run("convert", "Localizable.strings", "--to", "strings", "-o", "xml").status == 0)
    #expect(
      try folder.data("xml/Localizable.strings")
        == folder.run("convert", "Localizable.strings", "--to", "strings").output)
  }

  @Test("the good ones into a folder, and keeps what is there where a file is bad")
  func folderWithBadFiles() throws {
    try folder.copyExample("broken.plist", as: "bad")
    try folder.prepare("mkdir out; echo old > out/bad.json")
    let run = try folder.run("convert", "bad", "none", "info", "--to", "json", "-o", "out")
    #expect(run.status == 3)
    #expect(run.errors.contains("bad:9:12: error:"))
    #expect(
      try folder.shell("ls -A out | xargs; cat out/bad.json").text == "bad.json info.json\nold\n")
  }

  @Test(
    "nothing where two files would have one name in the folder, or one would replace another",
    arguments: [
      (
        "a/x.plist b/x.plist --to xml -o out/",
        "a/x.plist and b/x.plist would both become out/x.plist"
      ),
      ("a/x.plist a/x.strings --to json -o out/", "would both become out/x.json"),
      ("a/x.plist a/x.plist --to json -o out/", "a/x.plist and a/x.plist would both become"),
      (
        "a/x.plist --to xml -o a",
        "a/x.plist is one of the files that are converted; use --in-place"
      ),
      ("a/x.plist --to xml -o link", "link/x.plist is one of the files that are converted"),
      ("- --to xml -o out/", "standard input has no name in a folder"),
      ("a/x.plist b/x.plist --to xml -o out", "such as out/"),
    ])
  func collisions(arguments: String, message: String) throws {
    try folder.prepare(
      "mkdir a b; cp info a/x.plist; cp info b/x.plist; cp info a/x.strings; ln -s a link")
    let run = try folder.shell("plist convert \(arguments)")
    #expect(run.status == 2)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(try folder.shell("ls").lines == ["a", "b", "info", "link"])
    #expect(try folder.shell("cmp info a/x.plist && cmp info b/x.plist").status == 0)
  }

  @Test("into no folder that cannot be made")
  func impossibleFolder() throws {
    for output in ["none/out/", "info/"] {
      let run = try folder.run("convert", "info", "--to", "xml", "-o", output)
      #expect(run.status == 3)
      #expect(!run.errors.isEmpty)
    }
  }

  @Test(
    "names that are not UTF-8 into a folder",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/cmdline")))
  func folderOfOddNames() throws {
    let run = try folder.shell(
      "name=$(printf 'n\\377'); cp info $name.plist; plist convert $name.plist --to json -o out/ && ls -b out"
    )
    #expect(run.text == "n\\377.json\n")
  }

  @Test("into no folder that is not there")
  func missingFolder() throws {
    let run = try folder.run("convert", "info", "--to", "xml", "-o", "none/x")
    #expect(run.status == 3)
    #expect(run.errors.hasPrefix("none/x: error: cannot replace none/x: "))
  }
}
