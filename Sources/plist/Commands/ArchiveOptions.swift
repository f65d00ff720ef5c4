// Options of the commands that show archives: the files, and the path of the data that contains the
// archive.

internal import ArgumentParser
internal import KeyedArchives
internal import PropertyLists

/// The options of a command that shows archives.
struct ArchiveOptions: ReadingArguments {
  @Argument(
    help: """
      The keyed archive. Use - for standard input, which is also the default unless it is a \
      terminal.
      """, completion: .file())
  var file: String?

  @Argument(
    help: ArgumentHelp(
      """
      The path of the data that contains the archive (default: FILE itself is the archive). With \
      --each, --path, -r, --files0-from, or --lines, these arguments are files too.
      """, valueName: "path"), completion: .file())
  var words: [String] = []

  @OptionGroup
  var data: ArchivePathOption
  @OptionGroup
  var files: FileOptions
  @OptionGroup
  var list: FileListOptions
  @OptionGroup
  var text: EncodingOption
  @OptionGroup
  var shared: SharedOptions

  func validate() throws {
    if !areWordsFiles, words.count > 1 {
      throw ValidationError(
        "expected FILE and one PATH, found \(1 + words.count) arguments; use --each for several files"
      )
    }
    _ = try path
  }

  /// Whether every argument is a file.
  private var areWordsFiles: Bool {
    selection.isGiven || !data.texts.isEmpty
  }

  private var selection: FileSelection { FileSelection(files, list) }

  /// The arguments that name files.
  private var fileWords: [String] { file.map { [$0] + (areWordsFiles ? words : []) } ?? [] }

  /// The path of the data; nil for the file itself.
  private var path: PlistPath? {
    get throws {
      if areWordsFiles { return try data.path }
      return try words.first.map(ArchivePathOption.parse)
    }
  }

  private func target(_ document: PlistDocument, at path: PlistPath?) throws -> ArchiveInput {
    do { return try ArchiveInput(document, at: path) } catch let error as PlistError {
      throw areWordsFiles ? error : error.advisingEach(insteadOf: words.first ?? "")
    }
  }

  /// Reads keyed archives, and shows each or writes a line of JSON for it.
  ///
  /// - Parameters:
  ///   - hasHeaders: Whether the output for each file begins with a line with its name, if there
  ///     may be several files.
  ///   - show: Prints an archive, and adds a warning for each property list that it cannot show.
  ///   - json: Returns the value for the line of the archive, as JSON on one line.
  func forEachArchive(
    hasHeaders: Bool = true, show: (KeyedArchive, inout [ArchiveError]) throws -> Void,
    json: (KeyedArchive, inout [ArchiveError]) throws -> Data
  ) throws {
    let path = try path
    let entries = try selection.entries(fileWords, runner: shared.runner)
    var header = FileHeader(isShown: hasHeaders && selection.areNamed(entries))
    try reading.forEachDocument(entries, areLines: files.lines) { document, input in
      let target = try target(document, at: path)
      var warnings: [ArchiveError] = []
      defer { reading.warn(warnings.map(target.located), of: input) }
      do {
        let archive = try target.archive()
        if files.lines {
          var line = ResultLine(file: input.name)
          line.add("value", json: try json(archive, &warnings))
          return line
        }
        try header.write(input)
        try show(archive, &warnings)
        return nil
      } catch let error as ArchiveError { throw target.located(error) }
    }
  }
}

/// The option for the path of the data that contains an archive.
struct ArchivePathOption: ParsableArguments {
  @Option(
    name: .customLong("path"),
    help: ArgumentHelp(
      """
      The path of the data that contains the archive, in every file. Every argument is then a file.
      """, valueName: "path"))
  var texts: [String] = []

  func validate() throws { _ = try path }

  var path: PlistPath? {
    get throws {
      if texts.count > 1 {
        throw ValidationError(
          "--path is given \(texts.count) times, but there is one archive per file")
      }
      return try texts.first.map(Self.parse)
    }
  }

  static func parse(_ text: String) throws -> PlistPath {
    if let path = try parsePattern(text).path { return path }
    throw ValidationError("expected the path of one archive, found [*], which matches many values")
  }
}

extension ReadingOptions {
  /// Warns of property lists inside data that are not shown.
  func warn(_ warnings: [ArchiveError], of input: Input) {
    for warning in warnings {
      let message = "the property list in this data is not shown: \(warning.message)"
      runner.printer.report(
        Diagnostic(file: input.name, warning, severity: .warning, message: message))
    }
  }
}
