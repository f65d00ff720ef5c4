// The files of the command line, read whole. Relies on DurableFiles.

internal import DurableFiles
internal import PropertyLists
internal import SystemPackage

/// A file that was read.
struct Input {
  /// What it is called in messages.
  let name: String
  /// The word of the command line that names it.
  let argument: String
  let bytes: [UInt8]
  /// The encoding of 8-bit text; nil for UTF-8 or the declared one.
  var encoding: SingleByteEncoding?

  /// How the file is read: a text without brackets in a file named `.json` is JSON.
  var options: PlistReadingOptions {
    var options = PlistReadingOptions()
    options.encoding = encoding
    if name.lowercased().hasSuffix(".json") { options.looseText = .json }
    return options
  }

  /// The most that a document can hold.
  private static let limit = Int(UInt32.max)
  /// The most that is read of a pipe or device, which may have no end: 256 MiB.
  static let streamLimit = 1 << 28

  /// Reads a file; `-` is standard input.
  static func read(_ file: String) throws(FileError) -> Input {
    Input(name: shownName(file), argument: file, bytes: try contents(of: file))
  }

  /// The bytes of a file; `-` is standard input. Of a pipe or device 256 MiB are read, of a file what a
  /// document can hold.
  static func contents(of file: String) throws(FileError) -> [UInt8] {
    if file == "-" {
      return try FileContents.readStandardInput(limit: limit, streamLimit: streamLimit)
    }
    return try FileContents.read(
      ArgumentBytes.filePath(file), limit: limit, streamLimit: streamLimit)
  }

  /// Replaces the contents of a file that the command line names, or writes to it where it is a
  /// device, a pipe or a socket.
  ///
  /// - Parameters:
  ///   - format: The format of the data, for the escapes that a terminal gets.
  ///   - isRaw: Whether a terminal gets the bytes as they are.
  static func replace(
    _ file: String, with data: Data, as format: PlistFormat, isRaw: Bool = false
  ) throws {
    let path = ArgumentBytes.filePath(file)
    if let stream = try OutputStreamFile(path) {
      try stream.write(stream.isTerminal && !isRaw ? data.terminalEscaped(as: format) : data)
    } else if let path = ArgumentBytes.path(file) {
      try AtomicReplacement.write(data, to: path)
    } else {
      try AtomicReplacement.write(data, to: file)
    }
  }

  /// The name on standard output: the bytes as they are, for people with escapes.
  var nameOnOutput: [UInt8] { ArgumentBytes.nameOnOutput(ArgumentBytes.filePath(argument), name) }

  /// What a file of the command line is called in messages.
  static func shownName(_ file: String) -> String {
    file == "-" ? "<stdin>" : ArgumentBytes.shown(file)
  }
}
