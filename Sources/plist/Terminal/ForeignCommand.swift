// Command lines of other tools: what the verbs of plutil and PlistBuddy, and PlistBuddy's paths, are
// here.

internal import ArgumentParser
internal import PropertyLists

/// A verb of another tool, with the command of this tool that does the same.
struct ForeignCommand {
  private let tool: String
  private let verb: String
  /// The name of the command of this tool.
  private let command: String
  /// The rest of the command line, with words in capitals in the place of names and values.
  private let arguments: String

  /// What the command line should be, where a word of it is a verb of another tool; nil where none is.
  static func hint(for arguments: [String]) -> String? {
    let words = arguments.prefix { $0 != "--" }
    for (index, word) in words.enumerated() {
      guard let foreign = verbs.first(where: { $0.verb == word }) else { continue }
      return foreign.hint(words.dropFirst(index + 1).first)
    }
    return nil
  }

  private func hint(_ next: String?) -> String {
    if tool == "PlistBuddy" { return Self.hint(forPlistBuddy: next ?? "Print") }
    guard
      PlistTool.configuration.subcommands.contains(where: {
        $0.configuration.commandName == command
      })
    else { return "\(tool)'s \(verb) has no counterpart here." }
    return "For \(tool)'s \(verb), write: plist \(command) \(arguments)"
  }

  /// What the command of PlistBuddy after -c is here.
  private static func hint(forPlistBuddy command: String) -> String {
    let words = command.split(separator: " ", maxSplits: 1).map(String.init)
    let verb = words.first ?? ""
    guard verb == "Print" else { return "PlistBuddy's \(verb) has no counterpart here." }
    guard let path = words.dropFirst().first.flatMap(PlistPath.init(ofPlistBuddy:)), !path.isEmpty
    else { return "For PlistBuddy's Print, write: plist print FILE" }
    return "For PlistBuddy's Print, write: plist get FILE '\(path)'"
  }

  private static let verbs = [
    plutil("-p", "print", "FILE"),
    plutil("-lint", "lint", "FILE..."),
    plutil("-s", "lint", "--quiet FILE..."),
    plutil("-convert", "convert", "FILE... --to FORMAT [--in-place | -o OUT]"),
    plutil("-create", "convert", "- --to FORMAT -o FILE, with {} as standard input"),
    plutil("-extract", "get", "FILE PATH [--as FORMAT]"),
    plutil("-type", "type", "FILE PATH"),
    plutil("-replace", "set", "FILE PATH VALUE [--type TYPE]"),
    plutil("-insert", "insert", "FILE PATH VALUE [--type TYPE]"),
    plutil("-remove", "remove", "FILE PATH"),
    ForeignCommand(tool: "PlistBuddy", verb: "-c", command: "print", arguments: "FILE"),
  ]

  private static func plutil(
    _ verb: String, _ command: String, _ arguments: String
  ) -> ForeignCommand {
    ForeignCommand(tool: "plutil", verb: verb, command: command, arguments: arguments)
  }
}

extension PlistPath {
  /// The path that PlistBuddy writes as `:a:0:b`: each step after a colon, indices without brackets,
  /// `\:` for a colon in a key. Nil for text that does not begin with a colon.
  init?(ofPlistBuddy text: String) {
    guard text.first == ":" else { return nil }
    var steps: [String] = []
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped || scalar != ":" && scalar != "\\" {
        steps[steps.count - 1].unicodeScalars.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        steps.append("")
      }
    }
    self.init(
      steps.filter { !$0.isEmpty }.map { step in
        Int(step).flatMap { $0 >= 0 ? .index($0) : nil } ?? .key(step)
      })
  }
}
