// The options of commands that edit property lists, and the function that applies the edits: to the
// file itself, which is replaced atomically, to another file or to standard output.

internal import ArgumentParser
internal import DurableFiles
internal import PropertyLists

/// The options of a command that edits a file.
struct EditOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write instead of FILE, or - for standard output.", valueName: "out"),
    completion: .file())
  var output: String?

  @Flag(help: "Print the change as a unified diff, and write nothing.")
  var dryRun = false

  @Flag(help: "Write control characters to a terminal without escaping them.")
  var raw = false

  func validate() throws {
    if dryRun, output != nil { throw ValidationError("--dry-run and -o cannot be combined") }
  }
}

/// A command that edits one property list.
protocol EditingCommand: ParsableCommand, ReadingArguments {
  var file: String { get }
  var editing: EditOptions { get }

  /// Returns the edits of a document.
  func edits(of document: PlistDocument) throws -> [PlistEdit]
}

extension EditingCommand {
  func run() throws {
    try editing.edit(file, reading: reading) { document in
      try document.applying(edits(of: document))
    }
  }
}

extension EditOptions {
  /// Reads a file, edits it, and writes the result.
  func edit(
    _ file: String, reading: ReadingOptions, by change: (PlistDocument) throws -> EditedPlist
  ) throws {
    let isInPlace = output == nil && file != "-" && !dryRun
    try reading.runner.forEach(
      [FileEntry(argument: file)], encoding: reading.encoding, replacing: isInPlace
    ) { input, _ in
      let document = try PlistDocument(input.bytes, options: input.options)
      let edited = try change(document)
      if dryRun {
        try show(edited, of: document, input, style: reading.runner.color.style(for: .output))
      } else {
        try write(edited, of: document, input, isInPlace: isInPlace)
      }
      return nil
    }
  }

  private func write(
    _ edited: EditedPlist, of document: PlistDocument, _ input: Input, isInPlace: Bool
  ) throws {
    let format = document.format ?? .xml
    let target = output ?? input.argument
    if target == "-" {
      try FormatArgument(format).refuseTerminal()
      if StandardStream.output.isTerminal {
        return try ContentsOutput(isRaw: raw).write(edited.data, as: format)
      }
      return try edited.forEachChunk { chunk throws(StreamError) in
        try StandardStream.output.write(chunk)
      }
    }
    if isInPlace, edited.isUnchanged { return }
    try Input.replace(
      target, with: edited.data, as: format, isRaw: raw,
      expecting: isInPlace ? input.identity : nil)
  }

  /// Shows the change of a file. A binary file is shown as typed JSON, and other text in UTF-8.
  private func show(
    _ edited: EditedPlist, of document: PlistDocument, _ input: Input, style: TextStyle
  ) throws {
    let new = try PlistDocument(edited.data, options: input.options)
    let texts = try [document, new].map { document in
      if document.format != .binary, let text = document.inputText { return text }
      return [UInt8](try document.encoded(as: .typedJSON))
    }
    let name = input.name
    let difference = LineDifference(texts[0], texts[1]).unified(oldName: name, newName: name)
    let text = ContentsOutput(isRaw: raw).shown(
      String(decoding: difference, as: UTF8.self), as: document.format ?? .xml)
    try StandardStream.output.write(style.unifiedDifference(text))
  }
}
