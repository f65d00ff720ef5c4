// The files of the command line, read whole. Relies on DurableFiles.

internal import DurableFiles
internal import PropertyLists

/// A file that was read.
struct Input {
  /// What it is called in messages.
  let name: String
  let bytes: [UInt8]
  /// The encoding of 8-bit text; nil for UTF-8 or the declared one.
  var encoding: SingleByteEncoding?

  /// How the file is read: a text without brackets in a file named `.json` is JSON, and surrogates
  /// may be alone, so that they can be kept where a format holds them.
  var options: PlistReadingOptions {
    var options = PlistReadingOptions()
    options.unpairedSurrogates = .kept
    options.encoding = encoding
    if name.lowercased().hasSuffix(".json") { options.looseText = .json }
    return options
  }

  /// The most that a document can hold.
  private static let limit = Int(UInt32.max)

  /// Reads a file; `-` is standard input.
  static func read(_ file: String) throws(FileError) -> Input {
    let bytes =
      file == "-"
      ? try FileContents.readStandardInput(limit: limit) : try FileContents.read(file, limit: limit)
    return Input(name: shownName(file), bytes: bytes)
  }

  /// What a file of the command line is called in messages.
  static func shownName(_ file: String) -> String { file == "-" ? "<stdin>" : file }
}
