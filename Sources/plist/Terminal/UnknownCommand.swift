// A mistyped command name, with a suggestion. ArgumentParser only reports an unexpected argument.

internal import ArgumentParser

/// An argument in the position of a command that is not the name of a command.
struct UnknownCommand {
  private let name: String
  /// The names of the commands that are expected at this position.
  private let candidates: [String]

  /// Finds the unknown command of a command line; nil if all of its commands exist.
  init?(in arguments: [String]) {
    var commands = PlistTool.configuration.subcommands
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

  var message: String {
    let suggestion = similarName.map { "; did you mean '\($0)'?" } ?? ""
    return "unknown command '\(ArgumentBytes.shown(name).shortened)'\(suggestion)"
  }

  /// The name of a command that begins with the argument, or differs from it by at most two
  /// letters.
  private var similarName: String? {
    let letters = name.letters
    if letters.count > 1, let match = candidates.first(where: { $0.hasPrefix(name) }) {
      return match
    }
    guard letters.count <= 64 else { return nil }
    let distances = candidates.map { (name: $0, distance: letters.distance(to: $0.letters)) }
    return distances.filter { $0.distance < min(3, letters.count) }
      .min { $0.distance < $1.distance }?.name
  }
}
