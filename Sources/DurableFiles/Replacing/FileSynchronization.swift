// Flushes an existing file and its name to the drive without replacing it: for contents whose
// writer may have terminated before it flushed them. Relies on `TargetSearch`.

package import SystemPackage

extension FileContents {
  /// Makes the current contents of a file durable, given their identity. Symbolic links are
  /// followed.
  ///
  /// - Throws: ``FileError``: ``FileError/Code/conflict`` if the file has changed, and
  ///   ``FileError/Code/durabilityUnknown`` if the drive could not be reached. In that case the
  ///   contents must be written again: the system may have dropped them.
  package static func synchronize(
    _ path: FilePath, expecting identity: FileIdentity, in system: some FileSystem
  ) throws(FileError) {
    let steps = TargetSearch(system: system, path: path, task: .makeDurable)
    let conflict = steps.refusal(.conflict, operation: .compare)
    var target = try steps.find()
    defer { steps.abandon(target) }
    try steps.openFile(of: &target)
    let contents = SnapshotSearch(system: system, path: path)
    if try contents.identity(of: &target, like: identity) != identity { throw conflict }
    guard let file = target.file else {
      throw steps.failure(.open, error: target.openFailure ?? .ioError)
    }
    try steps.performFlush(
      .synchronize, call: retryingInterrupts(system.synchronize(file, strength: .complete)))
    try steps.performFlush(
      .synchronizeDirectory,
      call: steps.synchronizeDirectory(target.directory, on: target.status?.device))
    // An open file keeps its inode number.
    let now = try steps.status(of: target.name, in: target.directory).map { FileIdentity($0) }
    if now != target.status.map({ FileIdentity($0) }) { throw conflict }
  }
}
