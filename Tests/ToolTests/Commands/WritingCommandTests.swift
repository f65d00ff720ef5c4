// `convert`: formats, destinations, and the resulting files.

import Foundation
import TestSupport
import Testing

@Suite("The convert command")
struct WritingCommandTests {
  let folder: ToolFolder

  init() throws {
    folder = try ToolFolder()
    try folder.copyExample("FlashCards-Info.plist", as: "info")
  }

  @Test("XML survives conversion to binary and back byte for byte")
  func roundTrip() throws {
    #expect(try folder.run("convert", "info", "--to", "binary", "-o", "binary").status == 0)
    #expect(try folder.data("binary").starts(with: Array("bplist00".utf8)))
    #expect(try folder.run("convert", "binary", "--to", "xml").output == folder.data("info"))
  }

  @Test("Standard input is converted to JSON")
  func json() throws {
    let input = Data(xml("<array><true/><real>1</real></array>").utf8)
    let run = try folder.run("convert", "-", "--to", "json", "-o", "-", input: input)
    #expect(run.text == "[\n  true,\n  1.0\n]\n")
  }

  @Test("The order of keys is preserved, or sorted on request")
  func keyOrder() throws {
    try folder.write(xml("<dict><key>b</key><true/><key>a</key><true/></dict>"), to: "f")
    let kept = try folder.run("convert", "f", "--to", "json").text
    #expect(kept == "{\n  \"b\": true,\n  \"a\": true\n}\n")
    let sorted = try folder.run("convert", "f", "--to", "json", "--sort-keys").text
    #expect(sorted == "{\n  \"a\": true,\n  \"b\": true\n}\n")
  }

  @Test("Conversion in place preserves permissions and symbolic links")
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

  @Test("Of many files, the valid ones are converted, and the most severe exit status counts")
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

  @Test("An invalid command line converts nothing")
  func usage() throws {
    #expect(try folder.run("convert", "info", "info", "--to", "xml").status == 2)
    #expect(try folder.run("convert", "-", "--to", "xml", "--in-place").status == 2)
    #expect(try folder.run("convert", "info", "--to", "xml", "--in-place", "-o", "x").status == 2)
    let format = try folder.run("convert", "info", "--to", "yaml")
    #expect(format.status == 2)
    #expect(format.errors.contains("- pbxproj\n  - glyphs\n  - json\n"))
  }

  @Test("A value that the format cannot hold is reported with its location")
  func notRepresentable() throws {
    try folder.write(xml("<array><real>nan</real></array>"), to: "f")
    let run = try folder.run("convert", "f", "--to", "json")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("f:2:8: error: "))
    #expect(run.text.isEmpty)
  }

  @Test(
    "A folder receives files with the same names, and with the extension of the format if it has one"
  )
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
    // This also works for one file, and an existing folder needs no slash.
    #expect(
      try folder.run("convert", "typed-json/App.json", "--to", "binary", "-o", "xml").status == 0)
    #expect(try folder.data("xml/App.plist") == folder.data("App.entitlements"))
    #expect(
      try folder.run("convert", "Localizable.strings", "--to", "strings", "-o", "xml").status == 0)
    #expect(
      try folder.data("xml/Localizable.strings")
        == folder.run("convert", "Localizable.strings", "--to", "strings").output)
  }

  @Test("An invalid file leaves its earlier result in the folder unchanged")
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
    "Nothing is written if two results would have the same name or replace an input file",
    arguments: [
      (
        "a/x.plist b/x.plist --to xml -o out/",
        "a/x.plist and b/x.plist would both become out/x.plist"
      ),
      ("a/x.plist a/x.strings --to json -o out/", "would both become out/x.json"),
      ("a/x.plist a/x.plist --to json -o out/", "a/x.plist and a/x.plist would both become"),
      (
        "a/x.plist --to xml -o a",
        "a/x.plist is one of the input files; use --in-place"
      ),
      ("a/x.plist --to xml -o link", "link/x.plist is one of the input files"),
      ("- --to xml -o out/", "standard input does not have a name to use in a folder"),
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

  @Test("A folder that cannot be created is an error")
  func impossibleFolder() throws {
    for output in ["none/out/", "info/"] {
      let run = try folder.run("convert", "info", "--to", "xml", "-o", output)
      #expect(run.status == 3)
      #expect(!run.errors.isEmpty)
    }
  }

  @Test(
    "A folder receives names that are not UTF-8",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/cmdline")))
  func folderOfOddNames() throws {
    let run = try folder.shell(
      "name=$(printf 'n\\377'); cp info $name.plist; plist convert $name.plist --to json -o out/ && ls -b out"
    )
    #expect(run.text == "n\\377.json\n")
  }

  @Test("A missing folder is an error for a single file")
  func missingFolder() throws {
    let run = try folder.run("convert", "info", "--to", "xml", "-o", "none/x")
    #expect(run.status == 3)
    #expect(run.errors.hasPrefix("none/x: error: cannot replace none/x: "))
  }
}
