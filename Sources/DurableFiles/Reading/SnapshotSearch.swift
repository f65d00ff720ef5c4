// Reading what a path means, or a file next to it, with what is known of it. Relies on `SnapshotSteps`.

internal import SystemPackage

/// One reading of the file that a path means, or of one in its directory.
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

  /// Reads a file, and closes all; nil when there is none, or no directory that it could be in.
  ///
  /// - Parameter name: the name of the file that is read, made of the name of the target; nil for the
  ///   target itself.
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

  /// The same in a directory that is open, and stays so.
  func run(
    _ target: inout OpenTarget, limit: Int, name: ((FilePath) -> FilePath)? = nil
  ) throws(FileError) -> FileSnapshot? {
    let steps = SnapshotSteps(
      reading: ReadingSteps(system: system, path: path, limit: limit, task: task))
    if let name { return try steps.run(name(target.name), in: target.directory) }
    return try steps.run(&target)
  }

  /// What tells the contents of a target from later ones; `known` when they are those, whatever the
  /// number that the file has now.
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
