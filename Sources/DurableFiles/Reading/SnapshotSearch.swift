// Reads the file that a path refers to, or one next to it, with its identity and integrity. Relies
// on `SnapshotSteps`.

internal import SystemPackage

/// One read operation on the file that a path refers to, or on another file in its directory.
struct SnapshotSearch<System: FileSystem>: FileSteps {
  let system: System
  let path: FilePath
  var task: FileError.Task { .read }

  /// Finds the file and leaves its directory open.
  func find() throws(FileError) -> OpenTarget {
    let search = TargetSearch(
      system: system, path: path, task: task, missingDirectories: .refused, durability: .fast)
    return try search.find()
  }

  /// Reads a file and closes it; nil if the file or its directory does not exist.
  ///
  /// - Parameter name: returns the name of the file to read, given the name of the target; nil for
  ///   the target itself.
  func run(limit: Int, _ name: ((FilePath) -> FilePath)? = nil) throws(FileError) -> FileSnapshot? {
    do throws(FileError) {
      var target = try find()
      defer { abandon(target) }
      return try run(&target, limit: limit, name: name)
    } catch {
      if error.code == .notFound { return nil }
      throw error
    }
  }

  /// Reads a file in an open directory, which stays open.
  func run(
    _ target: inout OpenTarget, limit: Int, name: ((FilePath) -> FilePath)? = nil
  ) throws(FileError) -> FileSnapshot? {
    let steps = SnapshotSteps(
      reading: ReadingSteps(system: system, path: path, limit: limit, task: task))
    if let name { return try steps.run(name(target.name), in: target.directory) }
    return try steps.run(&target)
  }

  /// Returns the identity of a target's contents; `known` if they are the same, whatever the file's
  /// current inode number.
  func identity(
    of target: inout OpenTarget, like known: FileIdentity?
  ) throws(FileError) -> FileIdentity? {
    guard let status = target.status else { return nil }
    let found = FileIdentity(status, checksum: target.checksum)
    guard let known, let sum = known.checksum, found != known, found.hasSameSizeAndTime(as: known)
    else { return found }
    let steps = SnapshotSteps(
      reading: ReadingSteps(system: system, path: path, limit: .max, task: task))
    return try steps.checksum(of: &target) == sum ? known : found
  }
}
