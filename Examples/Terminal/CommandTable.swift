// The commands of an app. Help, abbreviations and completion all follow from how they are typed: a
// name, lowercase words that are typed unchanged, and the names of arguments in capitals; `FILE` is the
// path of one.

/// The commands of an app, in the order in which help lists them.
struct CommandTable: Sendable {
  /// The commands as they are typed, with their help.
  let commands: [(usage: String, help: String)]
  /// The names of the commands, each once.
  let names: [String]

  /// The specific commands of an app, and those that all apps have.
  init(_ specific: KeyValuePairs<String, String>) {
    commands =
      specific.map { ($0.key, $0.value) } + [
        ("save", "save now, durably"),
        ("help", "list the commands"), ("quit", "save and end; so does Control-D"),
      ]
    names = commands.map { Self.words($0.usage)[0] }.reduce(into: []) { names, name in
      if names.last != name { names.append(name) }
    }
  }

  private static func words(_ text: String) -> [String] {
    text.split { $0.isWhitespace }.map(String.init)
  }

  /// Whether a command has no arguments.
  func takesNothing(_ name: String) -> Bool { commands.contains { $0.usage == name } }

  /// Whether the first argument of a command is the number of an object.
  func takesNumber(_ name: String) -> Bool {
    commands.contains { $0.usage.hasPrefix("\(name) N ") || $0.usage == "\(name) N" }
  }
}

// MARK: - Help

extension CommandTable {
  /// The commands on one line.
  var line: String { commands.map(\.usage).joined(separator: " · ") }

  /// The commands with one line each.
  var page: [String] {
    let width = (commands.map(\.usage.count).max() ?? 0) + 2
    let lines = commands.map { usage, help in
      usage + String(repeating: " ", count: width - usage.count) + help
    }
    return lines + ["The beginning of a command is enough; Tab completes it."]
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

// MARK: - Completion

extension CommandTable {
  /// The words that the last word of a text can become; nil where any text can follow.
  func completions(of text: String) -> [String]? {
    var words = Self.words(text)
    if text.last?.isWhitespace != false { words.append("") }
    let begun = words.removeLast()
    guard let first = words.first else { return names.filter { $0.hasPrefix(begun) } }
    guard let name = try? name(of: first) else { return nil }
    let arguments = commands.map { Self.words($0.usage) }
      .filter { $0[0] == name && Self.fits(words.dropFirst(), $0.dropFirst()) }
      .map { $0[words.count] }
    if arguments == ["FILE"] { return FileCompletion.paths(of: begun) }
    let possible = arguments.flatMap { $0.split(separator: "|").map(String.init) }
      .filter(Self.isFixed)
    return possible.isEmpty ? nil : possible.filter { $0.hasPrefix(begun) }
  }

  /// Whether words can be the first arguments of a command that takes more.
  private static func fits(_ words: ArraySlice<String>, _ usage: ArraySlice<String>) -> Bool {
    words.count < usage.count
      && zip(words, usage).allSatisfy { word, argument in !isFixed(argument) || argument == word }
  }

  /// Whether a word is typed unchanged.
  private static func isFixed(_ word: String) -> Bool { word.allSatisfy { $0.isLowercase } }
}
