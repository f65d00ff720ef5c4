// The command-line tool: its commands and its exit statuses. Relies on ArgumentParser, whose exit
// status for usage errors is replaced by the tool's own.

internal import ArgumentParser
internal import DurableFiles
internal import StateStorage

// Imported for the order of the libraries that it links.
#if os(Linux) && canImport(Glibc)
  internal import CLoadOrder
#endif

@main
struct PlistTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plist", abstract: "Shows, checks, and converts property lists.",
    discussion: """
      The format of a file is detected: XML, binary, JSON, or one of the OpenStep family (strings \
      files, Xcode projects, Glyphs fonts, and GNUstep property lists). If FILE is -, or if no \
      file is named and standard input is not a terminal, the command reads standard input. At \
      most 256 MiB is read from a pipe or a device.

      PATH leads to a value, as in a.b[2].c. [-1] is the last element, and [*] is every element. A \
      step in double quotes is a literal key.

      Commands that print values read many files with --each, -r, or --files0-from, and print one \
      JSON object per line with --lines. The exit status is then that of the most severe failure: \
      3 before 1 before 4.

      EXAMPLES:
        plist print Info.plist
        plist get Info.plist CFBundleIdentifier
        plist convert settings.plist --to xml -o settings.xml
        plist get -r --lines --path CFBundleIdentifier Apps
        plist lint *.plist
        plist diff old.plist new.plist
        plist archive print Main.nib
        plist prefs read --root portable settings
        plist state show items.archive
        plist container where --container org.example.notes

      EXIT STATUS:
        0  done
        1  the input is invalid, differs (diff), or is in conflict (merge3, resolve);
           prefs: the domain or key does not exist
        2  the command line is invalid
        3  a file cannot be read or written
        4  there is no value at the path
      """, version: "0.1.0",
    subcommands: [
      PrintCommand.self, ConvertCommand.self, LintCommand.self, GetCommand.self, TypeCommand.self,
      KeysCommand.self, ValueEditCommand<SetEdit>.self, ValueEditCommand<InsertEdit>.self,
      ValueEditCommand<AppendEdit>.self,
      RemoveCommand.self, RenameCommand.self, MergeCommand.self, EditCommand.self, DiffCommand.self,
      PatchCommand.self,
      Merge3Command.self, ResolveCommand.self, GitSetupCommand.self, ArchiveCommand.self,
      PrefsCommand.self, StateCommand.self,
      ContainerCommand.self,
    ])

  /// Runs the command of the command line.
  static func main() {
    do {
      let arguments = ArgumentBytes.arguments
      // These commands only read files, so that nothing remains to be done when the process ends.
      if let command = PlainCommandLine.command(arguments) {
        try command.run()
        ProcessEnvironment.exitImmediately()
      }
      try runParsedCommand(arguments)
    } catch { end(with: error) }
  }

  // Not inlined, so that plain commands do not need the types of this function.
  @inline(never)
  private static func runParsedCommand(_ arguments: ArraySlice<String>) throws {
    LossAtExit.handle { loss in try? StandardStream.error.write("plist: \(loss)\n") }
    var command = try parsedCommand(Array(arguments))
    try command.run()
  }

  /// Returns the command of a command line. Parses the named command without the others, which starts
  /// the tool sooner; if that fails, the tool as a whole reports the error.
  private static func parsedCommand(_ arguments: [String]) throws -> any ParsableCommand {
    let name = arguments.first
    let named = configuration.subcommands.first { $0.configuration.commandName == name }
    // A command with others below it would get ArgumentParser's own `help`.
    if let named, named.configuration.subcommands.isEmpty,
      let command = try? named.parseAsRoot(Array(arguments.dropFirst()))
    {
      return command
    }
    return try parseAsRoot(arguments)
  }

  /// Prints the message of an error, or the help that was requested, and ends the process.
  private static func end(with error: any Error) -> Never {
    let code = exitCode(for: error)
    func finish(with code: ExitCode) -> Never {
      exit(withError: code.ofDriver(Array(ArgumentBytes.arguments)))
    }
    var message = fullMessage(for: error)
    let (arguments, commands) = (Array(ArgumentBytes.arguments), configuration.subcommands)
    // ArgumentParser shows the help of the tool for a command that does not exist.
    if code.isSuccess, arguments.first == "help",
      let command = UnknownCommand(in: Array(arguments.dropFirst()), of: commands)
    {
      try? StandardStream.error.write("Error: \(command.message)\n")
      finish(with: .usage)
    }
    if code.isSuccess { message = HelpCompletion(of: commands).added(to: message) }
    if code == .validationFailure {
      if ArgumentBytes.asksForQuiet { finish(with: .usage) }
      if let command = UnknownCommand(in: arguments, of: commands) {
        message.replace(Self.message(for: error), with: command.message, maxReplacements: 1)
      }
      if let hint = OtherToolCommand.hint(for: arguments, among: commands) {
        message += "\n" + hint
      }
    }
    do throws(StreamError) {
      if !message.isEmpty {
        let stream: StandardStream = code.isSuccess ? .output : .error
        try stream.write(message.terminalEscaped(as: nil) + "\n")
      }
    } catch {
      DiagnosticPrinter(form: .text, style: TextStyle(isColored: false)).report(error)
      finish(with: code.isSuccess ? .inputOutput : .usage)
    }
    finish(with: code == .validationFailure ? .usage : code)
  }
}
