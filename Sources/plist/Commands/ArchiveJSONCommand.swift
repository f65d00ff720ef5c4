// `plist archive json`: a keyed archive for a script.

internal import ArgumentParser
internal import KeyedArchives
internal import PropertyLists

/// Writes an archive as JSON.
struct ArchiveJSONCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "json",
    abstract: "Writes the objects of a keyed archive as JSON.",
    discussion: """
      Each object that $top reaches stands once, with its index as $id, and later as $ref. Keys of
      the archive that begin with $ have one $ more. Data is {"$data": base64}, a date {"$date":
      seconds since 2001}, a real that JSON lacks {"$real": "nan"}. Of several files, one object
      follows the other; --lines puts each in a line with the name of its file.

      EXAMPLES:
        plist archive json session.archive
        plist archive json --identity --raw session.archive
      """)

  @Argument(
    help: """
      The keyed archive; - or nothing is standard input. Several with --each, -r, --files0-from or \
      --lines.
      """,
    completion: .file())
  var files: [String] = []

  @Flag(help: "Give plain values their index too, so that nothing is lost.")
  var identity = false

  @Flag(help: "Show objects of the standard classes by the fields that they are stored with.")
  var raw = false

  @OptionGroup var selection: FileOptions
  @OptionGroup var reading: ReadingOptions

  func run() throws {
    var options = KeyedArchive.JSONOptions()
    if identity { options.identity = .ofEverything }
    if raw { options.standardClasses = .asFields }
    try reading.forEachArchive(files, selection, hasHeaders: false) { archive in
      try ContentsOutput().write(Data(archive.json(options)), as: .json)
    } json: { archive in
      try archive.compactJSON(options)
    }
  }
}
