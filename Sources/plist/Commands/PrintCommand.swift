// `plist print`: a property list for people.

internal import ArgumentParser
internal import PropertyLists

/// Shows a value as an outline.
struct PrintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "print",
    abstract: "Shows a property list as an outline with types.",
    discussion: """
      One value a line: its key or index, its type, the value. Long text and data are shortened. A
      container that a binary file holds in several places is shown once and marked @1, @2, ...

      With --nested, data that holds a binary or XML property list is shown by its values, one that is
      a keyed archive as archive print shows it, at any depth. A warning tells of data that begins as a
      property list and cannot be read.

      EXAMPLES:
        plist print Info.plist
        plist print Info.plist CFBundleDocumentTypes --depth 2
        plist print --nested com.example.app.plist
        plist print - < settings.plist
      """)

  @Argument(help: "The property list, or - for standard input.", completion: .file())
  var file: String

  @Argument(help: "The value to show; the whole if absent.", transform: parsePath)
  var path = PlistPath()

  @Option(
    help: ArgumentHelp("Show no more than so many levels of containers.", valueName: "levels"))
  var depth: Int?

  @Flag(help: "Show property lists and archives in data, at any depth.")
  var nested = false

  @OptionGroup var reading: ReadingOptions

  func validate() throws {
    if let depth, depth < 0 { throw ValidationError("--depth is a number of levels, from 0") }
  }

  func run() throws {
    try reading.withDocument(file) { document in
      let node = try document.root.found(at: path)
      let style = reading.shared.color.style(for: .output)
      var writer = OutlineWriter(document, style: style, kinds: nested ? .all : .none)
      try writer.write(Outline(node, style: style, maximumDepth: depth ?? .max))
      reading.warn(writer.warnings, of: file)
    }
  }
}
