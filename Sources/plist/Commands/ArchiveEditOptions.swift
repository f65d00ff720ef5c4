// The options of the commands that edit keyed archives, and the function that applies edits: to the
// file, atomically, or to another file.

internal import ArgumentParser
internal import KeyedArchives
internal import PropertyLists

/// The options of a command that edits an archive.
struct ArchiveEditOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write, or - for standard output (default: FILE itself).", valueName: "out"),
    completion: .file())
  var output: String?

  @Flag(help: "Write control characters to a terminal without escaping them.")
  var raw = false
}

/// A command that edits one archive.
protocol ArchiveEditing: ReadingArguments {
  var file: String { get }
  var destination: ArchiveEditOptions { get }
}

extension ArchiveEditing {
  /// Reads the archive and writes it with an edit.
  ///
  /// - Parameter edit: Returns the edit. A `ValidationError` is an error of the command line.
  func apply(_ edit: (KeyedArchive) throws -> ArchiveEdit) throws {
    let target = destination.output ?? file
    let isInPlace = target == file && file != "-"
    var usageError: ValidationError?
    do {
      try shared.forEach(
        [FileEntry(argument: file)], encoding: reading.encoding, replacing: isInPlace
      ) { input, _ in
        let document = try PlistDocument(input.bytes, options: input.options)
        let archive = try KeyedArchive(document)
        do {
          let data = try archive.applying([edit(archive)]).data
          try write(data, of: input, as: document.format ?? .binary, to: target)
        } catch let error as ValidationError {
          usageError = error
          throw ExitCode.usage
        }
        return nil
      }
    } catch { throw usageError ?? error }
  }

  private func write(_ data: Data, of input: Input, as format: PlistFormat, to target: String)
    throws
  {
    if target == "-" {
      try FormatArgument(format).refuseTerminal()
      return try ContentsOutput(isRaw: destination.raw).write(data, as: format)
    }
    if input.identity != nil, data.elementsEqual(input.bytes) { return }
    try Input.replace(
      target, with: data, as: format, isRaw: destination.raw, expecting: input.identity)
  }
}

extension PlistPath {
  /// Creates the path of a value in an archive from an argument.
  init(archiveArgument text: String) throws {
    guard let path = try parsePath(text).path, !path.isEmpty else {
      throw ValidationError(
        "expected the path of one value in the archive, such as root.name or @12.name")
    }
    self = path
  }
}
