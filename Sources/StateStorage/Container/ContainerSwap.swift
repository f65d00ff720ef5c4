// Exchanging directories: existing ones are put aside, and new ones get their names. Relies on
// `DirectoryRenaming` for each step.

internal import DurableFiles
internal import SystemPackage

/// Puts directories aside and replaces them with others, all or none as far as the system allows.
struct ContainerSwap {
  typealias PutAside = ContainerReport.PutAside

  let units: [ContainerUnit]
  /// The word in the names of directories that are put aside: `NAME~ENDING-TIME`.
  let ending: String
  let system: any FileSystem
  private let renaming: DirectoryRenaming

  init(units: [ContainerUnit], ending: String, in system: any FileSystem) {
    self.units = units
    self.ending = ending
    self.system = system
    renaming = DirectoryRenaming(system: system)
  }

  /// Puts all units aside and moves the new directories to their paths.
  ///
  /// - Returns: What was put aside.
  func run(placing stagings: [FilePath: Staging]) throws(StateError) -> [PutAside] {
    var aside: [PutAside] = []
    var placed: [FilePath] = []
    do throws(StateError) {
      for unit in units {
        // What was put aside in it shows that the service's directory is in use.
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

  /// Renames whatever is at a path to an unused name; returns nil if nothing is there or the
  /// directory is empty.
  ///
  /// - Parameter stays: Whether the directory keeps its name and only its contents are moved.
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

  /// Moves the contents of a directory that cannot be renamed into a new one inside it. The path
  /// may be a symbolic link, which is followed only here.
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

  /// Whether there is something to put aside, not counting what was put aside before.
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

/// The names of directories that were put aside or are being filled: `NAME~ENDING-…` next to a
/// directory, or `~ENDING-…` inside it if nothing next to it can be renamed, as with directories
/// that systemd creates.
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
    [.permissionDenied, .notPermitted, .resourceBusy, .readOnlyFileSystem, .improperLink]
      .contains(error)
  }
}
