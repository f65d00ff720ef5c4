// The values that choose a container's directories, as a value of its own: the library never looks
// at the process's environment by itself.

internal import DurableFiles
public import SystemPackage

extension AppContainer {
  /// The environment variables and the home directory that a container's directories follow from.
  ///
  /// Make one with values of your own, or read the process's with ``process``.
  public struct Environment: Sendable, Hashable {
    /// The variables by name. Those that matter are in ``names``.
    public var variables: [String: FilePath]

    /// The home directory that the system's user database has, used when `HOME` is not.
    public var userDatabaseHome: FilePath?

    /// The file of the program, next to which its resources may be; see ``AppContainer/resources``.
    public var executable: FilePath?

    /// An environment with these variables. A value with a zero byte, which no process's
    /// environment can have, is left out.
    public init(
      _ variables: [String: String], userDatabaseHome: FilePath? = nil, executable: FilePath? = nil
    ) {
      let possible = variables.filter { !$0.value.utf8.contains(0) }
      self.variables = possible.mapValues { FilePath($0) }
      self.userDatabaseHome = userDatabaseHome
      self.executable = executable
    }

    /// The environment of this process, the home directory of its user and the file of its program,
    /// read now.
    public static var process: Environment {
      var environment = Environment(
        [:], userDatabaseHome: ProcessEnvironment.homeOfUser())
      environment.executable = ProcessEnvironment.executable()
      for name in names {
        environment.variables[name] = ProcessEnvironment.variable(name)
      }
      return environment
    }

    /// The same without what is about this program alone: the directories that systemd has made for it,
    /// and its file. For the container of another app.
    public var forOtherApps: Environment {
      var environment = self
      for name in ServiceDirectories.names { environment.variables[name] = nil }
      environment.executable = nil
      return environment
    }

    /// The variables that choose directories: `HOME`, `TMPDIR`, the four `XDG_…_HOME` and
    /// `XDG_DATA_DIRS`; `STATE_DIRECTORY`, `CACHE_DIRECTORY`, `RUNTIME_DIRECTORY` and
    /// `CONFIGURATION_DIRECTORY`, which systemd sets for a service; on Apple's platforms
    /// `CFFIXED_USER_HOME` and `APP_SANDBOX_CONTAINER_ID`.
    public static let names =
      [
        "HOME", "TMPDIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
        "XDG_DATA_DIRS", "CFFIXED_USER_HOME", "APP_SANDBOX_CONTAINER_ID",
      ] + ServiceDirectories.names
  }
}

extension AppContainer.Environment {
  /// What a variable says of a directory.
  enum Choice {
    case unset, empty, relative
    case path(FilePath)
  }

  /// Only an absolute path chooses: an empty or a relative one counts as none.
  func choice(_ name: String) -> Choice {
    guard let path = variables[name] else { return .unset }
    if path.isEmpty { return .empty }
    return path.isAbsolute ? .path(path) : .relative
  }

  /// The absolute paths of a variable that lists some, with colons between them. Others do not count.
  func paths(_ name: String) -> [FilePath] {
    let list = variables[name]?.bytes ?? []
    return list.split(separator: UInt8(ascii: ":")).map { FilePath(bytes: $0) }
      .filter(\.isAbsolute)
  }
}
