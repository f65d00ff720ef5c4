// Finds the file that a path refers to. Symbolic links are resolved by name, so that a replacement
// affects the target and preserves the links; missing directories are created on request. All later
// operations use one open directory.

internal import SystemPackage

/// The search for the file that a path refers to.
struct TargetSearch<System: FileSystem>: FileSteps {
  let system: System
  let path: FilePath
  let task: FileError.Task
  var missingDirectories = MissingDirectories.refused
  var durability = Durability.fast

  /// The number of symbolic links that Linux follows in one path.
  private var linkLimit: Int { 40 }

  /// Follows the path to its end and leaves the directory of the file open.
  func find() throws(FileError) -> OpenTarget {
    if path.beginsWithTilde { throw refusal(.invalidPath) }
    var current = path
    for _ in 0...linkLimit {
      let (parent, name) = try directoryAndName(of: current)
      let directory = try openDirectory(parent)
      do throws(FileError) {
        let status = try status(of: name, in: directory)
        guard status?.kind == .symbolicLink else {
          try refuse(unlessReplaceable: status)
          return OpenTarget(directory: directory, directoryPath: parent, name: name, status: status)
        }
        try refuse(untrusted: status, in: directory)
        current = parent.pushing(try link(name, in: directory))
      } catch {
        abandon(directory)
        throw error
      }
      abandon(directory)
    }
    throw refusal(.tooManySymbolicLinks)
  }

  private func directoryAndName(of path: FilePath) throws(FileError)
    -> (directory: FilePath, name: FilePath)
  {
    if path.isEmpty { throw refusal(.invalidPath) }
    if path.isTooLong { throw failure(.resolve, error: .fileNameTooLong) }
    guard let found = path.directoryAndName else { throw refusal(.isDirectory) }
    return found
  }

  private func parent(of path: FilePath) -> FilePath {
    let parent = path.removingLastComponent()
    return parent.isEmpty ? "." : parent
  }

  private func link(_ name: FilePath, in directory: FileDescriptor) throws(FileError) -> FilePath {
    try perform(.resolve, call: system.readLink(name, in: directory))
  }

  /// Applies the rule of Linux's `fs.protected_symlinks` on every system, since this code follows
  /// links itself: in a world-writable directory with the sticky bit, a link must belong to this
  /// user or to the owner of the directory. Otherwise, another user could choose which of this
  /// user's files is replaced.
  private func refuse(untrusted link: FileStatus?, in directory: FileDescriptor) throws(FileError) {
    if link?.user == system.userIdentifier { return }
    let folder = try perform(.resolve, call: system.status(of: directory))
    let isShared = folder.permissions.rawValue & 0o1002 == 0o1002
    if isShared, folder.user != link?.user { throw refusal(.untrustedLink) }
  }
}

// MARK: - Directories

extension TargetSearch {
  private func openDirectory(_ path: FilePath) throws(FileError) -> FileDescriptor {
    do throws(FileError) { return try openTrusted(path) } catch {
      guard error.code == .notFound, missingDirectories == .created else { throw error }
    }
    // Creates the directory and its missing parents, from the top down.
    var missing = [path]
    while let lowest = missing.popLast() {
      do throws(Errno) { try makeDirectory(lowest) } catch {
        guard error == .noSuchFileOrDirectory, parent(of: lowest) != lowest else {
          throw failure(.createDirectory, error: error)
        }
        missing += [lowest, parent(of: lowest)]
      }
    }
    return try openTrusted(path)
  }

  /// Opens a directory, following only trusted symbolic links.
  private func openTrusted(_ path: FilePath) throws(FileError) -> FileDescriptor {
    do throws(FileError) {
      return try perform(.openDirectory, call: system.open(path, in: nil, as: .unlinkedDirectory))
    } catch { if error.systemError != .tooManySymbolicLinkLevels { throw error } }
    return try walk(path)
  }

  /// Opens a directory component by component, and checks and follows each symbolic link
  /// separately.
  private func walk(_ path: FilePath) throws(FileError) -> FileDescriptor {
    var links = 0
    var pending = path.components.reversed().map(\.self)
    var directory = try step(to: path.isAbsolute ? "/" : ".", from: nil, isLast: pending.isEmpty)
    do throws(FileError) {
      while let component = pending.popLast() {
        let name = FilePath(root: nil, [component])
        var next: FileDescriptor?
        if component.kind == .regular, let status = try status(of: name, in: directory),
          status.kind == .symbolicLink
        {
          try refuse(untrusted: status, in: directory)
          links += 1
          if links > linkLimit { throw refusal(.tooManySymbolicLinks) }
          let target = try link(name, in: directory)
          pending += target.components.reversed()
          if target.isAbsolute || pending.isEmpty {
            next = try step(
              to: target.isAbsolute ? "/" : ".", from: directory, isLast: pending.isEmpty)
          }
        } else {
          next = try step(to: name, from: directory, isLast: pending.isEmpty)
        }
        if let next {
          abandon(directory)
          directory = next
        }
      }
    } catch {
      abandon(directory)
      throw error
    }
    return directory
  }

  private func step(to name: FilePath, from directory: FileDescriptor?, isLast: Bool)
    throws(FileError) -> FileDescriptor
  {
    try perform(
      .openDirectory, call: system.open(name, in: directory, as: isLast ? .listing : .walking))
  }

  /// Creates one directory. Its name survives a power loss if the file must. Another process may
  /// have just created the directory without flushing it to the drive yet.
  private func makeDirectory(_ path: FilePath) throws(Errno) {
    var made = true
    do throws(Errno) {
      try retryingInterrupts(
        system.makeDirectory(path, permissions: FilePermissions(rawValue: 0o777)))
    } catch {
      if error != .fileExists { throw error }
      made = false
    }
    guard durability == .durable else { return }
    do throws(Errno) {
      let directory = try retryingInterrupts(system.open(parent(of: path), in: nil, as: .directory))
      defer { abandon(directory) }
      try synchronizeDirectory(directory)
    } catch {
      // An existing directory is not ours to make durable if its parent is inaccessible.
      if !made, error == .permissionDenied { return }
      // Otherwise the next attempt would find the directory and assume that it is durable.
      if made { try? system.removeDirectory(path, in: nil) }
      throw error
    }
  }

  /// Ensures that the directory of a new file survives a power loss if the file must: the process
  /// that created the directory might not have flushed it yet, or might have terminated before
  /// that. If the parent is inaccessible, another process created the directory long before.
  func confirmDirectory(of target: OpenTarget) throws(FileError) {
    guard durability == .durable, missingDirectories == .created else { return }
    let parent: FileDescriptor
    do throws(FileError) {
      let path = target.directoryPath.appending("..")
      parent = try perform(.createDirectory, call: system.open(path, in: nil, as: .directory))
    } catch {
      if error.code == .permissionDenied { return }
      throw error
    }
    defer { abandon(parent) }
    try perform(.createDirectory, call: synchronizeDirectory(parent))
  }
}
