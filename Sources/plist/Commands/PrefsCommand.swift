// `plist prefs`: the preference domains of a container, read and written as the library does it: under
// the lock, key by key. What all of its commands share is here.

internal import ArgumentParser
internal import DurableFiles
internal import PropertyLists
internal import StateStorage
internal import SystemPackage

/// The commands on preferences.
struct PrefsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prefs",
    abstract: "Reads and writes the preferences of an app.",
    discussion: """
      A domain is a property list DOMAIN.plist in the Library/Preferences of a container: that of the
      app with an identifier, or one with all its directories below one. Programs that use the domain
      meanwhile keep what they change, and hear of what is changed here.

      EXAMPLES:
        plist prefs domains --container org.example.notes
        plist prefs read --container org.example.notes org.example.notes
        plist prefs read --root portable settings fontSize
        plist prefs write --root portable settings fontSize 14 --type integer
        plist prefs delete --root portable settings fontSize
      """,
    subcommands: [
      PrefsReadCommand.self, PrefsWriteCommand.self, PrefsDeleteCommand.self,
      PrefsDomainsCommand.self,
    ])
}

/// Where the preferences are.
struct ContainerOptions: ParsableArguments {
  @Option(
    name: .customLong("container"),
    help: ArgumentHelp("The identifier of the app.", valueName: "id"))
  var identifier: String?

  @Option(
    help: ArgumentHelp("The directory that the container is below.", valueName: "dir"),
    completion: .directory)
  var root: String?

  @Flag(
    help: """
      With --container: use the directories that systemd has made for this service. For commands of \
      its unit.
      """)
  var service = false

  func validate() throws {
    if (identifier == nil) == (root == nil) {
      throw ValidationError("either --container or --root says where the container is")
    }
    if service, root != nil {
      throw ValidationError("--service goes with --container: a root has its own directories")
    }
    _ = try ArgumentBytes.text(identifier ?? "")
    _ = try container
  }

  /// The container. Nothing is made.
  var container: AppContainer {
    get throws {
      do throws(StateError) {
        if let root, let path = ArgumentBytes.path(root) { return try AppContainer(root: path) }
        if let root { return try AppContainer(root: root) }
        let environment = AppContainer.Environment.process
        return try AppContainer(
          identifier: identifier ?? "",
          environment: service ? environment : environment.forOtherApps)
      } catch {
        throw ValidationError(error.message)
      }
    }
  }

  /// The preferences of a domain for reading: nothing is made.
  func existing(_ domain: String) throws -> Preferences {
    let path = try Preferences.path(domain: domain, in: container)
    let preferences = Preferences(path: path)
    switch preferences.condition {
    case .missing:
      throw StateError(.missingDomain, "there are no preferences of this domain", path: path)
    case .loaded, .recovered, .unusable: return preferences
    }
  }
}

/// A domain of a container.
struct DomainOptions: ParsableArguments {
  @Argument(help: "The name of the domain.")
  var domain: String

  @OptionGroup var place: ContainerOptions
  @OptionGroup var shared: SharedOptions

  func validate() throws {
    _ = try ArgumentBytes.text(domain)
    do throws(StateError) {
      _ = try Preferences.path(domain: domain, in: AppContainer(root: "/"))
    } catch {
      if error.code == .invalidDomain { throw ValidationError(error.message) }
    }
  }

  /// Does something with preferences; what fails is reported and ends the command.
  func run(_ work: () throws -> Void) throws {
    let path = try? Preferences.path(domain: domain, in: place.container)
    try shared.reporting(path.map { ArgumentBytes.text(of: $0.bytes) } ?? domain, work)
  }

  /// Says what is lost or unusual in preferences that are written as a property list.
  func warn(_ losses: [PlistDiagnostic], of preferences: Preferences) {
    let file = ArgumentBytes.shown(preferences.path)
    for loss in losses {
      shared.printer.report(Diagnostic(file, loss.error, severity: loss.severity), source: [])
    }
  }

  /// Tells of a file whose values are those of an earlier generation.
  func warn(_ preferences: Preferences) {
    guard case .recovered(let generation, let reason) = preferences.condition else { return }
    shared.printer.report(
      Diagnostic(
        ArgumentBytes.shown(preferences.path), reason, severity: .warning,
        message: reason.explanation(replacedBy: generation)), source: [])
  }
}

extension StateError.Code {
  /// There are no preferences of a domain, or a domain has no such key.
  static let missingDomain = StateError.Code(rawValue: "no-such-domain")
  static let missingKey = StateError.Code(rawValue: "no-such-key")
}
