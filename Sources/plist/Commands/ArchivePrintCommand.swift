// `plist archive print`: a keyed archive as a readable outline.

internal import ArgumentParser
internal import KeyedArchives
internal import PropertyLists

struct ArchivePrintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "print", abstract: "Shows the objects of a keyed archive as an outline.",
    discussion: """
      Prints one value per line: its key, its class, its index in the archive, such as @12, and \
      its contents. Each object is shown once. Where it appears again it is marked "shown above", \
      or ↺ if it appears inside itself. A collection is shown as its members; a date, text, or \
      number as its value; and data that contains an archive as the objects of that archive, with \
      their indexes there. With --nested, data that contains another property list is shown as its \
      values.

      With --each, -r, --files0-from, or several files, a line ==> FILE <== precedes each outline. \
      With --lines, the value is that of plist archive json.

      EXAMPLES:
        plist archive print Main.nib
        plist archive print --depth 3 session.archive
        plist archive print settings.plist window.state
      """)

  @Option(
    help: ArgumentHelp("Limit the number of levels of objects that are shown.", valueName: "levels")
  )
  var depth: Int?

  @Flag(help: "Also show property lists other than archives inside data.")
  var nested = false

  @OptionGroup
  var input: ArchiveOptions

  func validate() throws {
    if let depth, depth < 0 {
      throw ValidationError("--depth is \(depth), but a number of levels cannot be negative")
    }
    if depth != nil, input.files.lines {
      throw ValidationError("--depth cannot be combined with --lines, which prints whole archives")
    }
  }

  func run() throws {
    let style = input.shared.runner.color.style(for: .output)
    var options = KeyedArchive.JSONOptions()
    if nested { options.nestedData = .asContents }
    try input.forEachArchive { archive, warnings in
      var writer = OutlineWriter(archive.document, style: style, kinds: nested ? .all : .archives)
      try writer.write(ArchiveOutline(archive, style: style, maximumDepth: depth ?? .max))
      warnings = writer.warnings
    } json: { archive, warnings in
      try archive.json(options, warnings: &warnings).compactedJSON
    }
  }
}
