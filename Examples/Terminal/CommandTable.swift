// The commands of an app. Help, abbreviations and completion all follow from how they are typed, which
// `UsagePart` describes.

/// The commands of an app, in the order in which help lists them.
struct CommandTable: Sendable {
  /// A command, or one form of it.
  struct Form: Sendable {
    /// The command as it is typed.
    let usage: String
    /// What it does, on one line.
    let help: String
    /// Further lines, which only the help about this command has. One of them can be the complete
    /// usage.
    let details: [String]
    /// The words of the usage: the name and the arguments.
    let words: [String]
    /// What can be typed after the name.
    let parts: [UsagePart]

    /// Whether a line is a usage of a command: its name, and the name of an argument in capitals.
    private static func isUsage(_ line: String, of command: String) -> Bool {
      let (name, arguments) = line.firstWord
      let letters = arguments.firstWord.word.filter(\.isLetter)
      return name == command && !letters.isEmpty && letters == letters.uppercased()
    }

    init(_ usage: String, _ help: String) {
      let lines = help.split(separator: "\n").map(String.init)
      (self.usage, self.help, details) = (usage, lines.first ?? "", Array(lines.dropFirst()))
      words = usage.split { $0.isWhitespace }.map(String.init)
      let name = usage.firstWord.word
      let complete = details.first { Self.isUsage($0, of: name) } ?? usage
      parts = UsagePart.parts(of: complete.split(separator: " ").map(String.init).dropFirst())
    }
  }

  let commands: [Form]
  /// The names of the commands, each once.
  let names: [String]

  /// The specific commands of an app, and those that all apps have.
  init(_ specific: KeyValuePairs<String, String>) {
    commands =
      specific.map { Form($0.key, $0.value) } + [
        Form("save", "save now"), Form("help [COMMAND]", "list the commands, or one"),
        Form("quit", "save and end; so does Control-D"),
      ]
    names = commands.map { $0.words[0] }.reduce(into: []) { names, name in
      if names.last != name { names.append(name) }
    }
  }

  /// Whether a command has no arguments.
  func takesNothing(_ name: String) -> Bool { commands.contains { $0.usage == name } }

  /// Whether the first argument of a command is the number of an object.
  func takesNumber(_ name: String) -> Bool {
    commands.contains { form in
      guard form.words[0] == name, case .word(_, .number, _) = form.parts.first else {
        return false
      }
      return true
    }
  }

  /// Whether a line begins with a command that takes two texts with `=` between them.
  func hasTwoTexts(_ line: String) -> Bool {
    guard let name = try? name(of: line.firstWord.word) else { return false }
    return commands.contains { $0.words[0] == name && $0.words.contains("=") }
  }

  /// Whether a line ends after the first of two texts, which a tab can separate.
  func endsAfterFirstText(_ line: String) -> Bool {
    hasTwoTexts(line) && !line.firstWord.rest.isEmpty && !line.contains("\t")
  }
}

// MARK: - Help

extension CommandTable {
  /// The commands on one line.
  var line: String { commands.map(\.usage).joined(separator: " · ") }

  /// The commands with one line each.
  var page: [String] {
    lines(of: commands) + ["The beginning of a command is enough; Tab completes it."]
  }

  /// The lines about one command.
  func page(of word: String) throws(CommandError) -> [String] {
    let name = try name(of: word)
    let found = commands.filter { $0.words[0] == name }
    if found.isEmpty {
      throw CommandError("there is no command \(word.prefix(40).description.shown)")
    }
    return lines(of: found) + found.flatMap(\.details)
  }

  private func lines(of commands: [Form]) -> [String] {
    let width = (commands.map(\.usage.width).max() ?? 0) + 2
    return commands.map { $0.usage.padded(toColumns: width) + $0.help }
  }
}

// MARK: - Abbreviations

extension CommandTable {
  /// The name of the command that a word abbreviates: any beginning that only one command has. A
  /// word that is not an abbreviation is returned unchanged.
  func name(of word: String) throws(CommandError) -> String {
    if names.contains(word) { return word }
    let found = names.filter { $0.hasPrefix(word) }
    guard let last = found.last, !word.isEmpty else { return word }
    if found.count == 1 { return last }
    let others = found.dropLast().joined(separator: ", ")
    throw CommandError("“\(word)” is the beginning of \(others) and \(last)")
  }
}

extension String {
  /// The word that this one abbreviates, if it is the beginning of exactly one of them; otherwise
  /// unchanged.
  package func expanded(to words: [String]) -> String {
    let found = words.filter { $0.hasPrefix(self) }
    return words.contains(self) || found.count != 1 ? self : found[0]
  }
}
