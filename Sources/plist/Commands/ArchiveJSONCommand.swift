// `plist archive json`: a keyed archive as JSON, for scripts.

internal import ArgumentParser
internal import KeyedArchives
internal import PropertyLists

struct ArchiveJSONCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "json", abstract: "Writes the objects of a keyed archive as JSON.",
    discussion: """
      Each object that is reachable from $top appears once, with its index as $id, and later as \
      $ref. A key of the archive that begins with $ is written with a second $. Data is {"$data": \
      base64}, a date is {"$date": seconds since 2001}, and a number that JSON cannot represent is \
      text, as in {"$real": "nan"} or {"$real": "inf"}.

      With --nested, data that contains an archive is {"$data": base64, "$archive": {...}}, with \
      separate indexes, and data that contains another property list is {"$data": base64, \
      "$plist": value}. For several files, the objects are written one after another; --lines \
      writes each on one line with the name of its file.

      EXAMPLES:
        plist archive json session.archive
        plist archive json --identity --raw session.archive
        plist archive json --nested settings.plist window.state
      """)

  @Flag(help: "Write the indexes of plain values too, so that nothing is lost.")
  var identity = false

  @Flag(help: "Show objects of the standard classes as their stored fields.")
  var raw = false

  @Flag(help: "Show archives and property lists inside data, at any depth.")
  var nested = false

  @OptionGroup
  var input: ArchiveOptions

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
