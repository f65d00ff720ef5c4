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
      readers refuse, are warnings. With --lines the value is the array of all findings, as
      --diagnostics json has them.

      EXAMPLES:
        plist archive verify session.archive
        plist archive verify --strict *.nib
        plist archive verify settings.plist --path window.state
      """)

  @Argument(help: "The keyed archives; - or nothing is standard input.", completion: .file())
  var files: [String] = []

  @Flag(help: "Take warnings for errors.")
  var strict = false

  @OptionGroup var data: ArchivePathOption
  @OptionGroup var selection: FileOptions
  @OptionGroup var reading: ReadingOptions

  func run() throws {
    let path = try data.path
    let entries = try selection.list.entries(files, reading.shared)
    try reading.shared.check(
      entries, strict: strict, encoding: reading.encoding?.encoding, areLines: selection.lines
    ) { input in
      let document = try PlistDocument(input.bytes, options: input.options)
      let target = try ArchiveInput(document, at: path)
      let (findings, archive) = KeyedArchive.check(target.document)
      let hasError = findings.contains { $0.severity == .error }
      let missing = hasError ? nil : archive?.missingReferences
      return [missing].compactMap { $0 }.map { Diagnostic(input.name, target.located($0)) }
        + findings.map {
          Diagnostic(input.name, target.located($0.error), severity: $0.severity)
        }
    }
  }
}
