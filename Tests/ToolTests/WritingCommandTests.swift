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

  @Test("into no folder that is not there")
  func missingFolder() throws {
    let run = try folder.run("convert", "info", "--to", "xml", "-o", "none/x")
    #expect(run.status == 3)
    #expect(run.errors.hasPrefix("none/x: error: cannot replace none/x: "))
  }
}
