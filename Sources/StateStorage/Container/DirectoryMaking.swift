// Making directories so that a power loss does not take them, and with them what is saved there
// later. Relies on `FileSystem` for every system call.

internal import DurableFiles
internal import SystemPackage

/// Makes directories, with those above them that are missing.
struct DirectoryMaking {
  let system: any FileSystem

  /// What a new directory survives.
  enum Promise {
    /// A power loss.
    case durable
    /// The end of the process.
    case fast
  }

  /// Makes a directory for this user alone unless it is there.
  func make(_ path: FilePath, promise: Promise) throws(StateError) {
    do throws(Errno) {
      for directory in try missing(path) { try makeOne(directory, promise: promise) }
      if try system.kind(following: path) != .directory { throw .notDirectory }
    } catch {
      throw Self.unavailable(path, error: error)
    }
  }

  /// The error of a directory that cannot be had.
  static func unavailable(_ path: FilePath, error: any Error) -> StateError {
    StateError(
      .directoryUnavailable, message: "a directory of the container is not available", path: path,
      underlyingError: error)
  }

  /// What has to be made, from the outside in.
  private func missing(_ path: FilePath) throws(Errno) -> [FilePath] {
    var missing: [FilePath] = []
    var next = path
    while try system.kind(following: next) == nil, next.lastComponent != nil {
      missing.append(next)
      next.removeLastComponent()
    }
    return missing.reversed()
  }

  /// Makes one directory. Another process may make it first, and not yet have sent it to the drive.
  private func makeOne(_ path: FilePath, promise: Promise) throws(Errno) {
    var isNew = true
    do throws(Errno) {
      try system.makePrivateDirectory(path)
    } catch {
      if error != .fileExists { throw error }
      isNew = false
    }
    guard promise == .durable else { return }
    do throws(Errno) {
      try synchronizeName(of: path)
    } catch {
      // Otherwise the next attempt would find the directory and take it for durable.
      if isNew { try? system.removeDirectory(path, in: nil) }
      throw error
    }
  }

  /// Makes the name of a directory survive a power loss. Some file systems synchronize no
  /// directories: that is no reason to do without the directory. Nor is one above it that may not
  /// be read, and so not be opened; everything goes to the drive then.
  private func synchronizeName(of path: FilePath) throws(Errno) {
    // With a dot at its end, a path may lead through symbolic links.
    let parent = path.removingLastComponent().appending(".")
    do throws(Errno) {
      try OpenDirectory(parent, for: .listing, in: system).synchronize()
    } catch {
      if error == .invalidArgument || error == .notSupported { return }
      if error != .permissionDenied { throw error }
      try OpenDirectory(path, for: .listing, in: system).synchronizeFileSystem()
    }
  }
}

/// The directory of what can be made again.
enum CacheDirectory {
  /// The first line, of 43 bytes, is the mark; programs compare nothing else.
  private static let tag = """
    Signature: 8a477f597d28d172789f06886806bc55
    # What is in this directory can be made again: backups may leave it out.
    # For information about cache directory tags, see https://bford.info/cachedir/

    """

  /// The name of the mark.
  static let tagName: FilePath = "CACHEDIR.TAG"

  /// Makes the directory and marks it unless it has its mark. On a full disk, or where the app may
  /// only read, it is as good without: backups take more than they need then, and the next who asks
  /// for the directory marks it.
  static func make(_ path: FilePath, in system: any FileSystem) throws(StateError) {
    try DirectoryMaking(system: system).make(path, promise: .fast)
    let file = path.pushing(tagName)
    if isMarked(file, in: system) { return }
    let options = AtomicReplacement.Options(durability: .fast)
    let bytes = Array(tag.utf8)
    _ = try? AtomicReplacement.write(bytes.span, to: file, options: options, in: system)
  }

  private static func isMarked(_ file: FilePath, in system: any FileSystem) -> Bool {
    // Not `read`, which waits for the writers of a pipe.
    guard let found = try? FileContents.snapshot(of: file, limit: 1 << 16, in: system)
    else { return false }
    return found.bytes.starts(with: tag.utf8.prefix(43))
  }
}
