// A new directory that is filled before it gets the name of another one, and directories that change their
// names. Relies on `OpenDirectory`.

internal import DurableFiles
internal import SystemPackage

/// A new directory that is filled next to the one whose name it will get, or in that one where there may be
/// none next to it.
struct Staging {
  private let path: FilePath
  private let system: any FileSystem
  private let isInside: Bool

  /// Makes an empty directory for this user alone.
  ///
  /// - Parameter kind: What its name says of it: `NAME~KIND-…`.
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

  /// Opens a directory in it, which is made if it is missing, with those above it.
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

  /// Gives it the name of the target, which is free or an empty directory, durably.
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

  /// Gives it its own name again.
  func withdraw(from target: FilePath) {
    let renaming = DirectoryRenaming(system: system)
    if isInside {
      try? renaming.moveContents(of: target, to: path)
    } else {
      try? renaming.rename(target, to: path)
    }
  }

  /// Removes it with all that is in it; nothing once it has the name of the target.
  func remove() {
    guard let directory = try? OpenDirectory(path, for: .listing, in: system) else { return }
    DirectoryEmptying.empty(directory)
    try? system.removeDirectory(path, in: nil)
  }
}

/// Gives directories other names in the directory that they are in.
struct DirectoryRenaming {
  let system: any FileSystem

  /// Gives a directory another name in the same directory, durably. It has its old one after an error, as
  /// far as the system lets it.
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

  /// Moves what is in a directory into another, which may be in it or around it, durably; not what was put
  /// aside there before. All of it is where it was after an error, as far as the system lets it.
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

  /// Opens a directory, through no other user's symbolic links.
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
