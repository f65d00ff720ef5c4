// The directories of an app, made when they are first asked for. The rules that choose them are in
// ContainerRule.swift, the check of names in NameCheck.swift.

package import DurableFiles
public import SystemPackage

/// Where an app keeps its files: the directories that iOS gives each app, on every system.
///
/// ```swift
/// let container = try AppContainer(identifier: "org.example.notes", environment: .process)
/// let file = try container.path("notes.plist", in: .documents)
/// ```
///
/// On Linux the XDG variables and their defaults choose, in a service the directories that systemd has
/// made for it, on Apple's platforms the app's own container; under a root, for tests and portable use,
/// everything is below one directory. ``rule(for:)`` says why a directory is where it is, and
/// ``notices`` what the program should report of that.
///
/// A directory is made when it is asked for, with the permissions 0700; one that is there is taken
/// as it is. Copies of a container share their directories.
public struct AppContainer: Sendable {
  private let rules: [Directory: Result<Rule, StateError>]
  private let temporaryDirectory: TemporaryDirectories.DirectoryLifetime
  /// The file system that the directories are in.
  let system: any FileSystem

  /// What the program should report of its directories; empty unless earlier directories are still in
  /// use.
  public let notices: [Notice]
  /// The directory of the administrator's settings, which `CONFIGURATION_DIRECTORY` names; nil where it
  /// names none. Nothing is ever written there: ``Preferences`` look in it for what they do not have.
  public let configuration: FilePath?
  /// Where the read-only files are that come with the program.
  public let resources: AppResources

  /// The container of an app for the user of this process.
  ///
  /// A home directory need not exist unless a directory that is asked for is in it.
  ///
  /// - Parameters:
  ///   - identifier: the app's name in reverse DNS form, such as `org.example.notes`.
  ///   - environment: what chooses the directories; `.process` for those of this program, and
  ///     `.process.forOtherApps` for those of another.
  /// - Throws: ``StateError/Code/invalidIdentifier``.
  public init(identifier: String, environment: Environment) throws(StateError) {
    let layout = ContainerLayout.current(environment)
    try self.init(identifier: identifier, environment: environment, layout: layout)
  }

  /// The container of an app by the rules of a given system.
  init(
    identifier: String, environment: Environment, layout: ContainerLayout,
    in system: any FileSystem = POSIXFileSystem()
  ) throws(StateError) {
    self.system = system
    try AppIdentifier.check(identifier)
    let session = ContainerRules(
      layout: layout, identifier: identifier, environment: environment
    ).all()
    let service = ServiceDirectories(identifier: identifier, environment: environment)
    (rules, notices) = layout == .xdg ? service.rules(over: session, in: system) : (session, [])
    configuration = layout == .xdg ? service.configuration : nil
    resources = AppResources(
      identifier: identifier, environment: environment, layout: layout, in: system)
    temporaryDirectory = .ofOneProcess
  }

  /// A container with all its directories below one, named as on iOS: `Documents`,
  /// `Library/Application Support`, `Library/Preferences`, `Library/Caches`,
  /// `Library/Saved Application State` and `tmp`. The variables of systemd do not count, and
  /// ``resources`` are in `Resources` below it.
  ///
  /// `tmp` is emptied when the last process that uses it exits; a process that comes later empties
  /// what one that was killed has left. That is so where this library has made it, which the file
  /// `.temporary-directory` in it tells, and while it is this user's alone. What is in another
  /// directory of that name stays, and a symbolic link called `tmp` is refused.
  ///
  /// - Parameter root: need not exist; a relative path starts at the working directory of now.
  /// - Throws: ``StateError/Code/invalidRoot``.
  public init(root: FilePath) throws(StateError) {
    try self.init(root: root, in: POSIXFileSystem())
  }

  /// The same in a given file system.
  package init(root: FilePath, in system: any FileSystem) throws(StateError) {
    self.system = system
    let root = try Self.absolute(root, in: system)
    var rules: [Directory: Result<Rule, StateError>] = [:]
    for (directory, subpath) in ContainerRules.pathsInContainer {
      let rule = Rule(
        directory: directory, path: root.pushing(subpath), variable: nil,
        description: "it is \(subpath) below the root that the program has set")
      rules[directory] = .success(rule)
    }
    self.rules = rules
    notices = []
    configuration = nil
    resources = AppResources([root.appending("Resources")], in: system)
    temporaryDirectory = .shared
  }

  /// A container with all its directories below one, named by a string.
  public init(root: String) throws(StateError) {
    if root.utf8.contains(0) {
      throw StateError(.invalidRoot, message: "the root of a container cannot contain a zero byte")
    }
    try self.init(root: FilePath(root))
  }

  static func absolute(
    _ root: FilePath, in system: any FileSystem
  ) throws(StateError) -> FilePath {
    if root.isEmpty {
      throw StateError(.invalidRoot, message: "the root of a container cannot be empty")
    }
    if root.isAbsolute { return root }
    if root.beginsWithTilde {
      throw StateError(.invalidRoot, message: FilePath.tildeRefusal, path: root)
    }
    do throws(Errno) {
      return try system.workingDirectory().pushing(root)
    } catch {
      throw StateError(
        .invalidRoot,
        message: "the root of a container is relative, and there is no working directory",
        path: root, underlyingError: error)
    }
  }

  /// Why a directory is where it is. Nothing is made.
  ///
  /// - Throws: ``StateError/Code/noHomeDirectory`` where it is in a home directory that the user does
  ///   not have.
  public func rule(for directory: Directory) throws(StateError) -> Rule {
    guard let rule = rules[directory] else {
      // Each initializer has a rule for every case.
      throw StateError(.directoryUnavailable, message: "there is no rule for this directory")
    }
    return try rule.get()
  }

  /// The path of a directory, which is made if it is not there.
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

  /// The path of a file or folder in a directory, which is made if it is not there; the file is not.
  ///
  /// Nothing escapes the directory: a name that is absolute or has `..` in it is refused, and so is
  /// one that symbolic links lead out, each step followed in the file system. A link that leads to
  /// another place in the directory is taken. This guards against mistakes and links that came with
  /// foreign data; a program that changes links while the file is used must be kept out by
  /// permissions.
  ///
  /// - Parameters:
  ///   - name: one name, or several with slashes between them, of 4,096 bytes at most. Folders in it
  ///     are not made.
  ///   - directory: the directory that it is in.
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
  /// What the user made.
  public var documents: FilePath { get throws(StateError) { try path(of: .documents) } }
  /// What the app needs to go on.
  public var applicationSupport: FilePath {
    get throws(StateError) { try path(of: .applicationSupport) }
  }
  /// Preferences, each domain a file.
  public var preferences: FilePath { get throws(StateError) { try path(of: .preferences) } }
  /// What can be made again; marked as such for backup programs by a `CACHEDIR.TAG`.
  public var caches: FilePath { get throws(StateError) { try path(of: .caches) } }
  /// For this run alone; emptied if this library made it, or removed, when the process exits or an ``AppLifecycle`` ends it.
  public var temporary: FilePath { get throws(StateError) { try path(of: .temporary) } }
  /// Where the user was.
  public var state: FilePath { get throws(StateError) { try path(of: .state) } }
}
