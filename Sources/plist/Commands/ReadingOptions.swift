// Options of the commands that read property lists: the encoding of text, and a function that reads
// the documents of files.

internal import ArgumentParser
internal import PropertyLists

/// The option of every command that reads property lists.
struct EncodingOption: ParsableArguments {
  @Option(help: ArgumentHelp("The encoding of 8-bit text that is not UTF-8.", valueName: "name"))
  var encoding: EncodingArgument?
}

/// A command, or a group of options, that reads property lists. Its groups are side by side,
/// because a debug build of ArgumentParser validates a group four times for each enclosing group.
protocol ReadingArguments: ParsableArguments {
  var text: EncodingOption { get }
  var shared: SharedOptions { get }
}

extension ReadingArguments {
  var reading: ReadingOptions {
    ReadingOptions(encoding: text.encoding?.encoding, runner: shared.runner)
  }
}

/// How a command reads property lists.
struct ReadingOptions {
  var encoding: SingleByteEncoding?
  var runner = CommandRunner()
}

/// An argument that names an encoding with one byte per character.
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
  /// Reads the property lists of files and performs work on each. Failures are reported.
  func forEachDocument(
    _ entries: [FileEntry], areLines: Bool,
    perform work: (PlistDocument, Input) throws -> ResultLine?
  ) throws {
    try runner.forEach(entries, encoding: encoding, areLines: areLines) { input, _ in
      try work(PlistDocument(input.bytes, options: input.options), input)
    }
  }

  /// Reports what is lost or unusual if a value of an input is written separately.
  func warn(_ losses: [PlistDiagnostic], in value: FoundValue, of input: Input) {
    for loss in losses {
      var diagnostic = Diagnostic(file: input.name, loss.error, severity: loss.severity)
      diagnostic.path = PlistPath(value.path.steps + loss.error.path.steps)
      runner.printer.report(diagnostic, source: input.bytes)
    }
  }
}
