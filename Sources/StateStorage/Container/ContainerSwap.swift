// Directories that change places: what is there is put aside, and new ones get its name. Relies on
// `DirectoryRenaming` for each step.

internal import DurableFiles
internal import SystemPackage

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
        // What was put aside in it shows that a directory of the service is in use.
        let stays = unit.isOfService && stagings[unit.path] == nil
        if let moved = try putAside(unit.path, stays: stays) { aside.append(moved) }
      }
      for (path, staging) in stagings.sorted(by: { $0.key.string < $1.key.string }) {
        try staging.finish(as: path)
        placed.append(path)
      }
    } catch {
      for path in placed.reversed() { stagings[path]?.withdraw(from: path) }
      for moved in aside.reversed() { undo(moved) }
      throw error
    }
    return aside
  }

  /// Gives a directory, or whatever has its name, a name that nothing has; nil where there is nothing, or
  /// an empty directory.
  ///
  /// - Parameter stays: Whether a directory keeps its name, and what is in it is moved.
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
        .notPutAside, message: "a directory of the container could not be put aside", path: path,
        underlyingError: error)
    }
  }

  /// Moves what is in a directory, whose own name may not be changed, into a new one in it. The name may
  /// be a symbolic link, which only now is looked through.
  private func putAsideInside(_ path: FilePath) throws(Errno) -> PutAside? {
    if try renaming.open(path).allNames().allSatisfy(AsideName.isOne) { return nil }
    let newPath = try freePath { path.appending($0) }
    try system.makePrivateDirectory(newPath)
    do throws(Errno) {
      try renaming.moveContents(of: path, to: newPath)
    } catch {
      try? system.removeDirectory(newPath, in: nil)
      throw error
    }
    return PutAside(path: path, newPath: newPath)
  }

  private func undo(_ moved: PutAside) {
    if moved.newPath.removingLastComponent() == moved.path {
      try? renaming.moveContents(of: moved.newPath, to: moved.path)
      try? system.removeDirectory(moved.newPath, in: nil)
    } else {
      try? renaming.rename(moved.newPath, to: moved.path)
    }
  }

  /// Whether there is something to put aside: not what was put aside before.
  private func hasContents(_ path: FilePath) throws(Errno) -> Bool {
    guard let name = path.lastComponent else { throw .invalidArgument }
    let parent = try renaming.openParent(of: path)
    switch try parent.kind(of: FilePath(root: nil, [name])) {
    case nil: return false
    case .directory:
      let directory = try OpenDirectory(FilePath(root: nil, [name]), in: parent, for: .listing)
      return try directory.allNames().contains { !AsideName.isOne($0) }
    default: return true
    }
  }

  /// A path in the directory of the one that is made of an ending, with a number where something has it.
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

/// The names of directories that were put aside or are being filled: `NAME~ENDING-…` next to a directory,
/// or `~ENDING-…` in it where nothing may be renamed next to it, as with those that systemd makes.
enum AsideName {
  private static let endings = ["reset", "replaced", "importing"]

  static func text(_ ending: String, seconds: Int) -> String { "~\(ending)-\(seconds)" }

  /// Whether the name of something in a directory is such a one.
  static func isOne(_ name: FilePath) -> Bool {
    let text = name.string
    return endings.contains { text.hasPrefix("~\($0)-") }
  }

  /// Whether an error says that names next to a directory, or its own, must not change.
  static func isSiblingForbidden(_ error: Errno) -> Bool {
    [.permissionDenied, .notPermitted, .resourceBusy, .readOnlyFileSystem, .improperLink]
      .contains(error)
  }
}
