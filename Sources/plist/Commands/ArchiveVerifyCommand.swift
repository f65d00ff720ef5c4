// `plist archive verify`: checks that each file is a keyed archive that every reader accepts.

internal import ArgumentParser
internal import KeyedArchives
internal import PropertyLists

struct ArchiveVerifyCommand: ParsableCommand, ReadingArguments {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Checks keyed archives.",
    discussion: """
      Checks every file completely, and prints FILE: OK for each file without errors. Dangling \
      references, objects without a class, inconsistent collections, and an unknown version are \
      errors. Objects that nothing refers to, and an archiver that some readers reject, are \
      warnings. With --lines, the value is an array of all findings, in the form of --diagnostics \
      json.

      EXAMPLES:
        plist archive verify session.archive
        plist archive verify --strict *.nib
        plist archive verify settings.plist --path window.state
      """)

  @Argument(help: "The keyed archives (default: -, which is standard input).", completion: .file())
  var files: [String] = []

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @OptionGroup
  var data: ArchivePathOption
  @OptionGroup
  var selection: FileOptions
  @OptionGroup
  var list: FileListOptions
  @OptionGroup
  var text: EncodingOption
  @OptionGroup
  var shared: SharedOptions

  func run() throws {
    let path = try data.path
    let entries = try FileSelection(list).entries(files, runner: shared.runner)
    try shared.runner.check(
      entries, strict: strict, encoding: reading.encoding, areLines: selection.lines
    ) { input in
      let document = try PlistDocument(input.bytes, options: input.options)
      let target = try ArchiveInput(document, at: path)
      let (findings, archive) = KeyedArchive.check(target.document)
      let hasError = findings.contains { $0.severity == .error }
      let missing = hasError ? nil : archive?.missingReferences
      return [missing].compactMap { $0 }.map { Diagnostic(file: input.name, target.located($0)) }
        + findings.map {
          Diagnostic(file: input.name, target.located($0.error), severity: $0.severity)
        }
    }
  }
}
