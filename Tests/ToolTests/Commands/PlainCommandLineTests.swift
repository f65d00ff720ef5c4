// Command lines without options, which the tool understands without ArgumentParser. An option with
// its default makes ArgumentParser parse the same command line.

import Foundation
import TestSupport
import Testing

@Suite("Command lines without options")
struct PlainCommandLineTests {
  let folder: ToolFolder

  init() throws {
    folder = try ToolFolder(examples: "settings.plist", "FlashCards-Info.plist")
    try folder.write("not a property list <", to: "broken")
    try folder.write("{ a = 1; }", to: "help")
  }

  @Test(
    "An option with its default changes nothing",
    arguments: ["get", "keys", "lint", "print", "type", "convert"])
  func sameResult(command: String) throws {
    let lines: [[String]] = [
      [], ["settings.plist"], ["settings.plist", "theme"], ["settings.plist", "window"],
      ["settings.plist", "theme", "window"], ["settings.plist", "none"], ["settings.plist", "a["],
      ["settings.plist", "window", "[*]"], ["FlashCards-Info.plist", "FCDecks[*].name"],
      ["settings.plist", "FlashCards-Info.plist"], ["missing"], ["missing", "a"], ["broken"],
      ["broken", "a"], [""], ["", ""], ["."], [".", "a"], ["-"], ["-", "theme"], ["help"],
      ["help", "a"], ["help", "help"], ["settings.plist", ""], ["settings.plist", "th\u{E9}me"],
    ]
    let input = try folder.data("settings.plist")
    for words in lines {
      let plain = try folder.run([command] + words, input: input)
      let parsed = try folder.run([command, "--color", "auto"] + words, input: input)
      #expect(plain.output == parsed.output, "\(words)")
      #expect(plain.errors == parsed.errors, "\(words)")
      #expect(plain.status == parsed.status, "\(words)")
    }
  }
}
