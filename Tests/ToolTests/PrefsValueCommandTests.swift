// plist prefs write with the options of macOS's defaults: -int and its like, arrays and dictionaries.

import Foundation
import TestSupport
import Testing

@Suite("The tool with preferences of a given type")
struct PrefsValueCommandTests {
  let folder: ToolFolder

  init() throws { folder = try ToolFolder() }

  @discardableResult
  private func write(_ words: String...) throws -> ProgramRun {
    try folder.run(["prefs", "write", "--root", "r", "settings"] + words)
  }

  /// The value of a key as JSON without white space.
  private func value(_ key: String) throws -> String {
    try folder.run(
      "get", "r/Library/Preferences/settings.plist", "--path", key, "--as", "typed-json"
    ).text.filter { !$0.isWhitespace }
  }

  @Test(
    "takes the type and the value of one option",
    arguments: [
      (["-string", "-dark"], "\"-dark\""), (["-int", "14"], "14"), (["-int", "-5"], "-5"),
      (["-integer", "14"], "14"), (["-float", "14"], "14.0"), (["-float", "-1.5"], "-1.5"),
      (["-bool", "YES"], "true"), (["-bool", "no"], "false"), (["-bool", "1"], "true"),
      (["-boolean", "FALSE"], "false"), (["-data", "00fF10"], "{\"$data\":\"AP8Q\"}"),
      (["-data", ""], "{\"$data\":\"\"}"),
      (["-date", "2026-11-21T01:02:03Z"], "{\"$date\":\"2026-11-21T01:02:03Z\"}"),
      (["-array", "a", "-int", "5", "b"], "[\"a\",5,\"b\"]"),
      (["-array", "-string", "-x", "-bool", "true"], "[\"-x\",true]"),
      (["-dict", "a", "1", "b", "-int", "2"], "{\"a\":\"1\",\"b\":2}"),
      (["--type", "integer", "-array", "1", "-2"], "[1,-2]"),
      (["--type", "json", "-array", "{\"a\": 1}", "null-text", "[]"], nil),
      (["--type", "json", "-array", "{\"a\": 1}", "[]"], "[{\"a\":1},[]]"),
    ] as [([String], String?)])
  func types(_ options: [String], _ expected: String?) throws {
    let run = try folder.run(["prefs", "write", "--root", "r", "settings", "k"] + options)
    #expect(run.status == (expected == nil ? 2 : 0), "\(run)")
    if let expected { #expect(try value("k") == expected) }
  }

  @Test("adds elements to an array and keys to a dictionary, and makes both where there is none")
  func adding() throws {
    try write("recent", "-array-add", "a")
    try write("recent", "-array-add", "b", "-int", "3")
    #expect(try value("recent") == "[\"a\",\"b\",3]")
    try write("window", "-dict-add", "title", "Notes", "width", "-int", "640")
    try write("window", "-dict-add", "width", "-int", "800", "open", "-bool", "YES")
    #expect(try value("window.title") == "\"Notes\"")
    #expect(try value("window.width") == "800")
    #expect(try value("window.open") == "true")
    try write("window.tabs", "-array-add", "first")
    #expect(try value("window.tabs") == "[\"first\"]")
  }

  @Test("does not add to a value of another type")
  func otherType() throws {
    try write("theme", "dark")
    try write("recent", "-array", "a")
    for (key, option) in [("theme", "-array-add"), ("theme", "-dict-add"), ("recent", "-dict-add")]
    {
      let run = try write("--diagnostics", "json", key, option, "a", "b")
      #expect(run.status == 1)
      #expect(run.errors.contains("\"code\":\"wrong-type\""), "\(run.errors)")
    }
    let run = try write("theme", "-array-add", "b")
    #expect(
      run.errors.contains("error: “theme” is of type string and not an array"), "\(run.errors)")
    #expect(try value("theme") == "\"dark\"")
  }

  @Test("is refused on a command line that gives no value, two, or one of another type")
  func usage() throws {
    let lines: [([String], String)] = [
      (["-int", "x"], "“x” is not a value for -int"),
      (["-data", "abc"], "“abc” is not a value for -data"),
      (["-data", "+1"], "“+1” is not a value for -data"),
      (["-float", "1e999"], "“1e999” is not a value for -float"),
      (["-bool", "maybe"], "“maybe” is not a value for -bool"),
      (["-int", "1", "-bool", "1"], "only one of -int, -bool gives the value"),
      (["x", "-int", "1"], "only one of VALUE, -int gives the value"),
      (["x", "-array-add", "1"], "only one of VALUE, -array-add gives the value"),
      (["--type", "bool", "-int", "1"], "--type and -int cannot be given together"),
      (["-array"], "--type array and --type dict make empty ones"),
      (["-array-add"], "is missing"), (["-dict", "a"], "the value of “a” is missing"),
      (["-dict", "a", "-int"], "the value of -int is missing"),
      (["-array-add", "a", "--type", "json"], "“--type” after -array-add is not a type"),
      (["x", "y"], "Unexpected argument 'y'"), ([], "a value of type string is missing"),
    ]
    for (words, message) in lines {
      let run = try folder.run(["prefs", "write", "--root", "r", "settings", "k"] + words)
      #expect(run.status == 2, "\(words)")
      #expect(run.errors.contains(message), "\(words): \(run.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("r").path))
  }

  @Test("loses no element that processes add at once")
  func atOnce() throws {
    DispatchQueue.concurrentPerform(iterations: 4) { process in
      let run = try? folder.shell(
        """
        set -e
        for number in 1 2 3 4 5; do
          plist prefs write --root r settings recent -array-add \(process)$number
          plist prefs write --root r settings counts -dict-add \(process)$number x
        done
        """)
      #expect(run?.status == 0, "\(run?.errors ?? "the shell was not started")")
    }
    let elements = try value("recent")
    for process in 0..<4 {
      for number in 1...5 { #expect(elements.contains("\"\(process)\(number)\"")) }
    }
    #expect(elements.filter { $0 == "," }.count == 19)
    #expect(try value("counts").filter { $0 == ":" }.count == 20)
  }
}
