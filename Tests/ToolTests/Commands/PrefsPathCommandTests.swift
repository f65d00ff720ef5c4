// plist prefs with paths inside values, with files instead of domains, and with the domain of an
// app.

import Foundation
import TestSupport
import Testing

@Suite("Paths of preferences")
struct PrefsPathCommandTests {
  let folder: ToolFolder

  init() throws { folder = try ToolFolder() }

  @discardableResult
  private func prefs(_ verb: String, _ words: String...) throws -> ProgramRun {
    try folder.run(["prefs", verb, "--root", "r", "settings"] + words)
  }

  /// Writes a domain with nested values.
  private func prepare() throws {
    try prefs(
      "write", "window", "{\"size\": {\"width\": 640}, \"tabs\": [\"a\", \"b\"]}", "--type", "dict")
    try prefs("write", "theme", "dark")
  }

  @Test("A nested value is read, set, and removed without changes to other values")
  func inside() throws {
    try prepare()
    #expect(try prefs("read", "window.size.width").text == "640\n")
    #expect(try prefs("read", "window.tabs[-1]").text == "b\n")
    #expect(try prefs("read", "window.tabs.0").text == "a\n")
    for words in [["window.size.width", "-int", "800"], ["window.size.height", "-int", "600"]] {
      #expect(try folder.run(["prefs", "write", "--root", "r", "settings"] + words).status == 0)
    }
    try prefs("write", "window.tabs[-1]", "c")
    try prefs("write", "window.tabs.0", "d")
    try prefs("write", "window.tabs", "-array-add", "e")
    #expect(
      try prefs("read", "--as", "json", "window").text
        == """
        {
          "size": {
            "height": 600,
            "width": 800
          },
          "tabs": [
            "d",
            "c",
            "e"
          ]
        }

        """)
    try prefs("delete", "window.tabs[1]")
    try prefs("delete", "window.size.width")
    #expect(try prefs("read", "window.tabs").text == "[\n  \"d\",\n  \"e\"\n]\n")
    #expect(try prefs("read", "window.size").text == "{\n  \"height\": 600\n}\n")
    #expect(try prefs("read", "window.size.width").status == 4)
    #expect(try prefs("read", "theme").text == "dark\n")
  }

  @Test("An existing key with dots takes precedence over a path")
  func dots() throws {
    try prepare()
    try prefs("write", "\"window.size\"", "large")
    #expect(try prefs("read", "window.size").text == "large\n")
    #expect(try prefs("read", "window.size.width").text == "640\n")
    try prefs("write", "window.size", "small")
    #expect(try prefs("read", "\"window.size\"").text == "small\n")
    try prefs("delete", "window.size")
    #expect(try prefs("read", "window.size.width").text == "640\n")
    try prefs("write", "com\\.apple\\.beep", "-dict", "a.b", "1")
    #expect(try prefs("read", "com.apple.beep.a.b").text == "1\n")
    try prefs("write", "com.apple.beep.a.b", "2")
    try prefs("write", "com.apple.beep.c", "3")
    #expect(
      try prefs("read", "com.apple.beep", "--as", "json").text
        == "{\n  \"a.b\": \"2\",\n  \"c\": \"3\"\n}\n")
    try prefs("delete", "com.apple.beep.a.b")
    #expect(
      try folder.run("keys", "r/Library/Preferences/settings.plist").text
        == "com.apple.beep\ntheme\nwindow\n")
  }

  @Test("Missing containers are not created, and the error shows how to quote a key with dots")
  func missing() throws {
    try prepare()
    let lines: [(verb: String, path: String, status: Int32, message: String)] = [
      (
        "write", "editor.font.size", 4,
        "to add a key that contains dots, quote it: '\"editor.font.size\"'"
      ),
      ("write", "window.font.size", 4, "error: window has no key “font”"),
      ("write", "window.tabs[2]", 4, "error: index 2 is out of range; window.tabs has 2 elements"),
      ("write", "window.tabs.x", 4, "error: expected an array index at window.tabs, found “x”"),
      ("write", "theme.color", 4, "error: expected a dictionary at theme, found a string"),
      ("write", "window[", 2, "error: invalid path: expected “]”"),
      ("write", "window[*]", 2, "error: invalid path: [*] matches several values"),
      ("delete", "window.font", 4, "error: window has no key “font”"),
      ("delete", "font", 1, "error: there is no key “font”"),
      ("delete", "\"a.b\"", 1, "error: there is no key “a.b”"),
      ("read", "window.font", 4, "error: window has no key “font”"),
      ("read", "font", 1, "error: there is no key “font”"),
    ]
    let before = try folder.data("r/Library/Preferences/settings.plist")
    for line in lines {
      let value = line.verb == "write" ? ["1"] : []
      let run = try folder.run(["prefs", line.verb, "--root", "r", "settings", line.path] + value)
      #expect(run.status == line.status, "\(line)")
      #expect(run.errors.contains(line.message), "\(line): \(run.errors)")
    }
    #expect(try folder.data("r/Library/Preferences/settings.plist") == before)
  }
}

@Suite("A preference file instead of a domain")
struct PrefsFileCommandTests {
  let folder: ToolFolder

  init() throws { folder = try ToolFolder() }

  @Test("A file that is named by its path is read and changed")
  func file() throws {
    #expect(try folder.run("prefs", "write", "settings.plist", "theme", "dark").status == 0)
    #expect(try folder.run("prefs", "write", "./settings.plist", "size", "-int", "14").status == 0)
    #expect(try folder.run("prefs", "read", "settings.plist", "theme").text == "dark\n")
    #expect(try folder.run("prefs", "delete", "./settings.plist", "theme").status == 0)
    #expect(try folder.run("prefs", "read", "./settings.plist").text == "{\n  \"size\": 14\n}\n")
    #expect(try folder.run("prefs", "delete", "settings.plist").status == 0)
    #expect(try folder.run("prefs", "read", "settings.plist").text == "{}\n")
    try folder.prepare("mkdir d; plist prefs write d/app size -int 3; plist prefs read d/app size")
  }

  @Test("A file in XML remains in XML")
  func format() throws {
    try folder.write(
      xml("<dict><key>a</key><dict><key>b</key><real>1.50</real></dict></dict>"), to: "x.plist")
    #expect(try folder.run("prefs", "write", "x.plist", "a.c", "-bool", "YES").status == 0)
    let text = String(decoding: try folder.data("x.plist"), as: UTF8.self)
    #expect(text.hasPrefix("<plist") && text.contains("<real>1.50</real><key>c</key><true/>"))
    #expect(try folder.run("prefs", "read", "x.plist", "a.b").text == "1.5\n")
  }

  @Test("A missing file or domain is reported")
  func missing() throws {
    for verb in ["read", "delete"] {
      let run = try folder.run("prefs", verb, "none.plist")
      #expect(run.status == 3)
      #expect(run.errors == "none.plist: error: there is no such file\n")
    }
    let run = try folder.run("prefs", "read", "settings")
    #expect(run.status == 2)
    #expect(run.errors.contains("“settings” is not the path of a file"), "\(run.errors)")
    #expect(try folder.run("prefs", "read", "--root", "r", "./settings.plist").status == 2)
    #expect(try folder.run("prefs", "read").status == 2)
    #expect(try folder.run("prefs", "domains").status == 2)
    #expect(!FileManager.default.fileExists(atPath: folder.file("r").path))
  }

  @Test("The name of the file need not be UTF-8")
  func name() throws {
    let run = try folder.shell(
      #"n=$(printf './s\377'); plist prefs write "$n" k v; plist prefs read "$n" k; ls"#)
    #expect(run.status == 0)
    #expect(run.text.hasPrefix("v\n"))
    #expect(run.output.contains(0xFF))
  }
}

@Suite("The preferences of an app")
struct PrefsContainerCommandTests {
  let folder: ToolFolder

  init() throws { folder = try ToolFolder() }

  private func prefs(_ words: String...) throws -> ProgramRun {
    let arguments = (["prefs"] + words).map { "'\($0)'" }.joined(separator: " ")
    return try folder.shell("export HOME=\"$PWD\"; plist \(arguments)")
  }

  private let app = ["--container", "org.example.app"]

  @Test("With --key, the identifier of the app is the domain")
  func key() throws {
    #expect(try prefs("write", app[0], app[1], "--key", "size", "-int", "14").status == 0)
    #expect(try prefs("write", app[0], app[1], "--key", "name", "notes").status == 0)
    #expect(try prefs("write", app[0], app[1], "--key", "recent", "-array-add", "a").status == 0)
    #expect(try prefs("read", app[0], app[1], "--key", "size").text == "14\n")
    #expect(try prefs("read", app[0], app[1], "--key", "recent[0]").text == "a\n")
    #expect(try prefs("domains", app[0], app[1]).text == "org.example.app\n")
    #expect(try prefs("delete", app[0], app[1], "--key", "recent").status == 0)
    #expect(
      try prefs("read", app[0], app[1]).text == "{\n  \"name\": \"notes\",\n  \"size\": 14\n}\n")
    #expect(try prefs("read", app[0], app[1], "org.example.app", "name").text == "notes\n")
  }

  @Test("Without --key, the arguments are the domain, the key, and the value")
  func words() throws {
    #expect(try prefs("write", app[0], app[1], "window", "size", "14").status == 0)
    #expect(try prefs("read", app[0], app[1], "window", "size").text == "14\n")
    #expect(try prefs("read", app[0], app[1], "window").text == "{\n  \"size\": \"14\"\n}\n")
    #expect(try prefs("read", app[0], app[1]).status == 1)
    #expect(try prefs("domains", app[0], app[1]).text == "window\n")
  }

  @Test("delete requires an argument, and extra arguments are rejected")
  func usage() throws {
    _ = try prefs("write", app[0], app[1], "--key", "size", "14")
    let refused = try prefs("delete", app[0], app[1])
    #expect(refused.status == 2)
    #expect(refused.errors.contains("DOMAIN is missing"), "\(refused.errors)")
    for words in [
      ["read", "--key", "size", "more"], ["delete", "--key", "size", "more"],
      ["write", "--key", "size", "14", "15"], ["write", "--key", "size"], ["write"],
      ["write", "window"], ["read", "window", "size", "more"], ["--key", "size"],
    ] {
      let run = try folder.shell(
        "export HOME=\"$PWD\"; plist prefs \(words.joined(separator: " ")) \(app.joined(separator: " "))"
      )
      #expect(run.status == 2, "\(words)")
    }
    #expect(try prefs("read", "--root", "r", "--key", "size").status == 2)
    #expect(try prefs("read", "--key", "size").status == 2)
    #expect(try prefs("read", app[0], app[1], "--key", "size").text == "14\n")
  }
}
