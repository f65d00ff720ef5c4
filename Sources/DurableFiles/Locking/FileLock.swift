// The lock of a file, for programs that read, change and replace it. The lock is taken on a
// separate file next to it, which is never replaced: a lock on the file itself would remain with
// its old contents. Relies on the system, which releases a lock when the last descriptor of its
// open file description is closed; a forked child closes its copy before it does anything else.

internal import Synchronization
public import SystemPackage

/// Prevents other processes and threads from replacing a file while the caller reads, changes and
/// replaces it.
///
/// ```swift
/// let lock = try FileLock("counter").acquire()
/// defer { lock.release() }
/// …
/// try AtomicReplacement.write(bytes, to: "counter", options: .init(locking: .held))
/// ```
///
/// The lock is held on the file `.NAME.lock` in the directory of the file. The lock file is created
/// if it is missing and never removed. The lock is advisory: it affects only programs that acquire
/// it. The system releases the lock when the process that holds it ends for any reason. A forked
/// child does not hold the lock. (A child created directly by the system call `clone`, bypassing
/// the C library, keeps the lock until the child ends.) The lock is not reentrant: acquiring it
/// twice deadlocks until the second attempt times out.
///
/// The lock file gets the same owner as the file, if the system permits it. The owner of the lock
/// file and the users who may write to the file can read and write the lock file. If others could
/// open it, they could block every save.
public struct FileLock: Sendable, Hashable {
  /// Which other locks a lock excludes.
  public enum Mode: Sendable, Hashable {
    /// Excludes ``exclusive`` locks.
    case shared
    /// Excludes all other locks.
    case exclusive
  }

  /// The file. The lock file is located next to the file at the end of the path's symbolic links.
  public let path: FilePath

  let missingDirectories: MissingDirectories
  let newFilePermissions: FilePermissions

  /// Creates the lock of a file, which need not exist. Does not access the file system.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - missingDirectories: the behavior if the directory of the file does not exist.
  ///   - newFilePermissions: the permissions of the file if it does not exist yet, less the
  ///     process's umask: users who may write to the file may acquire the lock.
  public init(
    _ path: FilePath, missingDirectories: MissingDirectories = .refused,
    newFilePermissions: FilePermissions = FilePermissions(rawValue: 0o666)
  ) {
    self.path = path
    self.missingDirectories = missingDirectories
    self.newFilePermissions = newFilePermissions
  }

  /// Acquires the lock, and blocks the thread while another process or thread holds it.
  ///
  /// - Parameters:
  ///   - mode: which other locks to exclude.
  ///   - waiting: the maximum time to wait; zero makes one attempt.
  /// - Throws: ``FileError``: ``FileError/Code/lockTimedOut``,
  ///   ``FileError/Code/lockingUnsupported``, or the error that prevents the lock file from being
  ///   opened.
  public func acquire(_ mode: Mode = .exclusive, waiting: Duration = .seconds(10)) throws(FileError)
    -> HeldLock
  { try acquire(mode, waiting: waiting, in: POSIXFileSystem()) }

  /// Acquires the lock; the task sleeps while another process or thread holds it, and no thread is
  /// blocked.
  ///
  /// - Throws: the errors of the synchronous method, and ``FileError/Code/cancelled`` if the task
  ///   is canceled while it waits.
  public func acquire(_ mode: Mode = .exclusive, waiting: Duration = .seconds(10))
    async throws(FileError) -> HeldLock
  { try await acquire(mode, waiting: waiting, in: POSIXFileSystem()) }

  /// Acquires the lock in a given file system.
  package func acquire(
    _ mode: Mode = .exclusive, waiting: Duration = .seconds(10), in system: some FileSystem
  ) throws(FileError) -> HeldLock {
    try LockingSteps(system: system, lock: self, mode: mode, task: .lock).acquire(waiting: waiting)
  }

  /// Acquires the lock in a given file system without blocking a thread.
  package func acquire(
    _ mode: Mode = .exclusive, waiting: Duration = .seconds(10), in system: some FileSystem
  ) async throws(FileError) -> HeldLock {
    let steps = LockingSteps(system: system, lock: self, mode: mode, task: .lock)
    return try await steps.acquire(waiting: waiting, cancellation: .honored)
  }
}

/// The lock of a file, held until it is released or destroyed.
public final class HeldLock: Sendable {
  private let system: any FileSystem
  private let file: Mutex<FileDescriptor?>
  /// The process that holds the lock. A forked child also has this value, but neither the lock nor
  /// the descriptor.
  private let owner: Int32

  init(_ file: FileDescriptor, in system: any FileSystem) {
    self.system = system
    self.file = Mutex(file)
    owner = system.processIdentifier
  }

  /// Releases the lock. Releasing it again has no effect.
  public func release() {
    let held = file.withLock { held in
      defer { held = nil }
      return held
    }
    guard let held, owner == system.processIdentifier else { return }
    // Closing alone would not release the lock if closing fails without effect, or while a forked
    // child still has the descriptor. If unlocking fails, closing releases the lock.
    try? retryingInterrupts(system.unlock(held))
    try? system.close(held)
  }

  deinit { release() }
}
