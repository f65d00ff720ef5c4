// Exchanging directories: existing ones are set aside; new ones, which are filled under temporary
// names, take over the existing names. Relies on `OpenDirectory`.

internal import DurableFiles
internal import SystemPackage

/// Sets directories aside and replaces them with others, all or none as far as the system allows.
struct ContainerSwap {
  typealias PutAside = ContainerReport.PutAside

  let units: [ContainerUnit]
  /// The word in the names of directories that are set aside: `NAME~ENDING-TIME`.
  let ending: String
  let system: any FileSystem
  private let renaming: DirectoryRenaming

  init(units: [ContainerUnit], ending: String, in system: any FileSystem) {
    self.units = units
    self.ending = ending
    self.system = system
    renaming = DirectoryRenaming(system: system)
  }

  /// Sets all units aside and moves the new directories to their paths.
  ///
  /// - Returns: What was set aside.
  func run(placing stagings: [FilePath: Staging]) throws(StateError) -> [PutAside] {
    var aside: [PutAside] = []
    var placed: [FilePath] = []
    do throws(StateError) {
      for unit in units {
        // The contents set aside in it show that the service's directory is in use.
        let stays = unit.isOfService && stagings[unit.path] == nil
        if let moved = try putAside(unit.path, stays: stays) { aside.append(moved) }
      }
      for (path, staging) in stagings.sorted(by: { $0.key.string < $1.key.string }) {
        try staging.finish(as: path)
        placed.append(path)
      }
    } catch {
      for path in placed.reversed() { stagings[path]?.withdraw(from: path) }
      for moved in aside.reversed() {
        if moved.newPath.removingLastComponent() == moved.path {
          try? renaming.moveContents(of: moved.newPath, to: moved.path)
          try? system.removeDirectory(moved.newPath, in: nil)
        } else {
          try? renaming.rename(moved.newPath, to: moved.path)
        }
      }
      throw error
    }
    return aside
  }

  /// Renames whatever is at a path to an unused name; returns nil if nothing exists there or if the
  /// directory is empty. A directory that stays keeps its name, and only its contents are moved.
  private func putAside(_ path: FilePath, stays: Bool) throws(StateError) -> PutAside? {
    do throws(Errno) {
      guard try system.kind(following: path.removingLastComponent()) != nil, try hasContents(path)
      else { return nil }
      if stays, try system.kind(following: path) == .directory { return try putAsideInside(path) }
      do throws(Errno) {
        let newPath = try freePath { FilePath(bytes: path.bytes + Array($0.utf8)) }
        try renaming.rename(path, to: newPath)
        return PutAside(path: path, newPath: newPath)
      } catch {
        if !AsideName.isSiblingForbidden(error) { throw error }
        return try putAsideInside(path)
      }
    } catch {
      throw StateError(
        .notPutAside, message: "a directory of the container could not be set aside", path: path,
        underlyingError: error)
    }
  }

  /// Moves the contents of a directory that cannot be renamed into a new one inside it. The path
  /// may be a symbolic link, which is followed only here.
  private func putAsideInside(_ path: FilePath) throws(Errno) -> PutAside? {
    if try renaming.open(path).allNames().allSatisfy(AsideName.isOne) { return nil }
    let newPath = try freePath { path.appending($0) }
    try system.makePrivateDirectory(newPath)
    do throws(Errno) { try renaming.moveContents(of: path, to: newPath) } catch {
      try? system.removeDirectory(newPath, in: nil)
      throw error
    }
    return PutAside(path: path, newPath: newPath)
  }

  /// Whether there is something to set aside, not counting what was set aside before.
  private func hasContents(_ path: FilePath) throws(Errno) -> Bool {
    guard let name = path.lastComponent.map({ FilePath(root: nil, [$0]) }) else {
      throw .invalidArgument
    }
    let parent = try renaming.open(path.removingLastComponent())
    let kind = try parent.kind(of: name)
    if kind != .directory { return kind != nil }
    let directory = try OpenDirectory(name, in: parent, for: .listing)
    return try directory.allNames().contains { !AsideName.isOne($0) }
  }

  /// Returns an unused path, built from the ending, with a number if the path is in use.
  private func freePath(_ path: (String) -> FilePath) throws(Errno) -> FilePath {
    let ending = AsideName.text(ending, seconds: system.now.seconds)
    let parent = path(ending).removingLastComponent()
    let name = try renaming.open(parent).freeName { number in
      let free = path(number == 1 ? ending : "\(ending).\(number)")
      return FilePath(root: nil, free.lastComponent.map { [$0] } ?? [])
    }
    return parent.appending(name.components)
  }
}

/// The names of directories that were set aside or are being filled: `NAME~ENDING-…` next to a
/// directory, or `~ENDING-…` inside it if the directory itself cannot be renamed, as with
/// directories that systemd creates.
enum AsideName {
  private static let endings = ["reset", "replaced", "importing"]

  static func text(_ ending: String, seconds: Int) -> String { "~\(ending)-\(seconds)" }

  /// Whether the name of an item in a directory has this form.
  static func isOne(_ name: FilePath) -> Bool {
    let text = name.string
    return endings.contains { text.hasPrefix("~\($0)-") }
  }

  /// Whether an error means that neither a directory nor the names next to it can be changed.
  static func isSiblingForbidden(_ error: Errno) -> Bool {
    [.permissionDenied, .notPermitted, .resourceBusy, .readOnlyFileSystem, .improperLink].contains(
      error)
  }
}

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
    let ending = "~\(kind)-"
    do throws(Errno) {
      do throws(Errno) {
        path = try system.makeUniqueDirectory(FilePath(bytes: target.bytes + Array(ending.utf8)))
        isInside = false
      } catch {
        guard AsideName.isSiblingForbidden(error), try system.kind(following: target) == .directory
        else { throw error }
        path = try system.makeUniqueDirectory(target.appending(ending))
        isInside = true
      }
    } catch { throw DirectoryMaking.unavailable(target.removingLastComponent(), error: error) }
  }

  /// Opens a directory inside the new one, creating missing directories on the path.
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
    } catch { throw DirectoryCopying.failure(path.pushing(inner), error: error) }
  }

  /// Renames the directory durably to the target, which does not exist or is an empty directory.
  func finish(as target: FilePath) throws(StateError) {
    do throws(Errno) {
      if isInside {
        return try DirectoryRenaming(system: system).moveContents(of: path, to: target)
      }
      try OpenDirectory(path, for: .listing, in: system).synchronizeNames()
      try DirectoryRenaming(system: system).rename(path, to: target)
    } catch { throw DirectoryCopying.failure(target, error: error) }
  }

  /// Renames the directory back.
  func withdraw(from target: FilePath) {
    let renaming = DirectoryRenaming(system: system)
    if isInside {
      try? renaming.moveContents(of: target, to: path)
    } else {
      try? renaming.rename(target, to: path)
    }
  }

  /// Removes the directory and its contents; does nothing once it has the name of the target.
  func remove() {
    guard let directory = try? OpenDirectory(path, for: .listing, in: system) else { return }
    DirectoryEmptying.empty(directory)
    try? system.removeDirectory(path, in: nil)
  }
}

/// Renames directories within their parent directory.
struct DirectoryRenaming {
  let system: any FileSystem

  /// Durably renames a directory within its parent directory. After an error, it has its old name
  /// if the system allows.
  func rename(_ path: FilePath, to newPath: FilePath) throws(Errno) {
    guard let name = path.lastComponent, let newName = newPath.lastComponent else {
      throw .invalidArgument
    }
    let (old, new) = (FilePath(root: nil, [name]), FilePath(root: nil, [newName]))
    let parent = try open(path.removingLastComponent())
    try parent.move(old, to: parent, as: new)
    do throws(Errno) { try parent.synchronizeNames() } catch {
      try? parent.move(new, to: parent, as: old)
      throw error
    }
  }

  /// Moves the contents of a directory into another, which may be inside it or around it, durably.
  /// Leaves anything that was set aside there before. After an error everything is where it was, as
  /// far as the system allows.
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
}
