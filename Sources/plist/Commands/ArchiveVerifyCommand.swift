// `plist archive verify`: is each file a keyed archive, and such as every reader takes?

internal import ArgumentParser
internal import KeyedArchives
internal import PropertyLists

/// Checks keyed archives.
struct ArchiveVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks keyed archives.",
    discussion: """
      Every file is checked, all of it. Standard output has FILE: OK for each without an error.
      References that lead nowhere, objects without a class, collections that contradict themselves
      and an unknown version are errors. Objects that nothing refers to, and an archiver that some
      readers refuse, are warnings.

      EXAMPLES:
        plist archive verify session.archive
        plist archive verify --strict *.nib
      """)

  @Argument(help: "The keyed archives, or - for standard input.", completion: .file())
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
    let findings = KeyedArchive.diagnose(try input.archiveDocument())
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
