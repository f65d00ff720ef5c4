// `plist prefs`: the preference domains of a container, read and written under the lock, key by
// key, as the library does. This file has the code that all commands of `plist prefs` share.

internal import ArgumentParser
internal import DurableFiles
internal import PropertyLists
internal import StateStorage
internal import SystemPackage

struct PrefsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prefs", abstract: "Reads and writes the preferences of an app.",
    discussion: """
      A domain is the property list DOMAIN.plist in the preferences directory of a container; \
      plist container where prints that directory. The container is either that of the app with a \
      given identifier, or one whose directories are all below a root directory. Changes by \
      programs that are using the domain are preserved, and these programs are notified of changes \
      that this tool makes.

      The arguments are DOMAIN, KEY, and VALUE. With --key KEY, the domain is the identifier that \
      --container specifies, and the only argument is VALUE. Without --container or --root, DOMAIN \
      is the path of a file; the path must contain a / or end in .plist.

      KEY is a key of the domain, or the path of a value, as in plist get. If the domain has a key \
      equal to KEY, including any dots, that key is used. To create a key that contains dots, \
      quote it: '"window.width"'.

      EXAMPLES:
        plist prefs domains --container org.example.notes
        plist prefs read --container org.example.notes
        plist prefs write --container org.example.notes --key fontSize -int 14
        plist prefs read --root portable settings fontSize
        plist prefs write --root portable settings recent -array-add notes.txt
        plist prefs write ./settings.plist window.width 640 --type integer
        plist prefs delete --root portable settings fontSize
      """,
    subcommands: [
      PrefsReadCommand.self, PrefsWriteCommand.self, PrefsDeleteCommand.self,
      PrefsDomainsCommand.self,
    ])
}

struct ContainerOptions: ParsableArguments {
  @Option(
    name: .customLong("container"),
    help: ArgumentHelp("The identifier of the app.", valueName: "id"))
  var identifier: String?

  @Option(
    help: ArgumentHelp(
      "The directory that contains the directories of the container.", valueName: "dir"),
    completion: .directory)
  var root: String?

  @Flag(
    help: """
      With --container, use the directories that systemd created for this service. Use it in the \
      commands of the systemd unit.
      """)
  var service = false

  func validate() throws {
    if identifier != nil, root != nil {
      throw ValidationError("--container and --root cannot be combined")
    }
    if service, root != nil {
      throw ValidationError("--service cannot be combined with --root; use --container")
    }
    _ = try ArgumentBytes.text(identifier ?? "")
    if isGiven { _ = try container }
  }

  /// Whether a container is given.
  var isGiven: Bool { identifier != nil || root != nil }

  fileprivate func requireContainer() throws {
    if !isGiven { throw ValidationError("no container is given; use --container or --root") }
  }

  /// The container. No directory is created.
  var container: AppContainer {
    get throws {
      do throws(StateError) {
        if let root, let path = ArgumentBytes.path(root) { return try AppContainer(root: path) }
        if let root { return try AppContainer(root: root) }
        let environment = AppContainer.Environment.process
        return try AppContainer(
          identifier: identifier ?? "",
          environment: service ? environment : environment.forOtherApps)
      } catch { throw ValidationError(error.message) }
    }
  }
}

/// The options that choose a container for a command.
struct ContainerTarget: ParsableArguments {
  @OptionGroup
  var options: ContainerOptions
  @OptionGroup
  var shared: SharedOptions

  func validate() throws { try options.requireContainer() }

  var container: AppContainer { get throws { try options.container } }

  /// Performs work on the container. An error is reported and ends the command.
  func reporting(perform work: (AppContainer) throws -> Void) throws {
    try shared.runner.reporting(options.root ?? options.identifier ?? "") { try work(container) }
  }
}

struct DomainOptions: ParsableArguments {
  @Argument(help: "The name of the domain, or the path of a file.")
  var domain: String?

  @Option(
    name: .customLong("key"),
    help: ArgumentHelp(
      "The key; the domain is the identifier that --container specifies.", valueName: "key"))
  var keyOption: String?

  @OptionGroup
  var containerOptions: ContainerOptions
  @OptionGroup
  var shared: SharedOptions

  func validate() throws {
    if keyOption != nil, containerOptions.identifier == nil {
      throw ValidationError("--key requires --container, whose identifier is the domain")
    }
  }

  /// Returns the preferences that the arguments choose.
  ///
  /// - Parameter others: The arguments after the first.
  func target(_ others: String?...) throws -> PrefsTarget {
    let words = ([domain] + others).compactMap(\.self)
    if let keyOption {
      return try PrefsTarget(
        location: location(nil), key: ArgumentBytes.text(keyOption),
        value: words.map(ArgumentBytes.text), runner: shared.runner)
    }
    return try PrefsTarget(
      location: location(words.first), key: words.dropFirst().first.map(ArgumentBytes.text),
      value: words.dropFirst(2).map(ArgumentBytes.text), runner: shared.runner)
  }

  private func location(_ word: String?) throws -> PrefsTarget.Location {
    guard containerOptions.isGiven else {
      guard let word else {
        throw ValidationError(
          "DOMAIN is missing; name a file, or choose a container with --container or --root")
      }
      guard word.utf8.contains(UInt8(ascii: "/")) || word.hasSuffix(".plist") else {
        throw ValidationError(
          "“\(ArgumentBytes.shown(word).shortened)” is not the path of a file: a path must contain "
            + "/ or end in .plist. To name a domain, add --container or --root")
      }
      return .file(ArgumentBytes.filePath(word))
    }
    guard let domain = try word.map(ArgumentBytes.text) ?? containerOptions.identifier else {
      throw ValidationError("DOMAIN is missing")
    }
    do throws(StateError) {
      _ = try Preferences.path(domain: domain, in: AppContainer(root: "/"))
    } catch { if error.code == .invalidDomain { throw ValidationError(error.message) } }
    return .domain(domain, containerOptions)
  }
}

/// The preferences that a command reads or changes.
struct PrefsTarget {
  enum Location {
    case domain(String, ContainerOptions)
    case file(FilePath)
  }

  let location: Location
  /// The key, or the path of a value.
  let key: String?
  /// The arguments after the key.
  let value: [String]
  let runner: CommandRunner

  /// Throws if there are more arguments than a command takes.
  func check(takesValue: Bool) throws {
    guard let extra = value.dropFirst(takesValue ? 1 : 0).first else { return }
    throw ValidationError("unexpected argument “\(extra.shortened)”")
  }

  private var path: FilePath {
    get throws {
      switch location {
      case .domain(let domain, let options):
        try Preferences.path(domain: domain, in: options.container)
      case .file(let path): path
      }
    }
  }

  /// Returns the preferences for reading. No file or directory is created.
  func existing() throws -> Preferences {
    let path = try path
    let preferences = Preferences(path: path)
    guard case .missing = preferences.condition else { return preferences }
    if case .file = location {
      throw StateError(.missingFile, message: "there is no such file", path: path)
    }
    throw StateError(.missingDomain, message: "the domain has no preferences", path: path)
  }

  /// Returns the preferences for writing, and creates the directories of a container.
  func writable() throws -> Preferences {
    switch location {
    case .domain(let domain, let options): try Preferences(domain: domain, in: options.container)
    case .file(let path): Preferences(path: path)
    }
  }

  /// Performs work on the preferences. An error is reported and ends the command.
  func run(_ work: () throws -> Void) throws {
    let path = try? path
    try runner.reporting(path.map { ArgumentBytes.text(of: $0.bytes) } ?? "", perform: work)
  }

  /// Reports what is lost or unusual in preferences that are written as a property list.
  func warn(_ losses: [PlistDiagnostic], of preferences: Preferences) {
    runner.printer.report(losses, of: ArgumentBytes.shown(preferences.path))
  }

  /// Warns if the values are those of an earlier generation.
  func warn(_ preferences: Preferences) {
    guard case .recovered(let generation, let reason) = preferences.condition else { return }
    runner.printer.report(
      Diagnostic(
        file: ArgumentBytes.shown(preferences.path), reason, severity: .warning,
        message: reason.explanation(replacedBy: generation)))
  }
}

extension StateError.Code {
  static let missingDomain = StateError.Code(rawValue: "no-such-domain")
  /// A domain does not have a key.
  static let missingKey = StateError.Code(rawValue: "no-such-key")
}
