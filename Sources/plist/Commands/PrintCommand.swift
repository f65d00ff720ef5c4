// `plist print`: shows property lists as readable outlines.

internal import ArgumentParser
internal import PropertyLists

struct PrintCommand: ValueCommand {
  static let configuration = CommandConfiguration(
    commandName: "print", abstract: "Shows a property list as an outline with types.",
    discussion: """
      Prints one value per line: its key or index, its type, and its value. Long text and data are \
      shortened. A container that a binary file uses several times is shown once and marked @1, \
      @2, and so on. With --each, -r, --files0-from, or several files, a line ==> FILE <== \
      precedes each outline. With --lines, the value is JSON, as in plist get --as json.

      With --nested, data that contains a binary or XML property list is shown as its values, and \
      data that contains a keyed archive is shown as in archive print, at any depth. Data that \
      begins like a property list but cannot be read causes a warning.

      EXAMPLES:
        plist print Info.plist
        plist print Info.plist CFBundleDocumentTypes --depth 2
        plist print --nested com.example.app.plist
        plist print --each *.plist
        plist print < settings.plist
      """)

  @OptionGroup
  var values: ValueOptions

  @Option(
    help: ArgumentHelp(
      "Limit the number of levels of containers that are shown.", valueName: "levels"))
  var depth: Int?

  @Flag(help: "Show property lists and archives inside data, at any depth.")
  var nested = false

  var printer: OutlinePrinter {
    OutlinePrinter(values: values.selection, depth: depth, nested: nested)
  }
}

/// The work of `print`: shows values as outlines.
struct OutlinePrinter: ValuePrinter {
  let values: ValueSelection
  var depth: Int?
  var nested = false

  func validate() throws {
    try values.check(takesSeveralPaths: false, needsPath: false)
    if let depth, depth < 0 {
      throw ValidationError("--depth is \(depth), but a number of levels cannot be negative")
    }
    if depth != nil, values.files.lines {
      throw ValidationError("--depth cannot be combined with --lines, which prints whole values")
    }
  }

  func show(_ found: FileValues, to output: inout ValueOutput) throws {
    try output.writeHeader(found.input)
    let style = values.reading.runner.color.style(for: .output)
    let marks = OutlineMarks(found.values.compactMap { $0?.node }, in: found.document)
    for value in found.values {
      guard let value else {
        try ContentsOutput().write((output.substitute ?? "") + "\n")
        continue
      }
      var writer = OutlineWriter(found.document, style: style, kinds: nested ? .all : .none)
      try writer.write(Outline(value.node, marks: marks, style: style, maximumDepth: depth ?? .max))
      values.reading.warn(writer.warnings, of: found.input)
    }
  }

  func json(_ value: FoundValue, in found: FileValues) throws -> Data {
    if nested { return try values.reading.jsonWithNestedData(value, of: found.input).compactedJSON }
    return try value.compactJSON(as: .json, in: found.document)
  }
}
