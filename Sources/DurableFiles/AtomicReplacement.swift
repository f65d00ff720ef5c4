// Replacing the contents of a file in one step that a crash cannot split. Here is what callers see;
// `ReplacementSteps` has the protocol. Relies on `FileSystem` for every system call.

public import SystemPackage

/// Replaces or creates a file so that every reader, and every crash, finds the old contents or the
/// new ones, never a part.
///
/// The bytes go to a temporary file in the same directory, which then takes the file's name. When
/// anything fails before that, the temporary is removed, an error is thrown and the file is as it
/// was. The file is never written in place.
///
/// - A symbolic link stays one: the file it leads to is replaced, or created.
/// - Permissions, user extended attributes and access control lists are kept; so are owner and
///   group where the process may set them. A group that cannot be kept gets no more than others.
/// - A *hard* link does not follow: the other names keep the old contents, as a rename cannot
///   change them.
/// - A read-only file is replaced if its directory is writable: a rename asks only that.
/// - A directory, pipe, socket or device is refused.
///
/// After a power loss a temporary (`.name.….tmp`) may remain; it is never mistaken for the file.
/// Two replacements at a time are safe, and one of them wins; nothing orders them.
public enum AtomicReplacement {
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

  /// What is done when the directory of the file does not exist.
  public enum MissingDirectories: Sendable, Hashable {
    /// The replacement fails with ``FileError/Code/notFound``.
    case refused
    /// Directories are made, with permissions 0777 less the umask; with
    /// ``Durability/durable`` they survive a power loss too. They stay when a later step fails.
    case created
  }

  /// How a file is replaced.
  public struct Options: Sendable, Hashable {
    /// What a finished replacement promises. Default: ``Durability/durable``.
    public var durability: Durability

    /// What is done about missing directories. Default: ``MissingDirectories/refused``.
    public var missingDirectories: MissingDirectories

    /// The permissions of a file that did not exist before, less the process's umask.
    /// Default: 0666. A file that exists keeps its own.
    public var newFilePermissions: FilePermissions

    /// Options; each has the default its property names.
    public init(
      durability: Durability = .durable, missingDirectories: MissingDirectories = .refused,
      newFilePermissions: FilePermissions = FilePermissions(rawValue: 0o666)
    ) {
      self.durability = durability
      self.missingDirectories = missingDirectories
      self.newFilePermissions = newFilePermissions
    }
  }

  /// Replaces the contents of a file, or creates it, and waits until that is done.
  ///
  /// - Parameters:
  ///   - bytes: the whole new contents; may be empty.
  ///   - path: the file; a relative path starts at the working directory.
  ///   - options: see ``Options``.
  /// - Throws: ``FileError``. The file is as it was, unless the code is
  ///   ``FileError/Code/durabilityUnknown``: then it has the new contents.
  public static func write(
    _ bytes: Span<UInt8>, to path: FilePath, options: Options = Options()
  ) throws(FileError) {
    try write(bytes, to: path, options: options, in: POSIXFileSystem())
  }

  /// The same in a given file system.
  static func write(
    _ bytes: Span<UInt8>, to path: FilePath, options: Options, in system: some FileSystem
  ) throws(FileError) {
    try ReplacementSteps(system: system, path: path, options: options).run(bytes)
  }
}
