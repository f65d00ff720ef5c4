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

  /// Reads a keyed archive and does something with it, as for a property list.
  func withArchive(_ file: String, _ work: (KeyedArchive) throws -> Void) throws {
    let code = shared.attempt(file, encoding: encoding?.encoding) { input in
      let document = try PlistDocument(input.bytes, options: input.options)
      let archive = try KeyedArchive(document)
      if let error = archive.missingReferences { throw error }
      try work(archive)
    }
    if code != .success { throw code }
  }
}
