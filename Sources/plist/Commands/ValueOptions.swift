// What the commands that print values share: files, paths in them, and the order in which they look
// for one in the other.

internal import ArgumentParser
internal import PropertyLists

/// The files and paths of a command that prints values.
struct ValueOptions: ParsableArguments {
  @Argument(
    help: """
      The property list, or - for standard input, which is also read where nothing is named and it \
      is not a terminal.
      """,
    completion: .file())
  var file: String?

  @Argument(
    help: ArgumentHelp(
      "The path of the value. With --each, --path, -r, --files0-from or --lines, further files.",
      valueName: "path"),
    completion: .file())
  var words: [String] = []

  @Option(
    name: .customLong("path"),
    help: ArgumentHelp(
      "A path in every file; may be repeated. Every word is a file then.", valueName: "path"))
  var pathOptions: [String] = []

  @Option(
    name: .customLong("default"),
    help: ArgumentHelp("The text to print where a path leads to no value.", valueName: "text"))
  var substitute: String?

  @OptionGroup var files: FileOptions
  @OptionGroup var reading: ReadingOptions

  func validate() throws {
    _ = try ArgumentBytes.text(substitute ?? "")
    _ = try patterns
  }

  /// Whether every word is a file.
  var areWordsFiles: Bool { files.areWordsFiles || !pathOptions.isEmpty }

  /// The words that name files.
  var fileWords: [String] { file.map { [$0] + (areWordsFiles ? words : []) } ?? [] }

  /// The paths; none means the whole.
  var patterns: [PlistPathPattern] {
    get throws {
      var paths = pathOptions
      if !areWordsFiles { paths += words }
      return try paths.map(parsePath)
    }
  }

  /// Throws where a path is missing, or is one of several that a command does not take as words.
  func check(takesSeveralPaths: Bool, needsPath: Bool) throws {
    if areWordsFiles { return }
    if words.count > 1, !takesSeveralPaths {
      throw ValidationError(
        "FILE and one PATH are expected; several files are read with --each, several paths with --path"
      )
    }
    if words.isEmpty, needsPath {
      throw ValidationError(
        file.map { _ in "a path is missing; `plist get - PATH` reads standard input" }
          ?? "a path is missing; `plist get --path PATH` reads standard input")
    }
  }
}

/// What the paths of a command lead to in one file.
struct FileValues {
  let input: Input
  let document: PlistDocument
  /// The values, path by path; nil takes the place of what is absent, where `--default` has a text
  /// for it.
  fileprivate(set) var values: [FoundValue?] = []
  /// Whether exactly one value is printed by the whole command, in whatever form that has alone.
  fileprivate(set) var isAlone = false
}

/// A command that prints values of property lists.
protocol ValueCommand: ParsableCommand {
  var values: ValueOptions { get }

  /// Prints what is found in one file.
  func show(_ found: FileValues, to output: inout ValueOutput) throws
  /// The value of a line of `--lines`, as JSON in one line.
  func json(_ value: FoundValue, in found: FileValues) throws -> Data
}

extension ValueCommand {
  func run() throws {
    let (options, patterns) = (values.files, try values.patterns)
    let entries = try options.list.entries(values.fileWords, values.reading.shared)
    var output = ValueOutput(
      areNamed: options.areNamed(entries), substitute: values.substitute)
    try values.reading.forEachDocument(entries, areLines: options.lines) { document, input in
      if options.lines { return try line(document, input, patterns) }
      try show(document, input, patterns, &output)
      return nil
    }
  }

  /// Shows all that the paths lead to, after errors for those that lead nowhere.
  private func show(
    _ document: PlistDocument, _ input: Input, _ patterns: [PlistPathPattern],
    _ output: inout ValueOutput
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
        found.values += try document.found(
          at: pattern, keepsAbsent: values.substitute != nil)
      } catch {
        let error = values.areWordsFiles ? error : error.advisingEach(insteadOf: pattern.text)
        code.join(values.reading.shared.report(FileFailure(error, in: input)))
      }
    }
    if !found.values.isEmpty {
      output.begin(found)
      try show(found, to: &output)
    }
    if code != .success { throw code }
  }

  /// The line of a file: the value, the values of several paths by their texts, the first error.
  private func line(
    _ document: PlistDocument, _ input: Input, _ patterns: [PlistPathPattern]
  ) throws -> ResultLine {
    var line = ResultLine(file: input.name)
    let file = FileValues(input: input, document: document)
    if patterns.isEmpty {
      let root = FoundValue(node: document.root, path: PlistPath())
      line.add("value", json: try json(root, in: file))
    }
    var members: [(key: String, json: Data)] = []
    var failures: [FileFailure] = []
    for pattern in patterns {
      do {
        let json = try json(pattern, file)
        if patterns.count == 1 { line.add("value", json: json) }
        // A path that is given twice is one member.
        if !members.contains(where: { $0.key.hasSameBytes(as: pattern.text) }) {
          members.append((pattern.text, json))
        }
      } catch {
        failures.append(FileFailure(error, in: input))
      }
    }
    if patterns.count > 1 { line.add("values", members: members) }
    if let first = failures.first { line.add(first) }
    return line
  }

  /// The value at a path, or with wildcards the array of the values.
  private func json(
    _ pattern: PlistPathPattern, _ file: FileValues
  ) throws -> Data {
    let found = try file.document.found(at: pattern, keepsAbsent: values.substitute != nil)
    let elements = try found.map { value in
      try value.map { try json($0, in: file) }
        ?? Plist.string(values.substitute ?? "").compactJSON(as: .json)
    }
    if pattern.path != nil, let only = elements.first { return only }
    return Data("[".utf8) + Data(elements.joined(separator: Data(",".utf8))) + Data("]".utf8)
  }
}
