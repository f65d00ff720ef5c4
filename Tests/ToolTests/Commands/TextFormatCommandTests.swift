// Old-style text files and JSON: every format is detected from its contents.

import Foundation
import TestSupport
import Testing

@Suite("Text formats")
struct TextFormatCommandTests {
  let folder: ToolFolder

  init() throws {
    folder = try ToolFolder(examples: "Localizable.strings", "conflict.pbxproj")
    try folder.write("{ a = (1, <*I2>, <*BY>); }", to: "typed")
    try folder.write("{\"a\": [1, 2.5, null]}", to: "f.json")
    try folder.write("12", to: "lone.json")
  }

  @Test("The values, types, and keys of a strings file are shown")
  func strings() throws {
    #expect(try folder.run("get", "Localizable.strings", "Decks").text == "Paquets\n")
    #expect(try folder.run("type", "Localizable.strings").text == "dictionary\n")
    #expect(
      try folder.run("keys", "Localizable.strings").text == """
        Show answer
        %d cards due in %@
        Decks

        """)
  }

  @Test("A strings file keeps its comments")
  func comments() throws {
    let run = try folder.run("convert", "Localizable.strings", "--to", "strings")
    #expect(run.text.contains("/* The button that shows the back of a card */\n\"Show answer\""))
    #expect(run.text.contains("// Unquoted keys are allowed.\n"))
  }

  @Test("The types of GNUstep and JSON values are recognized")
  func typedValues() throws {
    #expect(try folder.run("type", "typed", "a[1]").text == "integer\n")
    #expect(try folder.run("convert", "typed", "--to", "json").text.contains("true"))
    #expect(try folder.run("type", "f.json", "a[1]").text == "real\n")
    #expect(try folder.run("type", "f.json", "a[2]").text == "null\n")
  }

  @Test("A lone number is JSON in a .json file, and a string in other files")
  func loneScalars() throws {
    #expect(try folder.run("type", "lone.json").text == "integer\n")
    #expect(try folder.run("type", "-", input: Data("12".utf8)).text == "string\n")
  }

  @Test("Typed JSON survives a round trip")
  func typedJSON() throws {
    try folder.copyExample("settings.plist")
    let json = try folder.run("convert", "settings.plist", "--to", "typed-json")
    let again = try folder.run(
      "convert", "-", "--to", "binary", "-o", "b", input: Data(json.text.utf8))
    #expect(again.status == 0)
    #expect(
      try folder.run("convert", "b", "--to", "xml").text
        == folder.run("convert", "settings.plist", "--to", "xml").text)
  }

  @Test("A value that the format cannot hold is reported with its path")
  func notRepresentable() throws {
    try folder.write(xml("<dict><key>a</key><true/></dict>"), to: "f")
    let run = try folder.run("convert", "f", "--to", "openstep")
    #expect(run.status == 1)
    #expect(run.errors.contains("(at a)"))
  }

  @Test("lint reports an unresolved merge conflict as an error, and lenient forms as warnings")
  func diagnostics() throws {
    let run = try folder.run("lint", "conflict.pbxproj")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("conflict.pbxproj:7:1: error: unresolved merge conflict"))
    try folder.write("{ a = 1 }", to: "loose")
    #expect(try folder.run("lint", "loose").status == 0)
    #expect(try folder.run("lint", "--strict", "loose").status == 1)
  }
}
