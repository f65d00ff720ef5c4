// What all commands share: their options, and the way from a file's name to its contents, with
// every failure reported and turned into an exit code.

internal import ArgumentParser
internal import DurableFiles
internal import KeyedArchives
internal import PropertyLists
internal import StateStorage
internal import SystemPackage

/// The options of every command.
struct SharedOptions: ParsableArguments {
  @Option(help: ArgumentHelp("When to use colour.", valueName: "when"))
  var color = ColorChoice.auto

  @Option(
    help: ArgumentHelp("The form of errors and warnings on standard error.", valueName: "form"))
  var diagnostics = DiagnosticForm.text

  /// Where this run's findings go.
  var printer: DiagnosticPrinter {
    DiagnosticPrinter(form: diagnostics, style: color.style(for: .error))
  }
}

extension SharedOptions {
  /// Checks files one by one, with progress, and ends with the worst of their codes. Says for each
  /// what was found in it, or that it is right.
  ///
  /// - Parameter strict: Whether warnings are taken for errors.
  func check(
    _ files: [String], strict: Bool, encoding: SingleByteEncoding? = nil,
    _ findings: (Input) throws -> [Diagnostic]
  ) throws {
    var progress = Progress(total: files.count, isShown: diagnostics == .text)
    var worst = ExitCode.success
    for file in files {
      progress.advance(to: Input.shownName(file))
      let code = attempt(file, progress: progress, encoding: encoding) { input in
        let found = try findings(input)
        // What is said next takes the line's place, on either stream.
        progress.clear()
        try judge(input, found, strict: strict)
      }
      if code.rawValue > worst.rawValue { worst = code }
    }
    progress.clear()
    if worst != .success { throw worst }
  }

  private func judge(_ input: Input, _ findings: [Diagnostic], strict: Bool) throws {
    var isValid = true
    for var finding in findings {
      if strict { finding.severity = .error }
      if finding.severity == .error { isValid = false }
      printer.report(finding, source: input.bytes)
    }
    guard isValid else { throw ExitCode.invalid }
    try StandardStream.output.write("\(input.name.withoutControls): OK\n".utf8)
  }

  /// Reads a file and does something with it; what fails is reported, after the line of progress
  /// was taken away.
  func attempt(
    _ file: String, progress: Progress? = nil, encoding: SingleByteEncoding? = nil,
    _ work: (Input) throws -> Void
  ) -> ExitCode {
    var input: Input
    do throws(FileError) {
      input = try Input.read(file)
      input.encoding = encoding
    } catch {
      progress?.clear()
      printer.report(
        Diagnostic(Input.shownName(file), error, message: error.readingReason), source: [])
      return .inputOutput
    }
    do {
      try work(input)
      return .success
    } catch {
      progress?.clear()
      return report(error, of: input)
    }
  }

  /// Does something; what fails is reported, as a failure of the file, and ends the command.
  func reporting(_ file: String, _ work: () throws -> Void) throws {
    do {
      try work()
    } catch {
      throw report(error, of: Input(name: Input.shownName(file), argument: file, bytes: []))
    }
  }

  private func report(_ error: any Error, of input: Input) -> ExitCode {
    switch error {
    case let error as PlistError:
      printer.report(Diagnostic(input.name, error), source: input.bytes)
      return error.code == .noSuchPath ? .absent : .invalid
    case let error as ArchiveError:
      printer.report(Diagnostic(input.name, error), source: input.bytes)
      return .invalid
    case let error as StateError:
      printer.report(Diagnostic(input.name, error, message: error.explanation()), source: [])
      return error.isInvalidInput ? .invalid : .inputOutput
    case let error as FileError:
      printer.report(Diagnostic(ArgumentBytes.shown(error.path), error), source: [])
      return .inputOutput
    case let error as StreamError:
      if !error.isClosedPipe { printer.report(Diagnostic("<stdout>", error), source: []) }
      return .inputOutput
    default:
      return error as? ExitCode ?? .invalid
    }
  }
}

/// A path of the command line.
func parsePath(_ text: String) throws -> PlistPath {
  do throws(PlistError) {
    return try PlistPath(text)
  } catch {
    throw ValidationError(error.message)
  }
}

/// A format that can be written, as an argument.
struct FormatArgument: ExpressibleByArgument {
  let format: PlistFormat

  init?(argument: String) {
    let name = Self.namesOfPlutil[argument] ?? argument
    guard let format = PlistFormat(rawValue: name) else { return nil }
    self.format = format
  }

  /// What plutil calls formats.
  private static let namesOfPlutil = ["xml1": "xml", "binary1": "binary"]

  static var allValueStrings: [String] { PlistFormat.allCases.map(\.rawValue) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  /// Refuses what a terminal cannot show.
  func refuseTerminal() throws {
    guard format == .binary, StandardStream.output.isTerminal else { return }
    throw ValidationError(
      "a terminal shows no binary property list; name a file, or pipe the output on")
  }
}
