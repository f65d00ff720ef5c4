// The values that choose a container's directories, as a separate value: the library does not read
// the process's environment on its own.

internal import DurableFiles
public import SystemPackage

extension AppContainer {
  /// The environment variables and the home directory that determine a container's directories.
  ///
  /// Create one with your own values, or read those of the process with ``process``.
  public struct Environment: Sendable, Hashable {
    /// The variables by name. The relevant ones are in ``names``.
    public var variables: [String: FilePath]

    /// The home directory in the system's user database, used if `HOME` is not set to an absolute
    /// path.
    public var userDatabaseHome: FilePath?

    /// The executable of the program, next to which its ``AppContainer/resources`` may be located.
    public var executable: FilePath?

    /// Creates an environment with these variables. A value that contains a zero byte, which a
    /// process's environment cannot have, is left out.
    public init(
      _ variables: [String: String], userDatabaseHome: FilePath? = nil, executable: FilePath? = nil
    ) {
      let possible = variables.filter { !$0.value.utf8.contains(0) }
      self.variables = possible.mapValues { FilePath($0) }
      self.userDatabaseHome = userDatabaseHome
      self.executable = executable
    }

    /// The environment of this process, the home directory of its user and its executable, read at
    /// each access.
    public static var process: Environment {
      var environment = Environment([:], userDatabaseHome: ProcessEnvironment.homeOfUser())
      environment.executable = ProcessEnvironment.executable()
      for name in names { environment.variables[name] = ProcessEnvironment.variable(name) }
      return environment
    }

    /// The same environment for the container of another app: without the executable of this app
    /// and the directories that systemd created for it.
    public var forOtherApps: Environment {
      var environment = self
      for name in ServiceDirectories.names { environment.variables[name] = nil }
      environment.executable = nil
      return environment
    }

    /// The variables that choose directories: `HOME`, `TMPDIR`, the four `XDG_…_HOME` variables and
    /// `XDG_DATA_DIRS`; `STATE_DIRECTORY`, `CACHE_DIRECTORY`, `RUNTIME_DIRECTORY` and
    /// `CONFIGURATION_DIRECTORY`, which systemd sets for a service; on Apple's platforms,
    /// `CFFIXED_USER_HOME` and `APP_SANDBOX_CONTAINER_ID`.
    public static let names =
      [
        "HOME", "TMPDIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
        "XDG_DATA_DIRS", "CFFIXED_USER_HOME", "APP_SANDBOX_CONTAINER_ID",
      ] + ServiceDirectories.names
  }
}

extension AppContainer.Environment {
  /// The directory that a variable chooses, or the reason why it chooses none, such as "HOME is not set".
  enum Choice {
    case path(FilePath)
    case none(reason: String)
  }

  /// Returns the choice that a variable makes. Only an absolute path chooses a directory.
  func choice(_ name: String) -> Choice {
    guard let path = variables[name] else { return .none(reason: "\(name) is not set") }
    if path.isEmpty { return .none(reason: "\(name) is empty") }
    if path.isAbsolute { return .path(path) }
    return .none(reason: "\(name) is a relative path, which is ignored")
  }

  /// Returns the absolute paths in a variable that lists paths separated by colons. Relative paths
  /// are ignored.
  func paths(_ name: String) -> [FilePath] {
    let paths = (variables[name]?.bytes ?? []).split(separator: UInt8(ascii: ":"))
    return paths.map { FilePath(bytes: $0) }.filter(\.isAbsolute)
  }
}
