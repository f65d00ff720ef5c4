// Small values by key that outlive the process, in files that several processes share: what callers
// see of a domain, and where a value is looked for. Relies on `PreferencesFile` for the drive.

public import DurableFiles
public import PropertyLists
internal import Synchronization
public import SystemPackage

/// Preferences of one domain: values by key, in an ordinary property list that other programs read.
///
/// ```swift
/// let preferences = try Preferences(domain: "org.example.notes", in: container)
/// preferences.register(["fontSize": 12])
/// try preferences.set(14, forKey: "fontSize")
/// let size = try preferences.integer(forKey: "fontSize")
/// ```
///
/// A key is looked for among the arguments that ``setArguments(_:)`` was given, in the domain, in the
/// suites that were added, in the administrator's settings, then in the registered defaults. Nil means
/// that it is in none of them; a value of another type is an error unless ``Options/conversion`` says
/// otherwise, and so is a file that cannot be read.
///
/// The administrator's settings are the file of the domain in ``AppContainer/configuration``, the directory
/// that `CONFIGURATION_DIRECTORY` names in a service of systemd. It is never written, and ``changes()``
/// does not report it.
///
/// A change is there at once for those who use this object. It is written some time later, once for
/// all changes made meanwhile: ``Options/writingDelay`` after the first of them, by `flush()`,
/// when the process exits, and before an ``AppLifecycle`` stops or ends it. Only the changed keys are
/// written, over what the file has then, under the lock of the file: processes that change different
/// keys both keep theirs, and of one key the last to be written stays.
///
/// What others write is seen soon: when a value is read, the file is looked at if that was
/// ``Options/checkInterval`` ago or another object of this process has written meanwhile. It is seen
/// at once after `refresh()`, after writing, and while ``changes()`` has a listener. A file that is
/// not a dictionary or cannot be read is never written over, see ``condition``; one that is not there is a
/// domain without values.
public final class Preferences: Sendable {
  let domain: OpenDomain
  private let search = Mutex(Search())

  /// What is searched in addition to the domain. Suites are kept without their own search
  /// lists, which do not count: two that have each other as suites keep nobody alive.
  private struct Search {
    var arguments: [String: Plist] = [:]
    var suites: [OpenDomain] = []
    var configuration: OpenDomain?
    var defaults: [String: Plist] = [:]

    /// The domains that are searched after the program's own, in this order.
    var lowerDomains: [OpenDomain] { suites + (configuration.map { [$0] } ?? []) }
  }

  /// How preferences are kept.
  public struct Options: Sendable, Hashable {
    /// How long after the first unwritten change they are written. Default: half a second.
    public var writingDelay = Duration.milliseconds(500)
    /// How long after a failure writing is tried again. Default: 10 seconds.
    public var retryDelay = Duration.seconds(10)
    /// How long another process that writes is waited for. Default: 5 seconds.
    public var lockWaiting = Duration.seconds(5)
    /// How long after the file was looked at last a reading looks again whether another process has
    /// written it. Default: a tenth of a second.
    public var checkInterval = Duration.milliseconds(100)
    /// The largest file that is read, in bytes. Default: 64 MiB.
    public var sizeLimit = 64 << 20
    /// How a value is read that has another type than was asked for. Default: it is an error.
    public var conversion = Conversion.strict

    /// The default choices.
    public init() {}
  }

  /// What was found when the file was read last.
  public enum Condition: Sendable {
    /// There is no file, which is a domain without values.
    case missing
    /// The file was read.
    case loaded(FileSnapshot.Integrity)
    /// The file is no good, and the values are those of an earlier generation. Nothing is written
    /// until ``Preferences/replaceUnreadable()`` puts the file aside.
    case recovered(generation: Int, reason: StateError)
    /// The file is no good, and there is no earlier generation: looking for a value is an error.
    /// Nothing is written until ``Preferences/replaceUnreadable()`` puts the file aside.
    case unusable(StateError)

    /// What is wrong with the file; nil when nothing is.
    public var error: StateError? {
      switch self {
      case .missing, .loaded: nil
      case .recovered(_, let error), .unusable(let error): error
      }
    }
  }

  // MARK: Making

  /// The preferences of a domain, read now.
  ///
  /// - Parameters:
  ///   - domain: A name, such as the app's identifier: the file is `DOMAIN.plist` in the container's
  ///     Library/Preferences, with permissions for the user alone.
  ///   - container: Where the app keeps its files; its directory is made.
  ///   - options: How the preferences are kept.
  ///   - clock: What measures the delays.
  /// - Throws: ``StateError/Code/invalidDomain``, or why there is no directory. What is wrong with
  ///   the file is told by ``condition``.
  public convenience init(
    domain: String, in container: AppContainer, options: Options = Options(),
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(StateError) {
    let name = try PreferenceDomain.fileName(domain)
    let path = try container.path(name, in: .preferences)
    self.init(path: path, options: options, clock: clock, in: container.system)
    guard let configuration = container.configuration?.appending(name) else { return }
    search.withLock {
      $0.configuration = Self.open(
        configuration, options: options, clock: clock, for: .reading, in: container.system)
    }
  }

  /// The preferences in a file, which need not exist, read now.
  ///
  /// - Parameters:
  ///   - path: The file; a relative path must go on meaning the same.
  ///   - options: How the preferences are kept.
  ///   - clock: What measures the delays.
  public convenience init(
    path: FilePath, options: Options = Options(), clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(path: path, options: options, clock: clock, in: POSIXFileSystem())
  }

  /// The preferences in a file of a given file system.
  package init(
    path: FilePath, options: Options = Options(), clock: any Clock<Duration> = ContinuousClock(),
    in system: any FileSystem
  ) {
    domain = Self.open(path, options: options, clock: clock, for: .writing, in: system)
  }

  private static func open(
    _ path: FilePath, options: Options, clock: any Clock<Duration>,
    for purpose: OpenDomain.DomainAccess, in system: any FileSystem
  ) -> OpenDomain {
    var storing = StateStoreOptions()
    storing.lockWaiting = options.lockWaiting
    storing.sizeLimit = options.sizeLimit
    let file = PreferencesFile(backend: FileBackend(path: path, options: storing, system: system))
    return OpenDomain(file, options: options, clock: clock, for: purpose)
  }

  /// The file.
  public var path: FilePath { domain.file.backend.path }

  /// What was found when the file was read last.
  public var condition: Condition { domain.state.withLock { $0.contents.condition } }

  /// Whether there are changes that are not written.
  public var hasUnwrittenChanges: Bool { domain.state.withLock { !$0.pending.isEmpty } }

  /// Why the last writing failed; nil after one that succeeded.
  public var failure: StateError? { domain.state.withLock { $0.failure } }

  // MARK: The search list

  /// Makes values from the program's arguments, such as `-fontSize 14`, take precedence over all others.
  /// They are not written, and replace those of an earlier call. ``changes()`` does not report them.
  ///
  /// - Parameter arguments: The arguments of the program; the first need not be its name. An argument
  ///   that begins with `-`, and the next one if it does not, are a key and its value, as `UserDefaults`
  ///   takes them: text without white space at its ends, or a property list in XML or OpenStep form. So
  ///   `--output file` is a value of the key `-output`.
  public func setArguments(_ arguments: [String] = CommandLine.arguments) {
    let values = ArgumentDomain.values(arguments)
    search.withLock { $0.arguments = values }
  }

  /// Sets values that hold where no other is set; those of other keys stay. They are not written.
  public func register(_ defaults: [String: Plist]) {
    search.withLock { $0.defaults.merge(defaults) { $1 } }
  }

  /// Has the values of another domain looked at where this one has none, after suites that were
  /// added before. Its own suites and defaults do not count.
  public func addSuite(_ suite: Preferences) {
    let added = suite.domain
    if added === domain { return }
    search.withLock { search in
      if !search.suites.contains(where: { $0 === added }) { search.suites.append(added) }
    }
  }

  /// Undoes ``addSuite(_:)``.
  public func removeSuite(_ suite: Preferences) {
    let removed = suite.domain
    search.withLock { $0.suites.removeAll { $0 === removed } }
  }

  /// The value of a key as it stands, whatever its type.
  ///
  /// - Throws: ``StateError`` when a file that comes before it in the search list could not be read.
  public func plist(forKey key: String) throws(StateError) -> Plist? { try find(key)?.stored.plist }

  /// How values of another type are read.
  var conversion: Conversion { domain.options.conversion }

  /// The value of a key, and how it is read.
  func find(
    _ key: String
  ) throws(StateError) -> (stored: StoredPreference, reading: PreferenceReading)? {
    let reading: PreferenceReading = conversion == .userDefaults ? .userDefaults : .strict
    let (argument, lower, registered) = search.withLock {
      ($0.arguments[key], $0.lowerDomains, $0.defaults[key])
    }
    if let argument {
      return (StoredPreference(argument), reading == .strict ? .argument : reading)
    }
    for domain in [domain] + lower {
      switch domain.find(key) {
      case .found(let stored): return (stored, reading)
      case .missing: continue
      case .unknown(let error): throw error
      }
    }
    return registered.map { (StoredPreference($0), reading) }
  }

  /// The keys that this domain has itself, sorted.
  ///
  /// - Throws: ``StateError`` when its file could not be read.
  public var keys: [String] { get throws(StateError) { try domain.values().keys.sorted() } }

  /// The values of this domain itself, as a dictionary with its keys in order.
  ///
  /// - Throws: ``StateError`` when its file could not be read.
  public var domainRepresentation: Plist {
    get throws(StateError) { .dictionary(try domain.values(), isSorted: true) }
  }

  /// The values of all that is searched, as a dictionary with its keys in order.
  ///
  /// - Throws: ``StateError`` when a file could not be read.
  public var dictionaryRepresentation: Plist {
    get throws(StateError) {
      let (arguments, lower, defaults) = search.withLock {
        ($0.arguments, $0.lowerDomains, $0.defaults)
      }
      var values = defaults
      for domain in lower.reversed() + [domain] {
        values.merge(try domain.values()) { $1 }
      }
      values.merge(arguments) { $1 }
      return .dictionary(values, isSorted: true)
    }
  }
}
