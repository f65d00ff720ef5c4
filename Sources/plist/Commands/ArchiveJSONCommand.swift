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
      seconds since 2001}, a real that JSON lacks {"$real": "nan"}. With --nested, data that holds an
      archive is {"$data": base64, "$archive": {...}}, with indices of its own, and data that holds
      another property list {"$data": base64, "$plist": value}. Of several files, one object
      follows the other; --lines puts each in a line with the name of its file.

      EXAMPLES:
        plist archive json session.archive
        plist archive json --identity --raw session.archive
        plist archive json --nested settings.plist window.state
      """)

  @Flag(help: "Give plain values their index too, so that nothing is lost.")
  var identity = false

  @Flag(help: "Show objects of the standard classes by the fields that they are stored with.")
  var raw = false

  @Flag(help: "Show archives and property lists in data, at any depth.")
  var nested = false

  @OptionGroup var input: ArchiveOptions

  func run() throws {
    var options = KeyedArchive.JSONOptions()
    if identity { options.identity = .ofEverything }
    if raw { options.standardClasses = .asFields }
    if nested { options.nestedData = .asContents }
    try input.forEachArchive(hasHeaders: false) { archive, warnings in
      try ContentsOutput().write(Data(archive.json(options, warnings: &warnings)), as: .json)
    } json: { archive, warnings in
      try archive.json(options, warnings: &warnings).compactedJSON
    }
  }
}
