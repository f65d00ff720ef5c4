// `plist lint`: is each file a property list, and one without doubtful values or, on request, layout?

internal import ArgumentParser
internal import PropertyLists

/// Checks property lists.
struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Checks property lists.",
    discussion: """
      Every file is checked. Standard output has FILE: OK for each that can be read; standard error has
      the first syntax error of the others, and the wrong numbers, dates and data before it. Repeated
      keys and what is hardly meant are warnings: control characters in XML, text after its end, base64
      text of which something is dropped, a binary file that was cut off in its first bytes.

      --style tells where the layout of an XML or binary file first differs from what Apple's software
      would have written, and how.

      EXAMPLES:
        plist lint Info.plist
        plist lint --strict *.plist
        plist lint -r Preferences
        plist lint --style Info.plist
        plist lint --diagnostics json broken.plist
      """)

  @Argument(
    help: "The property lists; - or nothing is standard input.", completion: .file())
  var files: [String] = []

  @Flag(help: "Take warnings for errors, and what --style tells too where it is given.")
  var strict = false

  @Flag(help: "Tell where the layout differs from that of Apple's writers.")
  var style = false

  @OptionGroup var list: FileListOptions
  @OptionGroup var reading: ReadingOptions

  func run() throws {
    let entries = try list.entries(files, reading.shared)
    try reading.shared.check(
      entries, strict: strict, encoding: reading.encoding?.encoding
    ) { input in
      var findings = PlistDocument.diagnose(input.bytes, options: input.options)
      if style, let finding = PlistDocument.diagnoseStyle(input.bytes, options: input.options) {
        findings.append(finding)
      }
      return findings.map { Diagnostic(input.name, $0.error, severity: $0.severity) }
    }
  }
}
