// `plist patch`: applies a list of edits to a property list. The file is replaced atomically.

internal import ArgumentParser
internal import DurableFiles
internal import PropertyLists

struct PatchCommand: ParsableCommand, ReadingArguments {
  static let configuration = CommandConfiguration(
    commandName: "patch", abstract: "Applies a list of edits to a property list.",
    discussion: """
      PATCH is the output of plist diff --format patch, or a JSON array of edits with the same \
      form. The edits are applied one after another:
        {"op":"set","path":PATH,"value":VALUE}
        {"op":"insert","path":PATH,"value":VALUE,"position":"first" or {"after":KEY}}
        {"op":"append","path":PATH,"value":VALUE}
        {"op":"remove","path":PATH}
        {"op":"rename","path":PATH,"to":KEY}
        {"op":"move","path":PATH,"to":PATH}
        {"op":"merge","path":PATH,"value":VALUE}
        {"op":"sort","path":PATH}
      The values are typed-json. The position of insert is optional.

      FILE is replaced completely or not at all, and is left unchanged if an edit cannot be \
      applied or if another process changes the file meanwhile. With -o, the result is written to \
      another file, or to standard output if OUT is -. If FILE is -, the result is written to \
      standard output unless -o is given.

      EXAMPLES:
        plist patch Info.plist changes.json
        plist diff --format patch a.plist b.plist | plist patch c.plist -
      """)

  @Argument(help: "The property list, or - for standard input.", completion: .file())
  var file: String

  @Argument(help: "The list of edits, or - for standard input.", completion: .file())
  var patch: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write, or - for standard output.", valueName: "out"),
    completion: .file())
  var output: String?

  @Flag(help: "Write control characters to a terminal without escaping them.")
  var raw = false

  @OptionGroup
  var text: EncodingOption
  @OptionGroup
  var shared: SharedOptions

  func validate() throws {
    if file == "-", patch == "-" {
      throw ValidationError("only one of the files can be standard input")
    }
  }

  func run() throws {
    var edits: [PlistEdit] = []
    try shared.forEach([FileEntry(argument: patch)], encoding: nil) { input, _ in
      edits = try PlistPatch(Data(input.bytes)).edits
      return nil
    }
    let isInPlace = output == nil && file != "-"
    try shared.forEach(
      [FileEntry(argument: file)], encoding: reading.encoding, replacing: isInPlace
    ) { input, _ in
      try apply(edits, to: input, inPlace: isInPlace)
      return nil
    }
  }

  private func apply(_ edits: [PlistEdit], to input: Input, inPlace: Bool) throws {
    let document = try PlistDocument(input.bytes, options: input.options)
    let data = try document.applying(edits).data
    let format = document.format ?? .xml
    let target = output ?? file
    if target == "-" {
      try FormatArgument(format).refuseTerminal()
      return try ContentsOutput(isRaw: raw).write(data, as: format)
    }
    if inPlace, data.elementsEqual(input.bytes) { return }
    try Input.replace(
      target, with: data, as: format, isRaw: raw, expecting: inPlace ? input.identity : nil)
  }
}
