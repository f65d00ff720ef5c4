// What a save promises and may do, for replacements, locks and the search for a file alike.

/// How much a finished replacement promises.
public enum Durability: Sendable, Hashable, CaseIterable {
  /// When the call returns, the new contents survive a power loss. Costs some 10 ms: two waits
  /// for the drive.
  case durable
  /// After a power loss the file has the old contents or the new ones; which of them is not
  /// known for some seconds. One wait for the drive. For automatic saving.
  case consistent
  /// Safe against the end of the process only: a power loss may leave an empty or partial file.
  /// For caches.
  case fast
}

/// What is done when the directory of a file does not exist.
public enum MissingDirectories: Sendable, Hashable {
  /// The replacement fails with ``FileError/Code/notFound``.
  case refused
  /// Directories are made, with permissions 0777 less the umask; with
  /// ``Durability/durable`` they survive a power loss too. They stay when a later step fails.
  case created
}

/// What a cancelled task does to its replacement.
public enum CancellationHandling: Sendable, Hashable {
  /// Nothing: a replacement that has begun is finished.
  case ignored
  /// It ends between two pieces of the contents, with ``FileError/Code/cancelled``, and the file
  /// is as it was. Once the file is replaced, that is no longer undone.
  case honored
}
