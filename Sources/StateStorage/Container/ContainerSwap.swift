// Directories that change places: new ones are filled under a name of their own, what is there is put
// aside, then the new ones get its name. Relies on `OpenDirectory`.

internal import DurableFiles
internal import SystemPackage

/// A new directory that is filled beside the one whose name it will get.
struct Staging {
  private let path: FilePath
  private let system: any FileSystem

  /// Makes an empty directory for this user alone.
  ///
  /// - Parameter kind: What its name says of it: `NAME~KIND-…`.
  init(beside target: FilePath, as kind: String, in system: any FileSystem) throws(StateError) {
    self.system = system
    do throws(Errno) {
      let prefix = FilePath(bytes: target.bytes + Array("~\(kind)-".utf8))
      path = try system.makeUniqueDirectory(prefix)
    } catch {
      throw DirectoryMaking.unavailable(target.removingLastComponent(), error)
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
      throw DirectoryCopying.failure(path.pushing(inner), error)
    }
  }

  /// Gives it the name of the target, which is free or an empty directory, durably.
  func finish(as target: FilePath) throws(StateError) {
    do throws(Errno) {
      try OpenDirectory(path, for: .listing, in: system).synchronizeNames()
      try DirectoryRenaming(system: system).rename(path, to: target)
    } catch {
      throw DirectoryCopying.failure(target, error)
    }
  }

  /// Gives it its own name again.
  func withdraw(from target: FilePath) {
    try? DirectoryRenaming(system: system).rename(target, to: path)
  }

  /// Removes it with all that is in it.
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

  func openParent(of path: FilePath) throws(Errno) -> OpenDirectory {
    var walk = try NameWalk(in: system, following: .trusted)
    try walk.follow(path.removingLastComponent())
    guard let parent = try walk.openDirectory() else { throw .noSuchFileOrDirectory }
    return parent
  }
}

/// Puts directories aside and others in their places, all or none as far as the system lets it.
struct ContainerSwap {
  typealias PutAside = ContainerReport.PutAside

  let units: [ContainerUnit]
  /// What names of directories that are put aside say: `NAME~ENDING-TIME`.
  let ending: String
  let system: any FileSystem
  private let renaming: DirectoryRenaming

  init(units: [ContainerUnit], ending: String, in system: any FileSystem) {
    self.units = units
    self.ending = ending
    self.system = system
    renaming = DirectoryRenaming(system: system)
  }

  /// Puts all units aside, and the new directories in the places of theirs.
  ///
  /// - Returns: What was put aside.
  func run(placing stagings: [FilePath: Staging]) throws(StateError) -> [PutAside] {
    var aside: [PutAside] = []
    var placed: [FilePath] = []
    do throws(StateError) {
      for unit in units {
        if let moved = try putAside(unit.path) { aside.append(moved) }
      }
      for (path, staging) in stagings.sorted(by: { $0.key.string < $1.key.string }) {
        try staging.finish(as: path)
        placed.append(path)
      }
    } catch {
      for path in placed.reversed() { stagings[path]?.withdraw(from: path) }
      for moved in aside.reversed() { try? renaming.rename(moved.newPath, to: moved.path) }
      throw error
    }
    return aside
  }

  /// Gives a directory, or whatever has its name, a name that nothing has; nil where there is nothing, or
  /// an empty directory.
  private func putAside(_ path: FilePath) throws(StateError) -> PutAside? {
    do throws(Errno) {
      guard let name = path.lastComponent, try system.kind(following: parent(of: path)) != nil
      else { return nil }
      let parent = try renaming.openParent(of: path)
      switch try parent.kind(of: FilePath(root: nil, [name])) {
      case nil: return nil
      case .directory:
        let directory = try OpenDirectory(FilePath(root: nil, [name]), in: parent, for: .listing)
        if try directory.allNames().isEmpty { return nil }
      default: break
      }
      let newPath = try freePath(beside: path, parent)
      try renaming.rename(path, to: newPath)
      return PutAside(path: path, newPath: newPath)
    } catch {
      throw StateError(
        .notPutAside, "a directory of the container could not be put aside", path: path,
        underlyingError: error)
    }
  }

  private func parent(of path: FilePath) -> FilePath { path.removingLastComponent() }

  private func freePath(
    beside path: FilePath, _ parent: borrowing OpenDirectory
  ) throws(Errno) -> FilePath {
    let suffix = "~\(ending)-\(system.now.seconds)"
    for number in 1...1000 {
      let bytes = Array((number == 1 ? suffix : "\(suffix).\(number)").utf8)
      let free = FilePath(bytes: path.bytes + bytes)
      guard let name = free.lastComponent else { throw .invalidArgument }
      if try parent.kind(of: FilePath(root: nil, [name])) == nil { return free }
    }
    throw .fileExists
  }
}
