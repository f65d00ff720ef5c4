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

      The words are DOMAIN, KEY and VALUE. With --key KEY, the domain is the identifier of --container,
      and the only word is VALUE. Without --container and --root, DOMAIN is the path of a file, which
      has a / or ends in .plist.

      KEY is a key of the domain, or else the path of a value in one, as plist get has it: a key that
      exists as a whole is that key, also where it contains dots. A new key that contains dots is
      quoted: '"window.width"'.

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
    if identifier != nil, root != nil {
      throw ValidationError("--container and --root cannot be given together")
    }
    if service, root != nil {
      throw ValidationError("--service goes with --container: a root has its own directories")
    }
    _ = try ArgumentBytes.text(identifier ?? "")
    if isGiven { _ = try container }
  }

  /// Whether there is a container.
  var isGiven: Bool { identifier != nil || root != nil }

  /// Throws where no container is given.
  func requireContainer() throws {
    if !isGiven {
      throw ValidationError("either --container or --root says where the container is")
    }
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
}

/// Where preferences are, and the words that lead to one of them.
struct DomainOptions: ParsableArguments {
  @Argument(help: "The name of the domain, or the path of a file.")
  var domain: String?

  @Option(
    name: .customLong("key"),
    help: ArgumentHelp("The key; the domain is the identifier of --container.", valueName: "key"))
  var keyOption: String?

  @OptionGroup var place: ContainerOptions
  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if keyOption != nil, place.identifier == nil {
      throw ValidationError("--key needs --container, whose identifier is the domain")
    }
  }

  /// The preferences that the words mean.
  ///
  /// - Parameter further: The words after the first.
  func target(_ further: String?...) throws -> PrefsTarget {
    let words = ([domain] + further).compactMap(\.self)
    if let keyOption {
      return try PrefsTarget(
        location: location(nil), key: ArgumentBytes.text(keyOption),
        value: words.map(ArgumentBytes.text), shared: shared)
    }
    return try PrefsTarget(
      location: location(words.first), key: words.dropFirst().first.map(ArgumentBytes.text),
      value: words.dropFirst(2).map(ArgumentBytes.text), shared: shared)
  }

  private func location(_ word: String?) throws -> PrefsTarget.Location {
    guard place.isGiven else {
      guard let word else {
        throw ValidationError("DOMAIN is missing; --container or --root says where domains are")
      }
      guard Self.isFile(word) else {
        throw ValidationError(
          "“\(ArgumentBytes.shown(word).shortened)” is not the path of a file, which has a / or ends "
            + "in .plist; --container or --root says where domains are")
      }
      return .file(ArgumentBytes.filePath(word))
    }
    guard let domain = try word.map(ArgumentBytes.text) ?? place.identifier else {
      throw ValidationError("DOMAIN is missing")
    }
    do throws(StateError) {
      _ = try Preferences.path(domain: domain, in: AppContainer(root: "/"))
    } catch {
      if error.code == .invalidDomain { throw ValidationError(error.message) }
    }
    return .domain(domain, place)
  }

  /// Whether a word is the path of a file, not the name of a domain.
  private static func isFile(_ word: String) -> Bool {
    word.utf8.contains(UInt8(ascii: "/")) || word.hasSuffix(".plist")
  }
}

/// The preferences that a command is about.
struct PrefsTarget {
  /// Where the preferences are.
  enum Location {
    case domain(String, ContainerOptions)
    case file(FilePath)
  }

  let location: Location
  /// The key, or the path of a value.
  let key: String?
  /// The words after the key.
  let value: [String]
  let shared: SharedOptions

  /// Throws where there are more words than a command takes.
  func check(takesValue: Bool) throws {
    guard let extra = value.dropFirst(takesValue ? 1 : 0).first else { return }
    throw ValidationError("there is one word too many, “\(extra.shortened)”")
  }

  private var path: FilePath {
    get throws {
      switch location {
      case .domain(let domain, let place): try Preferences.path(domain: domain, in: place.container)
      case .file(let path): path
      }
    }
  }

  /// The preferences for reading: nothing is made.
  func existing() throws -> Preferences {
    let path = try path
    let preferences = Preferences(path: path)
    guard case .missing = preferences.condition else { return preferences }
    if case .file = location {
      throw StateError(.missingFile, message: "there is no such file", path: path)
    }
    throw StateError(.missingDomain, message: "there are no preferences of this domain", path: path)
  }

  /// The preferences for writing: the directories of a container are made.
  func writable() throws -> Preferences {
    switch location {
    case .domain(let domain, let place): try Preferences(domain: domain, in: place.container)
    case .file(let path): Preferences(path: path)
    }
  }

  /// Does something with preferences; what fails is reported and ends the command.
  func run(_ work: () throws -> Void) throws {
    let path = try? path
    try shared.reporting(path.map { ArgumentBytes.text(of: $0.bytes) } ?? "", work)
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
