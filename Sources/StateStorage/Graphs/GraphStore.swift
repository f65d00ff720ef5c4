// What of a saved graph does not live on its actor: its file, the archive that was made last, and the wishes
// of other threads. Relies on `StateStore` for the file.

internal import DurableFiles
internal import KeyedArchives
internal import PropertyLists
internal import Synchronization
internal import SystemPackage

/// The file of a graph, for any thread.
final class GraphStore: Sendable {
  typealias Store = StateStore<ArchivedGraph>

  let policy: AutosavePolicy
  let clock: any Clock<Duration>
  private let check: (@Sendable (KeyedUnarchiver) throws -> Void)?
  private let registry: ClassRegistry
  private let refused: RefusedArchives
  private let shapes: DecodedShapes?
  let path: FilePath
  /// Held while the file is read or replaced.
  private let store: Mutex<Store>
  private let state = Mutex(SharedGraphState())
  private let wishes: AsyncStream<GraphRequest>.Continuation
  /// What the actor answers at once when it is free, whatever it was asked to do.
  private let signs: AsyncStream<GraphAnswer>.Continuation

  /// What is known of the graph on any thread.
  private struct SharedGraphState {
    /// How many changes there were.
    var changes = 0
    /// How many of them are in the file, or were given up for what is there.
    var settled = 0
    /// Whether a save after changes will begin, and whether one after a failure is waited for.
    var isSaveDue = false
    var isRetryDue = false
    /// The archive that was made last, if it is not in the file, and how many changes are in it.
    var last: (graph: ArchivedGraph, changes: Int)?
    /// How many changes the archive has of which there is a copy next to the file.
    var changesSavedAside: Int?
    /// Whether the actor is held in order to encode or check the graph.
    var isEncoding = false
    /// The archive that was saved without the actor, of which that does not know yet.
    var rescued: (graph: ArchivedGraph, changes: Int)?
  }

  init<Root>(
    _ store: Store, format: GraphFormat<Root>, refused: RefusedArchives,
    autosave policy: AutosavePolicy, clock: any Clock<Duration>,
    wishes: AsyncStream<GraphRequest>.Continuation, signs: AsyncStream<GraphAnswer>.Continuation
  ) {
    (path, shapes) = (store.path, store.shapes)
    self.store = Mutex(store)
    self.refused = refused
    self.policy = policy
    self.clock = clock
    (self.wishes, self.signs) = (wishes, signs)
    check = format.check
    registry = format.registry
  }

  /// No wish is fulfilled any more.
  func end() {
    wishes.finish()
    signs.finish()
  }

  // MARK: Reading

  /// Loads what is in the file, and knows it from then on.
  func load() -> StateLoad<ArchivedGraph> { store.withLock { $0.load() } }

  /// Loads what is in the file with a store of its own, which takes the place of this one with `adopt`.
  func loadSuccessor() -> (load: StateLoad<ArchivedGraph>, store: Store) {
    let successor = store.withLock { $0.twin() }
    return (successor.load(), successor)
  }

  /// Goes on with another store, whose graph takes the place of this one.
  func adopt(_ successor: Store) {
    store.withLock { store in
      giveUpLast()
      store = successor
    }
  }

  /// Notes that an archive in the file cannot be decoded, so that an earlier generation is looked for.
  func refuse(_ graph: ArchivedGraph, because reason: StateError) {
    refused.refuse(graph, because: reason)
  }

  /// Notes that an archive was decoded: others of its shape can be, too.
  func learn(_ graph: ArchivedGraph) {
    guard let shapes else { return }
    let document = StateDocument(graph.document, readFrom: graph.bytes)
    if let shape = document.shape { shapes.learn(shape) }
  }

  /// Knows what another writer has made, whose graph takes the place of this one.
  func know(_ contents: KnownContents) {
    store.withLock { store in
      giveUpLast()
      store.know(contents)
    }
  }

  private func giveUpLast() { state.withLock { ($0.last, $0.rescued) = (nil, nil) } }

  func events() throws(StateError) -> AsyncStream<Void> {
    try store.withLock { store throws(StateError) in try store.events() }
  }

  var hasExternalChanges: Bool { store.withLock { $0.hasExternalChanges } }

  // MARK: Writing

  /// Lays an archive out, writes it to memory, and finds out whether it could be loaded again.
  ///
  /// - Parameters:
  ///   - objects: What was encoded.
  ///   - control: The same graph, encoded once more in one hold; nil where it was not. Where it is another
  ///     one, the first may have half a change, and this one is the graph.
  ///   - changes: How many changes the graph had; nil where it is not to be saved.
  /// - Returns: The archive, which the actor has to decode unless it is checked; and whether the control was
  ///   another one.
  func archive(
    _ objects: EncodedObjects, control: EncodedObjects? = nil, changes: Int?
  ) throws(StateError) -> (graph: ArchivedGraph, differs: Bool) {
    let search = store.withLock { $0.search(in: $0.backend) }
    var written: (bytes: Data, document: PlistDocument)
    var differs = false
    do {
      written = try objects.archive()
      if let second = try control?.archive(), second.bytes != written.bytes {
        (written, differs) = (second, true)
      }
    } catch {
      throw StateError(
        .notEncodable, message: "the state could not be encoded", path: search.backend.path,
        underlyingError: error)
    }
    var graph = ArchivedGraph(document: written.document, bytes: Array(written.bytes))
    graph.isChecked = try isChecked(.init(written), graph: &graph, search: search)
    if graph.isChecked, let changes { note(graph, changes: changes) }
    return (graph, differs)
  }

  private func isChecked(
    _ encoded: StateFormat<ArchivedGraph>.EncodedState, graph: inout ArchivedGraph,
    search: StateSearch<ArchivedGraph>
  ) throws(StateError) -> Bool {
    let verification = store.withLock { $0.verification }
    if verification == .none { return true }
    if search.isProven(encoded, bytes: graph.bytes) { return true }
    graph = try search.reread(graph)
    guard let check else { return false }
    do {
      try check(graph.unarchiver(registry: registry))
    } catch {
      throw search.notLoadable(
        StateError(.corrupt, message: "it cannot be decoded", underlyingError: error))
    }
    learn(graph)
    return true
  }

  /// Saves an archive.
  ///
  /// - Parameters:
  ///   - graph: The archive.
  ///   - changes: How many changes are in it.
  ///   - contents: What another writer has made, which the archive was merged with; nil where it was not.
  ///   - handling: What is done where another writer has saved.
  ///   - durability: What the save promises.
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
      // It may not be in the file: it is written again.
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

  /// Makes what is in the file durable; false when another writer has saved since.
  func isConfirmed() throws(StateError) -> Bool {
    try store.withLock { store throws(StateError) in try store.isConfirmed() }
  }

  func saveAside(
    _ graph: ArchivedGraph, durability: AtomicReplacement.Durability
  ) throws(StateError) {
    try store.withLock { store throws(StateError) in
      try store.saveAside(graph, durability: durability)
    }
  }
}

// MARK: - Changes and wishes

/// What other threads want of the actor of a graph.
struct GraphRequest: Sendable {
  enum RequestKind: Sendable { case saveDue, save, refresh }

  var kind: RequestKind
  /// Is told what came of it.
  var reply: (@Sendable (Result<GraphStore.Reaction, StateError>) -> Void)?
}

extension GraphStore {
  /// Notes the archive that was made last.
  func note(_ graph: ArchivedGraph, changes: Int) {
    state.withLock { $0.last = (graph, changes) }
  }

  /// Notes how many changes there are.
  func noteChanges(_ changes: Int) { state.withLock { $0.changes = changes } }

  /// Notes that all changes up to a number were given up for what is in the file.
  func noteGivenUp(_ changes: Int) { state.withLock { $0.settled = max($0.settled, changes) } }

  /// How many changes the archive has of which there is a copy next to the file.
  var changesSavedAside: Int? { state.withLock { $0.changesSavedAside } }

  /// The archive that was saved without the actor since this was asked for.
  func takeRescued() -> (graph: ArchivedGraph, changes: Int)? {
    state.withLock { $0.rescued.take() }
  }

  /// Notes a change, and has it saved some time later.
  func noteChange(_ changes: Int) {
    let begins = state.withLock { state in
      state.changes = changes
      defer { state.isSaveDue = true }
      return !state.isSaveDue
    }
    guard begins else { return }
    Task {
      await policy.waitForQuiet(by: clock) { state.withLock { $0.changes } }
      wishes.yield(GraphRequest(kind: .saveDue))
    }
  }

  /// Has the graph saved again after a save that failed.
  func retryLater() {
    let begins = state.withLock { state in
      defer { state.isRetryDue = true }
      return !state.isRetryDue
    }
    guard begins else { return }
    Task {
      try? await clock.sleep(for: policy.retryDelay)
      state.withLock { $0.isRetryDue = false }
      wishes.yield(GraphRequest(kind: .saveDue))
    }
  }

  /// Notes that a save begins that was due: changes from now on make another one due.
  func noteDueSave() { state.withLock { $0.isSaveDue = false } }

  /// What became of something that the actor was asked to do.
  enum Reaction { case done, actorIsBusy, timeIsUp, graphIsGone }

  /// Asks the actor to do something, and waits for it.
  ///
  /// - Parameters:
  ///   - limit: How long it is waited for.
  ///   - hasTime: Whether the time passes that does not count: then it is waited for as long as the actor
  ///     gives a sign within the limit.
  func ask(
    _ kind: GraphRequest.RequestKind, within limit: Duration,
    unless hasTime: @escaping @Sendable () -> Bool = { false }
  ) async throws(StateError) -> Reaction {
    let answer = GraphAnswer()
    let wish = GraphRequest(kind: kind) { answer.give($0) }
    if case .terminated = wishes.yield(wish) { return .graphIsGone }
    let timer = Task { answer.give(.success(await waitForEnd(of: limit, unless: hasTime))) }
    defer { timer.cancel() }
    return try await answer.wait().get()
  }

  /// Waits until the time is up, or the actor has given no sign for as long.
  private func waitForEnd(
    of limit: Duration, unless hasTime: @Sendable () -> Bool
  ) async -> Reaction {
    let step = limit / 16
    var (left, silence) = (limit, Duration.zero)
    var sign = GraphAnswer()
    signs.yield(sign)
    var moment = ContinuousClock.now
    while left > .zero, silence < limit, !Task.isCancelled {
      try? await Task.sleep(for: step)
      let passed = ContinuousClock.now - moment
      moment += passed
      if !hasTime() { left -= passed }
      // Counted in steps: where this task has to wait for a thread, the actor may have to, too.
      silence += step
      if sign.isGiven {
        sign = GraphAnswer()
        signs.yield(sign)
      } else if !state.withLock({ $0.isEncoding }) {
        continue
      }
      silence = .zero
    }
    return silence < limit / 2 ? .timeIsUp : .actorIsBusy
  }

  /// Notes that the actor is held in order to encode or check the graph, so that its silence does not count.
  func holdingActor<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    state.withLock { $0.isEncoding = true }
    defer { state.withLock { $0.isEncoding = false } }
    return try body()
  }

  /// Saves the archive that was made last, where it is not in the file, without the actor.
  ///
  /// - Throws: ``StateError`` with ``StateError/Code/actorBusy`` where the graph was changed since it was
  ///   archived, or why the archive could not be saved.
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
      case .graphIsGone: ("the state was let go of", "keep it until it is saved")
      case .timeIsUp: ("the time was too short for the state", "give the lifecycle a longer limit")
      case .done, .actorIsBusy:
        (
          "the actor of the state is busy",
          "let its thread go on, and do not wait there for input"
        )
      }
    throw StateError(
      .actorBusy, message: "\(reason), so that \(missing) of its changes could not be saved",
      suggestion: suggestion, path: path)
  }
}

/// An answer that is given once, to one who waits for it.
final class GraphAnswer: Sendable {
  typealias Answer = Result<GraphStore.Reaction, StateError>

  private let progress = Mutex(SaveProgress())

  private struct SaveProgress {
    var answer: Answer?
    var waiting: CheckedContinuation<Answer, Never>?
  }

  /// Gives the answer, unless that was done.
  func give(_ answer: Answer) {
    let waiting = progress.withLock { progress in
      if progress.answer != nil { return nil as CheckedContinuation<Answer, Never>? }
      progress.answer = answer
      return progress.waiting.take()
    }
    waiting?.resume(returning: answer)
  }

  /// Whether it was given.
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

extension StateSearch<ArchivedGraph> {
  /// The archive as the file will have it.
  ///
  /// - Throws: ``StateError`` with ``StateError/Code/notEncodable`` where it would not be loaded again.
  func reread(_ graph: ArchivedGraph) throws(StateError) -> ArchivedGraph {
    try check(.init(bytes: Data(graph.bytes)))
    do {
      return ArchivedGraph(document: try PlistDocument(graph.bytes), bytes: graph.bytes)
    } catch {
      throw notLoadable(
        StateError(.corrupt, message: "it is not an archive", underlyingError: error))
    }
  }
}
