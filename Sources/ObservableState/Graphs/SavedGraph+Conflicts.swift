// Adopting what other writers save, on the actor of a graph: the policy for a conflict, the result
// of a save that meets one, and the times at which a program checks.

internal import DurableFiles
public import StateStorage

extension GraphStore {
  /// Decodes the graph in an archive.
  ///
  /// - Throws: `StateError` with `StateError.Code.corrupt` if it cannot be decoded.
  func decoded<Root>(_ archived: ArchivedGraph, format: GraphFormat<Root>, schema: StateSchema)
    throws(StateError) -> Root
  {
    do {
      let root = try format.graph(of: archived, versionKey: schema.key)
      learn(archived)
      return root
    } catch {
      throw StateError(
        .corrupt, message: "the file does not contain a state that this program can decode",
        path: path, underlyingError: error)
    }
  }

  /// Decodes the graph in an archive of the file. An archive that cannot be decoded is skipped from
  /// then on.
  func decodedOrRefused<Root>(
    _ archived: ArchivedGraph, format: GraphFormat<Root>, schema: StateSchema
  ) throws(StateError) -> Root {
    do throws(StateError) { return try decoded(archived, format: format, schema: schema) } catch {
      refuse(archived, because: error)
      throw error
    }
  }
}

extension SavedGraph {
  /// Verifies that a graph saved by another writer can be decoded, and merges it if the policy says
  /// so; the merged graph is then the one in memory. Returns whether it was merged; throws if the
  /// graph here cannot be saved.
  func merge(_ load: StateLoad<ArchivedGraph>) throws(StateError) -> Bool {
    guard let archived = load.state else { return false }
    let theirs = try store.decodedOrRefused(archived, format: format, schema: schema)
    guard let merge = conflicts.mergeFunction else { return false }
    do {
      let base = try base.map { try format.graph(of: $0, versionKey: schema.key) }
      current = try merge(base, current, theirs)
    } catch {
      // The function may have changed part of the graph here, which is copied as it is now.
      countChange()
      throw StateError(
        .conflict, message: "another writer saved the state in the meantime", path: store.path,
        underlyingError: error)
    }
    base = archived
    countChange()
    notify(.value)
    return true
  }

  /// Adopts the graph of another writer. Changes that were made here after the losing graph was
  /// copied are also stored next to the file, in a second copy. If the graph changes while that
  /// copy is being made, a third copy is encoded without a pause.
  func take(
    _ load: StateLoad<ArchivedGraph>, contents: KnownContents, losing copied: Int,
    durability: AtomicReplacement.Durability, isolation: isolated (any Actor)?
  ) async throws(StateError) {
    guard let archived = load.state else { return }
    let theirs = try store.decodedOrRefused(archived, format: format, schema: schema)
    var copied = copied
    if account.changes > copied {
      let (graph, changes, _) = try await self.archived(isolation: isolation)
      try await onDispatchThread { [store] () throws(StateError) in
        try store.saveAside(graph, durability: durability)
      }
      copied = changes
    }
    // A graph that changes at every pause would never be copied completely, and its copies would
    // fill the directory.
    if account.changes > copied {
      try store.saveAside(archivedWithoutPause(), durability: durability)
    }
    store.know(contents)
    replace(with: theirs, archived, load: load, isStored: load.source?.version == schema.version)
  }

  private func replace(
    with root: Root?, _ archived: ArchivedGraph?, load: StateLoad<ArchivedGraph>, isStored: Bool
  ) {
    current = root ?? current
    if conflicts.mergeFunction != nil { base = archived }
    startsOver = false
    note { $0.take(load, isStored: isStored) }
    store.noteDiscarded(account.changes)
    if detectsUnannouncedChanges { lastBytes = try? bytesWithoutPause() }
    if !account.hasUnsavedChanges { selfUntilSaved = nil }
    notify(.value)
  }

  /// Adopts the stored graph, for example after a `StateError.Code.conflict`. ``root`` is then a
  /// different graph. If no graph is stored anymore, the graph in memory stays as it is, and the
  /// next save stores it.
  ///
  /// - Throws: `StateError`: `StateError.Code.unsavedChanges` if there are unsaved changes to
  ///   keep, or the reason why the stored graph could not be loaded. After an error, this object is
  ///   unchanged.
  public func reload(
    _ unsavedChanges: UnsavedChanges = .kept, isolation: isolated (any Actor)? = #isolation
  ) async throws(StateError) {
    await enter(isolation: isolation)
    defer { leave() }
    try await reloadAlone(unsavedChanges, isolation: isolation) { $0 }
  }

  /// Adopts the stored graph, filtered by `wanted`, while no save is in progress.
  private func reloadAlone(
    _ unsavedChanges: UnsavedChanges, isolation: isolated (any Actor)?,
    wanted: (StateLoad<ArchivedGraph>) -> StateLoad<ArchivedGraph>
  ) async throws(StateError) {
    while true {
      try check(unsavedChanges)
      let (found, successor) = await onDispatchThread { [store] in store.loadSuccessor() }
      let load = wanted(found)
      if let error = load.blockingError { throw error }
      // The graph may have been changed while the file was loaded.
      try check(unsavedChanges)
      var root: Root?
      if let archived = load.state {
        root = try? store.decodedOrRefused(archived, format: format, schema: schema)
        if root == nil { continue }
      }
      store.adopt(successor)
      return replace(with: root, load.state, load: load, isStored: load.isStored(by: successor))
    }
  }

  private func check(_ unsavedChanges: UnsavedChanges) throws(StateError) {
    if unsavedChanges == .kept, account.isChangedHere {
      throw StateError(.unsavedChanges, message: "there are unsaved changes", path: store.path)
    }
  }

  /// Adopts what another writer has saved if nothing was changed here.
  ///
  /// - Throws: The reason why it could not be loaded, if there are changes to save here.
  func takeOver(isolation: isolated (any Actor)?) async throws(StateError) {
    guard await onDispatchThread({ [store] in store.hasExternalChanges }) else { return }
    do throws(StateError) {
      try await reloadAlone(.kept, isolation: isolation) { $0.withoutEarlierGenerations }
    } catch {
      // If the graph was changed in the meantime, the policy determines the outcome.
      if account.hasUnsavedChanges, error.code != .unsavedChanges { throw error }
    }
  }

  /// Adopts what another writer has saved. If the graph was changed here too, it is saved according
  /// to the ``GraphConflictPolicy``. Does nothing if no other writer has saved.
  ///
  /// - Throws: `StateError`, as for `save(durability:)`, and also if the stored graph cannot be
  ///   read. After an error this object is unchanged.
  public func refresh(isolation: isolated (any Actor)? = #isolation) async throws(StateError) {
    guard await onDispatchThread({ [store] in store.hasExternalChanges }) else { return }
    if !account.isChangedHere {
      do throws(StateError) {
        await enter(isolation: isolation)
        defer { leave() }
        return try await reloadAlone(.kept, isolation: isolation) { $0.withoutEarlierGenerations }
      } catch {
        // The graph was changed in the meantime.
        guard error.code == .unsavedChanges else { throw error }
      }
    }
    try await save(store.policy.durability, isExplicit: true, isolation: isolation)
  }

  /// Adopts what other writers save, each time they save, until the task is canceled. An error that
  /// prevents adopting one of their graphs does not end the call; ``failure`` reports it if there
  /// were changes to save here.
  ///
  /// - Throws: `StateError` with `StateError.Code.unreadable` if the directory of the file does
  ///   not exist or cannot be watched.
  public func refreshWhenChanged(isolation: isolated (any Actor)? = #isolation)
    async throws(StateError)
  {
    let priority = Task.currentPriority
    let events = try await onDispatchThread { [store] () throws(StateError) in
      try store.events(priority: priority)
    }
    try? await refresh(isolation: isolation)
    for await _ in events { try? await refresh(isolation: isolation) }
  }
}

extension AppLifecycle {
  /// Saves a graph when the app enters the background or ends, and adopts what other writers have
  /// saved when it returns to the foreground, on the actor of the graph.
  ///
  /// If the app is suspended or ended by a signal, the handler waits for a busy actor or a long
  /// save, but at most for half of the time limit. Then it saves the latest archive if that is not
  /// in the file yet, and fails with `StateError.Code.actorBusy` if the graph has changed since.
  /// At a normal end, only the wait for a busy actor is limited.
  public func keep<Root>(_ graph: SavedGraph<Root>) {
    let store = graph.store
    @Sendable
    func save(within limit: Duration, unless hasTime: @escaping @Sendable () -> Bool = { false })
      async throws
    {
      let reaction = try await store.ask(.save, within: limit / 2, unless: hasTime)
      if reaction != .done { try store.saveLast(because: reaction) }
    }
    let (suspension, ending) = (options.suspensionLimit, options.terminationLimit)
    on(.didEnterBackground) { try await save(within: suspension) }
    on(.willTerminate) { try await save(within: ending) { !Self.isEndedBySignal } }
    on(.willEnterForeground) { _ = try await store.ask(.refresh, within: ending) }
  }
}

/// How a save resolves a conflict: another writer has saved since the graph was loaded, and the
/// graph was changed here too. `ConflictPolicy` is the counterpart for states that are values.
public enum GraphConflictPolicy<Root> {
  /// Merges the graph in memory, which the function may change, with the one that another writer
  /// saved. The function runs on the actor of the graph. `base` is their common ancestor, decoded
  /// again; nil if there was no file. The result is one of the two or a new graph; it is saved and
  /// becomes the graph here.
  public typealias Merge = (_ base: Root?, _ mine: Root, _ theirs: Root) throws -> Root

  /// The save fails with `StateError.Code.conflict`. The graph here is stored next to the file,
  /// once for each change, and stays in memory: call `reload(_:)` to recover.
  case fail
  /// The graph here is saved. The other one is stored next to the file.
  case keepMine
  /// The other graph is adopted. The one here is stored next to the file.
  case takeTheirs
  /// Both graphs are merged into one, which is saved. Nothing is stored next to the file unless the
  /// function throws.
  case merge(Merge)

  /// The policy of the store once the graph of the other writer has been decoded. The store cannot
  /// merge: at that point the graph here is the merged one, or the file was removed.
  var ofStore: ConflictPolicy<ArchivedGraph> {
    switch self {
    case .fail: .fail
    case .keepMine, .merge: .keepMine
    case .takeTheirs: .takeTheirs
    }
  }

  var mergeFunction: Merge? { if case .merge(let merge) = self { merge } else { nil } }
}
