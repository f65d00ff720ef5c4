// The input files of the command line, which are read completely. Relies on DurableFiles.

internal import DurableFiles
internal import PropertyLists
internal import SystemPackage

/// A file that was read.
struct Input {
  /// The name of the file in messages.
  let name: String
  /// The command-line argument that names the file.
  let argument: String
  let bytes: [UInt8]
  /// The encoding of 8-bit text; nil for UTF-8 or the declared encoding.
  var encoding: SingleByteEncoding?
  /// The identity of the contents; nil if it was not requested or the file is not a regular file.
  var identity: FileIdentity?

  /// The options for reading the file. Text without brackets in a file named `.json` is JSON.
  var options: PlistReadingOptions {
    var options = PlistReadingOptions()
    options.encoding = encoding
    if isNamedJSON { options.looseText = .json }
    return options
  }

  /// Whether the name ends with `.json`, in capital or small letters. Compares bytes, which needs less
  /// of the standard library than changing the case.
  private var isNamedJSON: Bool {
    name.utf8.suffix(5).elementsEqual(".json".utf8) { byte, expected in
      byte == expected || expected >= UInt8(ascii: "a") && byte | 0x20 == expected
    }
  }

  /// The maximum size of a document.
  private static let limit = Int(UInt32.max)
  /// The maximum size read from a pipe or device, which may be endless: 256 MiB.
  static let streamLimit = 1 << 28

  /// Reads a file; `-` is standard input.
  static func read(_ file: String) throws(FileError) -> Input {
    Input(name: shownName(file), argument: file, bytes: try contents(of: file))
  }

  /// Reads a file that will be replaced.
  static func readToReplace(_ file: String) throws(FileError) -> Input {
    let found: FileSnapshot
    do throws(FileError) {
      found = try FileContents.snapshot(of: ArgumentBytes.filePath(file), limit: limit)
    } catch {
      if error.code == .notARegularFile { return try read(file) }
      throw error
    }
    return Input(
      name: shownName(file), argument: file, bytes: found.bytes, identity: found.identity)
  }

  /// Returns the bytes of a file; `-` is standard input. The limit is 256 MiB for a pipe or device,
  /// and the maximum size of a document for a file.
  static func contents(of file: String) throws(FileError) -> [UInt8] {
    if file == "-" {
      return try FileContents.readStandardInput(limit: limit, streamLimit: streamLimit)
    }
    return try FileContents.read(
      ArgumentBytes.filePath(file), limit: limit, streamLimit: streamLimit)
  }

  /// Replaces the contents of a file that the command line names, or writes to the file if it is a
  /// device, a pipe, or a socket.
  ///
  /// - Parameters:
  ///   - format: The format of the data, which determines the escapes on a terminal.
  ///   - isRaw: Whether control characters are written to a terminal without escaping them.
  ///   - identity: The identity of the file when it was read. If another process has changed the
  ///     file since, it is not replaced.
  static func replace(
    _ file: String, with data: Data, as format: PlistFormat, isRaw: Bool = false,
    expecting identity: FileIdentity?
  ) throws {
    let path = ArgumentBytes.filePath(file)
    var options = AtomicReplacement.Options()
    if let identity {
      options.precondition = .unchanged(identity)
      // Waits for programs that lock the file, but does not create lock files for other programs.
      options.locking = .ifPresent(waiting: .seconds(10))
    }
    if let stream = try OutputStreamFile(path) {
      try stream.write(stream.isTerminal && !isRaw ? data.terminalEscaped(as: format) : data)
    } else {
      try AtomicReplacement.write(data, to: path, options: options)
    }
  }

  /// The name for standard output: its exact bytes, or escaped text on a terminal.
  var nameOnOutput: [UInt8] {
    ArgumentBytes.nameOnOutput(ArgumentBytes.filePath(argument), shownAs: name)
  }

  /// Returns the name of a command-line file for messages.
  static func shownName(_ file: String) -> String {
    file == "-" ? "<stdin>" : ArgumentBytes.shown(file)
  }
}
