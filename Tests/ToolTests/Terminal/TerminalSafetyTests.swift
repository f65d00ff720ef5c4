// Output on a pseudo-terminal, and file names that are not UTF-8.

import Foundation
import TestSupport
import Testing

@Suite("Output on a terminal", .enabled(if: TerminalDriver.isAvailable, "needs python3"))
struct TerminalSafetyTests {
  let folder: ToolFolder

  init() throws {
    folder = try ToolFolder()
    try folder.write(#"{"a": "x\u001b[31m\u009b\u202e\ny", "k\u001b": 1}"#, to: "t.json")
  }

  /// Returns the output of the tool on a terminal.
  private func terminal(_ words: String...) throws -> String { try terminal(words) }

  private func isSafe(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || scalar == "\t"
        || scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value)
          && scalar.properties.generalCategory != .format
    }
  }

  @Test("Control characters of a value are escaped, except line breaks")
  func value() throws {
    #expect(try terminal("get", "t.json", "a") == "x\\u{1B}[31m\\u{9B}\\u{202E}\ny\n")
  }

  @Test("A difference is colored, and its keys and values are escaped")
  func difference() throws {
    try folder.write(#"{"a": "\u001b[31m", "k\u001b": 2}"#, to: "u.json")
    #expect(
      try terminal("diff", "t.json", "u.json", "--color", "always")
        == "\u{1B}[33m~\u{1B}[0m \u{1B}[36ma\u{1B}[0m: "
        + "\u{1B}[32m\"x\\u{1B}[31m\\u{9B}\\u{202E}\\ny\"\u{1B}[0m → "
        + "\u{1B}[32m\"\\u{1B}[31m\"\u{1B}[0m\n"
        + "\u{1B}[33m~\u{1B}[0m \u{1B}[36m\"k\\u{1B}\"\u{1B}[0m: "
        + "\u{1B}[33m1\u{1B}[0m → \u{1B}[33m2\u{1B}[0m\n")
    #expect(isSafe(try terminal("diff", "t.json", "u.json", "--color", "never")))
  }

  @Test("No command prints control characters")
  func commands() throws {
    for words in [
      ["print", "--color", "never", "t.json"], ["keys", "t.json"],
      ["convert", "t.json", "--to", "json"],
      ["convert", "t.json", "--to", "xml", "--color", "never"],
      ["convert", "t.json", "--to", "openstep", "--color", "never"],
      ["get", "t.json", "a", "--as", "xml"], ["get", "t.json", "\u{1B}[2J", "--color", "never"],
      ["print", "\u{1B}[2J", "--color", "never"], ["\u{1B}[2J"],
      ["get", "--lines", "t.json"], ["get", "--each", "t.json", "t.json", "--path", "a"],
      ["get", "t.json", "[*]"], ["type", "--lines", "\u{1B}[2J"],
    ] {
      let shown = try terminal(words)
      #expect(!shown.isEmpty)
      #expect(isSafe(shown), "\(words): \(shown.debugDescription)")
    }
  }

  @Test(
    "A file that is the terminal receives escaped text", arguments: ["/dev/tty", "/dev/stdout"])
  func device(_ file: String) throws {
    for format in ["json", "xml", "openstep"] {
      let shown = try terminal("convert", "t.json", "--to", format, "-o", file)
      #expect(shown.contains("31m") && isSafe(shown), "\(shown.debugDescription)")
    }
    #expect(
      try terminal("convert", "t.json", "--to", "json", "--reformat", "-o", file, "--raw").contains(
        "\u{202E}"))
    let binary = try terminal("convert", "t.json", "--to", "binary", "-o", file)
    #expect(binary.contains("a terminal cannot show a binary property list"))
  }

  @Test("The terminal is not read if no file is named")
  func missingFile() throws {
    for words in [
      ["print"], ["lint"], ["convert", "--to", "json"], ["archive", "json"], ["keys", "-r"],
    ] {
      #expect(try terminal(words).contains("no file is named, and standard input is a terminal"))
    }
  }

  private func terminal(_ words: [String]) throws -> String {
    let program = try ProgramFile.built("plist")
    let run = try ProgramRun.run(
      "python3",
      [
        "-c",
        "import os,pty,sys; os.environ['NO_COLOR'] = '1'; sys.exit(pty.spawn(sys.argv[1:]) >> 8)",
        program,
      ] + words,
      input: Data(), in: folder.path)
    return run.text.replacingOccurrences(of: "\r\n", with: "\n")
  }

  @Test("Escapes distinguish similar names of files and keys")
  func names() throws {
    try folder.write(#"{"k\u0001": 1, "k\u001b": 2}"#, to: "n\u{1B}")
    #expect(try terminal("get", "--each", "n\u{1B}", "--path", "k\u{1}") == "n\\u{1B}:1\n")
    #expect(try terminal("lint", "n\u{1B}").contains("n\\u{1B}: OK\n"))
    let keys = try folder.run("print", "n\u{1B}").text
    #expect(keys.contains(#""k\u{1}": integer 1"#) && keys.contains(#""k\u{1B}": integer 2"#))
  }

  @Test("JSON remains valid and has the same values")
  func json() throws {
    let shown = try terminal("convert", "t.json", "--to", "json")
    let pair = try JSONSerialization.jsonObject(with: Data(shown.utf8)) as? [String: Any]
    #expect(pair?["a"] as? String == "x\u{1B}[31m\u{9B}\u{202E}\ny")
  }

  @Test("--raw and pipes preserve the bytes")
  func raw() throws {
    let bytes = "x\u{1B}[31m\u{9B}\u{202E}\ny\n"
    #expect(try folder.run("get", "t.json", "a").text == bytes)
    #expect(try terminal("get", "t.json", "a", "--raw") == bytes)
    #expect(
      try terminal("convert", "t.json", "--to", "json", "--reformat", "--raw").contains("\u{202E}"))
  }
}

@Suite("File names that are not UTF-8")
struct FileNameTests {
  let folder: ToolFolder

  init() throws {
    folder = try ToolFolder()
    try folder.write(xml("<dict><key>a</key><string>other</string></dict>"), to: "f\u{FFFD}.plist")
    let made = try folder.shell(
      #"n=$(printf 'f\377.plist'); printf '{"a": "right"}' > "$n""#)
    #expect(made.status == 0)
  }

  @Test("The file is read, and not one with U+FFFD in its name")
  func read() throws {
    #expect(try folder.shell(#"plist get "$(printf 'f\377.plist')" a"#).text == "right\n")
    #expect(try folder.run("get", "f\u{FFFD}.plist", "a").text == "other\n")
    #expect(try folder.shell(#"plist get "$(printf 'f\376.plist')" a"#).status == 3)
  }

  @Test("The file is replaced in place, and written with -o")
  func replaced() throws {
    let run = try folder.shell(
      #"""
      n=$(printf 'f\377.plist'); m=$(printf 'g\377')
      plist convert "$n" --to xml -o "$m" && plist get "$m" a
      plist convert "$n" --to xml --in-place && head -c 5 "$n"
      """#)
    #expect(run.text == "right\n<?xml")
    #expect(try folder.run("get", "f\u{FFFD}.plist", "a").text == "other\n")
  }

  @Test("The name is shown with its bytes as hexadecimal digits")
  func shown() throws {
    let checked = try folder.shell(#"plist lint "$(printf 'f\377.plist')""#)
    #expect(checked.output == Data("f".utf8) + [0xFF] + Data(".plist: OK\n".utf8))
    let missing = try folder.shell(#"plist lint "$(printf 'g\200\303\251')""#)
    #expect(missing.errors.hasPrefix("g\\x80é: error: there is no such file"))
  }

  @Test("The file is not confused with one whose name has private-use characters")
  func privateCharacters() throws {
    try folder.write("{\"a\": \"private\"}", to: "f\u{10FFFF}.plist")
    #expect(try folder.run("get", "f\u{10FFFF}.plist", "a").text == "private\n")
  }

  @Test("A state with such a name is shown, verified, and recovered")
  func state() throws {
    try folder.write("{a=other;}", to: "s\u{10FFFF}")
    try folder.write("{a=other;}", to: "s\u{10FFFF}.bak")
    let run = try folder.shell(
      #"""
      n=$(printf 's\377'); printf '{a=right;b=1;}' > "$n"
      plist state show "$n"; plist state verify "$n"
      printf '{a=right' > "$n"; printf '{a=good;}' > "$n.bak"
      plist state recover "$n" && plist get "$n" a
      """#)
    #expect(run.text.contains("openstep, 14 bytes"))
    let name = Data("s".utf8) + [0xFF]
    let end = name + Data(": OK\n".utf8) + name + Data(": recovered from generation 1\ngood\n".utf8)
    #expect(run.output.suffix(end.count) == end)
    #expect(try folder.run("get", "s\u{10FFFF}", "a").text == "other\n")
  }

  @Test("A container with such a name has preferences")
  func preferences() throws {
    let run = try folder.shell(
      #"""
      n=$(printf 'r\377'); plist prefs write --root "$n" d k v
      plist prefs read --root "$n" d k && ls "$n/Library/Preferences"
      """#)
    #expect(run.text == "v\nd.plist\n")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
        $0.contains("\u{10FFFF}")
      }.isEmpty)
  }
}

@Suite("Arguments that are not file names")
struct ArgumentTextTests {
  let folder: ToolFolder

  init() throws { folder = try ToolFolder() }

  @Test("Private-use characters are preserved")
  func privateCharacters() throws {
    let text = "a\u{10FFFF}\u{10FF41}"
    try folder.write("{\"\(text)\": 1}", to: "k.json")
    #expect(try folder.run("get", "k.json", text).text == "1\n")
    #expect(try folder.run("get", "k.json", "b", "--default", text).text == text + "\n")
    #expect(try folder.run("prefs", "write", "--root", "c", "d\(text)", text, text).status == 0)
    #expect(try folder.run("prefs", "read", "--root", "c", "d\(text)", text).text == text + "\n")
  }

  @Test("A path that is not UTF-8 is rejected")
  func path() throws {
    try folder.write("{\"s\u{10FFFF}\": 1}", to: "k.json")
    let run = try folder.shell(#"plist get k.json "$(printf 's\377')""#)
    #expect(run.status == 2 && run.errors.contains("“s\\xFF” is not UTF-8"))
  }

  @Test(
    "An argument that is not UTF-8 is rejected",
    arguments: ["d k v\\377", "d k\\377 v", "d\\377 k v"])
  func notText(_ words: String) throws {
    let run = try folder.shell("plist prefs write --root c $(printf '\(words)')")
    #expect(run.status == 2)
    #expect(run.errors.contains("\\xFF” is not UTF-8"))
  }
}
