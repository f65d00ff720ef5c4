// The directories of an app, created on first use. The rules that choose them are in
// ContainerRule.swift, and the check of names is in NameCheck.swift.

package import DurableFiles
public import SystemPackage

/// The directories in which an app stores its files: on every system, the directories that iOS
/// gives each app.
///
/// ```swift
/// let container = try AppContainer(identifier: "org.example.notes", environment: .process)
/// let file = try container.path("notes.plist", in: .documents)
/// ```
///
/// On Linux, the XDG variables and their defaults choose the directories; in a service, systemd
/// does. On Apple's platforms, they are in the app's own container. With a root, for tests and
/// portable use, all directories are below it. ``rule(for:)`` gives the reason for each location. A
/// directory is created when it is first requested, with the permissions 0700; an existing one is
/// used as it is. Copies of a container share their directories.
public struct AppContainer: Sendable {
  private let rules: [Directory: Result<Rule, StateError>]
  private let temporaryDirectory: TemporaryDirectories.DirectoryLifetime
  /// The file system that contains the directories.
  let system: any FileSystem

  /// What the program should report about its directories; empty unless earlier directories are
  /// still in use.
  public let notices: [Notice]
  /// The directory of the administrator's settings, named by `CONFIGURATION_DIRECTORY`; nil if that
  /// variable is not set. ``Preferences`` reads defaults from it. Nothing is ever written there.
  public let configuration: FilePath?
  /// The read-only files that come with the program.
  public let resources: AppResources

  /// Creates the container of an app for the user of this process.
  ///
  /// A home directory need not exist unless it contains a directory that is requested.
  ///
  /// - Parameters:
  ///   - identifier: The app's name in reverse-DNS form, such as `org.example.notes`.
  ///   - environment: The values that choose the directories: `.process` for the directories of
  ///     this program, `.process.forOtherApps` for those of another one.
  /// - Throws: ``StateError/Code/invalidIdentifier``.
  public init(identifier: String, environment: Environment) throws(StateError) {
    try self.init(identifier: identifier, environment: environment, layout: .current(environment))
  }

  /// Creates the container of an app by the rules of a given system.
  init(
    identifier: String, environment: Environment, layout: ContainerLayout,
    in system: any FileSystem = POSIXFileSystem()
  ) throws(StateError) {
    self.system = system
    try AppIdentifier.check(identifier)
    let session = ContainerRules(layout: layout, identifier: identifier, environment: environment)
      .all()
    let service = ServiceDirectories(identifier: identifier, environment: environment)
    (rules, notices) = layout == .xdg ? service.rules(over: session, in: system) : (session, [])
    configuration = layout == .xdg ? service.configuration : nil
    resources = AppResources(
      identifier: identifier, environment: environment, layout: layout, in: system)
    temporaryDirectory = .ofOneProcess
  }

  /// Creates a container with all its directories below one root, named as on iOS: `Documents`,
  /// `Library/Application Support`, `Library/Preferences`, `Library/Caches`, `Library/Saved
  /// Application State` and `tmp`. The variables of systemd are ignored, and ``resources`` are in
  /// `Resources` below the root.
  ///
  /// The library empties `tmp` when the last process that uses it exits; if that process is killed,
  /// the next one does. It empties only a directory that it has created, as the file
  /// `.temporary-directory` in it shows, and that no other user can access. It rejects a symbolic
  /// link called `tmp`.
  ///
  /// - Parameter root: The root, which need not exist. A relative path starts at the current
  ///   working directory.
  /// - Throws: ``StateError/Code/invalidRoot``.
  public init(root: FilePath) throws(StateError) {
    try self.init(root: root, in: POSIXFileSystem())
  }

  /// Creates the same container in a given file system.
  package init(root: FilePath, in system: any FileSystem) throws(StateError) {
    self.system = system
    let root = try Self.absolute(root, in: system)
    let rules = ContainerRules.pathsInContainer.map { directory, subpath in
      Rule(
        directory: directory, path: root.pushing(subpath), variable: nil,
        description: "it is \(subpath) below the chosen root directory")
    }
    self.rules = Dictionary(uniqueKeysWithValues: rules.map { ($0.directory, .success($0)) })
    notices = []
    configuration = nil
    resources = AppResources([root.appending("Resources")], in: system)
    temporaryDirectory = .shared
  }

  /// Creates a container with all its directories below one root, given as a string.
  public init(root: String) throws(StateError) {
    if root.utf8.contains(0) {
      throw StateError(.invalidRoot, message: "the root of a container cannot contain a zero byte")
    }
    try self.init(root: FilePath(root))
  }

  static func absolute(_ root: FilePath, in system: any FileSystem) throws(StateError) -> FilePath {
    if root.isEmpty {
      throw StateError(.invalidRoot, message: "the root of a container cannot be empty")
    }
    if root.isAbsolute { return root }
    if root.beginsWithTilde {
      throw StateError(.invalidRoot, message: FilePath.tildeRefusal, path: root)
    }
    do throws(Errno) { return try system.workingDirectory().pushing(root) } catch {
      throw StateError(
        .invalidRoot,
        message: "the root of a container is relative, and the working directory is unavailable",
        path: root, underlyingError: error)
    }
  }

  /// Returns the location of a directory and the reason for it. Creates nothing.
  ///
  /// - Throws: ``StateError/Code/noHomeDirectory`` if the directory is in the home directory and
  ///   the user does not have one.
  public func rule(for directory: Directory) throws(StateError) -> Rule {
    guard let rule = rules[directory] else {
      // Each initializer has a rule for every case.
      throw StateError(.directoryUnavailable, message: "there is no rule for this directory")
    }
    return try rule.get()
  }

  /// Returns the path of a directory, which is created if it does not exist.
  ///
  /// - Throws: ``StateError/Code/noHomeDirectory``, ``StateError/Code/directoryUnavailable``.
  public func path(of directory: Directory) throws(StateError) -> FilePath {
    let path = try rule(for: directory).path
    switch directory {
    case .temporary:
      return try TemporaryDirectories.path(path, kind: temporaryDirectory, in: system)
    case .caches: try CacheDirectory.make(path, in: system)
    default: try DirectoryMaking(system: system).make(path, promise: .durable)
    }
    return path
  }

  /// Returns the path of a file or folder in a directory. Creates the directory if it does not
  /// exist, but not the file.
  ///
  /// A name that is absolute, contains `..`, or leads out through symbolic links is rejected. This
  /// guards against mistakes and against links in data from other programs. Use permissions to keep
  /// out a program that changes links while the file is in use.
  ///
  /// - Parameters:
  ///   - name: One name, or several separated by slashes, of 4,096 bytes at most. Folders named in
  ///     it are not created.
  ///   - directory: The directory that contains the file or folder.
  /// - Throws: ``StateError/Code/invalidName``, ``StateError/Code/escapesContainer``,
  ///   ``StateError/Code/unresolvableName``, ``StateError/Code/directoryUnavailable``,
  ///   ``StateError/Code/noHomeDirectory``.
  public func path(_ name: String, in directory: Directory) throws(StateError) -> FilePath {
    let relative = try NameCheck.relativePath(name)
    let base = try path(of: directory)
    try NameCheck.checkInside(relative, of: base, in: system)
    return base.pushing(relative)
  }
}

extension AppContainer {
  /// The user's documents.
  public var documents: FilePath { get throws(StateError) { try path(of: .documents) } }
  /// The data that the app needs to work.
  public var applicationSupport: FilePath {
    get throws(StateError) { try path(of: .applicationSupport) }
  }
  /// The preferences, one file for each domain.
  public var preferences: FilePath { get throws(StateError) { try path(of: .preferences) } }
  /// Data that can be regenerated; a `CACHEDIR.TAG` marks it for backup programs.
  public var caches: FilePath { get throws(StateError) { try path(of: .caches) } }
  /// Files for this run only. When the process exits or an ``AppLifecycle`` ends it, the directory
  /// is removed, or emptied if it has a fixed name and this library created it.
  public var temporary: FilePath { get throws(StateError) { try path(of: .temporary) } }
  /// The state of the user interface.
  public var state: FilePath { get throws(StateError) { try path(of: .state) } }
}
