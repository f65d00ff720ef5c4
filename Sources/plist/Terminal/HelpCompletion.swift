// The names of commands as completions of `plist help`. ArgumentParser generates the scripts for
// shells, but its own command `help` has no completions. Relies on the form of these scripts, which
// the tests of completions check.

internal import ArgumentParser

/// The commands that can follow `plist help`.
struct HelpCompletion {
  /// The words after the name of the tool, each with the names that can follow them.
  private var lists: [(words: String, names: [String])] = []

  init(of commands: [any ParsableCommand.Type]) { add(commands, after: "help") }

  private mutating func add(_ commands: [any ParsableCommand.Type], after words: String) {
    let names = commands.compactMap { $0.configuration.commandName }
    if names.isEmpty { return }
    lists.append((words, names))
    for (command, name) in zip(commands, names) {
      add(command.configuration.subcommands, after: "\(words) \(name)")
    }
  }

  /// Returns a script that also completes the arguments of `plist help`. Text that is not such a
  /// script remains unchanged.
  func added(to script: String) -> String {
    if script.hasPrefix("#!/bin/bash") { return addedToBash(script) }
    if script.hasPrefix("#compdef") { return addedToZsh(script) }
    return script.hasPrefix("function __plist") ? addedToFish(script) : script
  }

  /// The beginning of the function for `plist help`, in bash and zsh.
  private static let function = "_plist_help() {\n"

  private func addedToBash(_ script: String) -> String {
    var cases = "    case \"${COMP_WORDS[*]:1:COMP_CWORD - 1}\" in\n"
    for (words, names) in lists {
      cases += "    '\(words)') COMPREPLY+=($(compgen -W '\(names.joined(separator: " "))' -- "
      cases += "\"${cur}\")) ;;\n"
    }
    return script.replacing(
      Self.function, with: Self.function + cases + "    esac\n", maxReplacements: 1)
  }

  private func addedToZsh(_ script: String) -> String {
    var cases = "    local -a ___names=()\n    case \"${(j: :)words[1,CURRENT-1]}\" in\n"
    for (words, names) in lists {
      cases += "    '\(words)') ___names=(\(names.joined(separator: " "))) ;;\n"
    }
    return script.replacing(
      Self.function, with: Self.function + cases + "    esac\n", maxReplacements: 1
    ).replacing(
      "'*:subcommands:'", with: "'*:subcommand:{__plist_complete \"${___names[@]}\"}'",
      maxReplacements: 1)
  }

  private func addedToFish(_ script: String) -> String {
    var script = script.hasSuffix("\n") ? script : script + "\n"
    for (words, names) in lists {
      script += "complete -c 'plist' -n 'test (string join \" \" -- (__plist_tokens -pc)) = "
      script += "\"plist \(words)\"' -fka '\(names.joined(separator: " "))'\n"
    }
    return script
  }
}
