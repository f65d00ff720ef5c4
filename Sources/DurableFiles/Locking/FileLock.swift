// The lock of a file, for those who read, change and replace it. It is the lock of another file
// beside it, which is never replaced: a lock on the file itself would stay with its old contents.

public import SystemPackage

/// Keeps other processes and threads from replacing a file while one reads, changes and replaces
/// it.
///
/// ```swift
/// let lock = try FileLock("counter").acquire()
/// defer { lock.release() }
/// …
/// try AtomicReplacement.write(bytes, to: "counter", options: .init(locking: .held))
/// ```
///
/// The lock is on a file `.NAME.lock` in the directory of the file, which is made when it is
/// missing and stays. It is advisory: only those who take it notice it. It ends with the process
/// that has it, however that ends; a child that was forked does not have it. (One that was made by the
/// system call `clone` itself, past the C library, keeps it until it ends.) The lock is not
/// reentrant: acquiring it twice waits for oneself.
///
/// The lock file may be read and written by its owner, who is that of the file where the system
/// permits it, and by those who may write the file: whoever could open it otherwise could keep all
/// others from saving.
public struct FileLock: Sendable, Hashable {
  /// Whom the lock excludes.
  public enum Mode: Sendable, Hashable {
    /// Those who want ``exclusive``.
    case shared
    /// Everybody else.
    case exclusive
  }

  /// The file; the lock is beside the one at the end of its symbolic links.
  public let path: FilePath

  let missingDirectories: MissingDirectories
  let newFilePermissions: FilePermissions

  /// The lock of a file, which need not exist. Nothing is done yet.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - missingDirectories: what is done when the directory of the file does not exist.
  ///   - newFilePermissions: the permissions of the file where there is none yet, less the process's
  ///     umask: those whom they let write it may take the lock.
  public init(
    _ path: FilePath, missingDirectories: MissingDirectories = .refused,
    newFilePermissions: FilePermissions = FilePermissions(rawValue: 0o666)
  ) {
    self.path = path
    self.missingDirectories = missingDirectories
    self.newFilePermissions = newFilePermissions
  }

  /// Takes the lock, and blocks the thread while somebody else has it.
  ///
  /// - Parameters:
  ///   - mode: whom it excludes.
  ///   - waiting: how long it is waited for; zero makes one attempt.
  /// - Throws: ``FileError``: ``FileError/Code/lockTimedOut``,
  ///   ``FileError/Code/lockingUnsupported``, or what keeps the lock file from being opened.
  public func acquire(
    _ mode: Mode = .exclusive, waiting: Duration = .seconds(10)
  ) throws(FileError) -> HeldLock {
    try acquire(mode, waiting: waiting, in: POSIXFileSystem())
  }

  /// Takes the lock; the task sleeps while somebody else has it, and no thread is blocked.
  ///
  /// - Throws: as the blocking form, and ``FileError/Code/cancelled`` when the task is cancelled
  ///   while it waits.
  public func acquire(
    _ mode: Mode = .exclusive, waiting: Duration = .seconds(10)
  ) async throws(FileError) -> HeldLock {
    try await acquire(mode, waiting: waiting, in: POSIXFileSystem())
  }

  /// Takes the lock in a given file system.
  package func acquire(
    _ mode: Mode = .exclusive, waiting: Duration = .seconds(10), in system: some FileSystem
  ) throws(FileError) -> HeldLock {
    let steps = LockingSteps(system: system, lock: self, mode: mode, task: .lock)
    return try steps.acquire(waiting: waiting)
  }

  /// Takes the lock in a given file system without blocking a thread.
  package func acquire(
    _ mode: Mode = .exclusive, waiting: Duration = .seconds(10), in system: some FileSystem
  ) async throws(FileError) -> HeldLock {
    try await acquire(
      mode, waiting: waiting, cancellation: .honored, for: .lock, in: system)
  }

  func acquire(
    _ mode: Mode, waiting: Duration, cancellation: CancellationHandling,
    for task: FileError.Task, in system: some FileSystem
  ) async throws(FileError) -> HeldLock {
    let steps = LockingSteps(system: system, lock: self, mode: mode, task: task)
    return try await steps.acquire(waiting: waiting, cancellation: cancellation)
  }
}
