// Creating directories so that a power failure does not remove them or the files that are saved
// there later. Relies on `FileSystem` for every system call.

internal import DurableFiles
internal import SystemPackage

/// Creates directories together with their missing parents.
struct DirectoryMaking {
  let system: any FileSystem

  /// The events that a new directory survives.
  enum Promise {
    /// A power failure.
    case durable
    /// The end of the process.
    case fast
  }

  /// Creates a directory that only this user can access, unless it already exists.
  func make(_ path: FilePath, promise: Promise) throws(StateError) {
    do throws(Errno) {
      var missing: [FilePath] = []
      var next = path
      while try system.kind(following: next) == nil, next.lastComponent != nil {
        missing.append(next)
        next.removeLastComponent()
      }
      for directory in missing.reversed() { try makeOne(directory, promise: promise) }
      if try system.kind(following: path) != .directory { throw .notDirectory }
    } catch { throw Self.unavailable(path, error: error) }
  }

  static func unavailable(_ path: FilePath, error: any Error) -> StateError {
    StateError(
      .directoryUnavailable, message: "a directory of the container is not available", path: path,
      underlyingError: error)
  }

  /// Creates one directory. Another process may have created it without having synced it yet.
  private func makeOne(_ path: FilePath, promise: Promise) throws(Errno) {
    let isNew = try system.makePrivateDirectoryIfMissing(path)
    guard promise == .durable else { return }
    do throws(Errno) { try synchronizeName(of: path) } catch {
      // Otherwise the next attempt would find the directory and assume that it is durable.
      if isNew { try? system.removeDirectory(path, in: nil) }
      throw error
    }
  }

  /// Makes the name of a directory survive a power failure. Some file systems cannot sync
  /// directories; that is not an error. If the parent directory cannot be opened because it is not
  /// readable, the whole file system is synced instead.
  private func synchronizeName(of path: FilePath) throws(Errno) {
    // With a trailing dot, a path may lead through symbolic links.
    let parent = path.removingLastComponent().appending(".")
    do throws(Errno) {
      try OpenDirectory(parent, for: .listing, in: system).synchronizeNames()
    } catch {
      if error != .permissionDenied { throw error }
      try OpenDirectory(path, for: .listing, in: system).synchronizeFileSystem()
    }
  }
}

/// The directory for data that can be regenerated.
enum CacheDirectory {
  /// The first line, of 43 bytes, is the signature; programs compare nothing else.
  private static let tag = """
    Signature: 8a477f597d28d172789f06886806bc55
    # The contents of this directory can be regenerated: backups may leave them out.
    # For information about cache directory tags, see https://bford.info/cachedir/

    """

  static let tagName: FilePath = "CACHEDIR.TAG"

  /// Creates the directory and its tag file unless they exist. The tag is optional: on a full disk
  /// or without write permission it is left out; backups then include the directory, and a later
  /// request adds the tag.
  static func make(_ path: FilePath, in system: any FileSystem) throws(StateError) {
    try DirectoryMaking(system: system).make(path, promise: .fast)
    let file = path.pushing(tagName)
    // `read` is not used because it waits for the writers of a pipe.
    let found = try? FileContents.snapshot(of: file, limit: 1 << 16, in: system)
    if found?.bytes.starts(with: tag.utf8.prefix(43)) == true { return }
    let options = AtomicReplacement.Options(durability: .fast)
    let bytes = Array(tag.utf8)
    _ = try? AtomicReplacement.write(bytes.span, to: file, options: options, in: system)
  }
}
