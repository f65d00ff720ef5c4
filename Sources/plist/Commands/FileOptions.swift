// Which files a command reads: those that its words name, those in folders, those of a list, or
// standard input. Relies on DurableFiles for lists and folders.

internal import ArgumentParser
internal import DurableFiles
internal import PropertyLists
internal import SystemPackage

/// A file that a command is about to read, or a folder that it cannot list.
struct FileEntry {
  /// The word of the command line, or a name in that form: see ``ArgumentBytes``.
  let argument: String
  /// Why a folder cannot be listed.
  var error: FileError?

  /// What it is called in messages.
  var name: String { Input.shownName(argument) }

  /// What the path stands for; nil where there is nothing.
  var status: FileStatus? {
    let path = ArgumentBytes.filePath(argument)
    return try? POSIXFileSystem().statusFollowingLinks(of: path)
  }

  /// The words that name files; where there is none, that for standard input, unless it is a terminal.
  static func words(_ words: [String]) throws -> [String] {
    if !words.isEmpty { return words }
    if StandardInput.isTerminal {
      throw ValidationError("no file is named, and standard input is a terminal")
    }
    return ["-"]
  }
}

extension PlistError {
  /// The error of a path that leads nowhere, with advice where its word is the name of a file.
  func advisingEach(insteadOf word: String) -> PlistError {
    guard code == .noSuchPath, suggestion == nil, FileEntry(argument: word).status != nil else {
      return self
    }
    return PlistError(
      code, message: message,
      suggestion: "there is a file of that name; --each takes every word for a file",
      position: position, path: path)
  }
}

/// The options that find files.
struct FileListOptions: ParsableArguments {
  @Flag(
    name: .shortAndLong, help: "Read all files in the folders that are named, at any depth.")
  var recursive = false

  @Option(
    name: .customLong("files0-from"),
    help: ArgumentHelp(
      "Read the files whose names FILE has, each ended by a zero byte; - is standard input.",
      valueName: "file"),
    completion: .file())
  var list: String?

  /// Whether the command line can mean several files whatever its words are.
  var isGiven: Bool { recursive || list != nil }

  /// The files of a command: its words, then those of the list; of folders with `-r` all files in
  /// them. Without a word and a list it is standard input, unless that is a terminal.
  func entries(_ words: [String], _ shared: SharedOptions) throws -> [FileEntry] {
    var names = words
    if let list {
      if list == "-", words.contains("-") {
        throw ValidationError("standard input cannot be both a file and the list of files")
      }
      try shared.reporting(list) { names += try Self.names(inList: list) }
    } else {
      names = try FileEntry.words(words)
    }
    guard recursive else { return names.map { FileEntry(argument: $0) } }
    return names.flatMap(Self.files)
  }

  private static func names(inList list: String) throws -> [String] {
    var names = try Input.contents(of: list)
      .split(separator: 0, omittingEmptySubsequences: false)
    if names.last?.isEmpty == true { names.removeLast() }
    for (index, name) in names.enumerated() {
      if name.isEmpty {
        throw PlistError(
          .invalidPath, message: "the name of file \(index + 1) of the list is empty")
      }
      if list == "-", name.elementsEqual("-".utf8) {
        throw PlistError(
          .invalidPath,
          message: "file \(index + 1) of the list is standard input, which has the list itself"
        )
      }
    }
    return names.map { ArgumentBytes.text(of: Array($0)) }
  }

  private static func files(_ word: String) -> [FileEntry] {
    guard word != "-",
      let entries = FolderFiles.list(ArgumentBytes.filePath(word))
    else { return [FileEntry(argument: word)] }
    return entries.map {
      FileEntry(argument: ArgumentBytes.text(of: $0.path.bytes), error: $0.error)
    }
  }
}

/// The options of commands that print something of each file.
struct FileOptions: ParsableArguments {
  @Flag(help: "Take every word for a file, and print the name of the file with each value.")
  var each = false

  @Flag(help: "Take every word for a file, and print one JSON object a line for each file.")
  var lines = false

  @OptionGroup var list: FileListOptions

  /// Whether every word is a file.
  var areWordsFiles: Bool { each || lines || list.isGiven }

  /// Whether the name of the file is printed with what was found in one of some files.
  func areNamed(_ entries: [FileEntry]) -> Bool { each || list.isGiven || entries.count > 1 }
}
