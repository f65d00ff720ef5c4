// `plist diff`: the difference of two property lists by their values.

internal import ArgumentParser
internal import KeyedArchives
internal import PropertyLists

struct DiffCommand: ParsableCommand, ReadingArguments {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compares two property lists by their values.",
    discussion: """
      The files can have different formats, and the order of keys does not matter. The exit status \
      is 0 if the values are equal and 1 if they differ. Values of different types are different: \
      OpenStep text has only strings, so its 1 is not the integer 1 of an XML file.

      text prints one line for each change:
        - PATH: VALUE          removed; the path is that in A
        + PATH: VALUE          added; the path is that in B
        ~ PATH: VALUE → VALUE  changed; the path is that in A
        > PATH → PATH          moved in its array, or renamed

      Elements of arrays are matched with each other: equal elements first, then dictionaries with \
      the same unique PayloadUUID, id, identifier, name, or other identity, then the most similar \
      ones. Long text, data, and large containers are shortened.

      Two keyed archives are compared as the graphs of their objects, so that the numbers of the \
      objects do not matter: paths are those of plist archive set, with $items before the indexes of \
      most collections; an object that is reached in several ways is {"$ref": PATH} except at its \
      shortest path; and objects that nothing refers to are ignored. With --raw, and in patches, archives are compared as property lists.

      json prints one object for each change on one line: op (removed, added, changed, moved, or \
      renamed), path, to (the path in B, if it is a different one), old, and new. The values are \
      typed-json. patch prints edits that turn A into B; plist patch applies them.

      EXAMPLES:
        plist diff Info.plist Other.plist
        plist diff --format patch old.plist new.plist > changes.json
        plist convert --to xml < a.plist | plist diff - b.plist
      """)

  @Argument(help: "The first property list, or - for standard input.", completion: .file())
  var a: String

  @Argument(help: "The second property list, or - for standard input.", completion: .file())
  var b: String

  @Option(help: ArgumentHelp("The form of the output.", valueName: "form"))
  var format = DifferenceForm.text

  @Flag(help: "Compare keyed archives as property lists, not as graphs of objects.")
  var raw = false

  @OptionGroup
  var text: EncodingOption
  @OptionGroup
  var shared: SharedOptions

  func validate() throws {
    if a == "-", b == "-" { throw ValidationError("only one of the files can be standard input") }
  }

  func run() throws {
    var files: [(input: Input, document: PlistDocument)] = []
    try reading.forEachDocument(
      [FileEntry(argument: a), FileEntry(argument: b)], areLines: false
    ) { document, input in
      files.append((input, document))
      return nil
    }
    guard let old = files.first, let new = files.last else { return }
    var areEqual = true
    do {
      let graphs = isOfGraphs ? try graphs(old.document, new.document) : nil
      areEqual = try compare(graphs?.old ?? old.document, graphs?.new ?? new.document)
    } catch {
      throw shared.runner.report(FileFailure(error, in: new.input))
    }
    if !areEqual { throw ExitCode.different }
  }

  /// Whether keyed archives are compared as graphs.
  private var isOfGraphs: Bool { !raw && format != .patch }

  /// Returns two archives as trees of their objects; nil if a document is not a valid archive, or
  /// if a graph is nested too deeply.
  private func graphs(_ old: PlistDocument, _ new: PlistDocument) throws(PlistError) -> (
    old: PlistDocument, new: PlistDocument
  )? {
    guard KeyedArchive.hasFrame(old), KeyedArchive.hasFrame(new),
      let oldTree = try? KeyedArchive(old).graphTree(),
      let newTree = try? KeyedArchive(new).graphTree()
    else { return nil }
    return (try PlistDocument(oldTree), try PlistDocument(newTree))
  }

  /// Prints the difference of two documents. Returns whether they are equal.
  private func compare(_ old: PlistDocument, _ new: PlistDocument) throws -> Bool {
    let difference = PlistDifference(from: old, to: new)
    switch format {
    case .text:
      try DifferenceOutput(style: shared.runner.color.style(for: .output)).writeText(
        difference.changes)
    case .json:
      try DifferenceOutput(style: TextStyle(isColored: false)).writeLines(difference.changes)
    case .patch:
      let patch = PlistPatch(edits: try difference.edits)
      try ContentsOutput().write(patch.encoded(), as: .json)
    }
    return difference.isEmpty
  }
}

/// The form of a difference.
enum DifferenceForm: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
  case patch
}

extension ExitCode {
  /// The inputs are valid and differ.
  static let different = ExitCode(1)
}
