// The read-only files that come with a program: the directories to search, and their order.
// Relies on `NameCheck` for names.

internal import DurableFiles
public import SystemPackage

/// The read-only files that come with a program, such as word lists and templates.
///
/// ```swift
/// let words = try container.resources.path("words.plist")
/// ```
///
/// The directories are searched in order, and the first one that contains the name is used. Nothing
/// is created or written there.
///
/// On Linux, for the program `PREFIX/bin/notes` with the identifier `org.example.notes`, the
/// directories are `PREFIX/bin/org.example.notes.resources`, next to the program;
/// `PREFIX/share/org.example.notes`; then `org.example.notes` in each directory of `XDG_DATA_DIRS`,
/// or in `/usr/local/share` and `/usr/share` if it names none. On Apple's platforms, the only
/// directory is the bundle of the app. With a root, it is `Resources` below that root.
public struct AppResources: Sendable {
  /// The directories, in the order in which they are searched. They need not exist.
  public let directories: [FilePath]
  private let system: any FileSystem

  /// Creates resources in directories that the program names.
  public init(directories: [FilePath]) { self.init(directories, in: POSIXFileSystem()) }

  init(_ directories: [FilePath], in system: any FileSystem) {
    self.directories = directories
    self.system = system
  }

  /// Creates the resources of an app by the rules of a system.
  init(
    identifier: String, environment: AppContainer.Environment, layout: ContainerLayout,
    in system: any FileSystem
  ) {
    let folder = environment.executable?.removingLastComponent()
    switch layout {
    case .xdg:
      let own = folder.map { folder in
        [
          folder.appending("\(identifier).resources"),
          folder.removingLastComponent().appending("share").appending(identifier),
        ]
      }
      let named = environment.paths("XDG_DATA_DIRS")
      let shared: [FilePath] = named.isEmpty ? ["/usr/local/share", "/usr/share"] : named
      self.init((own ?? []) + shared.map { $0.appending(identifier) }, in: system)
    case .appleContainer, .appleHome:
      // A macOS bundle has its program in Contents/MacOS; other bundles have it at the top level.
      let isInContents = folder?.lastComponent?.string == "MacOS"
      let bundle = isInContents ? folder?.removingLastComponent().appending("Resources") : folder
      self.init(bundle.map { [$0] } ?? [], in: system)
    }
  }

  /// Returns the path of an existing resource.
  ///
  /// A name must not lead out of the directory, as in ``AppContainer/path(_:in:)``.
  ///
  /// - Parameter name: One name, or several separated by slashes, of 4,096 bytes at most.
  /// - Throws: ``StateError/Code/resourceMissing`` if no directory contains it,
  ///   ``StateError/Code/invalidName``, ``StateError/Code/escapesContainer``,
  ///   ``StateError/Code/unresolvableName``.
  public func path(_ name: String) throws(StateError) -> FilePath {
    let relative = try NameCheck.relativePath(name)
    for directory in directories {
      let path = directory.pushing(relative)
      guard try exists(path) else { continue }
      try NameCheck.checkInside(relative, of: directory, in: system)
      return path
    }
    let subpaths = directories.map(\.string).joined(separator: ", ")
    throw StateError(
      .resourceMissing,
      message: "there is no resource \(StateError.quoted(name))"
        + (subpaths.isEmpty ? "; no resource directory is known" : " in " + subpaths))
  }

  private func exists(_ path: FilePath) throws(StateError) -> Bool {
    do throws(Errno) { return try system.kind(following: path) != nil } catch {
      // A component of the path is a file, not a directory.
      if error == .notDirectory { return false }
      throw StateError(
        .unresolvableName, message: "could not search for a resource", path: path,
        underlyingError: error)
    }
  }
}
