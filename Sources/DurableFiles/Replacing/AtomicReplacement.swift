// Replaces the contents of a file in one step that a crash cannot interrupt. This file has the
// public interface; `ReplacementSteps` has the steps. Relies on `FileSystem` for every system call.

package import SystemPackage

/// Replaces or creates a file so that every reader finds either the old contents or the new ones,
/// never a mixture, even after a crash.
///
/// The bytes are written to a temporary file in the same directory, which is then renamed to the
/// file's name. If anything fails before the rename, the temporary file is removed, an error is
/// thrown and the file is unchanged. The file is never written in place.
///
/// - A symbolic link is preserved: the file that it refers to is replaced or created.
/// - Permissions, user extended attributes and access control lists are preserved; so are the owner
///   and group if the process may set them. Metadata that the system does not allow to be preserved
///   is lost silently. If the group or access control list cannot be preserved, the group gets no
///   more access than other users.
/// - A *hard* link is broken: the file's other names keep the old contents, since a rename cannot
///   change them.
/// - A read-only file is replaced if its directory is writable, which is all that a rename
///   requires.
/// - A directory, pipe, socket or device is rejected.
///
/// After a power loss, a temporary file (`.name.….tmp`) may remain; it is never mistaken for the
/// file. If its writer held the file's lock, the next replacement that holds the lock removes it.
/// Other temporary files are removed when they are an hour old.
///
/// Two concurrent replacements are safe, and one of them wins. To let the later replacement detect
/// the earlier one, give both a ``Precondition`` or hold the ``FileLock`` while reading and
/// replacing.
public enum AtomicReplacement {
  /// Replaces the contents of a file, or creates it, and waits until the replacement is finished.
  ///
  /// - Parameters:
  ///   - bytes: the complete new contents; may be empty.
  ///   - file: the file.
  ///   - options: see ``Options``.
  ///   - progress: a function that is called as the writing progresses.
  /// - Returns: a token that changes whenever the file is replaced: the ``Precondition`` of the
  ///   next replacement.
  /// - Throws: ``FileError``. The file is unchanged, unless the code is
  ///   ``FileError/Code/durabilityUnknown``: in that case, it has the new contents.
  @discardableResult
  public static func write(
    _ bytes: Span<UInt8>, to file: some FilePathConvertible, options: Options = Options(),
    progress: ProgressHandler? = nil
  ) throws(FileError) -> FileIdentity {
    try write(
      bytes, to: file.filePath(for: .replace), options: options, progress: progress,
      in: POSIXFileSystem())
  }

  /// Replaces the contents of a file with an array of bytes; see the method for a span.
  @discardableResult
  public static func write(
    _ bytes: [UInt8], to file: some FilePathConvertible, options: Options = Options(),
    progress: ProgressHandler? = nil
  ) throws(FileError) -> FileIdentity {
    try write(bytes.span, to: file, options: options, progress: progress)
  }

  /// Replaces the contents of a file with data; see the method for a span.
  @discardableResult
  public static func write(
    _ data: Data, to file: some FilePathConvertible, options: Options = Options(),
    progress: ProgressHandler? = nil
  ) throws(FileError) -> FileIdentity {
    try write(data.span, to: file, options: options, progress: progress)
  }

  /// Replaces the contents of a file in a given file system.
  @discardableResult
  package static func write(
    _ bytes: Span<UInt8>, to path: FilePath, options: Options = Options(),
    progress: ProgressHandler? = nil, in system: some FileSystem
  ) throws(FileError) -> FileIdentity {
    let observer = ReplacementObserver(options.cancellation, progress: progress) {
      Task.isCancelled
    }
    return try ReplacementSteps(system: system, path: path, options: options, observer: observer)
      .run(bytes)
  }
}

/// The progress and cancellation functions of a replacement.
struct ReplacementObserver {
  let progress: AtomicReplacement.ProgressHandler?
  let isCancelled: () -> Bool

  init(
    _ cancellation: AtomicReplacement.Cancellation, progress: AtomicReplacement.ProgressHandler?,
    isCancelled: @escaping () -> Bool
  ) {
    self.progress = progress
    self.isCancelled = cancellation == .honored ? isCancelled : { false }
  }
}
