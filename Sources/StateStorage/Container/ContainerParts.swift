// The parts of a container that are copied and moved: all its directories except the temporary one,
// and the outermost of them; and the apps that have a container. Relies on `NameWalk`, so that
// another user's link cannot lead out of a container.

internal import DurableFiles
internal import SystemPackage

/// A directory of a container that holds data.
struct ContainerPart {
  let directory: AppContainer.Directory
  let path: FilePath

  /// Opens a directory by its path; returns nil if it does not exist. A symbolic link of another
  /// user is an error.
  static func open(_ path: FilePath, in system: any FileSystem) throws(StateError) -> OpenDirectory?
  {
    do throws(Errno) {
      var walk = try NameWalk(in: system, following: .trusted)
      try walk.follow(path)
      if let directory = try walk.openDirectory() { return directory }
      if try system.kind(following: path) != nil { throw .notDirectory }
      return nil
    } catch { throw unavailable(path, error: error) }
  }

  static func unavailable(_ path: FilePath, error: Errno) -> StateError {
    if error == .tooManySymbolicLinkLevels {
      return StateError(
        .directoryUnavailable,
        message: "a symbolic link belongs to another user or is part of a cycle", path: path,
        underlyingError: error)
    }
    return DirectoryMaking.unavailable(path, error: error)
  }
}

/// An outermost directory of a container, which moves together with the directories inside it.
struct ContainerUnit {
  let path: FilePath
  /// Whether a service manager provided the directory. While it is empty, the directories that were
  /// used before are used.
  var isOfService = false
}

extension AppContainer {
  /// The directories with data, in a fixed order. If the user has no home directory, the
  /// directories in it are left out.
  var parts: [ContainerPart] {
    var parts: [ContainerPart] = []
    for directory in Directory.allCases where directory != .temporary {
      // Two variables may name one directory.
      guard let path = try? rule(for: directory).path, !parts.contains(where: { $0.path == path })
      else { continue }
      parts.append(ContainerPart(directory: directory, path: path))
    }
    return parts
  }

  /// The outermost directories.
  var units: [ContainerUnit] {
    var units: [ContainerUnit] = []
    for part in parts.sorted(by: { $0.path.components.count < $1.path.components.count }) {
      if units.contains(where: { part.path.starts(with: $0.path) }) { continue }
      let variable = (try? rule(for: part.directory))?.variable
      let isOfService = ServiceDirectories.variables.contains(variable)
      units.append(ContainerUnit(path: part.path, isOfService: isOfService))
    }
    return units
  }

  /// Returns the paths, within a part, of everything in it that belongs to another part.
  func exclusions(from part: ContainerPart) -> Set<FilePath> {
    let inner = parts.filter { $0.path != part.path && $0.path.starts(with: part.path) }
    return Set(
      inner.map { FilePath(root: nil, $0.path.components.dropFirst(part.path.components.count)) })
  }
}

extension AppContainer {
  /// Returns the sorted identifiers of the apps that have a directory where this environment looks
  /// for the directories of apps. Creates nothing.
  ///
  /// Any directory whose name is in reverse-DNS form counts, even if another kind of program
  /// created it. Directories that cannot be listed are left out.
  public static func identifiers(environment: Environment) -> [String] {
    identifiers(environment: environment, layout: .current(environment), in: POSIXFileSystem())
  }

  static func identifiers(
    environment: Environment, layout: ContainerLayout, in system: any FileSystem
  ) -> [String] {
    let example = "org.example"
    let environment = environment.forOtherApps
    let rules = ContainerRules(layout: layout, identifier: example, environment: environment).all()
    var found: Set<String> = []
    for (directory, rule) in rules where directory != .temporary {
      guard let path = try? rule.get().path,
        let index = path.components.firstIndex(where: { $0.string == example })
      else { continue }
      let parent = FilePath(root: path.root, path.components[..<index])
      let directory = try? OpenDirectory(parent.appending("."), for: .listing, in: system)
      for name in directory?.names() ?? [] {
        guard let text = name.lastComponent?.string, (try? AppIdentifier.check(text)) != nil,
          (try? system.kind(following: parent.appending(name.components))) == .directory
        else { continue }
        found.insert(text)
      }
    }
    return found.sorted()
  }
}
