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
      stays one. The order of keys is kept.

      json is easy to pipe on: dates and data become text. typed-json loses nothing. openstep,
      strings, pbxproj and glyphs hold strings, data, arrays and dictionaries; numbers become text,
      but in strings, which refuses them. A warning tells of what is lost or unusual: a repeated key,
      the fraction of a second, half of a surrogate pair and control characters in XML. Keys that are
      not strings are held by binary, gnustep and typed-json.

      EXAMPLES:
        plist convert settings.plist --to xml
        plist convert Info.plist --to binary -o Info.bplist
        plist convert *.plist --to xml --in-place
        plist convert - --to json < settings.plist
      """)

  @Argument(help: "The property lists, or - for standard input.", completion: .file())
  var files: [String]

  @Option(name: .customLong("to"), help: ArgumentHelp("The format to write.", valueName: "format"))
  var target: FormatArgument

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write, or - for standard output.", valueName: "out"),
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
    if inPlace, files.contains("-") {
      throw ValidationError("standard input is not converted in place")
    }
    if !inPlace, files.count > 1 {
      throw ValidationError("several files are converted with --in-place only")
    }
    if !inPlace, output ?? "-" == "-" { try target.refuseTerminal() }
  }

  func run() throws {
    var progress = Progress(
      total: files.count, isShown: inPlace && reading.shared.diagnostics == .text)
    var worst = ExitCode.success
    for file in files {
      progress.advance(to: Input.shownName(file))
      let code = reading.shared.attempt(
        file, progress: progress, encoding: reading.encoding?.encoding
      ) { try convert($0, progress) }
      if code.rawValue > worst.rawValue { worst = code }
    }
    progress.clear()
    if worst != .success { throw worst }
  }

  private func convert(_ input: Input, _ progress: Progress) throws {
    let document = try PlistDocument(input.bytes, options: input.options)
    let data = try encoded(document)
    warnOfLosses(document, of: input, progress)
    if inPlace {
      if !data.elementsEqual(input.bytes) { try Input.replace(input.argument, with: data) }
    } else if let output, output != "-" {
      try Input.replace(output, with: data)
    } else {
      try ContentsOutput(isRaw: raw).write(data, as: target.format)
    }
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
  private var projectName: String? {
    let folders = (output ?? "").split(separator: "/").dropLast()
    guard let folder = folders.last, folder.hasSuffix(".xcodeproj") else { return nil }
    return String(folder.dropLast(".xcodeproj".count))
  }

  /// The document in the new format; an error tells where the value stands that has no form there.
  private func encoded(_ document: PlistDocument) throws(PlistError) -> Data {
    var options = PlistWritingOptions()
    options.nullCharacters = .written
    if sortKeys { options.keyOrder = .sorted }
    options.projectName = projectName
    do throws(PlistError) {
      return try document.encoded(as: target.format, options: options)
    } catch {
      let position = document.root[error.path]?.position
      throw PlistError(
        error.code, error.message, position: error.position ?? position, path: error.path)
    }
  }
}
