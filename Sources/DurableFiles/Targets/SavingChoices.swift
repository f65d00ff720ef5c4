// The options of a save that replacements, locks and the search for a file share.

/// The guarantee that a finished replacement gives.
public enum Durability: Sendable, Hashable, CaseIterable {
  /// When the call returns, the new contents survive a power loss. Costs two waits for the
  /// drive.
  case durable
  /// After a power loss, the file has the old contents or the new ones; for some seconds after the
  /// save, either is possible. Costs one wait for the drive. For automatic saving.
  case consistent
  /// Survives the end of the process only: a power loss may leave an empty or partial file. For
  /// caches.
  case fast
}

/// The behavior if the directory of a file does not exist.
public enum MissingDirectories: Sendable, Hashable {
  /// The replacement fails with ``FileError/Code/notFound``.
  case refused
  /// Directories are created with permissions 0777, less the umask; with ``Durability/durable``
  /// they survive a power loss too. They remain if a later step fails.
  case created
}

/// The effect of task cancellation on a replacement.
public enum CancellationHandling: Sendable, Hashable {
  /// Cancellation has no effect: a replacement that has begun is finished.
  case ignored
  /// The replacement ends between two pieces of the contents with ``FileError/Code/cancelled``, and
  /// the file is unchanged. After the file has been replaced, cancellation has no effect.
  case honored
}
