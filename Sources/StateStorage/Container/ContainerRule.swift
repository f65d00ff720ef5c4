// The directories of an app on each kind of system, and the reasons: pure functions of the
// identifier and the environment, so that the rules of every platform can be tested on any. Relies
// on `Environment`; the rationale is in Documentation/Decisions/0013-directories-of-an-app.md.

public import SystemPackage

extension AppContainer {
  /// A directory of a container. The names are the same as on iOS.
  public enum Directory: String, Sendable, Hashable, CaseIterable {
    /// The user's documents: persistent, backed up.
    case documents
    /// The data that the app needs to work: persistent, backed up.
    case applicationSupport
    /// Preferences, one small file for each domain.
    case preferences
    /// Data that can be regenerated. It may disappear at any time.
    case caches
    /// Files for this run only: emptied when the process exits.
    case temporary
    /// The state of the user interface: windows, selections.
    case state
  }

  /// The location of a directory and the reason for it.
  public struct Rule: Sendable, Hashable, CustomStringConvertible {
    /// The directory.
    public let directory: Directory
    /// The location. The name of a new private temporary directory ends in six capital Xs, which
    /// stand for the letters that make it unique.
    public let path: FilePath
    /// The environment variable that determined the path; nil if a default or a root did.
    public let variable: String?
    /// The reason as one sentence without a period, such as "XDG_DATA_HOME is not set, so the
    /// directory is .local/share in the home directory that HOME names".
    public let description: String
  }
}

/// Systems with different rules.
enum ContainerLayout {
  /// The directories of the XDG specification, with a subdirectory for the app in each.
  case xdg
  /// The home directory belongs to the app alone, as on iOS and in the macOS sandbox.
  case appleContainer
  /// The home directory belongs to the user, as outside the macOS sandbox.
  case appleHome

  /// Returns the layout of the current system.
  static func current(_ environment: AppContainer.Environment) -> ContainerLayout {
    #if os(macOS)
      environment.variables["APP_SANDBOX_CONTAINER_ID"] == nil ? .appleHome : .appleContainer
    #elseif canImport(Darwin)
      .appleContainer
    #else
      .xdg
    #endif
  }
}

extension AppContainer.Directory {
  /// The path below the root of a container.
  var pathInContainer: FilePath { ContainerRules.pathsInContainer[self] ?? FilePath(rawValue) }
}

/// Finds the rules for one app on one system.
struct ContainerRules {
  typealias Directory = AppContainer.Directory
  typealias Rule = AppContainer.Rule

  let layout: ContainerLayout
  let identifier: String
  let environment: AppContainer.Environment

  /// Returns the rule for each directory, or the error if there is none.
  func all() -> [Directory: Result<Rule, StateError>] {
    var rules: [Directory: Result<Rule, StateError>] = [:]
    for directory in Directory.allCases {
      rules[directory] = Result { () throws(StateError) in
        if directory == .temporary { return temporaryRule }
        return try layout == .xdg ? xdgRule(for: directory) : appleRule(for: directory)
      }
    }
    return rules
  }

  /// The paths below a root, which are the same as on iOS.
  static let pathsInContainer: [Directory: FilePath] = [
    .documents: "Documents", .applicationSupport: "Library/Application Support",
    .preferences: "Library/Preferences", .caches: "Library/Caches",
    .state: "Library/Saved Application State", .temporary: "tmp",
  ]

  private func appleRule(for directory: Directory) throws(StateError) -> Rule {
    let home = try homeDirectory(suggestion: "set HOME")
    var subpath = directory.pathInContainer
    if layout == .appleHome {
      // The user's own Documents folder is avoided, because the system would ask for permission.
      let paths: [Directory: String] = [
        .documents: "Application Support/\(identifier)/Documents",
        .applicationSupport: "Application Support/\(identifier)", .caches: "Caches/\(identifier)",
        .state: "Saved Application State/\(identifier).savedState",
      ]
      subpath = FilePath("Library/\(paths[directory] ?? directory.rawValue)")
    }
    // The system's own preferences cache the files directly in Library/Preferences in memory and
    // may write them at any time, so ours are in a subfolder.
    if directory == .preferences { subpath = FilePath("Library/Preferences/\(identifier)") }
    return Rule(
      directory: directory, path: home.path.pushing(subpath), variable: home.variable,
      description: "it is \(subpath) in \(home.description)")
  }

  // MARK: The XDG specification

  private func xdgRule(for directory: Directory) throws(StateError) -> Rule {
    let (variable, usual) = Self.xdgVariables[directory] ?? ("XDG_DATA_HOME", ".local/share")
    let subpath = FilePath(directory == .documents ? "\(identifier)/Documents" : identifier)
    switch environment.choice(variable) {
    case .path(let path):
      return Rule(
        directory: directory, path: path.pushing(subpath), variable: variable,
        description: "it is \(subpath) in the directory that \(variable) names")
    case .none(let reason):
      let home = try homeDirectory(suggestion: "set HOME or \(variable)")
      return Rule(
        directory: directory, path: home.path.pushing(usual).pushing(subpath), variable: nil,
        description: "\(reason), so the directory is \(usual.pushing(subpath)) in "
          + home.description)
    }
  }

  private static let xdgVariables: [Directory: (String, FilePath)] = [
    .documents: ("XDG_DATA_HOME", ".local/share"),
    .applicationSupport: ("XDG_DATA_HOME", ".local/share"),
    .preferences: ("XDG_CONFIG_HOME", ".config"), .caches: ("XDG_CACHE_HOME", ".cache"),
    .state: ("XDG_STATE_HOME", ".local/state"),
  ]

  // MARK: The home and the temporary directory

  private struct Home {
    var path: FilePath
    var variable: String?
    var description: String
  }

  /// Finds the home directory. `HOME` takes precedence over the user database: that is how a
  /// sandbox moves an app's home.
  private func homeDirectory(suggestion: String) throws(StateError) -> Home {
    let variables = layout == .xdg ? ["HOME"] : ["CFFIXED_USER_HOME", "HOME"]
    var reason = ""
    for variable in variables {
      switch environment.choice(variable) {
      case .path(let path):
        let description = "the home directory that \(variable) names"
        return Home(path: path, variable: variable, description: description)
      case .none(let its): reason = its
      }
    }
    guard let home = environment.userDatabaseHome, home.isAbsolute else {
      throw StateError(
        .noHomeDirectory,
        message: "\(reason), and the user database has no home directory",
        suggestion: suggestion)
    }
    return Home(
      path: home, variable: nil,
      description: "the home directory in the user database, because \(reason)")
  }

  /// The rule for the temporary directory. Its name is new each time: another user could claim a
  /// predictable one.
  private var temporaryRule: Rule {
    let prefix = TemporaryDirectories.prefix(for: identifier)
    let name = FilePath(prefix + TemporaryDirectories.uniqueEnding)
    switch environment.choice("TMPDIR") {
    case .path(let path):
      return Rule(
        directory: .temporary, path: path.pushing(name), variable: "TMPDIR",
        description: "it is a new private directory in the one that TMPDIR names")
    case .none(let reason):
      return Rule(
        directory: .temporary, path: FilePath("/tmp").pushing(name), variable: nil,
        description: "\(reason), so the directory is a new private one in /tmp")
    }
  }
}
