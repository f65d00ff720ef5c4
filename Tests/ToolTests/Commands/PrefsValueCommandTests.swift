// plist prefs write with the options of the macOS command defaults, such as -int, -array, and
// -dict.

import Foundation
import TestSupport
import Testing

@Suite("Preferences of a given type")
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
    "An option specifies both type and value",
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

  @Test("-array-add and -dict-add add to a container, and create a missing one")
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

  @Test("-array-add and -dict-add reject a value of another type")
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
      run.errors.contains("error: expected an array at “theme”, found a value of type string"),
      "\(run.errors)")
    #expect(try value("theme") == "\"dark\"")
  }

  @Test("A missing, repeated, or invalid value is rejected")
  func usage() throws {
    let lines: [([String], String)] = [
      (["-int", "x"], "“x” is not a value for -int"),
      (["-data", "abc"], "“abc” is not a value for -data"),
      (["-data", "+1"], "“+1” is not a value for -data"),
      (["-float", "1e999"], "“1e999” is not a value for -float"),
      (["-bool", "maybe"], "“maybe” is not a value for -bool"),
      (["-int", "1", "-bool", "1"], "the value is given 2 times: -int, -bool"),
      (["x", "-int", "1"], "the value is given 2 times: VALUE, -int"),
      (["x", "-array-add", "1"], "the value is given 2 times: VALUE, -array-add"),
      (["--type", "bool", "-int", "1"], "--type and -int cannot be combined"),
      (["-array"], "for an empty array or dictionary, use --type array"),
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

  @Test("Elements that processes add at the same time are all preserved")
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
