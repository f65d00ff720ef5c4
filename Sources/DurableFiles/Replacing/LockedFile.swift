// A file whose lock is held. The file is found and opened once for all operations under the lock:
// reading, comparing its identity, keeping a generation, replacing. Relies on the steps of each.

internal import Synchronization
internal import SystemPackage

/// A locked file with its open directory. Must be used by one thread at a time.
package final class LockedFile: Sendable {
  private let path: FilePath
  private let system: any FileSystem
  private let lock: HeldLock
  private let target: Mutex<OpenTarget>

  /// Acquires the exclusive lock of a file, and blocks the thread while another process or thread
  /// holds it; see ``FileLock/acquire(_:waiting:)-(_,_)``.
  package init(_ lock: FileLock, waiting: Duration, in system: any FileSystem) throws(FileError) {
    path = lock.path
    self.system = system
    let (target, held) = try Self.acquire(lock, waiting: waiting, system: system)
    self.lock = held
    self.target = Mutex(target)
  }

  private static func acquire(_ lock: FileLock, waiting: Duration, system: some FileSystem)
    throws(FileError) -> (OpenTarget, HeldLock)
  {
    let steps = LockingSteps(system: system, lock: lock, mode: .exclusive, task: .lock)
    let target = try steps.findDirectory()
    do throws(FileError) {
      return (target, try steps.acquire(nextTo: target, waiting: waiting))
    } catch {
      steps.abandon(target)
      throw error
    }
  }

  /// Closes the file and the directory and releases the lock.
  package func close() {
    let target = target.withLock { $0 }
    if let file = target.file { try? system.close(file) }
    try? system.close(target.directory)
    lock.release()
  }

  /// Resets everything that is known about the file after another process has given its name to
  /// another file.
  package func forget() {
    target.withLock { target in
      if let file = target.file { try? system.close(file) }
      target.forgetFile()
    }
  }

  /// Runs a closure on the target and stores the changed target, even after an error.
  private func use<Result>(_ work: (inout OpenTarget) throws(FileError) -> Result) throws(FileError)
    -> Result
  {
    var used = target.withLock { $0 }
    defer { target.withLock { $0 = used } }
    return try work(&used)
  }

  /// Reads the file, or a previous generation; see ``PreviousGenerations/snapshot(_:of:limit:)``.
  package func snapshot(_ number: Int, limit: Int) throws(FileError) -> FileSnapshot? {
    try snapshot(number, limit: limit, system: system)
  }

  private func snapshot(_ number: Int, limit: Int, system: some FileSystem) throws(FileError)
    -> FileSnapshot?
  {
    let search = SnapshotSearch(system: system, path: path)
    return try use { target throws(FileError) in
      try search.run(&target, limit: limit, name: number == 0 ? nil : { $0.generation(number) })
    }
  }

  /// Returns the identity of the file's contents; `known` if they have not changed.
  package func identity(like known: FileIdentity?) throws(FileError) -> FileIdentity? {
    try identity(known, system: system)
  }

  private func identity(_ known: FileIdentity?, system: some FileSystem) throws(FileError)
    -> FileIdentity?
  {
    let search = SnapshotSearch(system: system, path: path)
    return try use { target throws(FileError) in
      try search.openFile(of: &target)
      return try search.identity(of: &target, like: known)
    }
  }

  /// Replaces the file; ignores the locking option. After an error, the file is read again when it
  /// is needed.
  package func replace(with bytes: Span<UInt8>, options: AtomicReplacement.Options)
    throws(FileError) -> FileIdentity
  { try replace(bytes, options: options, system: system) }

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

  /// Keeps the file, or a previous generation, permanently under another name; see
  /// ``PreviousGenerations/keep(_:suffix:)-(_,_)``. Skips a generation that does not exist.
  package func keep(_ number: Int, suffix: String) throws(FileError) {
    try keep(number, suffix: suffix, system: system)
  }

  private func keep(_ number: Int, suffix: String, system: some FileSystem) throws(FileError) {
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
