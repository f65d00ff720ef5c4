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

  @Flag(name: .shortAndLong, help: "Print nothing: leave only the exit code.")
  var quiet = false

  func validate() throws {
    if quiet { try StandardStream.silence() }
  }

  /// Where this run's findings go.
  var printer: DiagnosticPrinter {
    DiagnosticPrinter(form: diagnostics, style: color.style(for: .error))
  }
}

/// Why a command failed on one file.
struct FileFailure: Error {
  let code: ExitCode
  /// What is to be said of it; nil where everything was said or nobody listens.
  var diagnostic: Diagnostic?
  /// The contents of the file, of which a line is shown.
  var source: [UInt8] = []
  /// Whether nothing can be printed anymore.
  var isOutputGone = false
}

extension SharedOptions {
  /// Reads files one by one and does something with each. A failure is reported and the other files
  /// go on, unless nothing can be printed anymore. Ends with the gravest of all codes.
  ///
  /// - Parameters:
  ///   - hasProgress: Whether a terminal shows how far this is; for commands that print little.
  ///   - replacing: Whether the work replaces the files.
  ///   - work: What is done. It returns the line to write for the file where `areLines` is set.
  func forEach(
    _ entries: [FileEntry], encoding: SingleByteEncoding?, hasProgress: Bool = false,
    replacing: Bool = false, areLines: Bool = false,
    _ work: (Input, Progress) throws -> ResultLine?
  ) throws {
    var progress = Progress(
      total: entries.count, isShown: hasProgress && diagnostics == .text)
    var gravest = ExitCode.success
    for entry in entries {
      progress.advance(to: entry.name)
      let failure = attempt(entry, encoding: encoding, replacing: replacing, areLines) {
        try work($0, progress)
      }
      guard let failure else { continue }
      if !areLines || failure.isOutputGone {
        progress.clear()
        report(failure)
      }
      gravest.join(failure.code)
      if failure.isOutputGone { break }
    }
    progress.clear()
    if gravest != .success { throw gravest }
  }

  /// Reads a file and does something with it; what failed. With lines, it has been written then.
  private func attempt(
    _ entry: FileEntry, encoding: SingleByteEncoding?, replacing: Bool, _ areLines: Bool,
    _ work: (Input) throws -> ResultLine?
  ) -> FileFailure? {
    var line: ResultLine?
    var failure: FileFailure?
    do throws(FileError) {
      if let error = entry.error { throw error }
      var input =
        try replacing ? Input.readToReplace(entry.argument) : Input.read(entry.argument)
      input.encoding = encoding
      do {
        line = try work(input)
        failure = line?.failure
      } catch {
        failure = FileFailure(error, in: input)
      }
    } catch {
      failure = FileFailure(reading: entry, error)
    }
    guard areLines, failure?.isOutputGone != true else { return failure }
    do throws(StreamError) {
      var written = line ?? ResultLine(file: entry.name)
      if let failure { written.add(failure) }
      try written.write()
    } catch {
      return FileFailure(error)
    }
    return failure
  }

  /// Does something; what fails is reported, as a failure of the file, and ends the command.
  func reporting(_ file: String, _ work: () throws -> Void) throws {
    do {
      try work()
    } catch {
      throw report(
        FileFailure(
          error, in: Input(name: Input.shownName(file), argument: file, bytes: [])))
    }
  }

  /// Prints a failure.
  @discardableResult
  func report(_ failure: FileFailure) -> ExitCode {
    if let diagnostic = failure.diagnostic { printer.report(diagnostic, source: failure.source) }
    return failure.code
  }
}

extension SharedOptions {
  /// Checks files one by one, with progress, and ends with the gravest of their codes. Says for each
  /// what was found in it, or that it is right.
  ///
  /// - Parameters:
  ///   - strict: Whether warnings are taken for errors.
  ///   - areLines: Whether the findings are written as lines of JSON.
  func check(
    _ entries: [FileEntry], strict: Bool, encoding: SingleByteEncoding? = nil,
    areLines: Bool = false, _ findings: (Input) throws -> [Diagnostic]
  ) throws {
    try forEach(entries, encoding: encoding, hasProgress: true, areLines: areLines) {
      (input, progress) in
      var found = try findings(input)
      if strict {
        for index in found.indices { found[index].severity = .error }
      }
      if areLines { return line(input, found) }
      // What is said next takes the line's place, on either stream.
      progress.clear()
      for finding in found { printer.report(finding, source: input.bytes) }
      if found.contains(where: { $0.severity == .error }) {
        throw FileFailure(code: .invalid)
      }
      try StandardStream.output.write(input.nameOnOutput + ": OK\n".utf8)
      return nil
    }
  }

  /// All findings as the value, and the first error among them as the error.
  private func line(_ input: Input, _ findings: [Diagnostic]) -> ResultLine {
    var line = ResultLine(file: input.name)
    line.add("value", json: Data("[\(findings.map(\.json).joined(separator: ","))]".utf8))
    if let error = findings.first(where: { $0.severity == .error }) {
      line.add(FileFailure(code: .invalid, diagnostic: error))
    }
    return line
  }
}

extension FileFailure {
  /// A file that cannot be read.
  init(reading entry: FileEntry, _ error: FileError) {
    self.init(
      code: .inputOutput,
      diagnostic: Diagnostic(entry.name, error, message: error.readingReason))
  }

  /// Standard output that cannot be written.
  init(_ error: StreamError) {
    self.init(
      code: .inputOutput,
      diagnostic: error.isClosedPipe ? nil : Diagnostic(error.file, error), isOutputGone: true)
  }

  /// Any error of what is done with a file.
  init(_ error: any Error, in input: Input) {
    switch error {
    case let error as FileFailure: self = error
    case let error as PlistError:
      self.init(
        code: error.code == .noSuchPath ? .absent : .invalid,
        diagnostic: Diagnostic(input.name, error), source: input.bytes)
    case let error as ArchiveError:
      self.init(
        code: .invalid, diagnostic: Diagnostic(input.name, error), source: input.bytes)
    case let error as StateError:
      self.init(
        code: error.isInvalidInput ? .invalid : .inputOutput,
        diagnostic: Diagnostic(input.name, error, message: error.explanation()))
    case let error as FileError:
      self.init(
        code: .inputOutput, diagnostic: Diagnostic(ArgumentBytes.shown(error.path), error))
    case let error as StreamError: self.init(error)
    default: self.init(code: error as? ExitCode ?? .invalid)
    }
  }
}

/// A path of the command line.
func parsePath(_ text: String) throws -> PlistPathPattern {
  do {
    return try PlistPathPattern(ArgumentBytes.text(text))
  } catch let error as PlistError {
    throw ValidationError(error.message)
  }
}

extension FormatArgument {
  fileprivate static var terminalError: ValidationError {
    ValidationError("a terminal shows no binary property list; name a file, or pipe the output on")
  }

  /// Throws where a binary property list would go to a terminal that a file of the command line is.
  func refuseTerminal(at file: String) throws {
    if format == .binary, OutputStreamFile.isTerminal(ArgumentBytes.filePath(file)) {
      throw Self.terminalError
    }
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
    if format == .binary, StandardStream.output.isTerminal { throw Self.terminalError }
  }
}
