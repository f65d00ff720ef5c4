// A file whose lock is held, found and opened once for all that is done under the lock: reading it,
// telling whether it is the one that is known, keeping it, replacing it. Relies on the steps of each.

internal import Synchronization
internal import SystemPackage

/// A file that is locked, with its open directory. It is for one thread.
package final class LockedFile: Sendable {
  private let path: FilePath
  private let system: any FileSystem
  private let lock: HeldLock
  private let target: Mutex<OpenTarget>

  /// Takes the exclusive lock of a file, and blocks the thread while somebody else has it.
  ///
  /// - Throws: ``FileError``, as ``FileLock/acquire(_:waiting:)-(_,_)``.
  package init(
    _ lock: FileLock, waiting: Duration, in system: any FileSystem
  ) throws(FileError) {
    path = lock.path
    self.system = system
    let (target, held) = try Self.acquire(lock, waiting: waiting, system: system)
    self.lock = held
    self.target = Mutex(target)
  }

  private static func acquire(
    _ lock: FileLock, waiting: Duration, system: some FileSystem
  ) throws(FileError) -> (OpenTarget, HeldLock) {
    let steps = LockingSteps(system: system, lock: lock, mode: .exclusive, task: .lock)
    let target = try steps.findDirectory()
    do throws(FileError) {
      return (target, try steps.acquire(nextTo: target, waiting: waiting))
    } catch {
      steps.abandon(target)
      throw error
    }
  }

  /// Closes everything and gives the lock up.
  package func close() {
    let target = target.withLock { $0 }
    if let file = target.file { try? system.close(file) }
    try? system.close(target.directory)
    lock.release()
  }

  /// Forgets what is known of the file: somebody has given its name to another.
  package func forget() {
    target.withLock { target in
      if let file = target.file { try? system.close(file) }
      target.forgetFile()
    }
  }

  /// Works with the target, whatever becomes of it.
  private func use<Result>(
    _ work: (inout OpenTarget) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    var used = target.withLock { $0 }
    defer { target.withLock { $0 = used } }
    return try work(&used)
  }

  /// Reads the file, or a previous generation; see ``PreviousGenerations/snapshot(_:of:limit:)``.
  package func snapshot(
    _ number: Int, limit: Int
  ) throws(FileError) -> FileSnapshot? {
    try snapshot(number, limit: limit, system: system)
  }

  private func snapshot(
    _ number: Int, limit: Int, system: some FileSystem
  ) throws(FileError) -> FileSnapshot? {
    let search = SnapshotSearch(system: system, path: path)
    return try use { target throws(FileError) in
      try search.run(&target, limit: limit, name: number == 0 ? nil : { $0.generation(number) })
    }
  }

  /// What tells the contents of the file from later ones; `known` when they are those.
  package func identity(like known: FileIdentity?) throws(FileError) -> FileIdentity? {
    try identity(known, system: system)
  }

  private func identity(
    _ known: FileIdentity?, system: some FileSystem
  ) throws(FileError) -> FileIdentity? {
    let search = SnapshotSearch(system: system, path: path)
    return try use { target throws(FileError) in
      try search.openFile(of: &target)
      return try search.identity(of: &target, like: known)
    }
  }

  /// Replaces the file; the lock of the options does not count. After an error, what is there is
  /// looked at anew.
  package func replace(
    with bytes: Span<UInt8>, options: AtomicReplacement.Options
  ) throws(FileError) -> FileIdentity {
    try replace(bytes, options: options, system: system)
  }

  private func replace(
    _ bytes: Span<UInt8>, options: AtomicReplacement.Options, system: some FileSystem
  ) throws(FileError) -> FileIdentity {
    let observer = ReplacementObserver(options.cancellation, progress: nil) { Task.isCancelled }
    let steps = ReplacementSteps(
      system: system, path: path, options: options, observer: observer, holdsLock: true)
    var used = target.withLock { $0 }
    defer { target.withLock { $0 = used } }
    return try steps.replace(&used, with: bytes)
  }

  /// Keeps what the file is, or a previous generation, under another name, for good; see
  /// ``PreviousGenerations/keep(_:suffix:)-(_,_)``. A generation that is not there is left out.
  package func keep(_ number: Int, suffix: String) throws(FileError) {
    try keep(number, suffix: suffix, system: system)
  }

  private func keep(
    _ number: Int, suffix: String, system: some FileSystem
  ) throws(FileError) {
    let steps = GenerationSteps(system: system, path: path, task: .keepCopy, holdsLock: true)
    try use { target throws(FileError) in
      if number == 0 {
        try steps.openFile(of: &target)
        try steps.keep(target.name, status: target.status, suffix: suffix, in: target)
        return try steps.refreshStatus(of: &target)
      }
      let name = target.name.generation(number)
      guard let status = try steps.status(of: name, in: target.directory) else { return }
      try steps.keep(name, status: status, suffix: suffix, in: target)
    }
  }
}
