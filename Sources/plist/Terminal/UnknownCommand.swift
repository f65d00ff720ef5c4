// A mistyped command name, with a suggestion. ArgumentParser only reports an unexpected argument.

internal import ArgumentParser

/// An argument that is not the name of a command, where a command is expected.
struct UnknownCommand {
  private let name: String
  /// The names of the commands that are expected at this position.
  private let candidates: [String]

  /// Finds the unknown command of a command line; nil if all of its commands exist.
  init?(in arguments: [String], of commands: [any ParsableCommand.Type]) {
    var commands = commands
    // ArgumentParser adds this command to the outermost ones.
    var others = ["help"]
    for argument in arguments where !commands.isEmpty {
      if argument.hasPrefix("-") || others.contains(argument) { return nil }
      guard let command = commands.first(where: { $0.configuration.commandName == argument }) else {
        name = argument
        candidates = commands.compactMap { $0.configuration.commandName } + others
        return
      }
      (commands, others) = (command.configuration.subcommands, [])
    }
    return nil
  }

  /// The message, with the name of a command that begins with the argument, or differs from it by
  /// at most two letters.
  var message: String {
    let letters = name.letters
    var similar = letters.count > 1 ? candidates.first { $0.hasPrefix(name) } : nil
    if similar == nil, letters.count <= 64 {
      let distances = candidates.map { (name: $0, distance: letters.distance(to: $0.letters)) }
      similar =
        distances.filter { $0.distance < min(3, letters.count) }.min { $0.distance < $1.distance }?
        .name
    }
    let suggestion = similar.map { "; did you mean '\($0)'?" } ?? ""
    return "unknown command '\(ArgumentBytes.shown(name).shortened)'\(suggestion)"
  }
}

extension String {
  /// The scalars of the text in lowercase.
  var letters: [Unicode.Scalar] { Array(lowercased().unicodeScalars) }
}

extension [Unicode.Scalar] {
  /// Returns the number of letters that must be added, removed, or replaced to get another text.
  func distance(to other: [Unicode.Scalar]) -> Int {
    var row = [Int](0...other.count)
    for (index, scalar) in enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in 1..<row.count {
        let replaced = diagonal + (scalar == other[column - 1] ? 0 : 1)
        diagonal = row[column]
        row[column] = Swift.min(replaced, row[column] + 1, row[column - 1] + 1)
      }
    }
    return row[other.count]
  }
}
