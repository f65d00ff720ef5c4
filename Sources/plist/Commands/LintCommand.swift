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
    try shared.check(files, strict: strict) { input in
      PlistDocument.diagnose(input.bytes, options: input.options).map {
        Diagnostic(input.name, $0.error, severity: $0.severity)
      }
    }
  }
}
