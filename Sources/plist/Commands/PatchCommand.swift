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
      applied or if another process changes the file meanwhile. If FILE is -, the result is written \
      to standard output unless -o is given.

      EXAMPLES:
        plist patch Info.plist changes.json
        plist diff --format patch a.plist b.plist | plist patch c.plist -
      """)

  @Argument(help: "The property list, or - for standard input.", completion: .file())
  var file: String

  @Argument(help: "The list of edits, or - for standard input.", completion: .file())
  var patch: String

  @OptionGroup
  var editing: EditOptions
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
    try shared.runner.forEach([FileEntry(argument: patch)], encoding: nil) { input, _ in
      edits = try PlistPatch(Data(input.bytes)).edits
      return nil
    }
    try editing.edit(file, reading: reading) { try $0.applying(edits) }
  }
}
