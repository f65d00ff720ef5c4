// The parts of a container that are copied and moved: its directories but the temporary one, and those of
// them that are in no other. Relies on `NameWalk`, so that no other user's link leads out.

internal import DurableFiles
internal import SystemPackage

/// A directory of a container that holds data.
struct ContainerPart {
  let directory: AppContainer.Directory
  let path: FilePath

  /// The place of the directory in an exported container.
  var pathInExport: FilePath {
    ContainerRules.pathsInContainer[directory] ?? FilePath(directory.rawValue)
  }

  /// Opens the directory; nil where it does not exist.
  ///
  /// - Throws: ``StateError/Code/directoryUnavailable``, also where a symbolic link of another user
  ///   would have to be followed.
  func open(in system: any FileSystem) throws(StateError) -> OpenDirectory? {
    try Self.open(path, in: system)
  }

  /// Opens a directory by its path.
  static func open(
    _ path: FilePath, in system: any FileSystem
  ) throws(StateError) -> OpenDirectory? {
    do throws(Errno) {
      var walk = try NameWalk(in: system, following: .trusted)
      try walk.follow(path)
      if let directory = try walk.openDirectory() { return directory }
      if try system.kind(following: path) != nil { throw .notDirectory }
      return nil
    } catch {
      throw unavailable(path, error: error)
    }
  }

  static func unavailable(_ path: FilePath, error: Errno) -> StateError {
    if error == .tooManySymbolicLinkLevels {
      return StateError(
        .directoryUnavailable,
        message: "a symbolic link of another user, or in a circle, is not followed",
        path: path, underlyingError: error)
    }
    return DirectoryMaking.unavailable(path, error: error)
  }
}

/// A directory of a container that is in no other one, and moves with those that are in it.
struct ContainerUnit {
  let path: FilePath
  /// Whether a service manager gave it to the program: while it is empty, the directories used before count.
  var isOfService = false
  /// The directory itself first.
  var parts: [ContainerPart]

  /// The path of a part in this directory.
  func subpath(of part: ContainerPart) -> FilePath {
    FilePath(root: nil, part.path.components.dropFirst(path.components.count))
  }
}

extension AppContainer {
  /// The directories with data, in a fixed order. One that is in a home directory which the user does not
  /// have is not among them.
  var parts: [ContainerPart] {
    var parts: [ContainerPart] = []
    for directory in Directory.allCases where directory != .temporary {
      guard let path = try? rule(for: directory).path else { continue }
      // Two variables may name one directory.
      if parts.contains(where: { $0.path == path }) { continue }
      parts.append(ContainerPart(directory: directory, path: path))
    }
    return parts
  }

  /// The directories that are in no other one.
  var units: [ContainerUnit] {
    var units: [ContainerUnit] = []
    for part in parts.sorted(by: { $0.path.components.count < $1.path.components.count }) {
      if let outer = units.firstIndex(where: { part.path.starts(with: $0.path) }) {
        units[outer].parts.append(part)
      } else {
        let variable = (try? rule(for: part.directory))?.variable
        units.append(
          ContainerUnit(
            path: part.path, isOfService: ServiceDirectories.variables.contains(variable),
            parts: [part]))
      }
    }
    return units
  }

  /// What is in a part and belongs to another one, by its path in it.
  func exclusions(from part: ContainerPart) -> Set<FilePath> {
    let inner = parts.filter { $0.path != part.path && $0.path.starts(with: part.path) }
    return Set(
      inner.map { FilePath(root: nil, $0.path.components.dropFirst(part.path.components.count)) })
  }
}
