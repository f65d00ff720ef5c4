// What the commands that read property lists share: the encoding of their text, and the way from a
// file's name to the document or archive in it.

internal import ArgumentParser
internal import KeyedArchives
internal import PropertyLists

/// The options of every command that reads property lists.
struct ReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The encoding of 8-bit text that is not UTF-8.", valueName: "name"))
  var encoding: EncodingArgument?

  @OptionGroup var shared: SharedOptions
}

/// An encoding of one byte a character, as an argument.
struct EncodingArgument: ExpressibleByArgument {
  let encoding: SingleByteEncoding

  init?(argument: String) {
    guard let encoding = SingleByteEncoding(rawValue: argument.lowercased()) else { return nil }
    self.encoding = encoding
  }

  static var allValueStrings: [String] { SingleByteEncoding.allCases.map(\.rawValue) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension ReadingOptions {
  /// Reads a property list and does something with it; what fails is reported and ends the command.
  func withDocument(_ file: String, _ work: (PlistDocument) throws -> Void) throws {
    let code = shared.attempt(file, encoding: encoding?.encoding) { input in
      try work(PlistDocument(input.bytes, options: input.options))
    }
    if code != .success { throw code }
  }

  /// Reads a keyed archive, or the one in the data at a path, and does something with it, as for a
  /// property list.
  ///
  /// - Parameter work: Gives what is not shown of the archive, for the warnings.
  func withArchive(
    _ file: String, at path: PlistPath?, _ work: (KeyedArchive) throws -> [ArchiveError]
  ) throws {
    try withDocument(file) { document in
      let input = try ArchiveInput(document, at: path)
      do {
        warn(try work(input.archive()).map(input.located), of: file)
      } catch let error as ArchiveError {
        throw input.located(error)
      }
    }
  }

  /// Warns of property lists in data that are not shown.
  func warn(_ warnings: [ArchiveError], of file: String) {
    for warning in warnings {
      let message = "the property list in this data is not shown: \(warning.message)"
      shared.printer.report(
        Diagnostic(Input.shownName(file), warning, severity: .warning, message: message),
        source: [])
    }
  }
}
