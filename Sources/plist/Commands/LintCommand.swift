// `plist lint`: checks that each file is a property list, and reports suspicious values and, on
// request, unusual layout.

internal import ArgumentParser
internal import PropertyLists

struct LintCommand: ParsableCommand, ReadingArguments {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Checks property lists.",
    discussion: """
      Checks every file, and prints FILE: OK for each file that can be read. For the other files, \
      standard error reports the first syntax error, and any invalid numbers, dates, and data \
      before it. Repeated keys and suspicious contents are warnings: control characters in XML, \
      text after the end of XML, base64 text with ignored characters, and a binary file that is \
      truncated within its first bytes.

      --style reports the first difference between the layout of an XML or binary file and the \
      layout that Apple's software writes.

      EXAMPLES:
        plist lint Info.plist
        plist lint --strict *.plist
        plist lint -r Preferences
        plist lint --style Info.plist
        plist lint --diagnostics json broken.plist
      """)

  @Argument(help: "The property lists (default: -, which is standard input).", completion: .file())
  var files: [String] = []

  @Flag(help: "Treat warnings as errors, including the findings of --style.")
  var strict = false

  @Flag(help: "Report where the layout differs from that of Apple's writers.")
  var style = false

  @OptionGroup
  var list: FileListOptions
  @OptionGroup
  var text: EncodingOption
  @OptionGroup
  var shared: SharedOptions

  func run() throws {
    try FileCheck(
      words: files, strict: strict, style: style, files: FileSelection(list), reading: reading
    ).run()
  }
}

/// The work of `lint`: checks files.
struct FileCheck: PlainCommand {
  let words: [String]
  var strict = false
  var style = false
  var files = FileSelection()
  var reading = ReadingOptions()

  func run() throws {
    let entries = try files.entries(words, runner: reading.runner)
    try reading.runner.check(entries, strict: strict, encoding: reading.encoding) { input in
      var findings = PlistDocument.diagnose(input.bytes, options: input.options)
      if style, let finding = PlistDocument.diagnoseStyle(input.bytes, options: input.options) {
        findings.append(finding)
      }
      return findings.map { Diagnostic(file: input.name, $0.error, severity: $0.severity) }
    }
  }
}
