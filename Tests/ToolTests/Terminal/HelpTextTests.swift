// The help of every command: each paragraph wraps once, at the width of the terminal.

import Foundation
import TestSupport
import Testing

@Suite("Help of the tool")
struct HelpTextTests {
  let folder: ToolFolder

  init() throws { folder = try ToolFolder() }

  @Test("No line of help breaks before the width of the terminal", arguments: [60, 80, 120])
  func wrapping(width: Int) throws {
    let commands = try CommandTree(of: folder).commands
    #expect(commands.count > 25)
    for command in commands {
      let help = try folder.run(
        command.path + ["--help"], environment: ["COLUMNS": "\(width)"])
      #expect(help.status == 0)
      #expect(tornLines(in: help.text, width: width) == [], "\(command.path)")
    }
  }

  @Test("A line that breaks before the width is found in text and in the column of options")
  func samples() {
    #expect(tornLines(in: "One two\nthree four.\n\nFive\n", width: 60) == ["One two"])
    #expect(tornLines(in: "One two\nthree four.\n\nFive\n", width: 12) == [])
    let option = "  --each                  Treat every\n" + String(repeating: " ", count: 26)
    #expect(tornLines(in: option + "argument.\n", width: 60).count == 1)
    #expect(tornLines(in: option + "argument.\n", width: 47) == [])
  }

  /// Returns the lines of help that are shorter than necessary: the first word of the next line, which
  /// continues the paragraph, would fit.
  private func tornLines(in help: String, width: Int) -> [String] {
    let lines = help.components(separatedBy: "\n")
    return zip(lines, lines.dropFirst()).compactMap { line, next in
      guard continues(line, on: next) else { return nil }
      let word = next.drop { $0 == " " }.prefix { $0 != " " }
      // ArgumentParser wraps a word that would end exactly at the width.
      return line.count + 1 + word.count < width ? line : nil
    }
  }

  /// Returns whether the paragraph of a line continues on the next line.
  private func continues(_ line: String, on next: String) -> Bool {
    guard !line.isEmpty, let first = next.first else { return false }
    if first != " " { return true }
    let column = 26
    let characters = Array(line)
    return next.prefix { $0 == " " }.count == column && characters.count > column
      && characters[column - 1] == " " && characters[column] != " "
  }
}

/// The commands and arguments that the tool itself describes.
struct CommandTree {
  /// A command with its name and those of the enclosing commands.
  struct Command {
    let path: [String]
    let arguments: [[String: Any]]
  }

  let commands: [Command]

  init(of folder: ToolFolder) throws {
    let dump = try folder.run("--experimental-dump-help").output
    let object = try #require(try JSONSerialization.jsonObject(with: dump) as? [String: Any])
    var commands: [Command] = []
    var pending = [([String](), try #require(object["command"] as? [String: Any]))]
    while let (path, command) = pending.popLast() {
      commands.append(
        Command(path: path, arguments: command["arguments"] as? [[String: Any]] ?? []))
      for child in command["subcommands"] as? [[String: Any]] ?? [] {
        guard let name = child["commandName"] as? String, name != "help" else { continue }
        pending.append((path + [name], child))
      }
    }
    self.commands = commands
  }
}
