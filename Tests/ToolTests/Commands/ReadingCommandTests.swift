// The commands that show values: print, get, type, and keys. Relies on the files of Examples/Data.

import Foundation
import TestSupport
import Testing

@Suite("The commands that show values")
struct ReadingCommandTests {
  let folder: ToolFolder

  init() throws {
    folder = try ToolFolder(examples: "settings.plist", "FlashCards-Info.plist")
  }

  @Test("print shows an outline with types")
  func outline() throws {
    let run = try folder.run("print", "FlashCards-Info.plist", "FCDecks[0]")
    #expect(run.status == 0)
    #expect(
      run.text == """
        dictionary (4 keys)
          name: string "Café français"
          created: date 2026-11-21T09:30:00Z
          cards: array (2 elements)
            [0]: array (2 elements)
              [0]: string "le pain"
              [1]: string "bread"
            [1]: array (2 elements)
              [0]: string "l’eau"
              [1]: string "water"
          easiness: real 2.5

        """)
  }

  @Test("--depth limits the levels")
  func depth() throws {
    let run = try folder.run("print", "FlashCards-Info.plist", "FCDecks", "--depth", "1")
    #expect(run.text == "array (1 element)\n  [0]: dictionary (4 keys) …\n")
    #expect(try folder.run("print", "settings.plist", "--depth", "-1").status == 2)
  }

  @Test("- is standard input")
  func standardInput() throws {
    let input = try folder.data("settings.plist")
    #expect(try folder.run("get", "-", "theme", input: input).text == "dark\n")
  }

  @Test("Long text and data are shortened and shown with their lengths")
  func longValues() throws {
    let text = String(repeating: "x", count: 100)
    try folder.write(xml("<array><string>\(text)</string><data>\(text)</data></array>"), to: "a")
    let lines = try folder.run("print", "a").text.split(separator: "\n")
    #expect(lines[1] == "  [0]: string (100 characters) \"\(text.prefix(80))…\"")
    #expect(lines[2].hasPrefix("  [1]: data (75 bytes) c71c71c7 "))
  }

  @Test("A container that occurs several times is shown once")
  func sharedContainers() throws {
    // The objects [1, 1], [2], and "a"; then their offsets and the trailer.
    let objects: [UInt8] = Array("bplist00".utf8) + [0xA2, 1, 1, 0xA1, 2, 0x51, 0x61]
    let trailer: [UInt8] =
      [8, 11, 13] + [0, 0, 0, 0, 0, 0, 1, 1] + number(3) + number(0) + number(15)
    try Data(objects + trailer).write(to: folder.file("b"))
    #expect(
      try folder.run("print", "b").text == """
        array (2 elements)
          [0]: array (1 element) @1
            [0]: string "a"
          [1]: array (1 element) @1, shown above

        """)
  }

  private func number(_ value: UInt8) -> [UInt8] { [0, 0, 0, 0, 0, 0, 0, value] }

  @Test("Color is used on request, but not in a pipe or with NO_COLOR")
  func color() throws {
    let colored = try folder.run(
      "print", "settings.plist", "--color", "always", environment: ["NO_COLOR": "1"])
    #expect(colored.text.contains("\u{1B}[32m\"dark\"\u{1B}[0m"))
    #expect(try !folder.run("print", "settings.plist").text.contains("\u{1B}"))
    let plain = try folder.run("print", "settings.plist", environment: ["NO_COLOR": "1"])
    #expect(!plain.text.contains("\u{1B}"))
    #expect(try folder.run("print", "settings.plist", "--color", "pink").status == 2)
  }

  @Test(
    "get prints scalars without quotes",
    arguments: [
      ("theme", "dark"), ("fontSize", "14"), ("lineSpacing", "1.25"), ("showsAnswers", "true"),
      ("lastOpened", "2026-11-20T18:05:00Z"), ("recentDecks.1", "日本語"),
      ("\"window\".height", "640"),
    ])
  func scalars(path: String, text: String) throws {
    #expect(try folder.run("get", "settings.plist", path).text == text + "\n")
  }

  @Test("get prints data as base64")
  func data() throws {
    let run = try folder.run("get", "FlashCards-Info.plist", "FCIcon")
    #expect(run.text == "AAEDBwwSGSEqND9LWGZ1hZaoAAEDBwwSGSEqND9L\n")
  }

  @Test("get prints containers as typed JSON, or in the format of --as")
  func containers() throws {
    let json = try folder.run("get", "settings.plist", "window")
    #expect(json.text == "{\n  \"width\": 960,\n  \"height\": 640\n}\n")
    let scalar = try folder.run("get", "settings.plist", "lastOpened", "--as", "typed-json")
    #expect(scalar.text == "{\"$date\": \"2026-11-20T18:05:00Z\"}\n")
    let binary = try folder.run("get", "settings.plist", "window", "--as", "binary")
    #expect(binary.output.starts(with: Array("bplist00".utf8)))
  }

  @Test("type prints the type")
  func types() throws {
    #expect(try folder.run("type", "settings.plist").text == "dictionary\n")
    #expect(try folder.run("type", "settings.plist", "lastOpened").text == "date\n")
  }

  @Test("keys prints keys one per line, or the count of an array")
  func keys() throws {
    #expect(try folder.run("keys", "settings.plist", "window").text == "width\nheight\n")
    #expect(try folder.run("keys", "settings.plist", "recentDecks").text == "2\n")
    #expect(try folder.run("keys", "settings.plist", "theme").status == 1)
  }

  @Test("Control characters of a file are escaped in outlines, keys, and messages")
  func hostileFile() throws {
    let text = "a\u{9B}2J\u{202E}\u{7F}b&#10;c"
    try folder.write(
      xml(
        "<dict><key>k\u{9B}1m</key><string>\(text)</string><key>n</key><integer>\u{9B}x</integer></dict>"
      ),
      to: "bad")
    try folder.write(xml("<dict><key>k\u{9B}1m</key><string>\(text)</string></dict>"), to: "good")
    let outline = try folder.run("print", "good").text
    #expect(outline.contains(#""a\u{9B}2J\u{202E}\u{7F}b\nc""#))
    let raw = try folder.run("get", "good", "k\u{9B}1m").text
    #expect(raw == "a\u{9B}2J\u{202E}\u{7F}b\nc\n")
    let errors =
      try folder.run("lint", "bad").errors
      + folder.run("lint", "bad", "--diagnostics", "json").errors
    let shown = [outline, errors, try folder.run("keys", "good").text].joined().unicodeScalars
    #expect(
      shown.allSatisfy {
        $0 == "\n" || ![.control, .format].contains($0.properties.generalCategory)
      })
  }
}
