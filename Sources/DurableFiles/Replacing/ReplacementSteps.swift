// The steps of a replacement: find the target, acquire its lock, fill a temporary file next to it,
// flush that file to the drive, keep the previous contents, rename, flush the directory to the
// drive. The rename makes the change visible; the last step makes it durable.

internal import SystemPackage

struct ReplacementSteps<System: FileSystem>: FileSteps {
  let system: System
  let path: FilePath
  var options: AtomicReplacement.Options
  let observer: ReplacementObserver
  /// Whether the exclusive lock of the file is held.
  var holdsLock = false

  var task: FileError.Task { .replace }

  private var search: TargetSearch<System> {
    TargetSearch(
      system: system, path: path, task: task, missingDirectories: options.missingDirectories,
      durability: options.durability)
  }

  /// Performs all steps.
  func run(_ bytes: Span<UInt8>) throws(FileError) -> FileIdentity {
    var target = try search.find()
    defer { abandon(target) }
    let lock = try takeLock(nextTo: target)
    defer { lock?.release() }
    var steps = self
    steps.holdsLock = lock != nil || options.locking == .held
    return try steps.replace(&target, with: bytes)
  }

  /// Replaces a file that has been found and, if requested, locked.
  func replace(_ target: inout OpenTarget, with bytes: Span<UInt8>) throws(FileError)
    -> FileIdentity
  {
    // After the replacement, the target's name refers to another file.
    defer { closeFile(of: &target) }
    try openFile(of: &target)
    removeStaleTemporaries(nextTo: target)
    try checkPrecondition(&target)
    if target.status == nil { try search.confirmDirectory(of: target) }
    // Only the owner can access the temporary file until it gets the permissions of the old file. A
    // new file is created with its final permissions, since only the system can apply the umask
    // without letting other threads see it changed.
    let permissions = target.status == nil ? options.newFilePermissions : .ownerReadWrite
    let temporary = try createTemporary(nextTo: target, permissions: permissions)
    var isOpen = true
    let identity: FileIdentity
    do throws(FileError) {
      identity = try fill(temporary, with: bytes, for: target)
      if observer.isCancelled() { throw refusal(.cancelled, operation: .rename) }
      let keepsGeneration = try makeRoomForGeneration(of: &target)
      try settle(temporary, target: &target)
      isOpen = false
      try close(temporary)
      if keepsGeneration {
        mark(target)
        let newest = target.name.generation(1)
        try keepCopy(of: target.name, status: target.status, as: newest, in: target)
      }
      try perform(
        .rename, call: system.rename(temporary.name, to: target.name, in: target.directory))
    } catch {
      if isOpen { abandon(temporary.file) }
      remove(temporary.name, from: target)
      throw error
    }
    OwnFiles.shared.insert(identity, as: target.name)
    if options.durability == .durable {
      try performFlush(
        .synchronizeDirectory,
        call: synchronizeDirectory(target.directory, on: target.status?.device))
    }
    return identity
  }

  private func takeLock(nextTo target: OpenTarget) throws(FileError) -> HeldLock? {
    guard let waiting = options.lockWaiting else { return nil }
    let lock = FileLock(path, newFilePermissions: options.newFilePermissions)
    let steps = LockingSteps(system: system, lock: lock, mode: .exclusive, task: task)
    if case .ifPresent = options.locking, try !steps.hasLockFile(nextTo: target) { return nil }
    return try steps.acquire(nextTo: target, waiting: waiting)
  }

  /// Fills the temporary file and flushes it to the drive.
  private func fill(_ temporary: TemporaryFile, with bytes: Span<UInt8>, for target: OpenTarget)
    throws(FileError) -> FileIdentity
  {
    if bytes.count > pieceSize { try reserve(bytes.count, for: temporary) }
    try write(bytes, to: temporary)
    let status = try perform(.write, call: system.status(of: temporary.file))
    // A caller that has not used a checksum or precondition before is unlikely to need it later.
    let needsChecksum = options.digest == .recorded || options.precondition != .none
    let sum = needsChecksum ? checksum(of: bytes) : nil
    let identity = FileIdentity(status, checksum: sum)
    try copyAccess(from: target, to: temporary, now: status)
    if options.digest == .recorded, let sum {
      let origin = FileOrigin(target.name, status: status)
      record(FileDigest(sum: sum, identity, origin: origin), with: temporary)
    }
    try synchronize(temporary)
    return identity
  }
}

// MARK: - Checks for changes

extension ReplacementSteps {
  /// Throws an error unless the file is the one that the caller expects.
  private func checkPrecondition(_ target: inout OpenTarget) throws(FileError) {
    let holds: Bool
    switch options.precondition {
    case .none: return
    case .absent: holds = target.status == nil
    case .unchanged(let known):
      let search = SnapshotSearch(system: system, path: path)
      holds = try search.identity(of: &target, like: known) == known
    }
    if !holds { throw refusal(.conflict, operation: .compare) }
  }

  /// Checks the file for the last time. A change to its permissions, owner or access control list
  /// while the temporary file is being written is preserved, unless they change repeatedly. A
  /// change to its contents is not overwritten if there is a precondition.
  private func settle(_ temporary: TemporaryFile, target: inout OpenTarget) throws(FileError) {
    for _ in 0..<8 {
      let now = try status(of: target.name, in: target.directory)
      try refuse(unlessReplaceable: now)
      let isSame = now.map { FileIdentity($0) } == target.status.map { FileIdentity($0) }
      if options.precondition != .none, !isSame { throw refusal(.conflict, operation: .compare) }
      guard let now else { return }
      let old = target.status
      if isSame, now.statusChanged == old?.statusChanged, now.hasSameAccess(as: old) { return }
      try reopenFile(of: &target)
      let status = try perform(.setPermissions, call: system.status(of: temporary.file))
      try copyAccess(from: target, to: temporary, now: status)
      try synchronize(temporary)
    }
    throw refusal(.conflict, operation: .compare)
  }
}
