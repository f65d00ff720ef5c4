// How a file is replaced: what a finished replacement promises, what it asks for, what it keeps.

public import SystemPackage

extension AtomicReplacement {
  /// How much a finished replacement promises.
  public typealias Durability = DurableFiles.Durability
  /// What is done when the directory of the file does not exist.
  public typealias MissingDirectories = DurableFiles.MissingDirectories
  /// What a cancelled task does to its replacement.
  public typealias Cancellation = DurableFiles.CancellationHandling

  /// What must be true of the file, or it is not replaced.
  ///
  /// It is looked at under the file's lock, and again right before the replacement, since not
  /// every program takes locks.
  public enum Precondition: Sendable, Hashable {
    /// Nothing.
    case none
    /// It is still the file that the caller read or wrote, or has its size, time and contents where
    /// the file system numbers files anew; else ``FileError/Code/conflict``.
    case unchanged(FileIdentity)
    /// There is no file yet; else ``FileError/Code/conflict``.
    case absent
  }

  /// Whether a checksum of the contents is kept with the file.
  public enum Digest: Sendable, Hashable {
    /// No checksum.
    case none
    /// A CRC-32C in the extended attribute `user.plinth.digest`, where the file system has
    /// attributes. ``FileContents/snapshot(of:limit:)-(FilePath,_)`` compares it.
    case recorded
  }

  /// How the lock of the file is taken; see ``FileLock``.
  public enum Locking: Sendable, Hashable {
    /// It is taken if a precondition or previous generations ask for it, and waited for at most
    /// ten seconds.
    case whenNeeded
    /// It is taken, and waited for at most this long; else ``FileError/Code/lockTimedOut``.
    case taken(waiting: Duration)
    /// It is taken where its lock file is there, since then some program uses it, and waited for at
    /// most this long; otherwise no lock file is made. For programs that change files of others.
    case ifPresent(waiting: Duration)
    /// The caller has it already.
    case held
  }

  /// How a file is replaced.
  public struct Options: Sendable, Hashable {
    /// What a finished replacement promises. Default: ``Durability/durable``.
    public var durability: Durability

    /// What is done about missing directories. Default: ``MissingDirectories/refused``.
    public var missingDirectories: MissingDirectories

    /// The permissions of a file that did not exist before, less the process's umask.
    /// Default: 0666. A file that exists keeps its own. A lock file has the same.
    public var newFilePermissions: FilePermissions

    /// How many previous contents are kept: the newest as `NAME.bak`, the one before as
    /// `NAME.bak.2`, and so on. Default: 0, which leaves those that are there alone.
    ///
    /// Each is a hard link to what was the file, or a copy where links are refused. Contents whose
    /// checksum does not match are never kept: a good previous generation is better.
    public var previousGenerations: Int

    /// Whether a checksum is kept with the file. Default: ``Digest/none``.
    public var digest: Digest

    /// What must be true of the file. Default: ``Precondition/none``.
    public var precondition: Precondition

    /// How the lock of the file is taken. Default: ``Locking/whenNeeded``.
    public var locking: Locking

    /// What a cancelled task does to its replacement. Default: ``Cancellation/ignored``.
    public var cancellation: Cancellation

    /// Contents that the caller has read or written, and found good: if the file still has them,
    /// they become a generation without being read again. Default: nil.
    package var verified: FileIdentity?

    /// Options; each has the default its property names.
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

  /// How far a replacement is.
  public struct Progress: Sendable, Hashable {
    /// The bytes that were written to the temporary file.
    public let written: Int
    /// The bytes there are to write.
    public let total: Int
  }

  /// Hears of every piece of about a megabyte that was written, on the thread that writes.
  public typealias ProgressHandler = @Sendable (Progress) -> Void
}

extension AtomicReplacement.Options {
  /// How long the lock is waited for; nil when it is not taken.
  var lockWaiting: Duration? {
    switch locking {
    case .held: nil
    case .taken(let waiting), .ifPresent(let waiting): waiting
    case .whenNeeded: previousGenerations > 0 || precondition != .none ? .seconds(10) : nil
    }
  }
}
