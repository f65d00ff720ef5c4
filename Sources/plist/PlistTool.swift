// The command-line tool: its commands, and how it ends. Relies on ArgumentParser, whose exit code
// for usage errors is replaced by the tool's own.

internal import ArgumentParser
internal import StateStorage

@main
struct PlistTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plist",
    abstract: "Shows, checks and converts property lists.",
    discussion: """
      The format of a file is detected: XML, binary, JSON, or one of the OpenStep family: strings
      files, Xcode projects, Glyphs fonts, GNUstep's. FILE can be - for standard input, which is also
      read where no file is named and it is not a terminal. A pipe or device is read up to 256 MiB.
      PATH leads to a value: a.b[2].c; [-1] is the last element, [*] every one; a step in double
      quotes is a key to the letter.
      Commands that print values read many files with --each, -r or --files0-from, and print one JSON
      object a line with --lines. The exit code is then the gravest of all files: 3, then 1, then 4.

      EXAMPLES:
        plist print Info.plist
        plist get Info.plist CFBundleIdentifier
        plist convert settings.plist --to xml -o settings.xml
        plist get -r --lines --path CFBundleIdentifier Apps
        plist lint *.plist
        plist archive print Main.nib
        plist prefs read --root portable settings
        plist state show items.archive
        plist container where --container org.example.notes

      EXIT CODES:
        0  done
        1  the input is not valid
        2  the command line is wrong
        3  a file cannot be read or written
        4  the path leads to no value
      """,
    version: "0.1.0",
    subcommands: [
      PrintCommand.self, ConvertCommand.self, LintCommand.self, GetCommand.self, TypeCommand.self,
      KeysCommand.self, ArchiveCommand.self, PrefsCommand.self, StateCommand.self,
      ContainerCommand.self,
    ])

  static func main() {
    LossAtExit.handle { loss in
      try? StandardStream.error.write("plist: \(loss)\n".utf8)
    }
    do {
      var command = try parseAsRoot(ArgumentBytes.arguments)
      try command.run()
    } catch {
      end(with: error)
    }
  }

  /// Prints what an error or a request for help says, and ends the process.
  private static func end(with error: any Error) -> Never {
    let code = exitCode(for: error)
    var message = fullMessage(for: error)
    if code == .validationFailure {
      if ArgumentBytes.asksForQuiet { exit(withError: ExitCode.usage) }
      if let hint = ForeignCommand.hint(for: ArgumentBytes.arguments) { message += "\n" + hint }
    }
    do throws(StreamError) {
      if !message.isEmpty {
        let stream: StandardStream = code.isSuccess ? .output : .error
        try stream.write((message.terminalEscaped(as: nil) + "\n").utf8)
      }
    } catch {
      DiagnosticPrinter(form: .text, style: TextStyle(isColored: false)).report(error)
      exit(withError: code.isSuccess ? ExitCode.inputOutput : ExitCode.usage)
    }
    exit(withError: code == .validationFailure ? ExitCode.usage : code)
  }
}

extension ExitCode {
  /// The input is not valid.
  static let invalid = ExitCode(1)
  /// The command line is wrong.
  static let usage = ExitCode(2)
  /// A file cannot be read or written.
  static let inputOutput = ExitCode(3)
  /// The path leads to no value.
  static let absent = ExitCode(4)

  /// The codes of files, the gravest last.
  private static let byGravity: [ExitCode] = [.success, .absent, .invalid, .inputOutput]

  /// Becomes a code if that is graver: what cannot be read or written before what is not valid, and
  /// that before what is absent.
  mutating func join(_ other: ExitCode) {
    let gravity = Self.byGravity.firstIndex(of: self) ?? .max
    if Self.byGravity.firstIndex(of: other) ?? .max > gravity { self = other }
  }
}
