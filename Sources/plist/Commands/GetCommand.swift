// `plist get`: one value, for a script.

internal import ArgumentParser
internal import KeyedArchives
internal import PropertyLists

/// Prints the value at a path.
struct GetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Prints the value at a path.",
    discussion: """
      Text is printed as it is, data as base64, a date as 2026-11-21T01:02:03Z or, with a fraction of a
      second, 2026-11-21T01:02:03.25Z, each with a line break after it. A dictionary, array or set is printed as typed-json. --as prints any value as a
      property list of its own. A terminal gets control characters as
      escapes unless --raw is given. Exits with 4 where the path leads to no value.

      With --as json --nested, data that holds a property list is {"$data": base64, "$plist": value}, one
      that is a keyed archive {"$data": base64, "$archive": {...}} as archive json shows it. Other
      formats can be read back, so they have no such form.

      EXAMPLES:
        plist get Info.plist CFBundleIdentifier
        plist get Info.plist 'CFBundleDocumentTypes[0].CFBundleTypeName'
        plist get App.entitlements com.apple.security.app-sandbox
        plist get settings.plist '"key.with.dots".title'
        plist get settings.plist theme --default light
        plist get settings.plist window --as xml
        plist get settings.plist window --as json --nested
      """)

  @Argument(help: "The property list, or - for standard input.", completion: .file())
  var file: String

  @Argument(help: "The place of the value.", transform: parsePath)
  var path: PlistPath

  @Option(name: .customLong("as"), help: ArgumentHelp("The format to print.", valueName: "format"))
  var target: FormatArgument?

  @Option(
    name: .customLong("default"),
    help: ArgumentHelp("The text to print where the path leads to no value.", valueName: "text"))
  var substitute: String?

  @Flag(help: "Write control characters to a terminal as they are.")
  var raw = false

  @Flag(help: "Show property lists and archives in data, at any depth; with --as json.")
  var nested = false

  @OptionGroup var reading: ReadingOptions

  func validate() throws {
    try target?.refuseTerminal()
    if nested, target?.format != .json { throw ValidationError("--nested needs --as json") }
  }

  func run() throws {
    try reading.withDocument(file) { document in
      let node: PlistNode
      do throws(PlistError) {
        node = try document.root.found(at: path)
      } catch {
        guard error.code == .noSuchPath, let substitute else { throw error }
        return try ContentsOutput(isRaw: raw).write(substitute + "\n")
      }
      if nested { return try printNested(node) }
      if target == nil, let text = node.scalarText {
        try ContentsOutput(isRaw: raw).write(text + "\n")
      } else {
        let format = target?.format ?? .typedJSON
        var options = PlistWritingOptions()
        options.nullCharacters = .written
        if document.format == .json || document.format == .typedJSON { options.nulls = .refused }
        let data =
          path.isEmpty
          ? try document.encoded(as: format, options: options)
          : try node.encoded(as: format, options: options)
        try ContentsOutput(isRaw: raw).write(data, as: format)
      }
    }
  }

  private func printNested(_ node: PlistNode) throws {
    var options = KeyedArchive.JSONOptions()
    options.maximumExpansion = PlistReadingOptions().maximumExpansion
    var warnings: [ArchiveError] = []
    let json = try node.jsonWithNestedData(options, warnings: &warnings)
    try ContentsOutput(isRaw: raw).write(Data(json), as: .json)
    reading.warn(warnings, of: file)
  }
}
