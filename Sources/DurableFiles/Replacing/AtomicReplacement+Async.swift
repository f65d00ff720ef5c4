// Replacement without blocking the caller's executor: tasks sleep while they wait for the lock, and
// a Dispatch thread waits for the drive. Relies on the synchronous steps.

internal import Synchronization
package import SystemPackage

extension AtomicReplacement {
  /// Replaces the contents of a file with an array of bytes, on another thread.
  ///
  /// A replacement that has begun is finished even if the task is canceled, unless
  /// ``Options/cancellation`` specifies otherwise. To replace a file several times in order, await
  /// each replacement before starting the next.
  @discardableResult
  public static func write(
    _ bytes: [UInt8], to file: some FilePathConvertible, options: Options = Options(),
    progress: ProgressHandler? = nil
  ) async throws(FileError) -> FileIdentity {
    try await write(
      bytes, to: file.filePath(for: .replace), options: options, progress: progress,
      in: POSIXFileSystem())
  }

  /// Replaces the contents of a file with data, on another thread.
  @discardableResult
  public static func write(
    _ data: Data, to file: some FilePathConvertible, options: Options = Options(),
    progress: ProgressHandler? = nil
  ) async throws(FileError) -> FileIdentity {
    try await lockedAsNeeded(
      file.filePath(for: .replace), options: options, progress: progress, system: POSIXFileSystem()
    ) { steps throws(FileError) in try steps.run(data.span) }
  }

  /// Replaces the contents of a file with an array of bytes on another thread, in a given file
  /// system.
  @discardableResult
  package static func write(
    _ bytes: [UInt8], to path: FilePath, options: Options = Options(),
    progress: ProgressHandler? = nil, in system: some FileSystem
  ) async throws(FileError) -> FileIdentity {
    try await lockedAsNeeded(path, options: options, progress: progress, system: system) {
      steps throws(FileError) in try steps.run(bytes.span)
    }
  }

  /// Acquires the lock without blocking a thread, if the options request it; then does the work on
  /// a thread that may block.
  private static func lockedAsNeeded<System: FileSystem>(
    _ path: FilePath, options: Options, progress: ProgressHandler?, system: System,
    work: @escaping @Sendable (ReplacementSteps<System>) throws(FileError) -> FileIdentity
  ) async throws(FileError) -> FileIdentity {
    var options = options
    var held: HeldLock?
    if let waiting = options.lockWaiting {
      let lock = FileLock(
        path, missingDirectories: options.missingDirectories,
        newFilePermissions: options.newFilePermissions)
      let steps = LockingSteps(system: system, lock: lock, mode: .exclusive, task: .replace)
      var isWanted = true
      if case .ifPresent = options.locking {
        isWanted = try await onDispatchThread { () throws(FileError) in
          let target = try steps.findDirectory()
          defer { steps.abandon(target) }
          return try steps.hasLockFile(nextTo: target)
        }
      }
      if isWanted {
        held = try await steps.acquire(waiting: waiting, cancellation: options.cancellation)
        options.locking = .held
      }
    }
    defer { held?.release() }
    let settled = options
    let flag = CancellationFlag()
    let result = await withTaskCancellationHandler {
      await outcomeOnDispatchThread { () throws(FileError) in
        let observer = ReplacementObserver(settled.cancellation, progress: progress) { flag.isSet }
        return try work(
          ReplacementSteps(system: system, path: path, options: settled, observer: observer))
      }
    } onCancel: {
      flag.set()
    }
    return try result.get()
  }
}

/// A flag that informs a thread outside any task that the task waiting for it was canceled.
final class CancellationFlag: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}
