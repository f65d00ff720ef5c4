// What the commands that show archives share: files, and the path of the data in them that holds the
// archive.

internal import ArgumentParser
internal import KeyedArchives
internal import PropertyLists

/// The files of a command that shows archives.
struct ArchiveOptions: ParsableArguments {
  @Argument(
    help: """
      The keyed archive, or - for standard input, which is also read where nothing is named and it is \
      not a terminal.
      """,
    completion: .file())
  var file: String?

  @Argument(
    help: ArgumentHelp(
      """
      The path of the data that holds the archive; FILE itself if absent. With --each, --path, -r, \
      --files0-from or --lines, further files.
      """, valueName: "path"),
    completion: .file())
  var words: [String] = []

  @OptionGroup var data: ArchivePathOption
  @OptionGroup var files: FileOptions
  @OptionGroup var reading: ReadingOptions

  func validate() throws {
    if !areWordsFiles, words.count > 1 {
      throw ValidationError("FILE and one PATH are expected; several files are read with --each")
    }
    _ = try path
  }

  /// Whether every word is a file.
  private var areWordsFiles: Bool { files.areWordsFiles || !data.texts.isEmpty }

  /// The words that name files.
  private var fileWords: [String] { file.map { [$0] + (areWordsFiles ? words : []) } ?? [] }

  /// The path of the data; nil for the file itself.
  private var path: PlistPath? {
    get throws {
      if areWordsFiles { return try data.path }
      return try words.first.map(ArchivePathOption.parse)
    }
  }

  private func target(_ document: PlistDocument, _ path: PlistPath?) throws -> ArchiveInput {
    do {
      return try ArchiveInput(document, at: path)
    } catch let error as PlistError {
      throw areWordsFiles ? error : error.advisingEach(insteadOf: words.first ?? "")
    }
  }

  /// Reads keyed archives and shows each, or writes a line of JSON for it.
  ///
  /// - Parameters:
  ///   - hasHeaders: Whether a line with the name of the file precedes what is shown of each, where
  ///     there may be several.
  ///   - show: Prints what is shown of an archive, and adds what is not shown to the warnings.
  ///   - json: The value of its line, as JSON in one line.
  func forEachArchive(
    hasHeaders: Bool = true, show: (KeyedArchive, inout [ArchiveError]) throws -> Void,
    json: (KeyedArchive, inout [ArchiveError]) throws -> Data
  ) throws {
    let path = try path
    let entries = try files.list.entries(fileWords, reading.shared)
    var header = FileHeader(isShown: hasHeaders && files.areNamed(entries))
    try reading.forEachDocument(entries, areLines: files.lines) { document, input in
      let target = try target(document, path)
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
      } catch let error as ArchiveError {
        throw target.located(error)
      }
    }
  }
}

/// The option for the path of data that holds an archive.
struct ArchivePathOption: ParsableArguments {
  @Option(
    name: .customLong("path"),
    help: ArgumentHelp(
      "The path of the data that holds the archive, in every file. Every word is a file then.",
      valueName: "path"))
  var texts: [String] = []

  func validate() throws { _ = try path }

  var path: PlistPath? {
    get throws {
      if texts.count > 1 {
        throw ValidationError("an archive is at one path; --path is here twice")
      }
      return try texts.first.map(Self.parse)
    }
  }

  static func parse(_ text: String) throws -> PlistPath {
    if let path = try parsePath(text).path { return path }
    throw ValidationError("an archive is at one path, and [*] leads to any number of values")
  }
}

extension ReadingOptions {
  /// Warns of property lists in data that are not shown.
  func warn(_ warnings: [ArchiveError], of input: Input) {
    for warning in warnings {
      let message = "the property list in this data is not shown: \(warning.message)"
      shared.printer.report(
        Diagnostic(input.name, warning, severity: .warning, message: message), source: [])
    }
  }
}
