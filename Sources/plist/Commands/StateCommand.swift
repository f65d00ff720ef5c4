// `plist state`: the generations of a state file that any program has saved, and the copies of it
// that were set aside: shows, checks, recovers, restores and removes them.

internal import ArgumentParser
internal import DurableFiles
internal import PropertyLists
internal import StateStorage
internal import SystemPackage

struct StateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state",
    abstract: "Shows, checks, recovers, and restores the saved state of an app.",
    discussion: """
      A state is a property list or keyed archive that an app has saved in FILE. Earlier \
      generations are next to it: FILE.bak, FILE.bak.2, and so on. If the file system supports \
      extended attributes, a checksum detects corruption on the drive.

      EXAMPLES:
        plist state show Documents/items.archive
        plist state verify Documents/*.archive
        plist state recover Documents/items.archive
        plist state list Documents/items.archive
        plist state restore Documents/items.archive 1
        plist state remove Documents/items.archive 2
      """,
    subcommands: [
      StateShowCommand.self, StateVerifyCommand.self, StateRecoverCommand.self,
      StateListCommand.self, StateRestoreCommand.self, StateRemoveCommand.self,
    ])
}

struct StateShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Lists the generations of a state.",
    discussion: """
      Prints one generation per line, newest first: its number (0 is FILE itself), its format, \
      its size, the time of the save, the result of the checksum (verified, damaged, or unverified \
      if there is no checksum), the version of its schema if it has one, and the problem if there \
      is one.

      EXAMPLES:
        plist state show Documents/items.archive
      """)

  @OptionGroup
  var target: StateTarget

  func run() throws {
    try target.perform { state in
      let style = target.shared.runner.color.style(for: .output)
      for generation in try state.existing(state.generations()) {
        let number = style("\(generation.number)", as: .key)
        try StandardStream.output.write("\(number): \(generation.summary)\n")
      }
    }
  }
}

struct StateVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Checks the generations of states.",
    discussion: """
      Checks every file, and prints FILE: OK for each valid file. An invalid earlier generation is \
      a warning.

      EXAMPLES:
        plist state verify Documents/items.archive
      """)

  @Argument(help: "The state files.", completion: .file())
  var files: [String]

  @OptionGroup
  var shared: SharedOptions

  func run() throws {
    var code = ExitCode.success
    for file in files {
      do { try shared.runner.withState(file, perform: verify) } catch let failure as ExitCode {
        code.join(failure)
      }
    }
    if code != .success { throw code }
  }

  private func verify(_ state: StateFile) throws {
    let generations = try state.existing(state.generations())
    if let newest = generations.first, newest.number == 0, let problem = newest.problem,
      problem.code == .unreadable
    {
      throw problem
    }
    for generation in generations {
      guard let problem = generation.problem else { continue }
      let severity = generation.number == 0 ? PlistDiagnostic.Severity.error : .warning
      shared.runner.printer.report(
        Diagnostic(
          file: state.name(of: generation.number), problem, severity: severity,
          message: problem.explanation()))
    }
    guard let newest = generations.first, newest.number == 0 else {
      throw StateError(
        .stateMissing, message: "the file is missing, but an earlier generation exists",
        path: state.path)
    }
    guard newest.problem == nil else { throw ExitCode.invalid }
    try StandardStream.output.write(ArgumentBytes.nameOnOutput(state.path) + ": OK\n".utf8)
  }
}

struct StateRecoverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover", abstract: "Replaces the state with its newest valid generation.",
    discussion: """
      The previous FILE is set aside as FILE.corrupt-TIME and never removed, even if it cannot be \
      read or is not a regular file. If FILE is valid, nothing changes. Standard output names the \
      generation that was recovered.

      EXAMPLES:
        plist state recover Documents/items.archive
      """)

  @OptionGroup
  var target: StateTarget

  func run() throws {
    try target.perform { state in
      _ = try state.existing(state.generations())
      let number = try state.recover()
      let outcome = number == 0 ? "OK" : "recovered from generation \(number)"
      try StandardStream.output.write(
        ArgumentBytes.nameOnOutput(state.path) + ": \(outcome)\n".utf8)
    }
  }
}

/// The options of a command on one state file.
struct StateTarget: ParsableArguments {
  @Argument(help: "The state file.", completion: .file())
  var file: String

  @OptionGroup
  var shared: SharedOptions

  func perform(_ work: (StateFile) throws -> Void) throws {
    try shared.runner.withState(file, perform: work)
  }
}

extension CommandRunner {
  /// Performs work on a state file. An error is reported and ends the command.
  func withState(_ file: String, perform work: (StateFile) throws -> Void) throws {
    if file.isEmpty || file.utf8.contains(0) { throw ValidationError("the name of FILE is empty") }
    try reporting(file) { try work(StateFile(path: ArgumentBytes.filePath(file))) }
  }
}

extension StateFile {
  /// Returns the generations or copies that were found. Throws if there are none.
  func existing<Element>(_ found: [Element]) throws -> [Element] {
    if !found.isEmpty { return found }
    throw StateError(.missingFile, message: "there is no such file", path: path)
  }

  /// The name of the file of a generation, for messages.
  fileprivate func name(of number: Int) -> String {
    ArgumentBytes.shown(path) + (number == 0 ? "" : PreviousGenerations.ending(number))
  }
}

extension StateFile.Generation {
  /// A description of the contents.
  var summary: String {
    if let problem, problem.code == .unreadable { return "unreadable, \(problem)" }
    let kind = (format.map(\.rawValue) ?? "not a property list") + (isArchive ? " archive" : "")
    let seconds = Double(modificationTime.components.seconds)
    var details = [
      kind, "\(size) byte\(size == 1 ? "" : "s")",
      Date(timeIntervalSince1970: seconds).calendarText, integrity.rawValue,
    ]
    if let version { details.append("version \(version)") }
    if let problem { details.append(problem.explanation().withoutControls) }
    return details.joined(separator: ", ")
  }
}

extension StateError.Code {
  /// There is neither a state file nor an earlier generation.
  static let missingFile = StateError.Code(rawValue: "not-found")
}

struct StateListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the generations of a state and the copies that were set aside.",
    discussion: """
      Prints one file per line: the number for plist state restore, the name of the file, and the \
      description that plist state show prints. Number 0 is FILE itself. Generations follow, then \
      the copies that were set aside, newest first. The numbers are valid until the next save.

      EXAMPLES:
        plist state list Documents/items.archive
      """)

  @OptionGroup
  var target: StateTarget

  func run() throws {
    try target.perform { state in
      let style = target.shared.runner.color.style(for: .output)
      for copy in try state.existing(state.copies()) {
        let name = copy.path.lastComponent.map { FilePath(root: nil, [$0]) } ?? copy.path
        try StandardStream.output.write(
          Array("\(style("\(copy.number)", as: .key)): ".utf8) + ArgumentBytes.nameOnOutput(name)
            + ", \(copy.contents.summary)\n".utf8)
      }
    }
  }
}

struct StateRestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Makes an earlier state the current one.",
    discussion: """
      NUMBER is a number from plist state list. The previous FILE is first set aside as \
      FILE.replaced-TIME and never removed. The generations are not changed. Standard output names \
      the restored copy and the file that was set aside. A copy that is not a state is rejected.

      EXAMPLES:
        plist state restore Documents/items.archive 1
      """)

  @Argument(help: "The state file.", completion: .file())
  var file: String

  @Argument(help: "The number of the generation or copy.")
  var number: Int

  @OptionGroup
  var shared: SharedOptions

  func run() throws {
    try shared.runner.withState(file) { state in
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

struct StateRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Removes a copy of a state that was set aside.",
    discussion: """
      NUMBER is a number from plist state list. Only copies that were set aside can be removed, \
      such as a state that lost a conflict. FILE itself and its generations cannot be removed.

      EXAMPLES:
        plist state remove Documents/items.archive 2
      """)

  @Argument(help: "The state file.", completion: .file())
  var file: String

  @Argument(help: "The number of the copy.")
  var number: Int

  @OptionGroup
  var shared: SharedOptions

  func run() throws {
    try shared.runner.withState(file) { state in
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
