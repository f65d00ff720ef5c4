// Copying a directory with its contents at any depth. Each step uses open directories, so that no
// symbolic link is ever followed. Relies on `OpenDirectory` and on DurableFiles for each file.

internal import DurableFiles
internal import SystemPackage

/// Copies directories.
struct DirectoryCopying {
  /// The path of the source directory, for errors and for following links.
  let path: FilePath
  let system: any FileSystem
  /// The paths in the directory that are not copied.
  let excluded: Set<FilePath>
  /// What cannot be copied because of its type: symbolic links that lead out, pipes, sockets,
  /// devices.
  private(set) var leftOut: [StateError] = []
  /// The directories that were copied, outer ones first, by their paths in the directory.
  private var copied: [(path: FilePath, status: FileStatus)] = []

  init(_ path: FilePath, excluding excluded: Set<FilePath>, in system: any FileSystem) {
    self.path = path
    self.excluded = excluded
    self.system = system
  }

  /// Copies the contents of a directory into another, which may already contain directories, and
  /// files with other names. All of it is on the drive afterwards.
  mutating func copy(
    _ source: borrowing OpenDirectory, into destination: borrowing OpenDirectory
  ) throws(StateError) {
    var waiting: [FilePath] = [""]
    while let directory = waiting.popLast() {
      do {
        waiting += try copyContents(of: directory, source, destination: destination)
      } catch let error as StateError {
        throw error
      } catch {
        throw Self.failure(path.pushing(directory), error: error)
      }
    }
    for (directory, status) in copied.reversed() {
      do throws(Errno) {
        try finish(directory, like: status, in: destination)
      } catch {
        throw Self.failure(path.pushing(directory), error: error)
      }
    }
  }

  /// Returns the error for something that could not be copied.
  static func failure(_ path: FilePath, error: any Error) -> StateError {
    if (error as? FileError)?.systemError == .fileExists {
      return StateError(
        .notCopied,
        message: "two directories of the container have a file at this path",
        path: path)
    }
    return StateError(
      .notCopied, message: "a part of the container could not be copied", path: path,
      underlyingError: error)
  }

  /// Copies the files of one directory and returns its subdirectories.
  private mutating func copyContents(
    of directory: FilePath, _ source: borrowing OpenDirectory,
    destination: borrowing OpenDirectory
  ) throws -> [FilePath] {
    let from = try Self.descend(directory, in: source)
    let into = try Self.descend(directory, in: destination)
    copied.append((directory, try system.status(of: from.descriptor)))
    var directories: [FilePath] = []
    for name in try from.allNames() {
      let inner = directory.pushing(name)
      if excluded.contains(inner) || directory.isEmpty && AsideName.isOne(name) { continue }
      switch try from.kind(of: name) {
      // Removed in the meantime.
      case nil: continue
      case .directory:
        try Self.make(name, in: into)
        directories.append(inner)
      case .regular: try from.copyFile(name, to: into, path: path.pushing(inner))
      case .symbolicLink: try copyLink(name, inner: inner, from: from, into: into)
      default:
        leftOut.append(
          StateError(
            .unsupportedFile, message: "a pipe, socket or device is not copied",
            path: path.pushing(inner)))
      }
    }
    return directories
  }

  /// Copies a symbolic link as it is unless it leads out of the directory.
  private mutating func copyLink(
    _ name: FilePath, inner: FilePath, from: borrowing OpenDirectory,
    into: borrowing OpenDirectory
  ) throws {
    do throws(StateError) {
      try NameCheck.checkInside(inner, of: path, in: system)
    } catch {
      // A broken or cyclic link does not lead out.
      if error.code == .escapesContainer {
        return leftOut.append(
          StateError(
            .escapesContainer,
            message: "a symbolic link that leads out of its directory is not copied",
            path: path.pushing(inner)))
      }
    }
    try into.makeLink(to: from.linkTarget(name), as: name)
  }

  private static func make(_ name: FilePath, in directory: borrowing OpenDirectory) throws(Errno) {
    do throws(Errno) {
      try directory.makePrivateDirectory(name)
    } catch {
      if error != .fileExists { throw error }
    }
  }

  /// Gives a copy the owner and permissions of the original directory, and syncs its names to the
  /// drive.
  private func finish(
    _ directory: FilePath, like status: FileStatus, in destination: borrowing OpenDirectory
  ) throws(Errno) {
    let copy = try Self.descend(directory, in: destination)
    try? system.setOwner(of: copy.descriptor, user: status.user, group: status.group)
    try retryingInterrupts(system.setPermissions(of: copy.descriptor, to: status.permissions))
    try copy.synchronizeNames()
  }

  /// Opens a directory by its path in another one; no component of the path is a symbolic link.
  private static func descend(
    _ path: FilePath, in top: borrowing OpenDirectory
  ) throws(Errno) -> OpenDirectory {
    var directory = try OpenDirectory(".", in: top, for: .listing)
    for component in path.components {
      directory = try OpenDirectory(FilePath(root: nil, [component]), in: directory, for: .listing)
    }
    return directory
  }
}

extension OpenDirectory {
  /// Syncs the names in the directory to the drive if the file system can do that for directories.
  func synchronizeNames() throws(Errno) {
    do throws(Errno) {
      try synchronize()
    } catch {
      if error != .invalidArgument, error != .notSupported { throw error }
    }
  }
}
