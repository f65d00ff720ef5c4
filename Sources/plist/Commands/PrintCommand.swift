// `plist print`: property lists for people.

internal import ArgumentParser
internal import PropertyLists

/// Shows values as outlines.
struct PrintCommand: ValueCommand {
  static let configuration = CommandConfiguration(
    commandName: "print",
    abstract: "Shows a property list as an outline with types.",
    discussion: """
      One value a line: its key or index, its type, the value. Long text and data are shortened. A
      container that a binary file holds in several places is shown once and marked @1, @2, ... With
      --each, -r, --files0-from or several files, a line ==> FILE <== precedes each outline. With
      --lines the value is JSON, as plist get prints it with --as json.

      EXAMPLES:
        plist print Info.plist
        plist print Info.plist CFBundleDocumentTypes --depth 2
        plist print --each *.plist
        plist print < settings.plist
      """)

  @OptionGroup var values: ValueOptions

  @Option(
    help: ArgumentHelp("Show no more than so many levels of containers.", valueName: "levels"))
  var depth: Int?

  func validate() throws {
    try values.check(takesSeveralPaths: false, needsPath: false)
    if let depth, depth < 0 { throw ValidationError("--depth is a number of levels, from 0") }
    if depth != nil, values.files.lines {
      throw ValidationError("--depth is for outlines; --lines prints whole values")
    }
  }

  func show(_ found: FileValues, to output: inout ValueOutput) throws {
    try output.writeHeader(found.input)
    var outline = Outline(
      style: values.reading.shared.color.style(for: .output), maximumDepth: depth ?? .max)
    if found.document.format == .binary { outline.share(found.values.compactMap { $0?.node }) }
    for value in found.values {
      if let value {
        try outline.show(value.node)
      } else {
        try ContentsOutput().write((output.substitute ?? "") + "\n")
      }
    }
  }

  func json(_ value: FoundValue, in document: PlistDocument) throws -> Data {
    try value.compactJSON(as: .json, in: document)
  }
}
