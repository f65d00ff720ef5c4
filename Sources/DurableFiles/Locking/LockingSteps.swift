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
    defer { abandon(target) }
    return try acquire(nextTo: target, waiting: waiting)
  }

  /// The same in a directory that is open already.
  func acquire(
    nextTo target: OpenTarget, waiting: Duration
  ) throws(FileError) -> HeldLock {
    var patience = Backoff(waiting, system: system)
    while true {
      let isLast = patience.isOver
      if let held = try attempt(nextTo: target) { return held }
      guard let pause = patience.nextPause() else {
        if isLast { throw refusal(.lockTimedOut, operation: .lock) }
        continue
      }
      system.pause(pause)
    }
  }

  /// Takes the lock; the task sleeps meanwhile.
  func acquire(
    waiting: Duration, cancellation: CancellationHandling
  ) async throws(FileError) -> HeldLock {
    var patience = Backoff(waiting, system: system)
    while true {
      if cancellation == .honored, Task.isCancelled { throw refusal(.cancelled, operation: .lock) }
      let isLast = patience.isOver
      let held = try await onDispatchThread { () throws(FileError) in try attempt() }
      if let held { return held }
      guard let pause = patience.nextPause() else {
        if isLast { throw refusal(.lockTimedOut, operation: .lock) }
        continue
      }
      await sleep(pause, cancellation: cancellation)
    }
  }

  /// Sleeps, even in a cancelled task whose cancellation does not count.
  private func sleep(
    _ pause: Duration, cancellation: CancellationHandling
  ) async {
    if cancellation == .ignored, Task.isCancelled {
      await Task.detached { try? await Task.sleep(for: pause) }.value
    } else {
      try? await Task.sleep(for: pause)
    }
  }

  /// Finds the file, whose directory stays open.
  func findDirectory() throws(FileError) -> OpenTarget {
    let search = TargetSearch(
      system: system, path: path, task: task, missingDirectories: lock.missingDirectories,
      durability: .durable)
    return try search.find()
  }

  private func attempt() throws(FileError) -> HeldLock? {
    let target = try findDirectory()
    defer { abandon(target) }
    return try attempt(nextTo: target)
  }
}

extension LockingSteps {
  /// One attempt, which never waits; nil when somebody else has the lock.
  private func attempt(nextTo target: OpenTarget) throws(FileError) -> HeldLock? {
    let name = lockName(of: target)
    let file = try open(name, in: target.directory)
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
    let status = try perform(.lock) { () throws(Errno) in try system.status(of: file) }
    // Whether it is still the one that others would lock: somebody may have removed it meanwhile.
    let named = try self.status(of: name, in: target.directory)
    guard named?.isSameFile(as: status) == true else { return nil }
    protect(file, status: status, for: target)
    return held
  }

  /// Whether there is a lock file.
  func hasLockFile(nextTo target: OpenTarget) throws(FileError) -> Bool {
    try status(of: lockName(of: target), in: target.directory) != nil
  }

  private func lockName(of target: OpenTarget) -> FilePath {
    target.name.companion(prefix: ".", suffix: ".lock")
  }

  /// Opens the lock file; for a shared lock it is enough to read one that is there.
  private func open(
    _ name: FilePath, in directory: FileDescriptor
  ) throws(FileError) -> FileDescriptor {
    do throws(FileError) {
      return try perform(.lock) { () throws(Errno) in
        // Who may write the file is known when the umask was applied.
        let writers = lock.newFilePermissions.rawValue & 0o022
        return try system.open(
          name, in: directory, as: .locking(FilePermissions(rawValue: 0o600 | writers)))
      }
    } catch {
      let mayRead = error.code == .permissionDenied || error.code == .readOnlyFileSystem
      guard mode == .shared, mayRead else { throw error }
    }
    return try perform(.lock) { () throws(Errno) in
      try system.open(name, in: directory, as: .inspecting)
    }
  }

  /// Lets those take the lock who may write the file and nobody else, as far as the system lets it:
  /// whoever came first has made the lock file. There is nothing in it to read, but a lock can be
  /// taken by all who can open it.
  private func protect(_ lock: FileDescriptor, status own: FileStatus, for target: OpenTarget) {
    // One with other names, or with contents, is no lock file of ours.
    guard own.kind == .regular, own.linkCount == 1, own.size == 0 else { return }
    let file = target.status
    var writers = (file ?? own).permissions.rawValue & 0o022
    if let file, own.user != file.user || own.group != file.group,
      (try? system.setOwner(of: lock, user: file.user, group: file.group)) == nil,
      own.group != file.group,
      (try? system.setOwner(of: lock, user: nil, group: file.group)) == nil
    {
      // The group of the lock file is another than the one that may write the file.
      writers &= 0o002
    }
    // With an access list, the bits of the group are those of all whom it names.
    if writers & 0o020 != 0, !takeOverAccessList(lock, for: target) { writers &= 0o002 }
    let permissions = FilePermissions(rawValue: 0o600 | writers | writers << 1)
    if own.permissions != permissions { try? system.setPermissions(of: lock, to: permissions) }
  }

  /// Gives a lock file the access list of its file, as far as it is about writing. One that it has from its
  /// directory, and the file has not, is removed. A file that does not exist yet will have the one of the
  /// directory, as the lock file has it.
  ///
  /// - Returns: Whether the group bits mean the same for both.
  private func takeOverAccessList(_ lock: FileDescriptor, for target: OpenTarget) -> Bool {
    let own = accessList(of: lock)
    let source = target.status == nil ? own : accessList(ofFile: target)
    guard own != source?.ofWriters else { return true }
    do throws(Errno) {
      if let list = source?.ofWriters {
        try system.setAttribute(AccessList.attribute, to: list.encoded, of: lock)
      } else {
        try system.removeAttribute(AccessList.attribute, of: lock)
      }
      return true
    } catch {
      return false
    }
  }

  private func accessList(ofFile target: OpenTarget) -> AccessList? {
    if let file = target.file { return accessList(of: file) }
    guard let file = try? system.open(target.name, in: target.directory, as: .inspecting) else {
      return nil
    }
    defer { abandon(file) }
    return accessList(of: file)
  }

  private func accessList(of file: FileDescriptor) -> AccessList? {
    (try? system.attribute(AccessList.attribute, of: file))
      .flatMap { AccessList(attribute: $0) }
  }

  private func take(_ file: FileDescriptor) throws(FileError) -> Bool {
    do throws(FileError) {
      return try perform(.lock) { () throws(Errno) in
        try system.lock(file, kind: mode == .exclusive ? .exclusive : .shared)
      }
    } catch {
      let unsupported: [Errno?] = [.noLocks, .notSupported, .invalidArgument, .noFunction]
      guard unsupported.contains(error.systemError) else { throw error }
      throw FileError(
        code: .lockingUnsupported, path: path, operation: .lock, systemError: error.systemError,
        task: task)
    }
  }
}

/// How long one goes on trying, with pauses that become longer. They differ by chance, so that
/// those who wait do not all come back at once.
private struct Backoff<System: FileSystem> {
  private let system: System
  private let deadline: Duration
  private var longest = Duration.milliseconds(1)

  init(_ waiting: Duration, system: System) {
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
