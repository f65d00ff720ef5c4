// Replacing the contents of a file in one step that a crash cannot split. Here is what callers see;
// `ReplacementSteps` has the protocol. Relies on `FileSystem` for every system call.

package import SystemPackage

/// Replaces or creates a file so that every reader, and every crash, finds the old contents or the
/// new ones, never a part.
///
/// The bytes go to a temporary file in the same directory, which then takes the file's name. When
/// anything fails before that, the temporary is removed, an error is thrown and the file is as it
/// was. The file is never written in place.
///
/// - A symbolic link stays one: the file it leads to is replaced, or created.
/// - Permissions, user extended attributes and access control lists are kept; so are owner and
///   group where the process may set them. What the system does not let be kept is lost silently; a
///   group or list that cannot be kept leaves the group no more than others have.
/// - A *hard* link does not follow: the other names keep the old contents, as a rename cannot
///   change them.
/// - A read-only file is replaced if its directory is writable: a rename asks only that.
/// - A directory, pipe, socket or device is refused.
///
/// After a power loss a temporary (`.name.….tmp`) may remain; it is never mistaken for the file. One
/// whose writer had the file's lock is removed by the next replacement that has it, others when they
/// are an hour old.
/// Two replacements at a time are safe, and one of them wins. To have the later one know of the
/// earlier, give both a ``Precondition`` or take the ``FileLock`` around reading and replacing.
public enum AtomicReplacement {
  /// Replaces the contents of a file, or creates it, and waits until that is done.
  ///
  /// - Parameters:
  ///   - bytes: the whole new contents; may be empty.
  ///   - file: the file.
  ///   - options: see ``Options``.
  ///   - progress: hears how far the writing is.
  /// - Returns: what tells this file from later ones: the ``Precondition`` of the next replacement.
  /// - Throws: ``FileError``. The file is as it was, unless the code is
  ///   ``FileError/Code/durabilityUnknown``: then it has the new contents.
  @discardableResult
  public static func write(
    _ bytes: Span<UInt8>, to file: some FilePathConvertible, options: Options = Options(),
    progress: ProgressHandler? = nil
  ) throws(FileError) -> FileIdentity {
    let path = try file.filePath(for: .replace)
    return try write(bytes, to: path, options: options, progress: progress, in: POSIXFileSystem())
  }

  /// Replaces the contents of a file with an array of bytes; see the form for a span.
  @discardableResult
  public static func write(
    _ bytes: [UInt8], to file: some FilePathConvertible, options: Options = Options(),
    progress: ProgressHandler? = nil
  ) throws(FileError) -> FileIdentity {
    try write(bytes.span, to: file, options: options, progress: progress)
  }

  /// Replaces the contents of a file with data; see the form for a span.
  @discardableResult
  public static func write(
    _ data: Data, to file: some FilePathConvertible, options: Options = Options(),
    progress: ProgressHandler? = nil
  ) throws(FileError) -> FileIdentity {
    try write(data.span, to: file, options: options, progress: progress)
  }

  /// The same in a given file system.
  @discardableResult
  package static func write(
    _ bytes: Span<UInt8>, to path: FilePath, options: Options = Options(),
    progress: ProgressHandler? = nil, in system: some FileSystem
  ) throws(FileError) -> FileIdentity {
    let observer = ReplacementObserver(options.cancellation, progress: progress) {
      Task.isCancelled
    }
    let steps = ReplacementSteps(
      system: system, path: path, options: options, observer: observer)
    return try steps.run(bytes)
  }
}

/// Whom a replacement tells how far it is, and who tells it to end.
struct ReplacementObserver {
  let progress: AtomicReplacement.ProgressHandler?
  let isCancelled: () -> Bool

  init(
    _ cancellation: AtomicReplacement.Cancellation,
    progress: AtomicReplacement.ProgressHandler?, isCancelled: @escaping () -> Bool
  ) {
    self.progress = progress
    self.isCancelled = cancellation == .honored ? isCancelled : { false }
  }
}
