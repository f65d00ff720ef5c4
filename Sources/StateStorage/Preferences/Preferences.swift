// Small values by key that outlive the process, in files that several processes share: the
// interface to a domain, and the search for a value. Relies on `PreferencesFile` for the drive.

public import DurableFiles
public import PropertyLists
internal import Synchronization
public import SystemPackage

/// Preferences of one domain: values by key, in an ordinary property list that other programs can
/// read.
///
/// ```swift
/// let preferences = try Preferences(domain: "org.example.notes", in: container)
/// preferences.register(["fontSize": 12])
/// try preferences.set(14, forKey: "fontSize")
/// let size = try preferences.integer(forKey: "fontSize")
/// ```
///
/// A key is looked up in this order: the arguments passed to ``setArguments(_:)``, the domain, the
/// suites that were added, the administrator's settings, and the registered defaults. The result is
/// nil if none of them contains the key. A value of another type is an error unless
/// ``Options/conversion`` says otherwise, and so is a file that cannot be read.
///
/// The administrator's settings are in the domain's file in ``AppContainer/configuration``. That
/// file is never written, and ``changes()`` does not report it.
///
/// All users of this object see a change immediately. Changes are written together:
/// ``Options/writingDelay`` after the first of them, by `flush()`, when the process exits, and
/// before an ``AppLifecycle`` stops or ends it. Only the changed keys are written, over the current
/// contents of the file, under its lock. If processes change different keys, all changes stay; if
/// they change the same key, the last change written stays.
///
/// Changes by other processes appear within ``Options/checkInterval`` when values are read, and
/// immediately after `refresh()`, after writing, and while ``changes()`` has a listener. A file
/// that is not a dictionary or cannot be read is never overwritten; see ``condition``. A missing
/// file is a domain without values.
public final class Preferences: Sendable {
  let domain: OpenDomain
  private let search = Mutex(Search())

  /// The sources that are searched in addition to the domain. Suites have no search lists, so two
  /// domains that are suites of each other do not form a retain cycle.
  private struct Search {
    var arguments: [String: Plist] = [:]
    var suites: [OpenDomain] = []
    var configuration: OpenDomain?
    var defaults: [String: Plist] = [:]

    /// The domains that are searched after the program's own, in order.
    var lowerDomains: [OpenDomain] { suites + (configuration.map { [$0] } ?? []) }
  }

  /// The options for reading and writing preferences.
  public struct Options: Sendable, Hashable {
    /// The delay between the first unwritten change and writing. Default: half a second.
    public var writingDelay = Duration.milliseconds(500)
    /// The delay between a failure and the next attempt to write. Default: 10 seconds.
    public var retryDelay = Duration.seconds(10)
    /// The time to wait for another process that is writing. Default: 5 seconds.
    public var lockWaiting = Duration.seconds(5)
    /// The minimum time between two checks of whether another process has written the file, which
    /// are made when a value is read. Default: a tenth of a second.
    public var checkInterval = Duration.milliseconds(100)
    /// The maximum size of a file to read, in bytes. Default: 64 MiB.
    public var sizeLimit = 64 << 20
    /// The treatment of a value whose type is not the requested one. Default: an error.
    public var conversion = Conversion.strict

    /// Creates options with the default values.
    public init() {}
  }

  /// The condition of the file when it was last read.
  public enum Condition: Sendable {
    /// There is no file: a domain without values.
    case missing
    /// The file was read.
    case loaded(FileSnapshot.Integrity)
    /// The file is invalid, and the values are those of an earlier generation. Nothing is written
    /// until ``Preferences/replaceUnreadable()`` sets the file aside.
    case recovered(generation: Int, reason: StateError)
    /// The file is invalid, and there is no valid earlier generation: reading a value is an error.
    /// Nothing is written until ``Preferences/replaceUnreadable()`` sets the file aside.
    case unusable(StateError)

    /// The error in the file; nil if there is none.
    public var error: StateError? {
      switch self {
      case .missing, .loaded: nil
      case .recovered(_, let error), .unusable(let error): error
      }
    }
  }

  // MARK: Creating

  /// Opens the preferences of a domain and reads them.
  ///
  /// - Parameters:
  ///   - domain: A name, such as the app's identifier. The file is `DOMAIN.plist` in the
  ///     container's Library/Preferences, accessible only to the user.
  ///   - container: The container of the app; its preferences directory is created.
  ///   - options: The options for reading and writing.
  ///   - clock: The clock that measures the delays.
  /// - Throws: ``StateError/Code/invalidDomain``, or the reason why the directory is not available.
  ///   ``condition`` reports errors in the file.
  public convenience init(
    domain: String, in container: AppContainer, options: Options = Options(),
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(StateError) {
    let name = try PreferenceDomain.fileName(domain)
    self.init(
      path: try container.path(name, in: .preferences), options: options, clock: clock,
      in: container.system)
    guard let configuration = container.configuration?.appending(name) else { return }
    search.withLock {
      $0.configuration = Self.open(
        configuration, options: options, clock: clock, for: .reading, in: container.system)
    }
  }

  /// Opens the preferences in a file, which need not exist, and reads them. The working directory
  /// must not change while a relative path is in use.
  public convenience init(
    path: FilePath, options: Options = Options(), clock: any Clock<Duration> = ContinuousClock()
  ) { self.init(path: path, options: options, clock: clock, in: POSIXFileSystem()) }

  /// Opens the preferences in a file of a given file system.
  package init(
    path: FilePath, options: Options = Options(), clock: any Clock<Duration> = ContinuousClock(),
    in system: any FileSystem
  ) { domain = Self.open(path, options: options, clock: clock, for: .writing, in: system) }

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

  /// The condition of the file when it was last read.
  public var condition: Condition { domain.state.withLock { $0.contents.condition } }

  /// Whether there are unwritten changes.
  public var hasUnwrittenChanges: Bool { domain.state.withLock { !$0.pending.isEmpty } }

  /// The reason why the last write failed; nil if it succeeded.
  public var failure: StateError? { domain.state.withLock { $0.failure } }

  // MARK: The search list

  /// Makes values from the program's arguments, such as `-fontSize 14`, take precedence over all
  /// others. They are neither written nor reported by ``changes()``, and they replace those of an
  /// earlier call.
  ///
  /// As in `UserDefaults`, an argument that begins with `-` is a key, and the next one is its value
  /// if it does not: text without leading and trailing white space, or a property list in XML or
  /// OpenStep format. For example, `--output file` sets the key `-output`.
  public func setArguments(_ arguments: [String] = CommandLine.arguments) {
    let values = ArgumentDomain.values(arguments)
    search.withLock { $0.arguments = values }
  }

  /// Registers default values, which are used if no other value is set and are not written.
  /// Defaults that were registered for other keys stay.
  public func register(_ defaults: [String: Plist]) {
    search.withLock { $0.defaults.merge(defaults) { $1 } }
  }

  /// Adds another domain to the search list, after the suites that were added earlier. Its own
  /// suites and defaults are not searched.
  public func addSuite(_ suite: Preferences) {
    let added = suite.domain
    if added === domain { return }
    search.withLock { search in
      if !search.suites.contains(where: { $0 === added }) { search.suites.append(added) }
    }
  }

  /// Removes a domain that ``addSuite(_:)`` added.
  public func removeSuite(_ suite: Preferences) {
    let removed = suite.domain
    search.withLock { $0.suites.removeAll { $0 === removed } }
  }

  /// Returns the value of a key as it is stored, of any type.
  ///
  /// - Throws: ``StateError`` if a file that is searched before the key is found could not be read.
  public func plist(forKey key: String) throws(StateError) -> Plist? { try find(key)?.stored.plist }

  /// The treatment of values whose type is not the requested one.
  var conversion: Conversion { domain.options.conversion }

  /// Returns the value of a key, and the rules for reading it.
  func find(_ key: String) throws(StateError) -> (
    stored: StoredPreference, reading: PreferenceReading
  )? {
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

  /// The sorted keys in this domain itself.
  ///
  /// - Throws: ``StateError`` if its file could not be read.
  public var keys: [String] { get throws(StateError) { try domain.values().keys.sorted() } }

  /// The values in this domain itself, as a dictionary with sorted keys.
  ///
  /// - Throws: ``StateError`` if its file could not be read.
  public var domainRepresentation: Plist {
    get throws(StateError) { .dictionary(try domain.values(), isSorted: true) }
  }

  /// The values in the entire search list, as a dictionary with sorted keys.
  ///
  /// - Throws: ``StateError`` if a file could not be read.
  public var dictionaryRepresentation: Plist {
    get throws(StateError) {
      let (arguments, lower, defaults) = search.withLock {
        ($0.arguments, $0.lowerDomains, $0.defaults)
      }
      var values = defaults
      for domain in lower.reversed() + [domain] { values.merge(try domain.values()) { $1 } }
      values.merge(arguments) { $1 }
      return .dictionary(values, isSorted: true)
    }
  }
}
