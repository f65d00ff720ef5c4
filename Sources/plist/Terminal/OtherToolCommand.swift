// Hints for command lines of other tools: the equivalents of the verbs of plutil and PlistBuddy,
// and of PlistBuddy's paths.

internal import ArgumentParser
internal import PropertyLists

/// A verb of another tool, with the equivalent command of this tool.
struct OtherToolCommand {
  private let tool: String
  private let verb: String
  /// The name of the command of this tool.
  private let command: String
  /// The rest of the command line, with capitalized placeholders for names and values.
  private let arguments: String

  /// Returns the equivalent command line if an argument is a verb of another tool; otherwise nil.
  static func hint(for arguments: [String], among commands: [any ParsableCommand.Type]) -> String? {
    let words = arguments.prefix { $0 != "--" }
    for (index, word) in words.enumerated() {
      guard let found = verbs.first(where: { $0.verb == word }) else { continue }
      let (tool, verb) = (found.tool, found.verb)
      // `plutil -insert PATH TYPE VALUE -append` adds an element to an array.
      let isAppending = verb == "-insert" && words.contains("-append")
      let command = isAppending ? "append" : found.command
      if tool == "PlistBuddy" {
        return hint(forPlistBuddy: words.dropFirst(index + 1).first ?? "Print")
      }
      return commands.contains { $0.configuration.commandName == command }
        ? "For \(tool)'s \(verb), write: plist \(command) \(found.arguments)"
        : "This tool has no equivalent for \(tool)'s \(verb)."
    }
    return nil
  }

  /// Returns the equivalent of the PlistBuddy command that follows `-c`.
  private static func hint(forPlistBuddy command: String) -> String {
    let words = command.split(separator: " ", maxSplits: 1).map(String.init)
    let (verb, rest) = (words.first ?? "", words.dropFirst().first ?? "")
    // The value after the path of other verbs than Print is not part of the path.
    let entry = verb == "Print" ? rest : rest.split(separator: " ").first.map(String.init) ?? ""
    let path = PlistPath(ofPlistBuddy: entry).flatMap { $0.isEmpty ? nil : "\($0)".shellQuoted }
    let equivalent: String? =
      switch verb {
      case "Print": path.map { "get FILE \($0)" } ?? "print FILE"
      case "Set": "set FILE \(path ?? "PATH") VALUE [--type TYPE]"
      // A colon at the end stands for a new element of an array.
      case "Add" where entry.hasSuffix(":"): "append FILE \(path ?? "PATH") VALUE [--type TYPE]"
      case "Add": "insert FILE \(path ?? "PATH") VALUE [--type TYPE]"
      case "Delete": "remove FILE \(path ?? "PATH")"
      case "Merge": "merge FILE OTHER"
      case "Copy": "insert FILE NEW \"$(plist get FILE \(path ?? "PATH"))\" --type json"
      case "Import": "set FILE \(path ?? "PATH") \"$(base64 -w 0 OTHER)\" --type data"
      case "Clear": "set FILE '' --type dict"
      default: nil
      }
    return equivalent.map { "For PlistBuddy's \(verb), write: plist \($0)" }
      ?? "This tool has no equivalent for PlistBuddy's \(verb)."
  }

  private static let verbs = [
    plutil("-p", command: "print", arguments: "FILE"),
    plutil("-lint", command: "lint", arguments: "FILE..."),
    plutil("-s", command: "lint", arguments: "--quiet FILE..."),
    plutil("-convert", command: "convert", arguments: "FILE... --to FORMAT [--in-place | -o OUT]"),
    plutil(
      "-create", command: "convert", arguments: "- --to FORMAT -o FILE, with {} as standard input"),
    plutil("-extract", command: "get", arguments: "FILE PATH [--as FORMAT]"),
    plutil("-type", command: "type", arguments: "FILE PATH"),
    plutil("-replace", command: "set", arguments: "FILE PATH VALUE [--type TYPE]"),
    plutil("-insert", command: "insert", arguments: "FILE PATH VALUE [--type TYPE]"),
    plutil("-remove", command: "remove", arguments: "FILE PATH"),
    OtherToolCommand(tool: "PlistBuddy", verb: "-c", command: "print", arguments: "FILE"),
  ]

  private static func plutil(_ verb: String, command: String, arguments: String) -> OtherToolCommand
  { OtherToolCommand(tool: "plutil", verb: verb, command: command, arguments: arguments) }
}

extension PlistPath {
  /// Creates a path from the syntax of PlistBuddy, such as `:a:0:b`: each step follows a colon,
  /// indexes have no brackets, and `\:` is a colon in a key. Returns nil if the text does not begin
  /// with a colon.
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
