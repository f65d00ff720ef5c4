// `plist convert`: from one format to another. Files are written by atomic replacement alone.

internal import ArgumentParser
internal import DurableFiles
internal import PropertyLists

/// Writes property lists in another format.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Converts property lists to another format.",
    discussion: """
      The result goes to standard output, to the file that -o names, or with --in-place to each file
      itself. A file is replaced whole or not at all, and keeps its permissions; a symbolic link
      stays one. With --in-place, a file that somebody changes meanwhile is left as it is. The order
      of keys is kept.

      Where -o names a folder, or ends with a slash, each result goes into that folder, which is made
      if it is missing, under the name of its file. json, typed-json, strings, pbxproj and glyphs
      replace the extension of the name by their own; other formats keep it, but make .plist of
      .json. If two results had one name, or one replaced a file that is converted, nothing is
      written.

      json is easy to pipe on: dates and data become text. typed-json loses nothing. openstep,
      strings, pbxproj and glyphs hold strings, data, arrays and dictionaries; numbers become text,
      but in strings, which refuses them. A warning tells of what is lost or unusual: a repeated key,
      the fraction of a second, half of a surrogate pair and control characters in XML. Keys that are
      not strings are held by binary, gnustep and typed-json.

      EXAMPLES:
        plist convert settings.plist --to xml
        plist convert Info.plist --to binary -o Info.bplist
        plist convert *.plist --to xml --in-place
        plist convert *.plist --to json -o json/
        plist convert --to json < settings.plist
      """)

  @Argument(
    help: "The property lists; - or nothing is standard input.", completion: .file())
  var files: [String] = []

  @Option(name: .customLong("to"), help: ArgumentHelp("The format to write.", valueName: "format"))
  var target: FormatArgument

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write, the folder to write files into, or - for standard output.",
      valueName: "out"),
    completion: .file())
  var output: String?

  @Flag(help: "Replace each file by its conversion.")
  var inPlace = false

  @Flag(help: "Sort the keys of dictionaries.")
  var sortKeys = false

  @Flag(help: "Write control characters to a terminal as they are.")
  var raw = false

  @OptionGroup var reading: ReadingOptions

  func validate() throws {
    if inPlace, output != nil { throw ValidationError("--in-place and -o exclude each other") }
    if inPlace, files.isEmpty || files.contains("-") {
      throw ValidationError("standard input is not converted in place")
    }
    if !inPlace, output ?? "-" == "-" {
      if files.count > 1 {
        throw ValidationError("several files are converted with --in-place, or -o and a folder")
      }
      try target.refuseTerminal()
    }
    if let output, output != "-" { try target.refuseTerminal(at: output) }
  }

  func run() throws {
    let words = try FileEntry.words(files)
    let destination = try ConversionDestination(
      output, isInPlace: inPlace, words, as: target.format)
    if case .folder(let folder) = destination {
      try reading.shared.reporting(folder.name) { try folder.make() }
    }
    try reading.shared.forEach(
      words.map { FileEntry(argument: $0) }, encoding: reading.encoding?.encoding,
      hasProgress: words.count > 1, replacing: inPlace
    ) { input, progress in
      try convert(input, to: destination.file(of: input.argument), progress)
      return nil
    }
  }

  /// Converts a file into another or itself; into standard output where that is nil.
  private func convert(_ input: Input, to file: String?, _ progress: Progress) throws {
    let document = try PlistDocument(input.bytes, options: input.options)
    let data = try encoded(document, for: file)
    warnOfLosses(document, of: input, progress)
    guard let file else {
      return try ContentsOutput(isRaw: raw).write(data, as: target.format)
    }
    if inPlace, data.elementsEqual(input.bytes) { return }
    try Input.replace(
      file, with: data, as: target.format, isRaw: raw, expecting: inPlace ? input.identity : nil)
  }

  /// Says what the conversion loses, before anything is written.
  private func warnOfLosses(_ document: PlistDocument, of input: Input, _ progress: Progress) {
    let losses = document.losses(writtenAs: target.format)
    if !losses.isEmpty { progress.clear() }
    for loss in losses {
      reading.shared.printer.report(
        Diagnostic(input.name, loss.error, severity: loss.severity), source: input.bytes)
    }
  }

  /// A project is written into a folder with its name: `Name.xcodeproj/project.pbxproj`.
  private func projectName(for file: String?) -> String? {
    let folders = (inPlace ? "" : file ?? "").split(separator: "/").dropLast()
    guard let folder = folders.last, folder.hasSuffix(".xcodeproj") else { return nil }
    return String(folder.dropLast(".xcodeproj".count))
  }

  /// The document in the new format; an error tells where the value stands that has no form there.
  private func encoded(
    _ document: PlistDocument, for file: String?
  ) throws(PlistError) -> Data {
    var options = PlistWritingOptions()
    options.nullCharacters = .written
    if sortKeys { options.keyOrder = .sorted }
    options.projectName = projectName(for: file)
    do throws(PlistError) {
      return try document.encoded(as: target.format, options: options)
    } catch {
      let position = document.root[error.path]?.position
      throw PlistError(
        error.code, message: error.message, position: error.position ?? position, path: error.path)
    }
  }
}
