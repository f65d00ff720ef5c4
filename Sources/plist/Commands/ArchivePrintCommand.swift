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
      --nested, data that holds another property list is shown by its values.

      EXAMPLES:
        plist archive print Main.nib
        plist archive print --depth 3 session.archive
        plist archive print settings.plist window.state
      """)

  @Argument(help: "The keyed archive, or - for standard input.", completion: .file())
  var file: String

  @Argument(help: ArchiveCommand.pathHelp, transform: parsePath)
  var path: PlistPath?

  @Option(help: ArgumentHelp("Show no more than so many levels of objects.", valueName: "levels"))
  var depth: Int?

  @Flag(help: "Show property lists in data that are not archives too.")
  var nested = false

  @OptionGroup var reading: ReadingOptions

  func validate() throws {
    if let depth, depth < 0 { throw ValidationError("--depth is a number of levels, from 0") }
  }

  func run() throws {
    let style = reading.shared.color.style(for: .output)
    try reading.withArchive(file, at: path) { archive in
      var writer = OutlineWriter(archive.document, style: style, kinds: nested ? .all : .archives)
      try writer.write(ArchiveOutline(archive, style: style, maximumDepth: depth ?? .max))
      return writer.warnings
    }
  }
}
