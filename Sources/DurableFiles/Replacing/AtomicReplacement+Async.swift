// Replacement without blocking the caller's executor: tasks sleep while they wait for the lock, and
// a Dispatch thread waits for the drive. Relies on the synchronous steps.

internal import Synchronization
package import SystemPackage

extension AtomicReplacement {
  /// Replaces the contents of a file with an array of bytes, on another thread.
  ///
  /// A replacement that has begun is finished even if the task is cancelled, unless
  /// ``Options/cancellation`` specifies otherwise. To replace a file several times in order, await
  /// each replacement before starting the next.
  @discardableResult
  public static func write(
    _ bytes: [UInt8], to file: some FilePathConvertible, options: Options = Options(),
    progress: ProgressHandler? = nil
  ) async throws(FileError) -> FileIdentity {
    let path = try file.filePath(for: .replace)
    return try await write(
      bytes, to: path, options: options, progress: progress, in: POSIXFileSystem())
  }

  /// Replaces the contents of a file with data, on another thread.
  @discardableResult
  public static func write(
    _ data: Data, to file: some FilePathConvertible, options: Options = Options(),
    progress: ProgressHandler? = nil
  ) async throws(FileError) -> FileIdentity {
    let (system, path) = (POSIXFileSystem(), try file.filePath(for: .replace))
    return try await lockedAsNeeded(path, options: options, system: system) {
      options, flag throws(FileError) in
      let steps = steps(path, options: options, progress: progress, flag: flag, system: system)
      return try steps.run(data.span)
    }
  }

  /// Replaces the contents of a file with an array of bytes on another thread, in a given file
  /// system.
  @discardableResult
  package static func write(
    _ bytes: [UInt8], to path: FilePath, options: Options = Options(),
    progress: ProgressHandler? = nil, in system: some FileSystem
  ) async throws(FileError) -> FileIdentity {
    try await lockedAsNeeded(path, options: options, system: system) {
      options, flag throws(FileError) in
      let steps = steps(path, options: options, progress: progress, flag: flag, system: system)
      return try steps.run(bytes.span)
    }
  }

  private static func steps<System: FileSystem>(
    _ path: FilePath, options: Options, progress: ProgressHandler?,
    flag: CancellationFlag, system: System
  ) -> ReplacementSteps<System> {
    let observer = ReplacementObserver(options.cancellation, progress: progress) { flag.isSet }
    return ReplacementSteps(system: system, path: path, options: options, observer: observer)
  }

  /// Acquires the lock without blocking a thread, if the options request it; then does the work on
  /// a thread that may block.
  private static func lockedAsNeeded(
    _ path: FilePath, options: Options, system: some FileSystem,
    work: @escaping @Sendable (Options, CancellationFlag) throws(FileError) -> FileIdentity
  ) async throws(FileError) -> FileIdentity {
    var options = options
    var lock: HeldLock?
    if let waiting = options.lockWaiting {
      let file = FileLock(
        path, missingDirectories: options.missingDirectories,
        newFilePermissions: options.newFilePermissions)
      let handling = options.cancellation
      if try await isLockWanted(by: options, file, system: system) {
        lock = try await file.acquire(
          .exclusive, waiting: waiting, cancellation: handling, for: .replace, in: system)
        options.locking = .held
      }
    }
    defer { lock?.release() }
    let settled = options
    let flag = CancellationFlag()
    let result = await withTaskCancellationHandler {
      await outcomeOnDispatchThread { () throws(FileError) in try work(settled, flag) }
    } onCancel: {
      flag.set()
    }
    return try result.get()
  }
}

extension AtomicReplacement {
  /// Whether the lock is acquired: not if the options require a lock file that does not exist.
  private static func isLockWanted(
    by options: Options, _ lock: FileLock, system: some FileSystem
  ) async throws(FileError) -> Bool {
    guard case .ifPresent = options.locking else { return true }
    let steps = LockingSteps(system: system, lock: lock, mode: .exclusive, task: .replace)
    return try await onDispatchThread { () throws(FileError) in
      let target = try steps.findDirectory()
      defer { steps.abandon(target) }
      return try steps.hasLockFile(nextTo: target)
    }
  }
}

/// Notifies a thread that runs no task that the task waiting for it was cancelled.
final class CancellationFlag: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}
