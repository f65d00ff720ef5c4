// `plist type`: the kind of a value.

internal import ArgumentParser
internal import PropertyLists

/// Prints the kind of a value.
struct TypeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "type",
    abstract: "Prints the type of a value.",
    discussion: """
      One of: null bool integer real date data string uid array set dictionary.

      EXAMPLES:
        plist type Info.plist
        plist type Info.plist CFBundleDocumentTypes
      """)

  @Argument(help: "The property list, or - for standard input.", completion: .file())
  var file: String

  @Argument(help: "The place of the value; the whole if absent.", transform: parsePath)
  var path = PlistPath()

  @OptionGroup var reading: ReadingOptions

  func run() throws {
    try reading.withDocument(file) { document in
      let kind = try document.root.found(at: path).kind
      try StandardStream.output.write("\(kind)\n".utf8)
    }
  }
}
