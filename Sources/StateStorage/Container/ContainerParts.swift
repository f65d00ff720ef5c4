// The parts of a container that are copied and moved: all its directories except the temporary one,
// and the outermost of them. Relies on `NameWalk`, so that another user's link cannot lead out.

internal import DurableFiles
internal import SystemPackage

/// A directory of a container that holds data.
struct ContainerPart {
  let directory: AppContainer.Directory
  let path: FilePath

  /// The path of the directory in an exported container.
  var pathInExport: FilePath {
    ContainerRules.pathsInContainer[directory] ?? FilePath(directory.rawValue)
  }

  /// Opens the directory; returns nil if it does not exist.
  ///
  /// - Throws: ``StateError/Code/directoryUnavailable``, also if the path leads through a symbolic
  ///   link of another user.
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
        message: "a symbolic link belongs to another user or is part of a cycle",
        path: path, underlyingError: error)
    }
    return DirectoryMaking.unavailable(path, error: error)
  }
}

/// An outermost directory of a container, which moves together with the directories inside it.
struct ContainerUnit {
  let path: FilePath
  /// Whether a service manager provided the directory: while it is empty, the earlier directories
  /// are used.
  var isOfService = false
  /// The parts in this directory, beginning with the directory itself.
  var parts: [ContainerPart]

  /// Returns the path of a part relative to this directory.
  func subpath(of part: ContainerPart) -> FilePath {
    FilePath(root: nil, part.path.components.dropFirst(path.components.count))
  }
}

extension AppContainer {
  /// The directories with data, in a fixed order. A directory in a home directory that the user
  /// does not have is left out.
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

  /// The outermost directories.
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

  /// Returns what is located in a part but belongs to another one, by its path in the part.
  func exclusions(from part: ContainerPart) -> Set<FilePath> {
    let inner = parts.filter { $0.path != part.path && $0.path.starts(with: part.path) }
    return Set(
      inner.map { FilePath(root: nil, $0.path.components.dropFirst(part.path.components.count)) })
  }
}
