// A graph of mutable objects that saves itself. The graph lives on an actor and is encoded there in
// increments; everything else happens on other threads. Relies on `GraphStore` for the file.

package import DurableFiles
internal import KeyedArchives
public import Observation
public import StateStorage
public import SystemPackage

/// A graph of mutable objects on an actor, loaded once and saved after changes.
///
/// ```swift
/// final class Card: Codable { var question = "", answer = "", rightCount = 0 }
///
/// @MainActor func study() async throws {
///   let deck = try SavedGraph(path: path, format: .keyedArchive(), initial: [Card]())
///   deck.change { $0.append(Card()) }                   // saved within a second or so
///   deck.change(deck.root[0]) { $0.rightCount += 1 }    // the same, without restarting a save
///   try await deck.save()                               // saved now, durably
/// }
/// ```
///
/// The objects need not be `Sendable`, and this object is not: it lives on the actor on which it
/// was created, the main actor in most programs. The graph is encoded there, in increments of about
/// ten milliseconds. Between them, the actor can do other work. The archive is laid out, verified
/// and written on other threads.
///
/// Make every change inside `change`, or announce it before you make it. If the change names its
/// object, a save in progress encodes that object as it was before and continues. After any other
/// change, the save starts over, three times at most; then it encodes the graph without a pause.
/// Each archive therefore contains the graph as it was between two changes. A change that was not
/// announced is saved with the next announced change or never, and an archive may contain only part
/// of it; see ``detectsUnannouncedChanges``.
///
/// If another process has saved since, its graph is adopted if nothing was changed here; otherwise,
/// the ``GraphConflictPolicy`` decides. `AppLifecycle.keep(_:)` saves for an app that enters the
/// background or ends. Views can observe ``root``, ``hasUnsavedChanges`` and ``failure`` with
/// `withObservationTracking`.
public final class SavedGraph<Root>: Observable {
  let format: GraphFormat<Root>
  let schema: StateSchema
  let conflicts: GraphConflictPolicy<Root>
  let store: GraphStore
  private let observers = SaveObservers()

  var current: Root
  var account: SaveAccount
  /// The encoding in progress.
  var encoding: GraphEncoding?
  /// The number of objects in the last encoding.
  var expectedObjects = 0
  /// Whether a save or a reload is in progress, and the tasks that wait for its end.
  var isBusy = false
  var waiting: [CheckedContinuation<Void, Never>] = []
  /// A reference to this object while a change waits to be saved, so that the graph is saved even
  /// if its owner releases it.
  var selfUntilSaved: SavedGraph?
  /// Whether there is a file that could not be loaded and that the next save sets aside.
  var startsOver: Bool
  /// The archive that was last loaded or saved, for a policy that merges; nil if there was none.
  var base: ArchivedGraph?
  /// The bytes of the last encoding of the graph, for detecting changes that were not announced.
  var lastBytes: [UInt8]?

  /// Whether saves check for changes that were not announced. Such a change is saved too, and then
  /// the save throws `StateError.Code.unannouncedChange`. Default: true only in debug builds,
  /// because the check encodes the graph a second time for each save.
  public var detectsUnannouncedChanges: Bool {
    didSet { if !detectsUnannouncedChanges { lastBytes = nil } }
  }

  /// Loads a graph and blocks while it waits for the drive.
  ///
  /// - Parameters:
  ///   - path: The file; a relative path starts at the working directory.
  ///   - format: The format of the file.
  ///   - schema: The version of the graph and the migrations from older ones.
  ///   - options: The options for loading and saving.
  ///   - initial: The graph of the first launch. It is not saved until it is changed.
  ///   - overwriting: The contents that the first save may replace. With
  ///     `StateOverwriting.anything`, a file whose graph cannot be loaded is not an error:
  ///     ``root`` is the initial graph, ``recovery`` reports the reason, and the first save sets
  ///     the file aside.
  ///   - policy: The timing of automatic saves.
  ///   - conflicts: The policy for a save if another writer has saved and the graph was changed
  ///     here too.
  ///   - clock: The clock that measures the delays.
  ///   - isolation: The actor of the graph.
  /// - Throws: `StateError` if there is a file whose graph could not be loaded, or
  ///   `StateError.Code.noActor`.
  public convenience init(
    path: FilePath, format: GraphFormat<Root>, schema: StateSchema = StateSchema(),
    options: StateStoreOptions = StateStoreOptions(), initial: Root,
    over overwriting: StateOverwriting = .known, autosave policy: AutosavePolicy = AutosavePolicy(),
    conflicts: GraphConflictPolicy<Root> = .fail, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      path: path, format: format, schema: schema, options: options, initial: initial,
      over: overwriting, autosave: policy, conflicts: conflicts, clock: clock,
      in: POSIXFileSystem(), isolation: isolation)
  }

  /// Loads a graph from a given file system.
  package convenience init(
    path: FilePath, format: GraphFormat<Root>, schema: StateSchema = StateSchema(),
    options: StateStoreOptions = StateStoreOptions(), initial: Root,
    over overwriting: StateOverwriting = .known, autosave policy: AutosavePolicy = AutosavePolicy(),
    conflicts: GraphConflictPolicy<Root> = .fail, clock: any Clock<Duration> = ContinuousClock(),
    in system: any FileSystem, isolation: isolated (any Actor)? = #isolation
  ) throws {
    let refused = RefusedArchives(generations: options.previousGenerations)
    let store = StateStore<ArchivedGraph>(
      path: path, format: .graphs(format.options.outputFormat, refusing: refused), schema: schema,
      options: options, in: system)
    try self.init(
      store, refused: refused, format: format, initial: initial, overwriting: overwriting,
      policy: policy, conflicts: conflicts, clock: clock, isolation: isolation)
  }

  /// Loads a graph from memory, which behaves like a file.
  ///
  /// - Parameters:
  ///   - file: The memory, which several graphs can share.
  ///   - format: The format in which the graph is encoded.
  ///   - schema: The version of the graph and the migrations from older ones.
  ///   - initial: The graph for the first launch.
  ///   - overwriting: The contents that the first save may replace, as for a file.
  ///   - policy: The timing of automatic saves.
  ///   - conflicts: The policy for a save if another writer has saved and the graph was changed
  ///     here too.
  ///   - clock: The clock that measures the delays.
  ///   - isolation: The actor of the graph.
  /// - Throws: The same errors as the initializer with a path.
  public convenience init(
    inMemory file: InMemoryStateFile, format: GraphFormat<Root>,
    schema: StateSchema = StateSchema(), initial: Root, over overwriting: StateOverwriting = .known,
    autosave policy: AutosavePolicy = AutosavePolicy(),
    conflicts: GraphConflictPolicy<Root> = .fail, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    let refused = RefusedArchives(generations: 0)
    let store = StateStore<ArchivedGraph>(
      inMemory: file, format: .graphs(format.options.outputFormat, refusing: refused),
      schema: schema)
    try self.init(
      store, refused: refused, format: format, initial: initial, overwriting: overwriting,
      policy: policy, conflicts: conflicts, clock: clock, isolation: isolation)
  }

  private init(
    _ file: StateStore<ArchivedGraph>, refused: RefusedArchives, format: GraphFormat<Root>,
    initial: Root, overwriting: StateOverwriting, policy: AutosavePolicy,
    conflicts: GraphConflictPolicy<Root>, clock: any Clock<Duration>,
    isolation: isolated (any Actor)?
  ) throws {
    guard isolation != nil else {
      throw StateError(
        .noActor, message: "a graph of mutable objects must be created on an actor",
        suggestion: "create it on the main actor or another actor", path: file.path)
    }
    let (requests, request) = AsyncStream.makeStream(of: GraphRequest.self)
    let (pings, ping) = AsyncStream.makeStream(of: GraphAnswer.self)
    store = GraphStore(
      file, format: format, refused: refused, autosave: policy, clock: clock, requests: request,
      pings: ping)
    (self.format, self.conflicts, schema) = (format, conflicts, file.schema)
    #if DEBUG
      detectsUnannouncedChanges = true
    #else
      detectsUnannouncedChanges = false
    #endif
    // Loads the newest generation that can be decoded.
    var load = store.load()
    var root: Root?
    while let archived = load.state {
      root = try? store.decodedOrRefused(archived, format: format, schema: file.schema)
      if root != nil { break }
      load = store.load()
    }
    if root == nil, let error = load.error, overwriting == .known { throw error }
    self.startsOver = root == nil && load.error != nil
    current = root ?? initial
    account = SaveAccount(load, isStored: load.isStored(by: file))
    if conflicts.mergeFunction != nil { base = load.state }
    if detectsUnannouncedChanges { lastBytes = try? bytesWithoutPause() }
    fulfill(requests, isolation: isolation)
    Task {
      _ = isolation
      for await ping in pings { ping.give(.success(.done)) }
    }
  }

  deinit { store.end() }

  /// Performs the requests of other threads while this object exists.
  private func fulfill(_ requests: AsyncStream<GraphRequest>, isolation: isolated (any Actor)?) {
    Task { [weak self] in
      _ = isolation
      for await request in requests {
        if let self {
          await self.fulfill(request, isolation: isolation)
        } else {
          request.reply?(.success(.graphIsGone))
        }
      }
    }
  }

  // MARK: The graph

  /// The current graph. Use `change` to change it. If another writer has saved, another graph may
  /// replace it.
  public var root: Root {
    observers.noteReading(.value)
    return current
  }

  /// Changes the graph and schedules a save. A save in progress starts over; to avoid that for a
  /// change to one object, use `change(_:_:)`.
  ///
  /// - Parameter body: Changes the root or any of its objects; it must not use this `SavedGraph`.
  public func change<Result, Failure: Error>(_ body: (inout Root) throws(Failure) -> Result)
    throws(Failure) -> Result
  {
    encoding?.isStale = true
    return try observers.changeValue { () throws(Failure) in
      defer { noteChange() }
      return try body(&current)
    }
  }

  /// Changes one object of the graph and schedules a save.
  ///
  /// - Parameters:
  ///   - object: The object, which may be one that the change adds to the graph.
  ///   - body: Changes that object, and no other object that a save may have to encode.
  public func change<Object: AnyObject, Result, Failure: Error>(
    _ object: Object, body: (Object) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    willChange(object)
    return try observers.changeValue { () throws(Failure) in try body(object) }
  }

  /// Announces a change of one object of the graph, as in its `willSet`, and schedules a save. Make
  /// the change before the next suspension point. If several objects change, announce each of them.
  public func willChange(_ object: AnyObject) {
    encoding?.encode(object)
    noteChange()
  }

  private func noteChange() {
    let wasSaved = !account.hasUnsavedChanges
    account.changes += 1
    selfUntilSaved = self
    store.noteChange(account.changes)
    if wasSaved { notify(.unsavedChanges) }
  }

  /// Counts a change that the save in progress has made or detected.
  func countChange() {
    account.changes += 1
    store.noteChanges(account.changes)
  }

  // MARK: Results of loading and saving

  /// The source of the graph when it was last loaded; nil on the first launch.
  public var source: StateSource? { account.source }

  /// The error in the file if the graph was loaded from an earlier generation or started from
  /// scratch; nil otherwise. Show it to the user: some changes are lost.
  public var recovery: StateError? { account.recovery }

  /// Whether there are unsaved changes.
  public var hasUnsavedChanges: Bool {
    observers.noteReading(.unsavedChanges)
    return account.hasUnsavedChanges
  }

  /// The reason why the last save failed; nil if it succeeded.
  public var failure: StateError? {
    observers.noteReading(.failure)
    return account.failure
  }

  func notify(_ changed: SaveAccount.AccountChanges) { observers.notify(changed) }
}
