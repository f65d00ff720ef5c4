// `plist lint`: is each file a property list, and such as Apple's software would have written it?

internal import ArgumentParser
internal import PropertyLists

/// Checks property lists.
struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Checks property lists.",
    discussion: """
      Every file is checked. Standard output has FILE: OK for each that can be read; standard error has
      the first syntax error of the others, and the wrong numbers, dates and data before it. Keys that
      stand twice, and forms that Apple's software does not write, are warnings.

      EXAMPLES:
        plist lint Info.plist
        plist lint --strict *.plist
        plist lint --diagnostics json broken.plist
      """)

  @Argument(help: "The property lists, or - for standard input.", completion: .file())
  var files: [String]

  @Flag(help: "Take warnings for errors.")
  var strict = false

  @OptionGroup var shared: SharedOptions

  func run() throws {
    var progress = Progress(total: files.count, isShown: shared.diagnostics == .text)
    var worst = ExitCode.success
    for file in files {
      progress.advance(to: Input.shownName(file))
      let code = shared.attempt(file, progress: progress) { try check($0, progress) }
      if code.rawValue > worst.rawValue { worst = code }
    }
    progress.clear()
    if worst != .success { throw worst }
  }

  private func check(_ input: Input, _ progress: Progress) throws {
    let findings = PlistDocument.diagnose(input.bytes, options: input.options)
    // What is said next takes the line's place, on either stream.
    progress.clear()
    var isValid = true
    for var finding in findings {
      if strict { finding.severity = .error }
      if finding.severity == .error { isValid = false }
      shared.printer.report(
        Diagnostic(input.name, finding.severity, finding.error), source: input.bytes)
    }
    guard isValid else { throw ExitCode.invalid }
    try StandardStream.output.write("\(input.name.withoutControls): OK\n".utf8)
  }
}
