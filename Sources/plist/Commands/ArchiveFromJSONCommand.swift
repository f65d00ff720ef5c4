// `plist archive from-json`: writes a keyed archive from its JSON.

internal import ArgumentParser
internal import KeyedArchives
internal import PropertyLists

struct ArchiveFromJSONCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "from-json", abstract: "Writes a keyed archive from its JSON.",
    discussion: """
      FILE is the output of plist archive json --identity, with or without --raw and --nested. \
      Every object, field, and reference comes back, and objects keep their indexes. Data is read \
      from $data; $archive and $plist are ignored.

      EXAMPLES:
        plist archive json --identity old.archive > a.json
        plist archive from-json a.json -o new.archive
      """)

  @Argument(help: "The JSON (default: -, which is standard input).", completion: .file())
  var file = "-"

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write (default: -, which is standard output).", valueName: "out"),
    completion: .file())
  var output = "-"

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("The format to write: binary or xml.", valueName: "format"))
  var target = ArchiveFormat.binary

  @Flag(help: "Write control characters to a terminal without escaping them.")
  var raw = false

  @OptionGroup
  var shared: SharedOptions

  func validate() throws {
    try FormatArgument(target.format).refuseTerminal(at: output == "-" ? nil : output)
  }

  func run() throws {
    try shared.runner.forEach([FileEntry(argument: file)], encoding: nil) { input, _ in
      let document = try KeyedArchive(json: input.bytes).document
      var options = PlistWritingOptions()
      options.nullCharacters = .written
      let data = try document.encoded(as: target.format, options: options)
      shared.runner.printer.report(
        document.losses(writtenAs: target.format), of: input.name, source: input.bytes)
      if output == "-" {
        try ContentsOutput(isRaw: raw).write(data, as: target.format)
      } else {
        try Input.replace(output, with: data, as: target.format, isRaw: raw, expecting: nil)
      }
      return nil
    }
  }
}

/// The formats that Apple's readers accept for archives.
enum ArchiveFormat: String, ExpressibleByArgument, CaseIterable {
  case binary
  case xml

  var format: PlistFormat { self == .binary ? .binary : .xml }
}
