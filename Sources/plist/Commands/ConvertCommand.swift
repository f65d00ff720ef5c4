// `plist convert`: converts property lists between formats. Files are written only by atomic
// replacement.

internal import ArgumentParser
internal import DurableFiles
internal import PropertyLists

struct ConvertCommand: ParsableCommand, ReadingArguments {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Converts property lists to another format.",
    discussion: """
      The result is written to standard output, to the file that -o names, or, with --in-place, to \
      each file itself. A file is replaced completely or not at all. It keeps its permissions, and \
      a symbolic link remains a link. With --in-place, a file that another process changes during \
      the conversion is left unchanged. The order of keys is preserved unless --sort-keys is \
      given. A file that already has the format keeps its bytes, unless --reformat or --sort-keys \
      is given.

      If -o names a folder or ends with a slash, each result is written to that folder under the \
      name of its file. The folder is created if it is missing. json, typed-json, strings, \
      pbxproj, and glyphs replace the file name extension with their own. Other formats keep it, \
      except that .json becomes .plist. If two results would have the same name, or a result \
      would replace an input file, nothing is written.

      json is convenient for other tools: dates and data become text. typed-json is lossless. \
      openstep, strings, pbxproj, and glyphs can hold strings, data, arrays, and dictionaries. \
      Numbers become text, except in the strings format, which cannot hold them. Only binary, \
      gnustep, and typed-json can hold keys that are not strings. A warning reports what is lost \
      or unusual: a repeated key, the fraction of a second, an unpaired surrogate, and control \
      characters in XML.

      EXAMPLES:
        plist convert settings.plist --to xml
        plist convert Info.plist --to binary -o Info.bplist
        plist convert *.plist --to xml --in-place
        plist convert *.plist --to json -o json/
        plist convert --to json < settings.plist
      """)

  @Argument(help: "The property lists (default: -, which is standard input).", completion: .file())
  var files: [String] = []

  @Option(name: .customLong("to"), help: ArgumentHelp("The format to write.", valueName: "format"))
  var target: FormatArgument

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write, the folder that receives the files, or - for standard output.",
      valueName: "out"), completion: .file())
  var output: String?

  @Flag(help: "Replace each file with the converted one.")
  var inPlace = false

  @Flag(help: "Sort the keys of dictionaries.")
  var sortKeys = false

  @Flag(
    help: "Rewrite a file that already has the format, in the layout of that format's software.")
  var reformat = false

  @Flag(
    name: .customLong("utf8"),
    help: "Write strings files in UTF-8 without a byte-order mark, whatever their encoding.")
  var isUTF8 = false

  @Flag(help: "Write control characters to a terminal without escaping them.")
  var raw = false

  @OptionGroup
  var text: EncodingOption
  @OptionGroup
  var shared: SharedOptions

  func validate() throws {
    if inPlace, output != nil { throw ValidationError("--in-place and -o cannot be combined") }
    if inPlace, files.isEmpty || files.contains("-") {
      throw ValidationError("--in-place cannot replace standard input")
    }
    if !inPlace, output ?? "-" == "-" {
      if files.count > 1 {
        throw ValidationError(
          "expected one file for standard output, found \(files.count); use --in-place, or -o with "
            + "a folder")
      }
      try target.refuseTerminal()
    }
    if let output, output != "-" { try target.refuseTerminal(at: output) }
  }

  func run() throws {
    let words = try FileEntry.words(files)
    let destination = try ConversionDestination(
      output: output, isInPlace: inPlace, files: words, format: target.format)
    if case .folder(let folder) = destination {
      try shared.runner.reporting(folder.name) { try folder.make() }
    }
    try shared.runner.forEach(
      words.map { FileEntry(argument: $0) }, encoding: reading.encoding,
      hasProgress: words.count > 1, replacing: inPlace
    ) { input, progress in
      try convert(input, to: destination.file(of: input.argument), progress: progress)
      return nil
    }
  }

  /// Writes the conversion of an input to a file; to standard output if the file is nil.
  private func convert(_ input: Input, to file: String?, progress: Progress) throws {
    let document = try PlistDocument(input.bytes, options: input.options)
    var data = try encoded(document, for: file)
    if isUTF8, target.format == .strings { data = data.inUTF8 }
    let losses = document.losses(writtenAs: target.format)
    if !losses.isEmpty { progress.clear() }
    shared.runner.printer.report(losses, of: input.name, source: input.bytes)
    guard let file else { return try ContentsOutput(isRaw: raw).write(data, as: target.format) }
    if inPlace, data.elementsEqual(input.bytes) { return }
    try Input.replace(
      file, with: data, as: target.format, isRaw: raw, expecting: inPlace ? input.identity : nil)
  }

  /// The name of the project to which a file belongs, from its path
  /// `Name.xcodeproj/project.pbxproj`.
  private func projectName(for file: String?) -> String? {
    let folders = (inPlace ? "" : file ?? "").split(separator: "/").dropLast()
    guard let folder = folders.last, folder.hasSuffix(".xcodeproj") else { return nil }
    return String(folder.dropLast(".xcodeproj".count))
  }

  /// The document in the new format. An error includes the location of the value that the format
  /// cannot hold.
  private func encoded(_ document: PlistDocument, for file: String?) throws(PlistError) -> Data {
    if document.format == target.format, !reformat, !sortKeys, let input = document.input {
      return input
    }
    var options = PlistWritingOptions()
    options.nullCharacters = .written
    if sortKeys { options.keyOrder = .sorted }
    options.projectName = projectName(for: file)
    do throws(PlistError) { return try document.encoded(as: target.format, options: options) } catch
    {
      let position = document.root[error.path]?.position
      throw PlistError(
        error.code, message: error.message, position: error.position ?? position, path: error.path)
    }
  }
}

extension Data {
  /// The text of a property list in UTF-8 without a byte-order mark; the data itself if it is not
  /// text.
  fileprivate var inUTF8: Data {
    guard let text = (try? PlistDocument(self))?.inputText else { return self }
    return Data(text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text[...])
  }
}
