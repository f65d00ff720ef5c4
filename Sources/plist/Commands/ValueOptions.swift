// Options of the commands that print values: the files, and the paths in them; and the code that
// finds the values at the paths in each file.

internal import ArgumentParser
internal import PropertyLists

/// The options of a command that prints values.
struct ValueOptions: ReadingArguments {
  @Argument(
    help: """
      The property list. Use - for standard input, which is also the default unless it is a \
      terminal.
      """, completion: .file())
  var file: String?

  @Argument(
    help: ArgumentHelp(
      """
      The path of the value. With --each, --path, -r, --files0-from, or --lines, these arguments \
      are files too.
      """, valueName: "path"), completion: .file())
  var words: [String] = []

  @Option(
    name: .customLong("path"),
    help: ArgumentHelp(
      "A path to use in every file; can be repeated. Every argument is then a file.",
      valueName: "path"))
  var pathOptions: [String] = []

  @Option(
    name: .customLong("default"),
    help: ArgumentHelp("The text to print if there is no value at a path.", valueName: "text"))
  var substitute: String?

  @OptionGroup
  var files: FileOptions
  @OptionGroup
  var list: FileListOptions
  @OptionGroup
  var text: EncodingOption
  @OptionGroup
  var shared: SharedOptions

  func validate() throws { try selection.validate() }

  var selection: ValueSelection {
    ValueSelection(
      file: file, words: words[...], pathOptions: pathOptions, substitute: substitute,
      files: FileSelection(files, list), reading: reading)
  }
}

/// The values that a command prints, and the files that contain them.
final class ValueSelection {
  let file: String?
  let words: ArraySlice<String>
  /// The paths of `--path`.
  let pathOptions: [String]
  let substitute: String?
  let files: FileSelection
  let reading: ReadingOptions
  private var parsedPatterns: [PlistPathPattern]?

  init(
    file: String?, words: ArraySlice<String>, pathOptions: [String] = [],
    substitute: String? = nil, files: FileSelection = FileSelection(),
    reading: ReadingOptions = ReadingOptions()
  ) {
    self.file = file
    self.words = words
    self.pathOptions = pathOptions
    self.substitute = substitute
    self.files = files
    self.reading = reading
  }

  func validate() throws {
    _ = try ArgumentBytes.text(substitute ?? "")
    if try singlePath == nil { _ = try patterns }
  }

  /// Whether every argument is a file.
  var areWordsFiles: Bool {
    files.isGiven || !pathOptions.isEmpty
  }

  /// The arguments that name files.
  var fileWords: [String] { file.map { [$0] + (areWordsFiles ? words : []) } ?? [] }

  /// The path, if the arguments after the file are exactly one path without wildcards; otherwise nil.
  /// Avoids the arrays that several paths and wildcards need.
  var singlePath: PlistPath? {
    get throws {
      guard !areWordsFiles, words.count == 1, let word = words.first,
        !word.utf8.contains(UInt8(ascii: "*"))
      else { return nil }
      return try parsePath(word)
    }
  }

  /// The paths, which are parsed when they are first used; empty for the root.
  var patterns: [PlistPathPattern] {
    get throws {
      if let parsedPatterns { return parsedPatterns }
      var patterns: [PlistPathPattern] = []
      for path in pathOptions { patterns.append(try parsePattern(path)) }
      if !areWordsFiles {
        for path in words { patterns.append(try parsePattern(path)) }
      }
      parsedPatterns = patterns
      return patterns
    }
  }

  /// Throws if a required path is missing, or if there are several paths and a command takes only
  /// one as an argument.
  func check(takesSeveralPaths: Bool, needsPath: Bool) throws {
    if areWordsFiles { return }
    if words.count > 1, !takesSeveralPaths {
      throw ValidationError(
        "expected FILE and one PATH, found \(1 + words.count) arguments; use --each for several "
          + "files, --path for several paths")
    }
    if words.isEmpty, needsPath {
      throw ValidationError(
        file.map { _ in "a path is missing; `plist get - PATH` reads standard input" }
          ?? "a path is missing; `plist get --path PATH` reads standard input")
    }
  }
}

/// The values at the paths of a command in one file.
struct FileValues {
  let input: Input
  let document: PlistDocument
  /// The values, path by path. If `--default` is given, nil represents an absent value.
  var values: [FoundValue?] = []
  /// Whether the whole command prints exactly one value, which then has the form of a single value.
  var isAlone = false
}

/// A command that prints values of property lists.
protocol ValueCommand: ParsableCommand {
  associatedtype Printer: ValuePrinter

  var printer: Printer { get }
}

extension ValueCommand {
  func validate() throws { try printer.validate() }
  func run() throws { try printer.run() }
}

/// The work of a command that prints values of property lists, apart from its options.
protocol ValuePrinter: PlainCommand {
  var values: ValueSelection { get }

  /// Throws if the arguments and options cannot be combined.
  func validate() throws
  /// Prints the values that are found in one file.
  func show(_ found: FileValues, to output: inout ValueOutput) throws
  /// Returns the value for a line of `--lines`, as JSON on one line.
  func json(_ value: FoundValue, in found: FileValues) throws -> Data
}

extension ValuePrinter {
  func run() throws { try showDocuments() }

  /// Reads the documents of all files and shows the values at the paths.
  func showDocuments() throws {
    let (options, patterns) = (values.files, try values.patterns)
    let entries = try options.entries(values.fileWords, runner: values.reading.runner)
    var output = ValueOutput(areNamed: options.areNamed(entries), substitute: values.substitute)
    try values.reading.forEachDocument(entries, areLines: options.lines) { document, input in
      if options.lines { return try line(document, of: input, at: patterns) }
      try show(document, of: input, at: patterns, to: &output)
      return nil
    }
  }

  /// Shows the values at the paths, after errors for the paths without a value.
  private func show(
    _ document: PlistDocument, of input: Input, at patterns: [PlistPathPattern],
    to output: inout ValueOutput
  ) throws {
    var found = FileValues(input: input, document: document)
    found.isAlone = !output.areNamed && patterns.count < 2 && patterns.first?.path != nil
    if patterns.isEmpty {
      found.isAlone = !output.areNamed
      found.values = [FoundValue(node: document.root, path: PlistPath())]
    }
    var code = ExitCode.success
    for pattern in patterns {
      do throws(PlistError) {
        found.values += try document.found(at: pattern, keepsAbsent: values.substitute != nil)
      } catch {
        let error = values.areWordsFiles ? error : error.advisingEach(insteadOf: pattern.text)
        code.join(values.reading.runner.report(FileFailure(error, in: input)))
      }
    }
    if !found.values.isEmpty {
      output.begin(found.input)
      try show(found, to: &output)
    }
    if code != .success { throw code }
  }

  /// Returns the line of a file: the value, or the values of several paths by their text, and the
  /// first error.
  private func line(_ document: PlistDocument, of input: Input, at patterns: [PlistPathPattern])
    throws -> ResultLine
  {
    var line = ResultLine(file: input.name)
    let file = FileValues(input: input, document: document)
    if patterns.isEmpty {
      let root = FoundValue(node: document.root, path: PlistPath())
      line.add("value", json: try json(root, in: file))
    }
    var members: [(key: String, json: Data)] = []
    var failure: FileFailure?
    for pattern in patterns {
      do {
        let json = try json(pattern, in: file)
        if patterns.count == 1 { line.add("value", json: json) }
        // A path that is given twice has one member.
        if !members.contains(where: { $0.key.hasSameBytes(as: pattern.text) }) {
          members.append((pattern.text, json))
        }
      } catch { failure = failure ?? FileFailure(error, in: input) }
    }
    if patterns.count > 1 { line.add("values", members: members) }
    if let failure { line.add(failure) }
    return line
  }

  /// Returns the value at a path, or, for a path with wildcards, an array of the values.
  private func json(_ pattern: PlistPathPattern, in file: FileValues) throws -> Data {
    let found = try file.document.found(at: pattern, keepsAbsent: values.substitute != nil)
    let elements = try found.map { value in
      try value.map { try json($0, in: file) }
        ?? Plist.string(values.substitute ?? "").compactJSON()
    }
    if pattern.path != nil, let only = elements.first { return only }
    return .array(elements)
  }
}
