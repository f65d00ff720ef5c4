// Previous contents of a file for those who look for them, and keeping the present ones apart.
// Relies on `PreviousGenerations` for the names and the links.

public import SystemPackage

/// What a file was before: made by ``AtomicReplacement/Options/previousGenerations``, or kept apart
/// by hand.
public enum PreviousGenerations {
  /// The previous generations that there are, the newest first.
  ///
  /// They lie beside the file at the end of the path's symbolic links.
  public static func paths(of path: FilePath) throws(FileError) -> [FilePath] {
    try paths(of: path, in: POSIXFileSystem())
  }

  /// Keeps what the file is now under another name in its directory, for good: as `NAME.SUFFIX`,
  /// or `NAME.SUFFIX.2` and so on when that is taken. The file keeps its own name, too; replacing
  /// it leaves the kept contents alone.
  ///
  /// For contents that cannot be read, before something else takes their place. Take the
  /// ``FileLock`` around both.
  ///
  /// - Returns: the path of what was kept, which survives a power loss.
  @discardableResult
  public static func keep(
    _ path: FilePath, suffix: String
  ) throws(FileError) -> FilePath {
    try keep(path, suffix: suffix, in: POSIXFileSystem())
  }

  /// The previous generations in a given file system.
  package static func paths(
    of path: FilePath, in system: some FileSystem
  ) throws(FileError) -> [FilePath] {
    try GenerationSteps(system: system, path: path, task: .read).paths()
  }

  /// Keeps what the file is now, in a given file system.
  @discardableResult
  package static func keep(
    _ path: FilePath, suffix: String, in system: some FileSystem
  ) throws(FileError) -> FilePath {
    try GenerationSteps(system: system, path: path, task: .keepCopy).keep(suffix: suffix)
  }
}

/// One look at the previous contents of one file.
struct GenerationSteps<System: FileSystem>: FileSteps {
  let system: System
  let path: FilePath
  let task: FileError.Task

  func paths() throws(FileError) -> [FilePath] {
    let target = try find()
    defer { abandon(target.directory) }
    let names = try perform(.read) { () throws(Errno) in
      try system.names(in: target.directory)
    }
    let numbers = names.compactMap { Self.number(of: $0, for: target.name) }
    return numbers.sorted().map {
      target.directoryPath.appending(target.name.generation($0).components)
    }
  }

  /// The number of a generation by its name; nil for other names.
  private static func number(of name: FilePath, for file: FilePath) -> Int? {
    if name == file.generation(1) { return 1 }
    guard let last = name.string.split(separator: ".").last, let number = Int(last),
      number > 1, name == file.generation(number)
    else { return nil }
    return number
  }

  private func find() throws(FileError) -> ReplacementTarget {
    let search = TargetSearch(
      system: system, path: path, task: task, missingDirectories: .refused, durability: .fast)
    return try search.find()
  }

  func keep(suffix: String) throws(FileError) -> FilePath {
    guard FilePath.Component(suffix)?.kind == .regular else { throw refusal(.invalidPath) }
    let target = try find()
    defer { abandon(target.directory) }
    guard let status = target.status else { throw refusal(.notFound) }
    let name = try freeName(suffix, in: target)
    try keepCopy(of: target.name, status: status, as: name, in: target)
    try perform(.synchronizeDirectory) { () throws(Errno) in
      try synchronizeDirectory(target.directory)
    }
    return target.directoryPath.appending(name.components)
  }

  private func freeName(
    _ suffix: String, in target: ReplacementTarget
  ) throws(FileError) -> FilePath {
    for number in 1...1000 {
      let ending = number == 1 ? suffix : "\(suffix).\(number)"
      let name = target.name.companion(suffix: ".\(ending)")
      if try status(of: name, in: target.directory) == nil { return name }
    }
    throw failure(.keepPrevious, .fileExists)
  }
}
