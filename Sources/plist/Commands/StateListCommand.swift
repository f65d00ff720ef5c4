// `plist state list`, `plist state restore`, and `plist state remove`: list the generations and
// copies of a state, restore any of them, and remove copies.

internal import ArgumentParser
internal import DurableFiles
internal import StateStorage
internal import SystemPackage

/// Lists the generations and copies of a state.
struct StateListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the generations of a state and the copies that were put aside.",
    discussion: """
      Prints one file per line: the number for plist state restore, the name of the file, and the \
      description that plist state show prints. Number 0 is FILE itself. Generations follow, then \
      the copies that were put aside, the newest first. The numbers are valid until the next save.

      EXAMPLES:
        plist state list Documents/items.archive
      """)

  @Argument(help: "The state file.", completion: .file())
  var file: String

  @OptionGroup var shared: SharedOptions

  func run() throws {
    try shared.withState(file) { state in
      let style = shared.color.style(for: .output)
      for copy in try state.existing(state.copies()) {
        let name = copy.path.lastComponent.map { FilePath(root: nil, [$0]) } ?? copy.path
        try StandardStream.output.write(
          Array("\(style("\(copy.number)", as: .key)): ".utf8) + ArgumentBytes.nameOnOutput(name)
            + ", \(copy.contents.summary)\n".utf8)
      }
    }
  }
}

/// Restores an earlier state.
struct StateRestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Makes an earlier state the current one.",
    discussion: """
      NUMBER is a number from plist state list. The previous FILE is first put aside as \
      FILE.replaced-TIME and never removed. The generations are not changed. Standard output names \
      the restored copy and the file that was put aside. A copy that is not a state is rejected.

      EXAMPLES:
        plist state restore Documents/items.archive 1
      """)

  @Argument(help: "The state file.", completion: .file())
  var file: String

  @Argument(help: "The number of the generation or copy.")
  var number: Int

  @OptionGroup var shared: SharedOptions

  func run() throws {
    try shared.withState(file) { state in
      let copies = try state.existing(state.copies())
      let aside = try state.restore(number)
      let path = ArgumentBytes.nameOnOutput(state.path)
      if number == 0 { return try StandardStream.output.write(path + ": OK\n".utf8) }
      let copy = copies.first { $0.number == number }
      let restored = copy.map { ArgumentBytes.nameOnOutput($0.path) }
      var line = path + ": restored from ".utf8 + (restored ?? Array("\(number)".utf8))
      if let aside {
        line += "; the previous contents are in ".utf8 + ArgumentBytes.nameOnOutput(aside)
      }
      try StandardStream.output.write(line + "\n".utf8)
    }
  }
}

/// Removes a copy of a state that was put aside.
struct StateRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Removes a copy of a state that was put aside.",
    discussion: """
      NUMBER is a number from plist state list. Only copies that were put aside can be removed, \
      such as a state that lost a conflict. FILE itself and its generations are rejected.

      EXAMPLES:
        plist state remove Documents/items.archive 2
      """)

  @Argument(help: "The state file.", completion: .file())
  var file: String

  @Argument(help: "The number of the copy.")
  var number: Int

  @OptionGroup var shared: SharedOptions

  func run() throws {
    try shared.withState(file) { state in
      let copies = try state.existing(state.copies())
      guard let copy = copies.first(where: { $0.number == number }) else {
        throw StateError(
          .noSuchCopy, message: "the state has no copy with the number \(number)", path: state.path)
      }
      try state.remove(copy)
      try StandardStream.output.write(ArgumentBytes.nameOnOutput(copy.path) + ": removed\n".utf8)
    }
  }
}
