// `plist state`: the generations of a state's file, whatever program has saved it.

internal import ArgumentParser
internal import DurableFiles
internal import PropertyLists
internal import StateStorage
internal import SystemPackage

/// The commands on states.
struct StateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state",
    abstract: "Shows, checks, recovers and restores the saved state of an app.",
    discussion: """
      A state is a property list or keyed archive that an app has saved, FILE, with the generations
      before it beside it: FILE.bak, FILE.bak.2 and so on. Where the file system has attributes, a
      checksum proves that nothing has changed on the drive.

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

/// Lists generations.
struct StateShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Lists the generations of a state.",
    discussion: """
      One generation a line, the newest first: its number (0 is FILE itself), the format, the size,
      when it was saved, whether its checksum agrees (verified, damaged, or unverified where there is
      none), the version of its schema if it has one, and what is wrong with it, if anything is.

      EXAMPLES:
        plist state show Documents/items.archive
      """)

  @Argument(help: "The file of the state.", completion: .file())
  var file: String

  @OptionGroup var shared: SharedOptions

  func run() throws {
    try shared.withState(file) { state in
      let style = shared.color.style(for: .output)
      for generation in try state.existingGenerations() {
        try StandardStream.output.write(generation.line(style).utf8)
      }
    }
  }
}

/// Checks states.
struct StateVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks the generations of states.",
    discussion: """
      Every file is checked. Standard output has FILE: OK for each that is good. An earlier generation
      that is not is a warning.

      EXAMPLES:
        plist state verify Documents/items.archive
      """)

  @Argument(help: "The files of the states.", completion: .file())
  var files: [String]

  @OptionGroup var shared: SharedOptions

  func run() throws {
    var gravest = ExitCode.success
    for file in files {
      do {
        try shared.withState(file, verify)
      } catch let code as ExitCode {
        gravest.join(code)
      }
    }
    if gravest != .success { throw gravest }
  }

  private func verify(_ state: StateFile) throws {
    let generations = try state.existingGenerations()
    if let newest = generations.first, newest.number == 0, let problem = newest.problem,
      problem.code == .unreadable
    {
      throw problem
    }
    for generation in generations {
      guard let problem = generation.problem else { continue }
      let severity = generation.number == 0 ? PlistDiagnostic.Severity.error : .warning
      shared.printer.report(
        Diagnostic(
          state.name(generation.number), problem, severity: severity,
          message: problem.explanation()),
        source: [])
    }
    guard let newest = generations.first, newest.number == 0 else {
      throw StateError(
        .stateMissing, message: "the file is gone, and an earlier generation is there",
        path: state.path)
    }
    guard newest.problem == nil else { throw ExitCode.invalid }
    try StandardStream.output.write(ArgumentBytes.nameOnOutput(state.path) + ": OK\n".utf8)
  }
}

/// Recovers a state.
struct StateRecoverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Makes the newest good generation the state again.",
    discussion: """
      What FILE was is put aside as FILE.corrupt-TIME and never removed, also what cannot be read or
      is no file. Where FILE is good, nothing is done. Standard output says which generation it has
      become.

      EXAMPLES:
        plist state recover Documents/items.archive
      """)

  @Argument(help: "The file of the state.", completion: .file())
  var file: String

  @OptionGroup var shared: SharedOptions

  func run() throws {
    try shared.withState(file) { state in
      _ = try state.existingGenerations()
      let number = try state.recover()
      let outcome = number == 0 ? "OK" : "recovered from generation \(number)"
      try StandardStream.output.write(
        ArgumentBytes.nameOnOutput(ArgumentBytes.filePath(file)) + ": \(outcome)\n".utf8)
    }
  }
}

extension SharedOptions {
  /// Does something with the file of a state; what fails is reported and ends the command.
  func withState(_ file: String, _ work: (StateFile) throws -> Void) throws {
    if file.isEmpty || file.utf8.contains(0) { throw ValidationError("the name of FILE is empty") }
    try reporting(file) { try work(StateFile(path: ArgumentBytes.filePath(file))) }
  }
}

extension StateFile {
  /// The generations, of which there must be one.
  fileprivate func existingGenerations() throws -> [Generation] {
    let generations = try generations()
    if generations.isEmpty {
      throw StateError(.missingFile, message: "there is no such file", path: path)
    }
    return generations
  }

  /// What the file of a generation is called in messages.
  fileprivate func name(_ number: Int) -> String {
    ArgumentBytes.shown(path) + (number == 0 ? "" : PreviousGenerations.ending(number))
  }
}

extension StateFile.Generation {
  /// What is known of the generation, in one line.
  fileprivate func line(_ style: TextStyle) -> String {
    "\(style("\(number)", .key)): \(summary)\n"
  }

  /// What is known of the contents.
  var summary: String { parts.joined(separator: ", ") }

  private var parts: [String] {
    if let problem, problem.code == .unreadable { return ["unreadable", problem.description] }
    let kind = (format.map(\.rawValue) ?? "no property list") + (isArchive ? " archive" : "")
    let seconds = Double(modificationTime.components.seconds)
    var parts = [
      kind, "\(size) byte\(size == 1 ? "" : "s")",
      Date(timeIntervalSince1970: seconds).calendarText, integrity.rawValue,
    ]
    if let version { parts.append("version \(version)") }
    if let problem { parts.append(problem.explanation().withoutControls) }
    return parts
  }
}

extension StateError.Code {
  /// There is neither a file nor a generation before it.
  static let missingFile = StateError.Code(rawValue: "not-found")
}
