// The options of a replacement: its guarantees, preconditions, previous generations and locking.

public import SystemPackage

extension AtomicReplacement {
  /// The guarantee that a finished replacement gives.
  public typealias Durability = DurableFiles.Durability
  /// The behavior if the directory of the file does not exist.
  public typealias MissingDirectories = DurableFiles.MissingDirectories
  /// The effect of task cancellation on a replacement.
  public typealias Cancellation = DurableFiles.CancellationHandling

  /// A condition that the file must meet to be replaced.
  ///
  /// The condition is checked under the file's lock and again just before the replacement, since
  /// not every program acquires locks.
  public enum Precondition: Sendable, Hashable {
    /// No condition.
    case none
    /// The file is still the one that the caller read or wrote. On file systems that assign new
    /// inode numbers, the file has the same size, time and contents. Otherwise throws
    /// ``FileError/Code/conflict``.
    case unchanged(FileIdentity)
    /// The file does not exist yet. Otherwise throws ``FileError/Code/conflict``.
    case absent
  }

  /// Whether a checksum of the contents is stored with the file.
  public enum Digest: Sendable, Hashable {
    /// No checksum.
    case none
    /// A CRC-32C in the extended attribute `user.plinth.digest`, on file systems that support
    /// extended attributes. `FileContents.snapshot(of:limit:)` verifies it.
    case recorded
  }

  /// The way the lock of the file is acquired; see ``FileLock``.
  public enum Locking: Sendable, Hashable {
    /// Acquires the lock if a precondition or previous generations require it. Waits at most ten
    /// seconds.
    case whenNeeded
    /// Acquires the lock, and waits at most this long; after that, throws
    /// ``FileError/Code/lockTimedOut``.
    case taken(waiting: Duration)
    /// Acquires the lock only if its lock file exists, which means that some program uses it, and
    /// waits at most this long. Does not create a lock file. For programs that change files of
    /// other programs.
    case ifPresent(waiting: Duration)
    /// The caller already holds the lock.
    case held
  }

  /// The options of a replacement.
  public struct Options: Sendable, Hashable {
    /// The guarantee that a finished replacement gives. Default: ``Durability/durable``.
    public var durability: Durability

    /// The behavior if directories are missing. Default: ``MissingDirectories/refused``.
    public var missingDirectories: MissingDirectories

    /// The permissions of a new file and of its lock file, less the process's umask. Default: 0666.
    /// An existing file keeps its permissions.
    public var newFilePermissions: FilePermissions

    /// The number of previous generations that are kept: the newest as `NAME.bak`, the one before
    /// as `NAME.bak.2`, and so on. Default: 0, which leaves existing generations unchanged.
    ///
    /// Each one is a hard link to the replaced file, or a copy if the file system does not support
    /// links. Contents whose checksum does not match never become a generation: an earlier valid
    /// generation is better.
    public var previousGenerations: Int

    /// Whether a checksum is stored with the file. Default: ``Digest/none``.
    public var digest: Digest

    /// The condition that the file must meet. Default: ``Precondition/none``.
    public var precondition: Precondition

    /// The way the lock of the file is acquired. Default: ``Locking/whenNeeded``.
    public var locking: Locking

    /// The effect of task cancellation on the replacement. Default: ``CancellationHandling/ignored``.
    public var cancellation: Cancellation

    /// The identity of contents that the caller has read or written and validated: if the file
    /// still has these contents, they become a generation without being read again. Default: nil.
    package var verified: FileIdentity?

    /// Creates options; the default values are those of the properties.
    public init(
      durability: Durability = .durable, missingDirectories: MissingDirectories = .refused,
      newFilePermissions: FilePermissions = FilePermissions(rawValue: 0o666),
      previousGenerations: Int = 0, digest: Digest = .none, precondition: Precondition = .none,
      locking: Locking = .whenNeeded, cancellation: Cancellation = .ignored
    ) {
      self.durability = durability
      self.missingDirectories = missingDirectories
      self.newFilePermissions = newFilePermissions
      self.previousGenerations = previousGenerations
      self.digest = digest
      self.precondition = precondition
      self.locking = locking
      self.cancellation = cancellation
    }
  }

  /// The progress of a replacement.
  public struct Progress: Sendable, Hashable {
    /// The number of bytes written to the temporary file.
    public let written: Int
    /// The total number of bytes to write.
    public let total: Int
  }

  /// A function that is called after each piece of about a megabyte is written, on the writing
  /// thread.
  public typealias ProgressHandler = @Sendable (Progress) -> Void
}

extension AtomicReplacement.Options {
  /// The maximum time to wait for the lock; nil if the lock is not acquired.
  var lockWaiting: Duration? {
    switch locking {
    case .held: nil
    case .taken(let waiting), .ifPresent(let waiting): waiting
    case .whenNeeded: previousGenerations > 0 || precondition != .none ? .seconds(10) : nil
    }
  }
}
