// The protocol of a replacement, step by step: find the target, take its lock, fill a temporary
// beside it, send it to the drive, keep what was there, rename, send the directory to the drive.
// The rename is the moment of change, the last step its receipt.

internal import SystemPackage

/// One replacement of one file.
struct ReplacementSteps<System: FileSystem>: FileSteps {
  let system: System
  let path: FilePath
  let options: AtomicReplacement.Options
  let observer: ReplacementObserver

  var task: FileError.Task { .replace }

  private var search: TargetSearch<System> {
    TargetSearch(
      system: system, path: path, task: task, missingDirectories: options.missingDirectories,
      durability: options.durability)
  }

  /// Does it all.
  func run(_ bytes: Span<UInt8>) throws(FileError) -> FileIdentity {
    var target = try search.find()
    defer { abandon(target.directory) }
    let lock = try takeLock(beside: target)
    defer { lock?.release() }
    if lock != nil || options.locking == .held {
      target.status = try search.replaceable(target.name, in: target.directory)
      removeStaleTemporaries(beside: target)
    }
    try checkPrecondition(target.status)
    if target.status == nil { try search.confirmDirectory(of: target) }
    let temporary = try createTemporary(for: target)
    let identity = try fill(temporary, with: bytes, for: target)
    do throws(FileError) {
      try commit(temporary, to: target)
    } catch {
      remove(temporary, from: target)
      throw error
    }
    try confirm(target)
    return identity
  }

  private func takeLock(beside target: ReplacementTarget) throws(FileError) -> HeldLock? {
    guard let waiting = options.lockWaiting else { return nil }
    let lock = FileLock(path, newFilePermissions: options.newFilePermissions)
    let steps = LockingSteps(system: system, lock: lock, mode: .exclusive, task: task)
    return try steps.acquire(beside: target, waiting: waiting)
  }

  /// Fills and closes the temporary, or removes it.
  private func fill(
    _ temporary: TemporaryFile, with bytes: Span<UInt8>, for target: ReplacementTarget
  ) throws(FileError) -> FileIdentity {
    let identity: FileIdentity
    do throws(FileError) {
      if bytes.count > pieceSize { try reserve(bytes.count, for: temporary) }
      try write(bytes, to: temporary)
      let status = try perform(.write) { () throws(Errno) in
        try system.status(of: temporary.file)
      }
      identity = FileIdentity(status)
      try copyAccess(from: target, to: temporary, now: status)
      if options.digest == .recorded { record(FileDigest(bytes, identity), with: temporary) }
      try synchronize(temporary)
    } catch {
      abandon(temporary.file)
      remove(temporary, from: target)
      throw error
    }
    do throws(FileError) {
      try close(temporary)
    } catch {
      remove(temporary, from: target)
      throw error
    }
    return identity
  }

  /// Keeps what was there and gives the temporary its name.
  private func commit(
    _ temporary: TemporaryFile, to target: ReplacementTarget
  ) throws(FileError) {
    if observer.isCancelled() { throw refusal(.cancelled, .rename) }
    if options.previousGenerations > 0 { try keepGenerations(of: target) }
    if options.precondition != .none {
      try checkPrecondition(status(of: target.name, in: target.directory))
    }
    try perform(.rename) { () throws(Errno) in
      try system.rename(temporary.name, to: target.name, in: target.directory)
    }
  }

  /// Makes the new name survive a power loss. The replacement can be seen already, so an error
  /// here says that only its permanence is in doubt.
  private func confirm(_ target: ReplacementTarget) throws(FileError) {
    guard options.durability == .durable else { return }
    do throws(Errno) {
      try synchronizeDirectory(target.directory)
    } catch {
      throw FileError(
        code: .durabilityUnknown, path: path, operation: .synchronizeDirectory,
        systemError: error, task: task)
    }
  }

  /// Whether the file is the one that the caller thinks it is.
  private func checkPrecondition(_ found: FileStatus?) throws(FileError) {
    let holds =
      switch options.precondition {
      case .none: true
      case .absent: found == nil
      case .unchanged(let known): found.map(FileIdentity.init) == known
      }
    if !holds { throw refusal(.conflict, .compare) }
  }
}
