// The steps of acquiring a lock: open the lock file, try to lock it, check that it still has its
// name; otherwise wait briefly and try again. Relies on `TargetSearch` for the directory.

internal import SystemPackage

struct LockingSteps<System: FileSystem>: FileSteps {
  let system: System
  let lock: FileLock
  let mode: FileLock.Mode
  let task: FileError.Task

  var path: FilePath { lock.path }

  /// Acquires the lock, and blocks the thread while it waits.
  func acquire(waiting: Duration) throws(FileError) -> HeldLock {
    let target = try findDirectory()
    defer { abandon(target) }
    return try acquire(nextTo: target, waiting: waiting)
  }

  /// Acquires the lock in a directory that is already open.
  func acquire(nextTo target: OpenTarget, waiting: Duration) throws(FileError) -> HeldLock {
    var backoff = Backoff(waiting, system: system)
    while true {
      let isLast = backoff.isOver
      if let held = try attempt(nextTo: target) { return held }
      guard let pause = backoff.nextPause() else {
        if isLast { throw refusal(.lockTimedOut, operation: .lock) }
        continue
      }
      system.pause(pause)
    }
  }

  /// Acquires the lock; the task sleeps while it waits.
  func acquire(waiting: Duration, cancellation: CancellationHandling) async throws(FileError)
    -> HeldLock
  {
    var backoff = Backoff(waiting, system: system)
    while true {
      if cancellation == .honored, Task.isCancelled { throw refusal(.cancelled, operation: .lock) }
      let isLast = backoff.isOver
      let held = try await onDispatchThread { () throws(FileError) in
        let target = try findDirectory()
        defer { abandon(target) }
        return try attempt(nextTo: target)
      }
      if let held { return held }
      guard let pause = backoff.nextPause() else {
        if isLast { throw refusal(.lockTimedOut, operation: .lock) }
        continue
      }
      // The task sleeps even if it was canceled and cancellation is ignored.
      if cancellation == .ignored, Task.isCancelled {
        await Task.detached(priority: Task.currentPriority) { try? await Task.sleep(for: pause) }
          .value
      } else {
        try? await Task.sleep(for: pause)
      }
    }
  }

  /// Finds the file and leaves its directory open.
  func findDirectory() throws(FileError) -> OpenTarget {
    let search = TargetSearch(
      system: system, path: path, task: task, missingDirectories: lock.missingDirectories,
      durability: .durable)
    return try search.find()
  }
}

extension LockingSteps {
  /// Makes one attempt without waiting; nil if another process or thread holds the lock.
  private func attempt(nextTo target: OpenTarget) throws(FileError) -> HeldLock? {
    let name = lockName(of: target)
    let file = try open(name, in: target.directory)
    var isTaken = false
    defer { if !isTaken { abandon(file) } }
    isTaken = try take(file)
    if !isTaken { return nil }
    // If a later step fails, the lock is released when this value is destroyed.
    let held = HeldLock(file, in: system)
    let status = try perform(.lock, call: system.status(of: file))
    // Another process may have removed the lock file in the meantime. The lock counts only if the
    // locked file still has the name that others would lock.
    let named = try self.status(of: name, in: target.directory)
    guard named?.isSameFile(as: status) == true else { return nil }
    protect(file, status: status, for: target)
    return held
  }

  func hasLockFile(nextTo target: OpenTarget) throws(FileError) -> Bool {
    try status(of: lockName(of: target), in: target.directory) != nil
  }

  private func lockName(of target: OpenTarget) -> FilePath {
    target.name.companion(prefix: ".", suffix: ".lock")
  }

  /// Opens the lock file. For a shared lock, opening an existing file for reading is sufficient.
  private func open(_ name: FilePath, in directory: FileDescriptor) throws(FileError)
    -> FileDescriptor
  {
    // The users who may write to the file are known after the umask is applied.
    let writers = lock.newFilePermissions.rawValue & 0o022
    let use = FileUse.locking(FilePermissions(rawValue: 0o600 | writers))
    do throws(FileError) {
      return try perform(.lock, call: system.open(name, in: directory, as: use))
    } catch {
      let mayRead = error.code == .permissionDenied || error.code == .readOnlyFileSystem
      guard mode == .shared, mayRead else { throw error }
    }
    return try perform(.lock, call: system.open(name, in: directory, as: .inspecting))
  }

  /// Grants access to the lock file to the users who may write to the file and to no others, as far
  /// as the system permits: any of them may have created the lock file. The lock file is empty, but
  /// everyone who can open it can acquire the lock.
  private func protect(_ lock: FileDescriptor, status own: FileStatus, for target: OpenTarget) {
    // A file that has other names or is not empty was not created as a lock file.
    guard own.kind == .regular, own.linkCount == 1, own.size == 0 else { return }
    let file = target.status
    var writers = (file ?? own).permissions.rawValue & 0o022
    if let file, own.user != file.user || own.group != file.group,
      (try? system.setOwner(of: lock, user: file.user, group: file.group)) == nil,
      own.group != file.group, (try? system.setOwner(of: lock, user: nil, group: file.group)) == nil
    {
      // The group of the lock file is not the group that may write to the file.
      writers &= 0o002
    }
    // With an access control list, the group bits apply to all the users and groups in it.
    if writers & 0o020 != 0, !copyAccessList(lock, for: target) { writers &= 0o002 }
    let permissions = FilePermissions(rawValue: 0o600 | writers | writers &<< 1)
    if own.permissions != permissions { try? system.setPermissions(of: lock, to: permissions) }
  }

  /// Gives the lock file the access control list of its file, reduced to write access. Removes a
  /// list that the lock file inherited from its directory if the file does not have one. A file
  /// that does not exist yet will inherit the directory's list, as the lock file did. Returns
  /// whether the group bits have the same meaning for both files.
  private func copyAccessList(_ lock: FileDescriptor, for target: OpenTarget) -> Bool {
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
    } catch { return false }
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
    (try? system.attribute(AccessList.attribute, of: file)).flatMap(AccessList.init(attribute:))
  }

  private func take(_ file: FileDescriptor) throws(FileError) -> Bool {
    do throws(FileError) {
      return try perform(
        .lock, call: system.lock(file, kind: mode == .exclusive ? .exclusive : .shared))
    } catch {
      let unsupported: [Errno?] = [.noLocks, .notSupported, .invalidArgument, .noFunction]
      guard unsupported.contains(error.systemError) else { throw error }
      throw FileError(
        code: .lockingUnsupported, path: path, operation: .lock, systemError: error.systemError,
        task: task)
    }
  }
}

/// The pauses between attempts, which grow until a deadline. They vary randomly, so that waiting
/// processes do not all retry at the same time.
private struct Backoff<System: FileSystem> {
  private let system: System
  private let deadline: Duration
  private var longest = Duration.milliseconds(1)

  init(_ waiting: Duration, system: System) {
    self.system = system
    deadline = system.elapsed + waiting
  }

  /// Whether the deadline has passed. An attempt may take a long time, so the last attempt must
  /// begin after the deadline.
  var isOver: Bool { system.elapsed >= deadline }

  /// Returns the next pause; nil if the deadline has passed.
  mutating func nextPause() -> Duration? {
    let left = deadline - system.elapsed
    guard left > .zero else { return nil }
    let pause = min(left, longest * Double.random(in: 0.5...1))
    longest = min(longest * 2, .milliseconds(20))
    return pause
  }
}

struct AccessList: Equatable {
  /// The extended attribute in which Linux stores the list.
  static let attribute = "system.posix_acl_access"

  /// The value of the attribute: a version of four bytes, then for each entry a type of two bytes,
  /// permissions of two bytes and an identifier of four bytes, all in little-endian order.
  let encoded: [UInt8]

  private static let headSize = 4
  private static let entrySize = 8
  private static let owner: UInt8 = 0x01
  private static let write: UInt8 = 0x02
  private static let readAndWrite: UInt8 = 0x06

  /// Parses the value of an attribute; nil if it is malformed.
  init?(attribute: [UInt8]) {
    guard attribute.count > Self.headSize,
      (attribute.count - Self.headSize).isMultiple(of: Self.entrySize)
    else { return nil }
    encoded = attribute
  }

  private init(encoded: [UInt8]) { self.encoded = encoded }

  /// The list that grants read and write access to the users that this list allows to write, and no
  /// access to others. The owner always has access.
  var ofWriters: AccessList {
    var bytes = encoded
    for start in stride(from: Self.headSize, to: bytes.count, by: Self.entrySize) {
      let isAllowed = bytes[start] == Self.owner || bytes[start + 2] & Self.write != 0
      bytes[start + 2] = isAllowed ? Self.readAndWrite : 0
    }
    return AccessList(encoded: bytes)
  }
}
