// The files that a command reads: its arguments, the files in folders, the names in a list, or
// standard input. Relies on DurableFiles for lists and folders.

internal import ArgumentParser
internal import DurableFiles
internal import PropertyLists
internal import SystemPackage

/// A file that a command will read, or a folder that it cannot list.
struct FileEntry {
  /// The command-line argument, or a name in the same form; see ``ArgumentBytes``.
  let argument: String
  /// The reason why a folder cannot be listed.
  var error: FileError?

  /// The name for messages.
  var name: String { Input.shownName(argument) }

  /// The status of the file at the path; nil if there is none.
  var status: FileStatus? {
    let path = ArgumentBytes.filePath(argument)
    return try? POSIXFileSystem().statusFollowingLinks(of: path)
  }

  /// Returns the arguments that name files; `-` if there are none and standard input is not a
  /// terminal.
  static func words(_ words: [String]) throws -> [String] {
    if !words.isEmpty { return words }
    if StandardInput.isTerminal {
      throw ValidationError("no file is named, and standard input is a terminal")
    }
    return ["-"]
  }
}

extension PlistError {
  /// The error for a path without a value, with advice if its argument is the name of a file.
  func advisingEach(insteadOf word: String) -> PlistError {
    guard code == .noSuchPath, suggestion == nil, FileEntry(argument: word).status != nil else {
      return self
    }
    return PlistError(
      code, message: message,
      suggestion: "there is a file of that name; use --each if every argument is a file",
      position: position, path: path)
  }
}

/// The options that select files.
struct FileListOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Read all files in the named folders, at any depth.")
  var recursive = false

  @Option(
    name: .customLong("files0-from"),
    help: ArgumentHelp(
      "Read the files whose names FILE lists, each followed by a zero byte; - is standard input.",
      valueName: "file"), completion: .file())
  var list: String?
}

/// The options of commands that print something for each file.
struct FileOptions: ParsableArguments {
  @Flag(help: "Treat every argument as a file, and print the name of the file with each value.")
  var each = false

  @Flag(help: "Treat every argument as a file, and print one JSON object per line for each file.")
  var lines = false
}

/// The files that a command reads, besides its arguments, and the form of its results.
struct FileSelection {
  var each = false
  var lines = false
  var recursive = false
  var list: String?
}

extension FileSelection {
  init(_ list: FileListOptions) { self.init(recursive: list.recursive, list: list.list) }

  init(_ files: FileOptions, _ list: FileListOptions) {
    self.init(
      each: files.each, lines: files.lines, recursive: list.recursive, list: list.list)
  }

  /// Whether the options make every argument a file.
  var isGiven: Bool { each || lines || recursive || list != nil }

  /// Whether the name of the file is printed with each result.
  func areNamed(_ entries: [FileEntry]) -> Bool {
    each || recursive || list != nil || entries.count > 1
  }

  /// Returns the files of a command: its arguments, then the names in the list. With `-r`, all
  /// files in a folder replace the folder. If there are no arguments and no list, the file is
  /// standard input, unless that is a terminal.
  func entries(_ words: [String], runner: CommandRunner) throws -> [FileEntry] {
    var names = words
    if let list {
      if list == "-", words.contains("-") {
        throw ValidationError("standard input cannot be both a file and the list of files")
      }
      try runner.reporting(list) { names += try Self.names(inList: list) }
    } else {
      names = try FileEntry.words(words)
    }
    guard recursive else { return names.map { FileEntry(argument: $0) } }
    return names.flatMap(Self.files)
  }

  private static func names(inList list: String) throws -> [String] {
    var names = try Input.contents(of: list).split(separator: 0, omittingEmptySubsequences: false)
    if names.last?.isEmpty == true { names.removeLast() }
    for (index, name) in names.enumerated() {
      if name.isEmpty {
        throw PlistError(.invalidPath, message: "file name \(index + 1) in the list is empty")
      }
      if list == "-", name.elementsEqual("-".utf8) {
        throw PlistError(
          .invalidPath,
          message: "file name \(index + 1) in the list is -, but standard input is the list itself")
      }
    }
    return names.map { ArgumentBytes.text(of: Array($0)) }
  }

  private static func files(_ word: String) -> [FileEntry] {
    guard word != "-", let entries = FolderFiles.list(ArgumentBytes.filePath(word)) else {
      return [FileEntry(argument: word)]
    }
    return entries.map {
      FileEntry(argument: ArgumentBytes.text(of: $0.path.bytes), error: $0.error)
    }
  }
}
