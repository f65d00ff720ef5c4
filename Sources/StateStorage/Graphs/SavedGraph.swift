// A graph of mutable objects that saves itself: it lives on an actor and is encoded there, piece by piece; all
// else is done on other threads. Relies on `GraphStore` for the file.

package import DurableFiles
internal import KeyedArchives
public import Observation
public import SystemPackage

/// A graph of mutable objects on an actor, which is loaded once and saved after changes.
///
/// ```swift
/// final class Card: Codable { var question = "", answer = "", rightCount = 0 }
///
/// @MainActor func study() async throws {
///   let deck = try SavedGraph(path: path, format: .keyedArchive(), initial: [Card]())
///   deck.change { $0.append(Card()) }                   // saved within a second or so
///   deck.change(deck.root[0]) { $0.rightCount += 1 }    // the same, and a save need not begin anew
///   try await deck.save()                               // saved now, durably
/// }
/// ```
///
/// The objects need not be `Sendable`, and neither is this object: it lives on the actor on which it was
/// made, the main actor in most programs. There the graph is encoded, in pieces of about
/// ten milliseconds, between which the actor does other things. Its archive is laid out, checked and written
/// on other threads.
///
/// Every change is made inside `change`, or announced before it is made. Where the change names its object,
/// a save that is under way encodes that object as it was, if it has not done so yet, and goes on. After a
/// change that names none it begins anew, three times at most; then it encodes the graph without a
/// pause. So each archive is the graph as it was at one moment between two changes. What is changed
/// otherwise is saved with the next change, or never, and may be in an archive in part: in debug builds saves
/// look for such changes, see ``detectsUnannouncedChanges``.
///
/// When another process has saved since, the ``GraphConflictPolicy`` says what is done; where nothing was
/// changed here, what it has saved is taken over. `AppLifecycle.keep(_:)` saves for an app that leaves or
/// ends. Views may observe ``root``, ``hasUnsavedChanges`` and ``failure`` by `withObservationTracking`.
public final class SavedGraph<Root>: Observable {
  let format: GraphFormat<Root>
  let schema: StateSchema
  let conflicts: GraphConflictPolicy<Root>
  let store: GraphStore
  private let observers = SaveObservers()

  var current: Root
  var account: SaveAccount
  /// The encoding under way.
  var encoding: GraphEncoding?
  /// How many objects were encoded last.
  var expectedObjects = 0
  /// Whether a save or a reload is under way, and those who wait for its end.
  var isBusy = false
  var waiting: [CheckedContinuation<Void, Never>] = []
  /// This object, as long as a change waits to be saved: who lets go of it wants it saved all the same.
  var keptUntilSaved: SavedGraph?
  /// Whether there is a file that could not be loaded, and the next save puts it aside.
  var startsOver: Bool
  /// The archive that was loaded or saved last, for a policy that merges; nil where there was none.
  var base: ArchivedGraph?
  /// The bytes that the graph was encoded to last, to find changes that were not announced.
  var lastBytes: [UInt8]?

  /// Whether saves look for changes that were not announced. Default: in debug builds alone, as the graph
  /// is then encoded again by saves that would have nothing to do, and twice by the others.
  ///
  /// Where one is found, the graph is saved with it, and then the save throws
  /// ``StateError/Code/unannouncedChange``.
  public var detectsUnannouncedChanges = SavedGraph.isDebugBuild {
    didSet { if !detectsUnannouncedChanges { lastBytes = nil } }
  }

  private static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  /// Loads a graph, and waits for the drive meanwhile.
  ///
  /// - Parameters:
  ///   - path: The file; a relative path starts at the working directory.
  ///   - format: How the graph is stored in it.
  ///   - schema: The version of the graph and the way from older ones.
  ///   - options: How the file is kept.
  ///   - initial: The graph of the first launch. It is saved when it is changed.
  ///   - overwriting: What the first save may replace. With ``StateOverwriting/anything``, a file whose graph
  ///     cannot be had does not make this fail: ``root`` is the initial one, ``recovery`` says why, and the
  ///     first save puts the file aside.
  ///   - policy: When changes are saved.
  ///   - conflicts: What a save does where another writer has saved and the graph was changed here too.
  ///   - clock: What measures the delays.
  ///   - isolation: The actor of the graph.
  /// - Throws: ``StateError`` where there is a file whose graph could not be had; or
  ///   ``StateError/Code/noActor``.
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
      in: POSIXFileSystem(),
      isolation: isolation)
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
      path: path, format: .graphs(format.options.outputFormat, refusing: refused),
      schema: schema, options: options, in: system)
    try self.init(
      store, refused: refused, format: format, initial: initial, overwriting: overwriting,
      policy: policy, conflicts: conflicts, clock: clock,
      isolation: isolation)
  }

  /// Loads a graph from memory, which behaves like a file.
  ///
  /// - Parameters:
  ///   - file: The memory; several graphs may have the same.
  ///   - format: How the graph is encoded.
  ///   - schema: The version of the graph and the way from older ones.
  ///   - initial: The graph of the first launch.
  ///   - overwriting: What the first save may replace, as for a file.
  ///   - policy: When changes are saved.
  ///   - conflicts: What a save does where another writer has saved and the graph was changed here too.
  ///   - clock: What measures the delays.
  ///   - isolation: The actor of the graph.
  /// - Throws: As the initializer with a path.
  public convenience init(
    inMemory file: InMemoryStateFile, format: GraphFormat<Root>,
    schema: StateSchema = StateSchema(), initial: Root,
    over overwriting: StateOverwriting = .known, autosave policy: AutosavePolicy = AutosavePolicy(),
    conflicts: GraphConflictPolicy<Root> = .fail, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    let refused = RefusedArchives(generations: 0)
    let store = StateStore<ArchivedGraph>(
      inMemory: file, format: .graphs(format.options.outputFormat, refusing: refused),
      schema: schema)
    try self.init(
      store, refused: refused, format: format, initial: initial, overwriting: overwriting,
      policy: policy, conflicts: conflicts, clock: clock,
      isolation: isolation)
  }

  private init(
    _ file: StateStore<ArchivedGraph>, refused: RefusedArchives, format: GraphFormat<Root>,
    initial: Root, overwriting: StateOverwriting,
    policy: AutosavePolicy,
    conflicts: GraphConflictPolicy<Root>, clock: any Clock<Duration>,
    isolation: isolated (any Actor)?
  ) throws {
    guard isolation != nil else {
      throw StateError(
        .noActor, message: "a graph of mutable objects lives on an actor",
        suggestion: "make it on the main actor or on another one", path: file.path)
    }
    let (wishes, wish) = AsyncStream.makeStream(of: GraphRequest.self)
    let (signs, sign) = AsyncStream.makeStream(of: GraphAnswer.self)
    store = GraphStore(
      file, format: format, refused: refused, autosave: policy, clock: clock, wishes: wish,
      signs: sign)
    (self.format, self.conflicts, schema) = (format, conflicts, file.schema)
    let (load, root) = try Self.load(store, format: format, schema: file.schema)
    if root == nil, let error = load.error, overwriting == .known { throw error }
    self.startsOver = root == nil && load.error != nil
    current = root ?? initial
    account = SaveAccount(load, isStored: load.isStored(by: file))
    if conflicts.mergeFunction != nil { base = load.state }
    if detectsUnannouncedChanges { lastBytes = try? bytesInOneHold() }
    fulfill(wishes, isolation: isolation)
    Task {
      _ = isolation
      for await sign in signs { sign.give(.success(.done)) }
    }
  }

  deinit { store.end() }

  /// Loads the newest generation that can be decoded.
  private static func load(
    _ store: GraphStore, format: GraphFormat<Root>, schema: StateSchema
  ) throws(StateError) -> (StateLoad<ArchivedGraph>, Root?) {
    while true {
      let load = store.load()
      guard let archived = load.state else { return (load, nil) }
      do throws(StateError) {
        return (load, try store.decoded(archived, format: format, schema: schema))
      } catch {
        store.refuse(archived, because: error)
      }
    }
  }

  /// Does what other threads wish for, as long as this object is there.
  private func fulfill(
    _ wishes: AsyncStream<GraphRequest>, isolation: isolated (any Actor)?
  ) {
    Task { [weak self] in
      _ = isolation
      for await wish in wishes {
        if let self {
          await self.fulfill(wish, isolation: isolation)
        } else {
          wish.reply?(.success(.graphIsGone))
        }
      }
    }
  }

  // MARK: The graph

  /// The graph as it is now. It is changed by `change`; another one may take its place when another
  /// writer has saved.
  public var root: Root {
    observers.noteReading(.value)
    return current
  }

  /// Changes the graph, and has it saved soon. A save that is under way begins anew: where only one object is
  /// changed, `change(_:_:)` spares that.
  ///
  /// - Parameter body: Changes the root, and any of its objects; it must not use this object.
  /// - Returns: What `body` returns.
  public func change<Result, Failure: Error>(
    _ body: (inout Root) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    encoding?.isStale = true
    return try observers.changeValue { () throws(Failure) in
      defer { noteChange() }
      return try body(&current)
    }
  }

  /// Changes one object of the graph, and has it saved soon.
  ///
  /// - Parameters:
  ///   - object: The object, or one that the change adds to the graph.
  ///   - body: Changes that object, and no other one that a save may have to encode.
  /// - Returns: What `body` returns.
  public func change<Object: AnyObject, Result, Failure: Error>(
    _ object: Object, body: (Object) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    willChange(object)
    return try observers.changeValue { () throws(Failure) in try body(object) }
  }

  /// Announces the change of one object of the graph, which is made before anything is awaited, and has
  /// it saved soon. A change of several objects is announced for each of them.
  ///
  /// - Parameter object: The object as it was, as in `willSet`.
  public func willChange(_ object: AnyObject) {
    encoding?.encode(object)
    noteChange()
  }

  private func noteChange() {
    let wasSaved = !account.hasUnsavedChanges
    account.changes += 1
    keptUntilSaved = self
    store.noteChange(account.changes)
    if wasSaved { notify(.unsavedChanges) }
  }

  /// Counts a change that the save under way has made or found.
  func countChange() {
    account.changes += 1
    store.noteChanges(account.changes)
  }

  // MARK: What came of loading and saving

  /// Where the graph came from when it was loaded last; nil on the first launch.
  public var source: StateSource? { account.source }

  /// Why the graph was loaded from an earlier generation, or begun anew: what is wrong with the file. Nil when
  /// the file was loaded, and on the first launch. The user should hear of it: some changes are lost.
  public var recovery: StateError? { account.recovery }

  /// Whether there is something that is not saved.
  public var hasUnsavedChanges: Bool {
    observers.noteReading(.unsavedChanges)
    return account.hasUnsavedChanges
  }

  /// Why the last save failed; nil after one that succeeded.
  public var failure: StateError? {
    observers.noteReading(.failure)
    return account.failure
  }

  /// Tells observers what is new.
  func notify(_ news: SaveAccount.AccountChanges) { observers.notify(news) }
}
