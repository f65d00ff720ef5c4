// Taking a lock step by step: open the lock file, try to lock it, look whether it still has its
// name; wait a little and try again. Relies on `TargetSearch` for the directory.

internal import SystemPackage

/// One attempt to take the lock of one file.
struct LockingSteps<System: FileSystem>: FileSteps {
  let system: System
  let lock: FileLock
  let mode: FileLock.Mode
  let task: FileError.Task

  var path: FilePath { lock.path }

  /// Takes the lock and blocks the thread meanwhile.
  func acquire(waiting: Duration) throws(FileError) -> HeldLock {
    let target = try findDirectory()
    defer { abandon(target.directory) }
    return try acquire(beside: target, waiting: waiting)
  }

  /// The same in a directory that is open already.
  func acquire(
    beside target: ReplacementTarget, waiting: Duration
  ) throws(FileError) -> HeldLock {
    var patience = Patience(waiting, system)
    while true {
      let isLast = patience.isOver
      if let held = try attempt(beside: target) { return held }
      guard let pause = patience.nextPause() else {
        if isLast { throw refusal(.lockTimedOut, .lock) }
        continue
      }
      system.pause(pause)
    }
  }

  /// Takes the lock; the task sleeps meanwhile.
  func acquire(
    waiting: Duration, cancellation: AtomicReplacement.Cancellation
  ) async throws(FileError) -> HeldLock {
    var patience = Patience(waiting, system)
    while true {
      if cancellation == .honored, Task.isCancelled { throw refusal(.cancelled, .lock) }
      let isLast = patience.isOver
      let held = try await onDispatchThread { () throws(FileError) in try attempt() }
      if let held { return held }
      guard let pause = patience.nextPause() else {
        if isLast { throw refusal(.lockTimedOut, .lock) }
        continue
      }
      await sleep(pause, cancellation)
    }
  }

  /// Sleeps, even in a cancelled task whose cancellation does not count.
  private func sleep(
    _ pause: Duration, _ cancellation: AtomicReplacement.Cancellation
  ) async {
    if cancellation == .ignored, Task.isCancelled {
      await Task.detached { try? await Task.sleep(for: pause) }.value
    } else {
      try? await Task.sleep(for: pause)
    }
  }

  private func findDirectory() throws(FileError) -> ReplacementTarget {
    let search = TargetSearch(
      system: system, path: path, task: task, missingDirectories: lock.missingDirectories,
      durability: .durable)
    return try search.find()
  }

  private func attempt() throws(FileError) -> HeldLock? {
    let target = try findDirectory()
    defer { abandon(target.directory) }
    return try attempt(beside: target)
  }
}

extension LockingSteps {
  /// One attempt, which never waits; nil when somebody else has the lock.
  private func attempt(beside target: ReplacementTarget) throws(FileError) -> HeldLock? {
    let name = target.name.companion(prefix: ".", suffix: ".lock")
    let file = try open(name, in: target.directory)
    if let status = target.status { share(file, with: status) }
    let isTaken: Bool
    do throws(FileError) {
      isTaken = try take(file)
    } catch {
      abandon(file)
      throw error
    }
    guard isTaken else {
      abandon(file)
      return nil
    }
    // Released when it goes no further than this.
    let held = HeldLock(file, in: system)
    return try stillHas(name, file, in: target.directory) ? held : nil
  }

  /// Opens the lock file; for a shared lock it is enough to read one that is there.
  private func open(
    _ name: FilePath, in directory: FileDescriptor
  ) throws(FileError) -> FileDescriptor {
    do throws(FileError) {
      return try perform(.lock) { () throws(Errno) in
        try system.open(name, in: directory, as: .locking(lock.newFilePermissions))
      }
    } catch {
      let mayRead = error.code == .permissionDenied || error.code == .readOnlyFileSystem
      guard mode == .shared, mayRead else { throw error }
    }
    return try perform(.lock) { () throws(Errno) in
      try system.open(name, in: directory, as: .inspecting)
    }
  }

  /// Lets those take the lock who may write the file, as far as the system lets it: whoever came first
  /// has made the lock file, and it would be that user's alone. There is nothing in it to read.
  private func share(_ lock: FileDescriptor, with status: FileStatus) {
    // A file with other names, or with contents, is no lock of ours.
    guard let own = try? system.status(of: lock), own.kind == .regular, own.linkCount == 1,
      own.size == 0
    else { return }
    if own.user != status.user || own.group != status.group {
      try? system.setOwner(of: lock, user: status.user, group: status.group)
    }
    let writers = status.permissions.rawValue & 0o222
    let permissions = own.permissions.union(FilePermissions(rawValue: writers | writers << 1))
    if own.permissions != permissions { try? system.setPermissions(of: lock, to: permissions) }
  }

  private func take(_ file: FileDescriptor) throws(FileError) -> Bool {
    do throws(FileError) {
      return try perform(.lock) { () throws(Errno) in
        try system.lock(file, mode == .exclusive ? .exclusive : .shared)
      }
    } catch {
      let unsupported: [Errno?] = [.noLocks, .notSupported, .invalidArgument, .noFunction]
      guard unsupported.contains(error.systemError) else { throw error }
      throw FileError(
        code: .lockingUnsupported, path: path, operation: .lock, systemError: error.systemError,
        task: task)
    }
  }

  /// Whether the file that was locked is still the one that others would lock: somebody may have
  /// removed it meanwhile.
  private func stillHas(
    _ name: FilePath, _ file: FileDescriptor, in directory: FileDescriptor
  ) throws(FileError) -> Bool {
    let locked = try perform(.lock) { () throws(Errno) in try system.status(of: file) }
    return try status(of: name, in: directory)?.isSameFile(as: locked) ?? false
  }
}

/// How long one goes on trying, with pauses that become longer. They differ by chance, so that
/// those who wait do not all come back at once.
private struct Patience<System: FileSystem> {
  private let system: System
  private let deadline: Duration
  private var longest = Duration.milliseconds(1)

  init(_ waiting: Duration, _ system: System) {
    self.system = system
    deadline = system.elapsed + waiting
  }

  /// Whether the time has passed. An attempt that began before may have been answered long after:
  /// the last one begins now.
  var isOver: Bool { system.elapsed >= deadline }

  /// The next pause; nil when it is time to give up.
  mutating func nextPause() -> Duration? {
    let left = deadline - system.elapsed
    guard left > .zero else { return nil }
    let pause = min(left, longest * Double.random(in: 0.5...1))
    longest = min(longest * 2, .milliseconds(20))
    return pause
  }
}
