// The parts of a saved graph that are independent of its actor: its file, its latest archive, and
// the requests from other threads. Relies on `StateStore` for the file.

internal import DurableFiles
internal import KeyedArchives
internal import PropertyLists
internal import StateStorage
internal import Synchronization
internal import SystemPackage

/// The file of a graph, for use on any thread.
final class GraphStore: Sendable {
  typealias Store = StateStore<ArchivedGraph>

  let policy: AutosavePolicy
  let clock: any Clock<Duration>
  private let check: (@Sendable (KeyedUnarchiver) throws -> Void)?
  private let registry: ClassRegistry
  private let refused: RefusedArchives
  /// Locked while the file is read or replaced.
  private let store: Mutex<Store>
  /// A store that knows what was decoded, as its copies do, and is used without a lock.
  private let firstStore: Store
  private let state = Mutex(SharedGraphState())
  private let requests: AsyncStream<GraphRequest>.Continuation
  /// The pings, which the actor answers as soon as it is free, even if it has other requests.
  private let pings: AsyncStream<GraphAnswer>.Continuation

  /// The state of the graph that is known on all threads.
  private struct SharedGraphState {
    /// The number of changes.
    var changes = 0
    /// The number of changes that are in the file, or were discarded in favor of its contents.
    var settled = 0
    /// Whether a save after changes or a retry after a failure is scheduled.
    var isSaveDue = false
    var isRetryDue = false
    /// The latest archive, unless it is in the file, and the number of changes in it.
    var last: (graph: ArchivedGraph, changes: Int)?
    /// The number of changes in the archive whose copy was stored next to the file.
    var changesSavedAside: Int?
    /// Whether the actor is busy encoding or checking the graph.
    var isEncoding = false
    /// The archive that was saved without the actor and that the actor does not know about yet.
    var rescued: (graph: ArchivedGraph, changes: Int)?
  }

  init<Root>(
    _ store: Store, format: GraphFormat<Root>, refused: RefusedArchives,
    autosave policy: AutosavePolicy, clock: any Clock<Duration>,
    requests: AsyncStream<GraphRequest>.Continuation, pings: AsyncStream<GraphAnswer>.Continuation
  ) {
    firstStore = store
    self.store = Mutex(store)
    self.refused = refused
    self.policy = policy
    self.clock = clock
    (self.requests, self.pings) = (requests, pings)
    check = format.check
    registry = format.registry
  }

  var path: FilePath { firstStore.path }

  /// Ends the handling of requests.
  func end() {
    requests.finish()
    pings.finish()
  }

  // MARK: Reading

  /// Loads the contents of the file, which become the known contents.
  func load() -> StateLoad<ArchivedGraph> { store.withLock { $0.load() } }

  /// Loads the contents of the file with a separate store, which becomes the store of this object
  /// when it is passed to `adopt`.
  func loadSuccessor() -> (load: StateLoad<ArchivedGraph>, store: Store) {
    let successor = store.withLock { $0.independentCopy() }
    return (successor.load(), successor)
  }

  /// Replaces the store with another one, whose graph replaces the current one.
  func adopt(_ successor: Store) {
    store.withLock { store in
      discardLast()
      store = successor
    }
  }

  /// Records that an archive in the file cannot be decoded, so that the search continues with an
  /// earlier generation.
  func refuse(_ graph: ArchivedGraph, because reason: StateError) {
    refused.refuse(graph, because: reason)
  }

  /// Records that an archive was decoded, so that others of the same shape can be decoded too.
  func learn(_ graph: ArchivedGraph) { firstStore.learn(graph) }

  /// Records the contents that another writer has saved, whose graph replaces the current one.
  func know(_ contents: KnownContents) {
    store.withLock { store in
      discardLast()
      store.know(contents)
    }
  }

  private func discardLast() { state.withLock { ($0.last, $0.rescued) = (nil, nil) } }

  func events(priority: TaskPriority) throws(StateError) -> AsyncStream<Void> {
    try store.withLock { store throws(StateError) in try store.events(priority: priority) }
  }

  var hasExternalChanges: Bool { store.withLock { $0.hasExternalChanges } }

  // MARK: Writing

  /// Lays out an archive, writes it to memory, and verifies that it could be loaded again.
  ///
  /// - Parameters:
  ///   - control: The same graph, encoded a second time without a pause; nil if it was not. If the
  ///     two differ, the first may contain part of a change, and this one is used.
  ///   - changes: The number of changes of the graph; nil if it is not to be saved.
  /// - Returns: The archive, which the actor must decode unless it is checked.
  func archive(_ objects: EncodedObjects, control: EncodedObjects? = nil, changes: Int?)
    throws(StateError) -> (graph: ArchivedGraph, differs: Bool)
  {
    var written: (bytes: Data, document: PlistDocument)
    var differs = false
    do {
      written = try objects.archive()
      if let second = try control?.archive(), second.bytes != written.bytes {
        (written, differs) = (second, true)
      }
    } catch {
      throw StateError(
        .notEncodable, message: "the state could not be encoded", path: path,
        underlyingError: error)
    }
    var graph = try firstStore.reread(written)
    if !graph.isChecked {
      guard let check else { return (graph, differs) }
      do { try check(graph.unarchiver(registry: registry)) } catch {
        throw firstStore.notLoadable("the archive cannot be decoded", because: error)
      }
      learn(graph)
      graph.isChecked = true
    }
    if let changes { note(graph, changes: changes) }
    return (graph, differs)
  }

  /// Saves an archive that contains the given number of changes and was merged with another
  /// writer's contents, if any.
  func save(
    _ graph: ArchivedGraph, changes: Int, mergedWith contents: KnownContents?,
    handling: ConflictHandling<ArchivedGraph>, durability: AtomicReplacement.Durability
  ) throws(StateError) -> SaveOutcome<ArchivedGraph> {
    try store.withLock { store throws(StateError) in
      if let contents { store.know(contents) }
      return try save(
        graph, changes: changes, handling: handling, durability: durability, in: store)
    }
  }

  private func save(
    _ graph: ArchivedGraph, changes: Int, handling: ConflictHandling<ArchivedGraph>,
    durability: AtomicReplacement.Durability, in store: Store
  ) throws(StateError) -> SaveOutcome<ArchivedGraph> {
    let outcome: SaveOutcome<ArchivedGraph>
    do throws(StateError) {
      outcome = try store.save(graph, handling: handling, durability: durability)
    } catch {
      // The archive might not be in the file, so it must be written again.
      if error.code == .durabilityUnknown { note(graph, changes: changes) }
      throw error
    }
    state.withLock { state in
      switch outcome {
      case .saved, .merged:
        state.settled = max(state.settled, changes)
        if let last = state.last, last.changes <= changes { state.last = nil }
      case .refused(_, let isSavedAside): if isSavedAside { state.changesSavedAside = changes }
      case .theirs, .undecided: break
      }
    }
    return outcome
  }

  /// Makes the contents of the file durable; returns false if another writer has saved since.
  func isConfirmed() throws(StateError) -> Bool {
    try store.withLock { store throws(StateError) in try store.isConfirmed() }
  }

  func saveAside(_ graph: ArchivedGraph, durability: AtomicReplacement.Durability)
    throws(StateError)
  {
    try store.withLock { store throws(StateError) in
      try store.saveAside(graph, durability: durability)
    }
  }
}

// MARK: - Changes and requests

/// A request from another thread to the actor of a graph.
struct GraphRequest: Sendable {
  enum RequestKind: Sendable { case saveDue, save, refresh }

  var kind: RequestKind
  /// Receives the result.
  var reply: (@Sendable (Result<GraphStore.Reaction, StateError>) -> Void)?
}

extension GraphStore {
  /// Records the latest archive.
  func note(_ graph: ArchivedGraph, changes: Int) { state.withLock { $0.last = (graph, changes) } }

  /// Records the number of changes.
  func noteChanges(_ changes: Int) { state.withLock { $0.changes = changes } }

  /// Records that all changes up to a given number were discarded in favor of the file.
  func noteDiscarded(_ changes: Int) { state.withLock { $0.settled = max($0.settled, changes) } }

  /// The number of changes in the archive whose copy was stored next to the file.
  var changesSavedAside: Int? { state.withLock { $0.changesSavedAside } }

  /// Returns the archive that was saved without the actor since the last call.
  func takeRescued() -> (graph: ArchivedGraph, changes: Int)? {
    state.withLock { $0.rescued.take() }
  }

  /// Records a change and schedules a save.
  func noteChange(_ changes: Int) {
    let begins = state.withLock { state in
      state.changes = changes
      defer { state.isSaveDue = true }
      return !state.isSaveDue
    }
    guard begins else { return }
    Task {
      await policy.waitForQuiet(by: clock) { state.withLock { $0.changes } }
      requests.yield(GraphRequest(kind: .saveDue))
    }
  }

  /// Schedules another save after a failed one.
  func retryLater() {
    let begins = state.withLock { state in
      defer { state.isRetryDue = true }
      return !state.isRetryDue
    }
    guard begins else { return }
    Task {
      try? await clock.sleep(for: policy.retryDelay)
      state.withLock { $0.isRetryDue = false }
      requests.yield(GraphRequest(kind: .saveDue))
    }
  }

  /// Records that a scheduled save begins: later changes schedule another.
  func noteDueSave() { state.withLock { $0.isSaveDue = false } }

  /// The outcome of a request to the actor.
  enum Reaction { case done, actorIsBusy, timeIsUp, graphIsGone }

  /// Sends a request to the actor and waits a limited time for the result. While `hasTime` returns
  /// true, the elapsed time does not count as long as the actor responds within the limit.
  func ask(
    _ kind: GraphRequest.RequestKind, within limit: Duration,
    unless hasTime: @escaping @Sendable () -> Bool = { false }
  ) async throws(StateError) -> Reaction {
    let answer = GraphAnswer()
    let request = GraphRequest(kind: kind) { answer.give($0) }
    if case .terminated = requests.yield(request) { return .graphIsGone }
    let timer = Task { answer.give(.success(await waitForEnd(of: limit, unless: hasTime))) }
    defer { timer.cancel() }
    return try await answer.wait().get()
  }

  /// Waits until the time is up, or until the actor has not responded for as long as the limit.
  private func waitForEnd(of limit: Duration, unless hasTime: @Sendable () -> Bool) async
    -> Reaction
  {
    let step = limit / 16
    var (left, silence) = (limit, Duration.zero)
    var ping = GraphAnswer()
    pings.yield(ping)
    var moment = ContinuousClock.now
    while left > .zero, silence < limit, !Task.isCancelled {
      try? await Task.sleep(for: step)
      let passed = ContinuousClock.now - moment
      moment += passed
      if !hasTime() { left -= passed }
      // Silence is counted in steps: if this task has to wait for a thread, so may the actor.
      silence += step
      if ping.isGiven {
        ping = GraphAnswer()
        pings.yield(ping)
      } else if !state.withLock({ $0.isEncoding }) {
        continue
      }
      silence = .zero
    }
    return silence < limit / 2 ? .timeIsUp : .actorIsBusy
  }

  /// Records that the actor is busy encoding or checking the graph, so that its silence does not
  /// count.
  func holdingActor<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result
  {
    state.withLock { $0.isEncoding = true }
    defer { state.withLock { $0.isEncoding = false } }
    return try body()
  }

  /// Saves the latest archive without the actor, unless it is already in the file.
  ///
  /// - Throws: `StateError` with `StateError.Code.actorBusy` if the graph has changed since it
  ///   was archived, or the reason why the archive could not be saved.
  func saveLast(because reaction: Reaction) throws(StateError) {
    try store.withLock { store throws(StateError) in
      guard let last = state.withLock({ $0.last }) else {
        _ = try store.isConfirmed()
        return
      }
      let handling = ConflictHandling<ArchivedGraph>(
        policy: .fail, isSavedAside: changesSavedAside == last.changes)
      let outcome = try save(
        last.graph, changes: last.changes, handling: handling, durability: .durable, in: store)
      if case .refused(let error, _) = outcome { throw error }
      state.withLock { $0.rescued = last }
    }
    let missing = state.withLock { $0.changes - $0.settled }
    guard missing > 0 else { return }
    let (reason, suggestion) =
      switch reaction {
      case .graphIsGone: ("the state was released", "retain it until it is saved")
      case .timeIsUp:
        ("the time limit was too short for the state", "give the lifecycle a longer limit")
      case .done, .actorIsBusy:
        (
          "the actor of the state is busy",
          "do not block its thread, for example by waiting for input"
        )
      }
    throw StateError(
      .actorBusy, message: "\(reason): \(missing) of its changes could not be saved",
      suggestion: suggestion, path: path)
  }
}

/// An answer that is given once, to one waiting task.
final class GraphAnswer: Sendable {
  typealias Answer = Result<GraphStore.Reaction, StateError>

  private let progress = Mutex(SaveProgress())

  private struct SaveProgress {
    var answer: Answer?
    var waiting: CheckedContinuation<Answer, Never>?
  }

  /// Gives the answer unless it was already given.
  func give(_ answer: Answer) {
    let waiting = progress.withLock { progress in
      if progress.answer != nil { return nil as CheckedContinuation<Answer, Never>? }
      progress.answer = answer
      return progress.waiting.take()
    }
    waiting?.resume(returning: answer)
  }

  var isGiven: Bool { progress.withLock { $0.answer != nil } }

  func wait() async -> Answer {
    await withCheckedContinuation { continuation in
      let answer = progress.withLock { progress in
        if progress.answer == nil { progress.waiting = continuation }
        return progress.answer
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }
}
