// Flushes an existing file and its name to the drive without replacing it: for contents whose
// writer may have terminated before it flushed them. Relies on `TargetSearch`.

package import SystemPackage

extension FileContents {
  /// Makes the current contents of a file durable.
  ///
  /// - Parameters:
  ///   - path: the file; symbolic links are followed.
  ///   - identity: the identity of the expected contents.
  ///   - system: the file system.
  /// - Throws: ``FileError``: ``FileError/Code/conflict`` if the file has changed, and
  ///   ``FileError/Code/durabilityUnknown`` if the drive could not be reached. In that case the
  ///   contents must be written again: the system may have dropped them.
  package static func synchronize(
    _ path: FilePath, expecting identity: FileIdentity, in system: some FileSystem
  ) throws(FileError) {
    try FileSynchronization(system: system, path: path, identity: identity).run()
  }
}

/// One synchronization of one file.
struct FileSynchronization<System: FileSystem>: FileSteps {
  let system: System
  let path: FilePath
  let identity: FileIdentity

  var task: FileError.Task { .makeDurable }

  func run() throws(FileError) {
    let search = TargetSearch(
      system: system, path: path, task: task, missingDirectories: .refused, durability: .durable)
    var target = try search.find()
    defer { abandon(target) }
    try openFile(of: &target)
    let contents = SnapshotSearch(system: system, path: path)
    if try contents.identity(of: &target, like: identity) != identity { throw conflict }
    guard let file = target.file else {
      throw failure(.open, error: target.openFailure ?? .ioError)
    }
    try sending(.synchronize) { () throws(Errno) in
      try retryingInterrupts { () throws(Errno) in try system.synchronize(file, strength: .complete)
      }
    }
    try sending(.synchronizeDirectory) { () throws(Errno) in
      try synchronizeDirectory(target.directory, on: target.status?.device)
    }
    // An open file keeps its inode number.
    let now = try status(of: target.name, in: target.directory).map { FileIdentity($0) }
    if now != target.status.map({ FileIdentity($0) }) { throw conflict }
  }

  private var conflict: FileError { refusal(.conflict, operation: .compare) }

  /// Flushes data to the drive. The file can still be read if that fails.
  private func sending(
    _ operation: FileError.Operation, call: () throws(Errno) -> Void
  ) throws(FileError) {
    do throws(Errno) {
      try call()
    } catch {
      throw FileError(
        code: .durabilityUnknown, path: path, operation: operation, systemError: error, task: task)
    }
  }
}
