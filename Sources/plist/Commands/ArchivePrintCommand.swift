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
      data that holds an archive by its objects. With --each, -r, --files0-from or several files, a
      line ==> FILE <== precedes each outline. With --lines the value is that of plist archive json.

      EXAMPLES:
        plist archive print Main.nib
        plist archive print --depth 3 session.archive
      """)

  @Argument(
    help: """
      The keyed archive; - or nothing is standard input. Several with --each, -r, --files0-from or \
      --lines.
      """,
    completion: .file())
  var files: [String] = []

  @Option(help: ArgumentHelp("Show no more than so many levels of objects.", valueName: "levels"))
  var depth: Int?

  @OptionGroup var selection: FileOptions
  @OptionGroup var reading: ReadingOptions

  func validate() throws {
    if let depth, depth < 0 { throw ValidationError("--depth is a number of levels, from 0") }
    if depth != nil, selection.lines {
      throw ValidationError("--depth is for outlines; --lines prints whole archives")
    }
  }

  func run() throws {
    try reading.forEachArchive(files, selection) { archive in
      var outline = ArchiveOutline(
        style: reading.shared.color.style(for: .output), maximumDepth: depth ?? .max)
      try outline.show(archive)
    } json: { archive in
      try archive.compactJSON()
    }
  }
}
