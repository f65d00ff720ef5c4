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

  /// Reads a previous generation, or the file itself, and what is known of it.
  ///
  /// - Parameters:
  ///   - number: 0 for the file, 1 for `NAME.bak`, 2 for `NAME.bak.2`, and so on.
  ///   - path: the file.
  ///   - limit: the largest number of bytes that is accepted.
  /// - Returns: nil when there is no such generation.
  /// - Throws: ``FileError``. Damage is no error.
  public static func snapshot(
    _ number: Int, of path: FilePath, limit: Int = FileContents.defaultLimit
  ) throws(FileError) -> FileSnapshot? {
    try snapshot(number, of: path, limit: limit, in: POSIXFileSystem())
  }

  /// Keeps what the file is now under another name in its directory, for good: as `NAME.SUFFIX`,
  /// or `NAME.SUFFIX.2` and so on when something else has that name. The file keeps its own name,
  /// too; replacing it leaves the kept contents alone.
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

  /// The previous generations that there are, on another thread; see the blocking form.
  public static func paths(of path: FilePath) async throws(FileError) -> [FilePath] {
    try await onDispatchThread { () throws(FileError) in try paths(of: path) }
  }

  /// Reads a generation, on another thread; see the blocking form.
  public static func snapshot(
    _ number: Int, of path: FilePath, limit: Int = FileContents.defaultLimit
  ) async throws(FileError) -> FileSnapshot? {
    try await onDispatchThread { () throws(FileError) in
      try snapshot(number, of: path, limit: limit)
    }
  }

  /// Keeps what the file is now, on another thread; see the blocking form.
  @discardableResult
  public static func keep(
    _ path: FilePath, suffix: String
  ) async throws(FileError) -> FilePath {
    try await onDispatchThread { () throws(FileError) in try keep(path, suffix: suffix) }
  }

  /// The previous generations in a given file system.
  package static func paths(
    of path: FilePath, in system: some FileSystem
  ) throws(FileError) -> [FilePath] {
    try GenerationSteps(system: system, path: path, task: .read).paths()
  }

  /// Reads a previous generation, or the file itself, in a given file system.
  package static func snapshot(
    _ number: Int, of path: FilePath, limit: Int = FileContents.defaultLimit,
    in system: some FileSystem
  ) throws(FileError) -> FileSnapshot? {
    let search = SnapshotSearch(system: system, path: path)
    return try search.run(limit: limit, number == 0 ? nil : { $0.generation(number) })
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
  var holdsLock = false

  func paths() throws(FileError) -> [FilePath] {
    let target = try find()
    defer { abandon(target) }
    let names = try perform(.read) { () throws(Errno) in
      try system.names(beginning: "", in: target.directory)
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

  func find() throws(FileError) -> OpenTarget {
    let search = TargetSearch(
      system: system, path: path, task: task, missingDirectories: .refused, durability: .fast)
    return try search.find()
  }

  func keep(suffix: String) throws(FileError) -> FilePath {
    let target = try find()
    defer { abandon(target) }
    return try keep(target.name, status: target.status, suffix: suffix, in: target)
  }

  /// Keeps a file in the directory of a target under another name, for good.
  @discardableResult
  func keep(
    _ name: FilePath, status: FileStatus?, suffix: String, in target: OpenTarget
  ) throws(FileError) -> FilePath {
    guard FilePath.Component(suffix)?.kind == .regular else { throw refusal(.invalidPath) }
    guard let status else { throw refusal(.notFound) }
    try refuse(unlessReplaceable: status)
    let free = try freeName(from: name, suffix: suffix, for: status, in: target)
    if try self.status(of: free, in: target.directory) == nil {
      try keepCopy(of: name, status: status, as: free, in: target)
    }
    try perform(.synchronizeDirectory) { () throws(Errno) in
      try synchronizeDirectory(target.directory)
    }
    return target.directoryPath.appending(free.components)
  }
}
