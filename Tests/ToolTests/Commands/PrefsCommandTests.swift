// plist prefs: the preference domains of a container.

import Foundation
import TestSupport
import Testing

@Suite("The preference commands")
struct PrefsCommandTests {
  let folder: ToolFolder

  init() throws { folder = try ToolFolder() }

  @discardableResult
  private func write(_ words: String...) throws -> ProgramRun {
    try folder.run(["prefs", "write", "--root", "r", "settings"] + words)
  }

  private func read(_ words: String...) throws -> ProgramRun {
    try folder.run(["prefs", "read", "--root", "r", "settings"] + words)
  }

  private var file: String { "r/Library/Preferences/settings.plist" }

  @Test("A number that is too large is rejected, and infinity is written by its name")
  func largeReals() throws {
    let refused = try folder.run(
      ["prefs", "write", "--root", "r", "settings", "large", "1e999", "--type", "real"])
    #expect(refused.status != 0)
    #expect(refused.errors.contains("1e999"), "\(refused)")
    try write("large", "inf", "--type", "real")
    #expect(try read("large").text == "inf\n")
  }

  @Test("Values of every type are read as they were written")
  func types() throws {
    try write("text", "dark mode")
    try write("integer", "1", "--type", "integer")
    try write("real", "1", "--type", "real")
    try write("bool", "true", "--type", "bool")
    try write("date", "2026-11-21T01:02:03Z", "--type", "date")
    try write("data", "AAEC", "--type", "data")
    try write("array", "--type", "array")
    try write("dict", "{\"a\": [1, 2.0]}", "--type", "dict")
    try write("json", "{\"$date\": \"2026-11-21T01:02:03Z\"}", "--type", "json")
    try write("negative", "--type", "integer", "--", "-5")
    let all = try read()
    #expect(all.status == 0)
    #expect(
      all.text == """
        {
          "array": [],
          "bool": true,
          "data": {"$data": "AAEC"},
          "date": {"$date": "2026-11-21T01:02:03Z"},
          "dict": {
            "a": [
              1,
              2.0
            ]
          },
          "integer": 1,
          "json": {"$date": "2026-11-21T01:02:03Z"},
          "negative": -5,
          "real": 1.0,
          "text": "dark mode"
        }

        """)
    #expect(try read("text").text == "dark mode\n")
    #expect(try read("integer").text == "1\n")
    #expect(try read("real").text == "1.0\n")
    #expect(try read("array").text == "[]\n")
    #expect(try read("integer", "--as", "xml").text.contains("<integer>1</integer>"))
    #expect(try folder.run("get", file, "bool").text == "true\n")
    #expect(try folder.data(file).starts(with: Data("bplist00".utf8)))
  }

  @Test("delete removes one key or all keys of a domain")
  func delete() throws {
    for key in ["a", "b", "c"] { try write(key, "x") }
    #expect(try folder.run("prefs", "delete", "--root", "r", "settings", "a").status == 0)
    #expect(try folder.run("keys", file).text == "b\nc\n")
    #expect(try folder.run("prefs", "delete", "--root", "r", "settings").status == 0)
    #expect(try read().text == "{}\n")
  }

  @Test("domains lists the domains, and reading creates nothing")
  func domains() throws {
    #expect(try folder.run("prefs", "domains", "--root", "r").text.isEmpty)
    #expect(try read().status == 1)
    #expect(try folder.run("prefs", "delete", "--root", "r", "settings").status == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.file("r").path))
    try write("a", "x")
    _ = try folder.run("prefs", "write", "--root", "r", "org.example.b", "a", "x")
    #expect(try folder.run("prefs", "domains", "--root", "r").text == "org.example.b\nsettings\n")
  }

  @Test("--container finds the container of an app by its identifier")
  func container() throws {
    let environment = ["HOME": folder.path, "XDG_CONFIG_HOME": folder.path + "/config"]
    let written = try folder.run(
      "prefs", "write", "--container", "org.example.app", "d", "k", "v", environment: environment)
    #expect(written.status == 0, "\(written.errors)")
    let domains = try folder.run(
      "prefs", "domains", "--container", "org.example.app", environment: environment)
    #expect(domains.text == "d\n")
  }

  @Test("The exit status distinguishes absent keys, invalid command lines, and unreadable files")
  func exitCodes() throws {
    try write("a", "x")
    let absent = try read("none", "--diagnostics", "json")
    #expect(absent.status == 1)
    #expect(absent.errors.contains("\"code\":\"no-such-key\""))
    #expect(try folder.run("prefs", "read", "settings").status == 2)
    #expect(
      try folder.run("prefs", "read", "--root", "r", "--container", "a.b", "settings").status == 2)
    #expect(try folder.run("prefs", "read", "--root", "r", "../settings").status == 2)
    #expect(try folder.run("prefs", "domains", "--container", "not/one").status == 2)
    #expect(try write("a", "x", "--type", "integer").status == 2)
    #expect(try write("a", "--type", "integer").status == 2)
    #expect(try write("a", "[1", "--type", "array").status == 2)
    #expect(try write("a", "1", "--type", "uid").status == 2)
    #expect(try read("a").text == "x\n")
    try folder.write("", to: "blocked")
    #expect(
      try folder.run("prefs", "write", "--root", "blocked", "settings", "a", "x").status == 3)
  }

  @Test(
    "read shows the previous generation of an invalid file, and write does not overwrite the file")
  func unusable() throws {
    try write("a", "1")
    try write("a", "2")
    try folder.write("{ broken", to: file)
    let shown = try read("a")
    #expect(shown.status == 0)
    #expect(shown.text == "1\n")
    #expect(shown.errors.contains("warning: the file does not contain valid preferences"))
    let refused = try write("a", "3", "--diagnostics", "json")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("\"code\":\"would-overwrite\""))
    #expect(try folder.data(file) == Data("{ broken".utf8))
  }
}
