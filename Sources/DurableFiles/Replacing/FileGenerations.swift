// The previous contents of a file and those that were put aside: finding and making them. They stand
// beside the file at the end of all symbolic links. Relies on `TargetSearch`.

public import SystemPackage

/// What stands beside a file under names made of its own.
public enum FileGenerations {
  /// Reads the contents of a file, or previous ones, and what is known of them.
  ///
  /// - Parameters:
  ///   - number: 0 for the file itself, 1 for `NAME.bak`, 2 for `NAME.bak.2`, and so on.
  ///   - path: the file.
  ///   - limit: the largest number of bytes that is accepted.
  /// - Returns: nil when there is no such generation.
  /// - Throws: ``FileError``. Damage is no error.
  public static func snapshot(
    _ number: Int, of path: FilePath, limit: Int = FileContents.defaultLimit
  ) throws(FileError) -> FileSnapshot? {
    try snapshot(number, of: path, limit: limit, in: POSIXFileSystem())
  }

  /// The same in a given file system.
  package static func snapshot(
    _ number: Int, of path: FilePath, limit: Int = FileContents.defaultLimit,
    in system: some FileSystem
  ) throws(FileError) -> FileSnapshot? {
    do throws(FileError) {
      let search = GenerationSearch(system: system, path: path, task: .read)
      return try search.inDirectory { target throws(FileError) in
        let reading = ReadingSteps(system: system, path: path, limit: limit, task: .read)
        let name = number == 0 ? target.name : target.name.generation(number)
        return try SnapshotSteps(reading: reading).run(name, in: target.directory)
      }
    } catch {
      if error.code == .notFound { return nil }
      throw error
    }
  }

  /// Gives a file another name beside its own, which it keeps; both survive a power loss.
  ///
  /// - Parameters:
  ///   - path: the file. The caller has its lock.
  ///   - suffix: what follows the name of the file and a point. Where another file has that name, a
  ///     number follows it.
  ///   - system: the file system.
  /// - Throws: ``FileError``, ``FileError/Code/notFound`` when there is no file.
  package static func putAside(
    _ path: FilePath, as suffix: String, in system: some FileSystem
  ) throws(FileError) {
    let search = GenerationSearch(system: system, path: path, task: .replace)
    try search.inDirectory { target throws(FileError) in
      guard let status = target.status else { throw search.refusal(.notFound) }
      try search.putAside(target, status, suffix)
    }
  }
}

/// One search for what stands beside a file.
private struct GenerationSearch<System: FileSystem>: FileSteps {
  let system: System
  let path: FilePath
  let task: FileError.Task

  /// Does something in the directory of the file.
  func inDirectory<Value>(
    _ body: (ReplacementTarget) throws(FileError) -> Value
  ) throws(FileError) -> Value {
    let target = try TargetSearch(
      system: system, path: path, task: task, missingDirectories: .refused, durability: .durable
    ).find()
    defer { abandon(target.directory) }
    return try body(target)
  }

  func putAside(
    _ target: ReplacementTarget, _ status: FileStatus, _ suffix: String
  ) throws(FileError) {
    for number in 1...1000 {
      let ending = number == 1 ? ".\(suffix)" : ".\(suffix)-\(number)"
      let name = target.name.companion(suffix: ending)
      if let taken = try self.status(of: name, in: target.directory) {
        if taken.isSameFile(as: status) { return }
        continue
      }
      try keepCopy(of: target.name, status: status, as: name, in: target)
      return try confirm(target)
    }
    throw refusal(.other, .keepPrevious)
  }

  private func confirm(_ target: ReplacementTarget) throws(FileError) {
    do throws(Errno) {
      try synchronizeDirectory(target.directory)
    } catch {
      throw failure(.synchronizeDirectory, error)
    }
  }
}
