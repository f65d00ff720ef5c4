// `plist state list`, `plist state restore` and `plist state remove`: all that is kept of a state, the way back
// to any of it, and an end to what was put aside.

internal import ArgumentParser
internal import DurableFiles
internal import StateStorage
internal import SystemPackage

/// Lists what is kept of a state.
struct StateListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the generations of a state and the copies that were put aside.",
    discussion: """
      One file a line: the number that plist state restore takes, the name of the file, then what \
      plist state show reports of it. The number 0 is FILE itself; generations follow, then what was put \
      aside, the newest first. The numbers hold until the next save.

      EXAMPLES:
        plist state list Documents/items.archive
      """)

  @Argument(help: "The file of the state.", completion: .file())
  var file: String

  @OptionGroup var shared: SharedOptions

  func run() throws {
    try shared.withState(file) { state in
      let style = shared.color.style(for: .output)
      for copy in try state.existingCopies() {
        let name = copy.path.lastComponent.map { FilePath(root: nil, [$0]) } ?? copy.path
        try StandardStream.output.write(
          Array("\(style("\(copy.number)", .key)): ".utf8) + ArgumentBytes.nameOnOutput(name)
            + ", \(copy.contents.summary)\n".utf8)
      }
    }
  }
}

/// Goes back to an earlier state.
struct StateRestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Makes an earlier state the current one.",
    discussion: """
      NUMBER is that of plist state list. What FILE was is put aside first, as FILE.replaced-TIME, and \
      never removed; the generations stay as they are. Standard output says what was restored, and \
      where the other is. A copy that is not a state is rejected.

      EXAMPLES:
        plist state restore Documents/items.archive 1
      """)

  @Argument(help: "The file of the state.", completion: .file())
  var file: String

  @Argument(help: "The number of the generation or copy.")
  var number: Int

  @OptionGroup var shared: SharedOptions

  func run() throws {
    try shared.withState(file) { state in
      let copies = try state.existingCopies()
      let aside = try state.restore(number)
      let path = ArgumentBytes.nameOnOutput(ArgumentBytes.filePath(file))
      if number == 0 {
        return try StandardStream.output.write(path + ": OK\n".utf8)
      }
      let restored = copies.first { $0.number == number }.map {
        ArgumentBytes.nameOnOutput($0.path)
      }
      var line = path + ": restored from ".utf8 + (restored ?? Array("\(number)".utf8))
      if let aside {
        line += "; what it was is ".utf8 + ArgumentBytes.nameOnOutput(aside)
      }
      try StandardStream.output.write(line + "\n".utf8)
    }
  }
}

/// Removes what was put aside of a state.
struct StateRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Removes a copy of a state that was put aside.",
    discussion: """
      NUMBER is that of plist state list. Only what was put aside is removed, such as a state that \
      lost a conflict: FILE itself and its generations are refused.

      EXAMPLES:
        plist state remove Documents/items.archive 2
      """)

  @Argument(help: "The file of the state.", completion: .file())
  var file: String

  @Argument(help: "The number of the copy.")
  var number: Int

  @OptionGroup var shared: SharedOptions

  func run() throws {
    try shared.withState(file) { state in
      guard let copy = try state.existingCopies().first(where: { $0.number == number }) else {
        throw StateError(
          .noSuchCopy, message: "the state has no copy with the number \(number)", path: state.path)
      }
      try state.remove(copy)
      try StandardStream.output.write(
        ArgumentBytes.nameOnOutput(copy.path) + ": removed\n".utf8)
    }
  }
}

extension StateFile {
  /// The copies, of which there must be one.
  fileprivate func existingCopies() throws -> [Copy] {
    let copies = try copies()
    if copies.isEmpty {
      throw StateError(.missingFile, message: "there is no such file", path: path)
    }
    return copies
  }
}
