// `plist archive print`: a keyed archive for people.

internal import ArgumentParser
internal import KeyedArchives
internal import PropertyLists

/// Shows an archive as an outline of its objects.
struct ArchivePrintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "print",
    abstract: "Shows the objects of a keyed archive as an outline.",
    discussion: """
      One value a line: the key that it is stored under, its class and index, what it holds. @12 is
      the object's index in the archive. An object is shown once: later it is "shown above", or ↺
      inside itself. Collections are shown by their members, dates, text and numbers by their value,
      data that holds an archive by its objects, whose indices are those of that archive. With
      --nested, data that holds another property list is shown by its values. With --each, -r,
      --files0-from or several files, a line ==> FILE <== precedes each outline. With --lines the value
      is that of plist archive json.

      EXAMPLES:
        plist archive print Main.nib
        plist archive print --depth 3 session.archive
        plist archive print settings.plist window.state
      """)

  @Option(help: ArgumentHelp("Show no more than so many levels of objects.", valueName: "levels"))
  var depth: Int?

  @Flag(help: "Show property lists in data that are not archives too.")
  var nested = false

  @OptionGroup var input: ArchiveOptions

  func validate() throws {
    if let depth, depth < 0 { throw ValidationError("--depth is a number of levels, from 0") }
    if depth != nil, input.files.lines {
      throw ValidationError("--depth is for outlines; --lines prints whole archives")
    }
  }

  func run() throws {
    let style = input.reading.shared.color.style(for: .output)
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
