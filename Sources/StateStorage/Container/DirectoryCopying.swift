// Copying a directory with its contents at any depth, and emptying a directory, both without
// recursion. Each step uses open directories, so that no symbolic link is ever followed. Relies on
// `OpenDirectory` and on DurableFiles for each file.

internal import DurableFiles
internal import SystemPackage

/// Copies directories.
struct DirectoryCopying {
  /// The path of the source directory, for errors and for following links.
  let path: FilePath
  let system: any FileSystem
  /// The paths in the source directory that are not copied.
  let excluded: Set<FilePath>
  /// The findings for files that are not copied because of their type: symbolic links that lead
  /// out, pipes, sockets and devices.
  private(set) var leftOut: [StateError] = []
  /// The directories that were copied, outer ones first, by their paths in the source directory.
  private var copied: [(path: FilePath, status: FileStatus)] = []

  init(_ path: FilePath, excluding excluded: Set<FilePath>, in system: any FileSystem) {
    self.path = path
    self.excluded = excluded
    self.system = system
  }

  /// Copies the contents of a directory into another one. The destination may already contain
  /// directories, and files with other names. The copy is durable when this method returns.
  mutating func copy(_ source: borrowing OpenDirectory, into destination: borrowing OpenDirectory)
    throws(StateError)
  {
    var waiting: [FilePath] = [""]
    while let directory = waiting.popLast() {
      do { waiting += try copyContents(of: directory, source, destination: destination) } catch let
        error as StateError
      { throw error } catch { throw Self.failure(path.pushing(directory), error: error) }
    }
    // Gives each copy the owner and permissions of the original directory, and syncs its names.
    for (directory, status) in copied.reversed() {
      do throws(Errno) {
        let copy = try Self.descend(directory, in: destination)
        try? system.setOwner(of: copy.descriptor, user: status.user, group: status.group)
        try retryingInterrupts(system.setPermissions(of: copy.descriptor, to: status.permissions))
        try copy.synchronizeNames()
      } catch { throw Self.failure(path.pushing(directory), error: error) }
    }
  }

  /// Returns the error for a file or directory that could not be copied.
  static func failure(_ path: FilePath, error: any Error) -> StateError {
    if (error as? FileError)?.systemError == .fileExists {
      return StateError(
        .notCopied, message: "two directories of the container contain a file with this path",
        path: path)
    }
    return StateError(
      .notCopied, message: "a part of the container could not be copied", path: path,
      underlyingError: error)
  }

  /// Copies the files of one directory and returns its subdirectories.
  private mutating func copyContents(
    of directory: FilePath, _ source: borrowing OpenDirectory, destination: borrowing OpenDirectory
  ) throws -> [FilePath] {
    let from = try Self.descend(directory, in: source)
    let into = try Self.descend(directory, in: destination)
    copied.append((directory, try system.status(of: from.descriptor)))
    var directories: [FilePath] = []
    for name in try from.allNames() {
      let inner = directory.pushing(name)
      if excluded.contains(inner) || directory.isEmpty && AsideName.isOne(name) { continue }
      switch try from.kind(of: name) {
      // It was removed in the meantime.
      case nil: continue
      case .directory:
        do throws(Errno) { try into.makePrivateDirectory(name) } catch {
          if error != .fileExists { throw error }
        }
        directories.append(inner)
      case .regular: try from.copyFile(name, to: into, path: path.pushing(inner))
      case .symbolicLink:
        do throws(StateError) { try NameCheck.checkInside(inner, of: path, in: system) } catch {
          // A broken or cyclic link does not lead out.
          if error.code == .escapesContainer {
            leave(
              inner, code: .escapesContainer,
              subject: "a symbolic link that leads out of its directory")
            continue
          }
        }
        try into.makeLink(to: from.linkTarget(name), as: name)
      default: leave(inner, code: .unsupportedFile, subject: "a pipe, socket or device")
      }
    }
    return directories
  }

  private mutating func leave(_ inner: FilePath, code: StateError.Code, subject: String) {
    leftOut.append(StateError(code, message: "\(subject) is not copied", path: path.pushing(inner)))
  }

  /// Opens a directory by its path in another one. No component of the path may be a symbolic link.
  private static func descend(_ path: FilePath, in top: borrowing OpenDirectory) throws(Errno)
    -> OpenDirectory
  {
    var directory = try OpenDirectory(".", in: top, for: .listing)
    for component in path.components {
      directory = try OpenDirectory(FilePath(root: nil, [component]), in: directory, for: .listing)
    }
    return directory
  }
}

enum DirectoryEmptying {
  /// Removes the contents of a directory, as far as possible. Removes symbolic links, but not their
  /// targets. Keeps file systems that are mounted inside, and the item called `kept` at the top
  /// level.
  static func empty(_ top: borrowing OpenDirectory, keeping kept: FilePath? = nil) {
    // A nested directory is moved to the top level and waits there for its turn.
    var waiting = removeFiles(in: top, keeping: kept)
    var count = 0
    while let name = waiting.popLast() {
      if (try? top.removeDirectory(name)) != nil { continue }
      guard let directory = try? OpenDirectory(name, in: top, for: .listing) else { continue }
      for inner in removeFiles(in: directory) {
        if let moved = move(inner, from: directory, to: top, count: &count) {
          waiting.append(moved)
        }
      }
      try? top.removeDirectory(name)
    }
  }

  /// Removes the files and returns the subdirectories, after giving the owner access to each one.
  private static func removeFiles(
    in directory: borrowing OpenDirectory, keeping kept: FilePath? = nil
  ) -> [FilePath] {
    var directories: [FilePath] = []
    for name in directory.names() where name != kept {
      guard (try? directory.kind(of: name)) == .directory else {
        try? directory.removeFile(name)
        continue
      }
      do throws(Errno) { try directory.removeDirectory(name) } catch {
        // A file system is mounted there.
        if error == .resourceBusy { continue }
        try? directory.unprotect(name)
        directories.append(name)
      }
    }
    return directories
  }

  /// Returns the new name at the top level; nil if the directory cannot be moved.
  private static func move(
    _ name: FilePath, from directory: borrowing OpenDirectory, to top: borrowing OpenDirectory,
    count: inout Int
  ) -> FilePath? {
    for _ in 0..<8 {
      count += 1
      let newName = FilePath(".removed-\(count)")
      if (try? directory.move(name, to: top, as: newName)) != nil { return newName }
    }
    return nil
  }
}
