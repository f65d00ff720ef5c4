// A new directory that is filled before it gets the name of another one, and renaming directories.
// Relies on `OpenDirectory`.

internal import DurableFiles
internal import SystemPackage

/// A new directory that is filled next to the one whose name it will get, or inside that one if
/// nothing can be created next to it.
struct Staging {
  private let path: FilePath
  private let system: any FileSystem
  private let isInside: Bool

  /// Creates an empty directory for this user only.
  ///
  /// - Parameter kind: The word in its name: `NAME~KIND-…`.
  init(nextTo target: FilePath, as kind: String, in system: any FileSystem) throws(StateError) {
    self.system = system
    do throws(Errno) {
      (path, isInside) = try Self.make(target, ending: "~\(kind)-", in: system)
    } catch {
      throw DirectoryMaking.unavailable(target.removingLastComponent(), error: error)
    }
  }

  private static func make(
    _ target: FilePath, ending: String, in system: any FileSystem
  ) throws(Errno) -> (FilePath, Bool) {
    do throws(Errno) {
      let prefix = FilePath(bytes: target.bytes + Array(ending.utf8))
      return (try system.makeUniqueDirectory(prefix), false)
    } catch {
      guard AsideName.isSiblingForbidden(error),
        try system.kind(following: target) == .directory
      else { throw error }
      return (try system.makeUniqueDirectory(target.appending(ending)), true)
    }
  }

  /// Opens a directory inside it, creating missing directories on the path.
  func directory(_ inner: FilePath) throws(StateError) -> OpenDirectory {
    do throws(Errno) {
      var directory = try OpenDirectory(path, for: .listing, in: system)
      for component in inner.components {
        let name = FilePath(root: nil, [component])
        if try directory.kind(of: name) == nil {
          try directory.makePrivateDirectory(name)
          try directory.synchronizeNames()
        }
        directory = try OpenDirectory(name, in: directory, for: .listing)
      }
      return directory
    } catch {
      throw DirectoryCopying.failure(path.pushing(inner), error: error)
    }
  }

  /// Renames it durably to the target, which does not exist or is an empty directory.
  func finish(as target: FilePath) throws(StateError) {
    do throws(Errno) {
      if isInside {
        return try DirectoryRenaming(system: system).moveContents(of: path, to: target)
      }
      try OpenDirectory(path, for: .listing, in: system).synchronizeNames()
      try DirectoryRenaming(system: system).rename(path, to: target)
    } catch {
      throw DirectoryCopying.failure(target, error: error)
    }
  }

  /// Renames it back.
  func withdraw(from target: FilePath) {
    let renaming = DirectoryRenaming(system: system)
    if isInside {
      try? renaming.moveContents(of: target, to: path)
    } else {
      try? renaming.rename(target, to: path)
    }
  }

  /// Removes it with its contents; does nothing once it has the name of the target.
  func remove() {
    guard let directory = try? OpenDirectory(path, for: .listing, in: system) else { return }
    DirectoryEmptying.empty(directory)
    try? system.removeDirectory(path, in: nil)
  }
}

/// Renames directories within their parent directory.
struct DirectoryRenaming {
  let system: any FileSystem

  /// Renames a directory within its parent directory, durably. After an error it has its old name,
  /// as far as the system allows.
  func rename(_ path: FilePath, to newPath: FilePath) throws(Errno) {
    guard let name = path.lastComponent, let newName = newPath.lastComponent else {
      throw .invalidArgument
    }
    let (old, new) = (FilePath(root: nil, [name]), FilePath(root: nil, [newName]))
    let parent = try openParent(of: path)
    try parent.move(old, to: parent, as: new)
    do throws(Errno) {
      try parent.synchronizeNames()
    } catch {
      try? parent.move(new, to: parent, as: old)
      throw error
    }
  }

  /// Moves the contents of a directory into another, which may be inside it or around it, durably.
  /// Leaves what was put aside there before. After an error everything is where it was, as far as
  /// the system allows.
  func moveContents(of path: FilePath, to newPath: FilePath) throws(Errno) {
    let source = try open(path)
    let destination = try open(newPath)
    var moved: [FilePath] = []
    do throws(Errno) {
      for name in try source.allNames() where !AsideName.isOne(name) {
        if try destination.kind(of: name) != nil { throw .fileExists }
        try source.move(name, to: destination, as: name)
        moved.append(name)
      }
      try destination.synchronizeNames()
      try source.synchronizeNames()
    } catch {
      for name in moved { try? destination.move(name, to: source, as: name) }
      throw error
    }
  }

  /// Opens a directory without following symbolic links of other users.
  func open(_ path: FilePath) throws(Errno) -> OpenDirectory {
    var walk = try NameWalk(in: system, following: .trusted)
    try walk.follow(path)
    guard let directory = try walk.openDirectory() else { throw .noSuchFileOrDirectory }
    return directory
  }

  func openParent(of path: FilePath) throws(Errno) -> OpenDirectory {
    try open(path.removingLastComponent())
  }
}
