// The options of all commands, and arguments that several commands have.

internal import ArgumentParser
internal import PropertyLists

/// The options of every command.
struct SharedOptions: ParsableArguments {
  @Option(help: ArgumentHelp("When to use color.", valueName: "when"))
  var color = ColorChoice.auto

  @Option(
    help: ArgumentHelp("The form of errors and warnings on standard error.", valueName: "form"))
  var diagnostics = DiagnosticForm.text

  @Flag(name: .shortAndLong, help: "Print nothing; only set the exit status.")
  var quiet = false

  func validate() throws { if quiet { try StandardStream.silence() } }

  var runner: CommandRunner { CommandRunner(color: color, diagnostics: diagnostics) }
}

/// Returns the path that a command-line argument specifies.
func parsePath(_ text: String) throws -> PlistPath {
  do { return try PlistPath(ArgumentBytes.text(text)) } catch let error as PlistError {
    throw ValidationError(error.message)
  }
}

/// Returns the path, with or without wildcards, that a command-line argument specifies.
func parsePattern(_ text: String) throws -> PlistPathPattern {
  do { return try PlistPathPattern(ArgumentBytes.text(text)) } catch let error as PlistError {
    throw ValidationError(error.message)
  }
}

/// An argument that names a format to write.
struct FormatArgument: ExpressibleByArgument {
  let format: PlistFormat

  init(_ format: PlistFormat) { self.format = format }

  init?(argument: String) {
    let name = Self.namesOfPlutil[argument] ?? argument
    guard let format = PlistFormat(rawValue: name) else { return nil }
    self.format = format
  }

  /// The formats by their names in plutil.
  private static let namesOfPlutil = ["xml1": "xml", "binary1": "binary"]

  static var allValueStrings: [String] { PlistFormat.allCases.map(\.rawValue) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  /// Throws if a binary property list would be written to a terminal. The file is standard output
  /// by default.
  func refuseTerminal(at file: String? = nil) throws {
    guard format == .binary else { return }
    let path = file.map(ArgumentBytes.filePath)
    if path.map(OutputStreamFile.isTerminal) ?? StandardStream.output.isTerminal {
      throw ValidationError("a terminal cannot show a binary property list; use -o or a pipe")
    }
  }
}
