// The previous contents of a file: listing and reading them, and keeping the current contents
// permanently. Relies on `FileSteps` for the names and the links.

public import SystemPackage

/// The previous generations of a file, made by ``AtomicReplacement/Options/previousGenerations`` or
/// kept with `keep(_:suffix:)`.
public enum PreviousGenerations {
  /// Returns the paths of the existing previous generations, newest first.
  ///
  /// They are next to the file at the end of the path's symbolic links.
  public static func paths(of path: FilePath) throws(FileError) -> [FilePath] {
    try paths(of: path, in: POSIXFileSystem())
  }

  /// Reads a previous generation, or the file itself, with its identity and integrity.
  ///
  /// - Parameters:
  ///   - number: 0 for the file, 1 for `NAME.bak`, 2 for `NAME.bak.2`, and so on.
  ///   - path: the file.
  ///   - limit: the maximum number of bytes to read.
  /// - Returns: nil if the generation does not exist.
  /// - Throws: ``FileError``. Corrupted contents are not an error.
  public static func snapshot(
    _ number: Int, of path: FilePath, limit: Int = FileContents.defaultLimit
  ) throws(FileError) -> FileSnapshot? {
    try snapshot(number, of: path, limit: limit, in: POSIXFileSystem())
  }

  /// Permanently keeps the current file under another name in its directory: as `NAME.SUFFIX`, or
  /// `NAME.SUFFIX.2` and so on if another file has that name. The file also keeps its own name;
  /// replacing it does not affect the kept contents.
  ///
  /// Use it to preserve contents that cannot be read before you replace them. Hold the ``FileLock``
  /// during both operations.
  ///
  /// - Returns: the path of the kept file, which survives a power loss.
  @discardableResult
  public static func keep(_ path: FilePath, suffix: String) throws(FileError) -> FilePath {
    try keep(path, suffix: suffix, in: POSIXFileSystem())
  }

  /// Returns the paths of the existing previous generations, on another thread; see the synchronous
  /// method.
  public static func paths(of path: FilePath) async throws(FileError) -> [FilePath] {
    try await onDispatchThread { () throws(FileError) in try paths(of: path) }
  }

  /// Reads a generation, on another thread; see the synchronous method.
  public static func snapshot(
    _ number: Int, of path: FilePath, limit: Int = FileContents.defaultLimit
  ) async throws(FileError) -> FileSnapshot? {
    try await onDispatchThread { () throws(FileError) in
      try snapshot(number, of: path, limit: limit)
    }
  }

  /// Keeps the current file under another name, on another thread; see the synchronous method.
  @discardableResult
  public static func keep(_ path: FilePath, suffix: String) async throws(FileError) -> FilePath {
    try await onDispatchThread { () throws(FileError) in try keep(path, suffix: suffix) }
  }

  /// Returns the paths of the previous generations in a given file system.
  package static func paths(of path: FilePath, in system: some FileSystem) throws(FileError)
    -> [FilePath]
  { try GenerationSteps(system: system, path: path, task: .read).paths() }

  /// Reads a previous generation, or the file itself, in a given file system.
  package static func snapshot(
    _ number: Int, of path: FilePath, limit: Int = FileContents.defaultLimit,
    in system: some FileSystem
  ) throws(FileError) -> FileSnapshot? {
    let search = SnapshotSearch(system: system, path: path)
    return try search.run(limit: limit, number == 0 ? nil : { $0.generation(number) })
  }

  /// Keeps the current file under another name, in a given file system.
  @discardableResult
  package static func keep(_ path: FilePath, suffix: String, in system: some FileSystem)
    throws(FileError) -> FilePath
  { try GenerationSteps(system: system, path: path, task: .keepCopy).keep(suffix: suffix) }
}

extension PreviousGenerations {
  /// Returns the ending of the name of a generation, 1 for the newest.
  package static func ending(_ number: Int) -> String { number == 1 ? ".bak" : ".bak.\(number)" }
}

extension FilePath {
  /// Returns the name of a generation of this file, 1 for the newest.
  func generation(_ number: Int) -> FilePath {
    companion(suffix: PreviousGenerations.ending(number))
  }
}

struct GenerationSteps<System: FileSystem>: FileSteps {
  let system: System
  let path: FilePath
  let task: FileError.Task
  var holdsLock = false

  func paths() throws(FileError) -> [FilePath] {
    let target = try find()
    defer { abandon(target) }
    let names = try perform(.read, call: system.names(beginning: "", in: target.directory))
    let numbers = names.compactMap { name in
      if name == target.name.generation(1) { return 1 }
      let number = name.string.split(separator: ".").last.flatMap { Int($0) } ?? 0
      return number > 1 && name == target.name.generation(number) ? number : nil
    }
    return numbers.sorted().map {
      target.directoryPath.appending(target.name.generation($0).components)
    }
  }

  func find() throws(FileError) -> OpenTarget {
    try TargetSearch(system: system, path: path, task: task).find()
  }

  func keep(suffix: String) throws(FileError) -> FilePath {
    let target = try find()
    defer { abandon(target) }
    return try keep(target.name, status: target.status, suffix: suffix, in: target)
  }

  /// Permanently keeps a file in the directory of a target under another name.
  @discardableResult
  func keep(_ name: FilePath, status: FileStatus?, suffix: String, in target: OpenTarget)
    throws(FileError) -> FilePath
  {
    guard FilePath.Component(suffix)?.kind == .regular else { throw refusal(.invalidPath) }
    guard let status else { throw refusal(.notFound) }
    try refuse(unlessReplaceable: status)
    let free = try freeName(from: name, suffix: suffix, for: status, in: target)
    if try self.status(of: free, in: target.directory) == nil {
      try keepCopy(of: name, status: status, as: free, in: target)
    }
    try perform(.synchronizeDirectory, call: synchronizeDirectory(target.directory))
    return target.directoryPath.appending(free.components)
  }
}
