// Reads the files of a command, reports failures, and chooses the exit code. What a command does is
// apart from its options, so that a command line without options needs no parser.

internal import ArgumentParser
internal import DurableFiles
internal import PropertyLists

/// How a command reads its files and reports failures.
struct CommandRunner {
  var color = ColorChoice.auto
  var diagnostics = DiagnosticForm.text

  /// The printer of findings.
  var printer: DiagnosticPrinter {
    DiagnosticPrinter(form: diagnostics, style: color.style(for: .error))
  }
}

extension CommandRunner {
  /// Reads files one by one and performs work on each. After a failure is reported, the remaining
  /// files are read, unless standard output can no longer be written.
  ///
  /// - Parameters:
  ///   - hasProgress: Whether a terminal shows progress; for commands that print little.
  ///   - replacing: Whether the work replaces the files.
  ///   - work: Processes one file. If `areLines` is set, it returns the line to write for the file.
  /// - Throws: The most severe exit status, unless all files succeeded.
  func forEach(
    _ entries: [FileEntry], encoding: SingleByteEncoding?, hasProgress: Bool = false,
    replacing: Bool = false, areLines: Bool = false,
    perform work: (Input, Progress) throws -> ResultLine?
  ) throws {
    var progress = Progress(total: entries.count, isShown: hasProgress && diagnostics == .text)
    var code = ExitCode.success
    for entry in entries {
      progress.advance(to: entry.name)
      let failure = attempt(entry, encoding: encoding, replacing: replacing, areLines: areLines) {
        try work($0, progress)
      }
      guard let failure else { continue }
      if !areLines || failure.isOutputGone {
        progress.clear()
        report(failure)
      }
      code.join(failure.code)
      if failure.isOutputGone { break }
    }
    progress.clear()
    if code != .success { throw code }
  }

  /// Reads a file and performs work on it. Returns the failure, which has been written already if
  /// `areLines` is set.
  private func attempt(
    _ entry: FileEntry, encoding: SingleByteEncoding?, replacing: Bool, areLines: Bool,
    perform work: (Input) throws -> ResultLine?
  ) -> FileFailure? {
    var line: ResultLine?
    var failure: FileFailure?
    do throws(FileError) {
      if let error = entry.error { throw error }
      var input = try replacing ? Input.readToReplace(entry.argument) : Input.read(entry.argument)
      input.encoding = encoding
      do {
        line = try work(input)
        failure = line?.failure
      } catch { failure = FileFailure(error, in: input) }
    } catch { failure = FileFailure(reading: entry.name, error) }
    guard areLines, failure?.isOutputGone != true else { return failure }
    do throws(StreamError) {
      var written = line ?? ResultLine(file: entry.name)
      if let failure { written.add(failure) }
      try written.write()
    } catch { return FileFailure(error) }
    return failure
  }

  /// Performs work. An error is reported as a failure of the file and ends the command.
  func reporting(_ file: String, perform work: () throws -> Void) throws {
    do { try work() } catch {
      let input = Input(name: Input.shownName(file), argument: file, bytes: [])
      throw report(FileFailure(error, in: input))
    }
  }

  /// Prints a failure and returns its exit status.
  @discardableResult
  func report(_ failure: FileFailure) -> ExitCode {
    if let diagnostic = failure.diagnostic { printer.report(diagnostic, source: failure.source) }
    return failure.code
  }
}

extension CommandRunner {
  /// Checks files one by one and shows progress. Reports the findings for each file, as lines of
  /// JSON if `areLines` is set, or that it is valid. If `strict` is set, warnings are errors.
  ///
  /// - Throws: The most severe exit status, unless all files are valid.
  func check(
    _ entries: [FileEntry], strict: Bool, encoding: SingleByteEncoding? = nil,
    areLines: Bool = false, findings: (Input) throws -> [Diagnostic]
  ) throws {
    try forEach(entries, encoding: encoding, hasProgress: true, areLines: areLines) {
      (input, progress) in
      var found = try findings(input)
      if strict { for index in found.indices { found[index].severity = .error } }
      let error = found.first { $0.severity == .error }
      if areLines {
        // All findings are the value, and the first error among them is the error.
        var line = ResultLine(file: input.name)
        line.add("value", elements: found.map { Data($0.json.utf8) })
        if let error { line.add(FileFailure(code: .invalid, diagnostic: error)) }
        return line
      }
      // The next output replaces the line of progress, on either stream.
      progress.clear()
      for finding in found { printer.report(finding, source: input.bytes) }
      if error != nil { throw FileFailure(code: .invalid) }
      try StandardStream.output.write(input.nameOnOutput + ": OK\n".utf8)
      return nil
    }
  }
}
