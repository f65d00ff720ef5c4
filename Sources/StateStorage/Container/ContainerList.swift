// The apps that have a container in this environment, by the names of their directories. Relies on
// the rules of a container for their locations.

internal import DurableFiles
internal import SystemPackage

extension AppContainer {
  /// Returns the sorted identifiers of the apps that have a directory where this environment
  /// locates those of apps. Creates nothing.
  ///
  /// Any directory whose name is in reverse-DNS form counts, even if another kind of program
  /// created it. Directories that cannot be listed are left out.
  public static func identifiers(environment: Environment) -> [String] {
    identifiers(
      environment: environment, layout: .current(environment), in: POSIXFileSystem())
  }

  static func identifiers(
    environment: Environment, layout: ContainerLayout, in system: any FileSystem
  ) -> [String] {
    let example = "org.example"
    let rules = ContainerRules(
      layout: layout, identifier: example, environment: environment.forOtherApps
    ).all()
    var found: Set<String> = []
    for (directory, rule) in rules where directory != .temporary {
      guard let path = try? rule.get().path,
        let index = path.components.firstIndex(where: { $0.string == example })
      else { continue }
      found.formUnion(names(in: FilePath(root: path.root, path.components[..<index]), system))
    }
    return found.sorted()
  }

  /// Returns the names of directories that are identifiers.
  private static func names(in path: FilePath, _ system: any FileSystem) -> [String] {
    guard let directory = try? OpenDirectory(path.appending("."), for: .listing, in: system) else {
      return []
    }
    return directory.names().compactMap { name in
      guard let text = name.lastComponent?.string,
        (try? AppIdentifier.check(text)) != nil,
        (try? system.kind(following: path.appending(name.components))) == .directory
      else { return nil }
      return text
    }
  }
}
