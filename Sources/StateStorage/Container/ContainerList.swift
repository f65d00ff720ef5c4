// The apps that have a container here, by the names of their directories. Relies on the rules of a
// container for where those are.

internal import DurableFiles
internal import SystemPackage

extension AppContainer {
  /// The identifiers of the apps that have a directory where this environment has those of apps, sorted.
  /// Nothing is made.
  ///
  /// A directory counts whoever made it: one that another kind of program has named in reverse DNS form
  /// is among them. Directories that cannot be listed are left out.
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

  /// The names of directories that are identifiers.
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
