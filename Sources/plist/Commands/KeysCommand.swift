// `plist keys`: what a container has.

internal import ArgumentParser
internal import PropertyLists

/// Prints the keys of a dictionary, or the count of an array.
struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "Prints the keys of a dictionary, or the count of an array.",
    discussion: """
      The keys are printed one a line, in the order of the file, control characters as \\n or \\u{1B};
      keys that are not strings as their text. An array or set has no keys: the number of its elements
      is printed.

      EXAMPLES:
        plist keys Info.plist
        plist keys Info.plist CFBundleDocumentTypes
      """)

  @Argument(help: "The property list, or - for standard input.", completion: .file())
  var file: String

  @Argument(help: "The place of the value; the whole if absent.", transform: parsePath)
  var path = PlistPath()

  @OptionGroup var reading: ReadingOptions

  func run() throws {
    try reading.withDocument(file) { document in
      let node = try document.root.found(at: path)
      try StandardStream.output.write(lines(of: node).utf8)
    }
  }

  private func lines(of node: PlistNode) throws(PlistError) -> String {
    switch node.kind {
    case .dictionary: return node.keys.map { $0.escaped() + "\n" }.joined()
    case .array, .set: return "\(node.count)\n"
    default:
      throw PlistError(
        .typeMismatch, "a value of type \(node.kind) has no keys", position: node.position,
        path: path)
    }
  }
}
