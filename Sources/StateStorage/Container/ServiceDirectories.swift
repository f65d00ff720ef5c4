// The directories that systemd creates for a service and names in variables. They belong to that
// one program, whatever its identifier. Relies on the rules of the session for the directories that
// were used before.

internal import DurableFiles
public import SystemPackage

extension AppContainer {
  /// A notice about the directories of a program, for its log or its user.
  public struct Notice: Sendable, Hashable, CustomStringConvertible {
    /// The variable that names a directory for the program.
    public let variable: String
    /// That directory, which is empty and not used.
    public let unusedDirectory: FilePath
    /// The directories with data that are used instead.
    public let usedDirectories: [FilePath]

    /// One sentence without a period that says what is used, why, and what to do.
    public var description: String {
      let used = usedDirectories.map(\.string).joined(separator: ", ")
      return "\(variable) names \(unusedDirectory), which is empty, but there is data in \(used): "
        + "the earlier directories stay in use until the data is moved"
    }
  }
}

/// Finds the rules that follow from systemd's variables.
struct ServiceDirectories {
  typealias Directory = AppContainer.Directory
  typealias Rule = AppContainer.Rule
  typealias Rules = [Directory: Result<Rule, StateError>]

  let identifier: String
  let environment: AppContainer.Environment

  /// The variables.
  static let names = [
    "STATE_DIRECTORY", "CACHE_DIRECTORY", "RUNTIME_DIRECTORY", "CONFIGURATION_DIRECTORY",
  ]

  /// The directories that are located in the directory of one variable. They move together.
  private struct Group {
    let variable: String
    let subpaths: [Directory: FilePath]
    /// Whether directories that were used before may contain data.
    var isKept = true
  }

  /// The variables that name data directories.
  static let variables: Set<String?> = ["STATE_DIRECTORY", "CACHE_DIRECTORY"]

  private var groups: [Group] {
    let temporary = TemporaryDirectories.prefix(for: identifier) + TemporaryDirectories.uniqueEnding
    return [
      Group(
        variable: "STATE_DIRECTORY",
        subpaths: [
          .applicationSupport: "", .documents: "Documents", .preferences: "Preferences",
          .state: "Saved Application State",
        ]), Group(variable: "CACHE_DIRECTORY", subpaths: [.caches: ""]),
      Group(
        variable: "RUNTIME_DIRECTORY", subpaths: [.temporary: FilePath(temporary)], isKept: false),
    ]
  }

  /// The directory of the administrator's settings.
  var configuration: FilePath? { first("CONFIGURATION_DIRECTORY") }

  /// Returns the directory that a variable names, the first in a list; nil if it is not absolute.
  private func first(_ variable: String) -> FilePath? {
    let list = environment.variables[variable]?.bytes ?? []
    let path = FilePath(bytes: list.prefix { $0 != UInt8(ascii: ":") })
    return path.isAbsolute ? path : nil
  }

  /// Returns the rules of a service for the directories whose variables are set, and those of the
  /// session for the others. Creates nothing.
  func rules(over session: Rules, in system: any FileSystem) -> (
    rules: Rules, notices: [AppContainer.Notice]
  ) {
    var (rules, notices) = (session, [AppContainer.Notice]())
    for group in groups {
      guard let base = first(group.variable) else { continue }
      let earlier = group.isKept ? directoriesWithData(group, session: session, in: system) : []
      if !earlier.isEmpty, DirectoryScan(base, in: system).isEmpty {
        notices.append(
          AppContainer.Notice(
            variable: group.variable, unusedDirectory: base, usedDirectories: earlier))
        for directory in group.subpaths.keys {
          rules[directory] = session[directory]?.map { rule in
            Rule(
              directory: directory, path: rule.path, variable: rule.variable,
              description: rule.description + "; it stays in use because the directory that "
                + "\(group.variable) names is empty")
          }
        }
      } else {
        for (directory, subpath) in group.subpaths {
          rules[directory] = .success(
            rule(directory, base: base, at: subpath, variable: group.variable))
        }
      }
    }
    return (rules, notices)
  }

  private func rule(_ directory: Directory, base: FilePath, at subpath: FilePath, variable: String)
    -> Rule
  {
    let isList = environment.variables[variable]?.bytes.contains(UInt8(ascii: ":")) ?? false
    let named = "the \(isList ? "first " : "")directory that \(variable) names"
    let description =
      switch directory {
      case .temporary: "it is a new private directory in \(named)"
      default: subpath.isEmpty ? "it is \(named)" : "it is \(subpath) in \(named)"
      }
    return Rule(
      directory: directory, path: subpath.isEmpty ? base : base.pushing(subpath),
      variable: variable, description: description)
  }

  /// Returns the directories of a group that a session would use and that contain data. A directory
  /// nested in another is not data.
  private func directoriesWithData(_ group: Group, session: Rules, in system: any FileSystem)
    -> [FilePath]
  {
    let paths = session.compactMapValues { try? $0.get().path }
    return Directory.allCases.filter { group.subpaths[$0] != nil }.compactMap { directory in
      guard let path = paths[directory] else { return nil }
      let inner = paths.values.filter { $0.removingLastComponent() == path }
      var expected = Set(inner.compactMap { $0.lastComponent.map { FilePath(root: nil, [$0]) } })
      if directory == .caches { expected.insert(CacheDirectory.tagName) }
      return DirectoryScan(path, in: system).has(otherThan: expected) ? path : nil
    }
  }
}

/// The contents of a directory, as far as they can be listed.
private struct DirectoryScan {
  /// The names; nil for a directory that exists but cannot be listed.
  private let names: [FilePath]?

  init(_ path: FilePath, in system: any FileSystem) {
    do throws(Errno) {
      let directory = try retryingInterrupts(system.open(path, in: nil, as: .directory))
      defer { try? system.close(directory) }
      names = try retryingInterrupts(system.names(beginning: "", in: directory))
    } catch { names = error == .noSuchFileOrDirectory ? [] : nil }
  }

  /// Whether the directory is empty or does not exist.
  var isEmpty: Bool { names?.isEmpty ?? false }

  func has(otherThan expected: Set<FilePath>) -> Bool {
    names.map { !expected.isSuperset(of: $0) } ?? false
  }
}
