// What other writers save, taken over on the actor of a graph: what a save came to where another writer had
// saved, and the moments at which a program looks.

internal import DurableFiles

extension GraphStore {
  /// The graph of an archive.
  ///
  /// - Throws: ``StateError`` with ``StateError/Code/corrupt`` where it cannot be decoded.
  func decoded<Root>(
    _ archived: ArchivedGraph, format: GraphFormat<Root>, schema: StateSchema
  ) throws(StateError) -> Root {
    do {
      let root = try format.graph(of: archived, versionKey: schema.key)
      learn(archived)
      return root
    } catch {
      throw StateError(
        .corrupt, message: "the file has no state of this program", path: path,
        underlyingError: error)
    }
  }
}

extension SavedGraph {
  /// Finds out whether a graph that another writer has saved can be had, and merges it where the policy
  /// says so: the graph in memory is then the one that was merged.
  ///
  /// - Returns: Whether it was merged.
  /// - Throws: ``StateError`` where the graph here cannot be saved.
  func merge(_ load: StateLoad<ArchivedGraph>) throws(StateError) -> Bool {
    guard let archived = load.state else { return false }
    let theirs: Root
    do throws(StateError) {
      theirs = try store.decoded(archived, format: format, schema: schema)
    } catch {
      store.refuse(archived, because: error)
      throw error
    }
    guard let merge = conflicts.mergeFunction else { return false }
    do {
      let base = try base.map { try format.graph(of: $0, versionKey: schema.key) }
      current = try merge(base, current, theirs)
    } catch {
      // The graph here may have been changed in part: it is saved as a copy, as it is then.
      countChange()
      throw StateError(
        .conflict, message: "another writer has saved the state meanwhile", path: store.path,
        underlyingError: error)
    }
    base = archived
    countChange()
    notify(.value)
    return true
  }

  /// Goes on with the graph of another writer. What was changed here after the copy of this one was made is
  /// kept next to the file, too: in one copy, and where the graph changes meanwhile, in another one, which is
  /// made without a pause.
  func take(
    _ load: StateLoad<ArchivedGraph>, contents: KnownContents, losing copied: Int,
    durability: AtomicReplacement.Durability, isolation: isolated (any Actor)?
  ) async throws(StateError) {
    guard let archived = load.state else { return }
    let theirs: Root
    do throws(StateError) {
      theirs = try store.decoded(archived, format: format, schema: schema)
    } catch {
      store.refuse(archived, because: error)
      throw error
    }
    var copied = copied
    if account.changes > copied {
      let (graph, changes, _) = try await self.archived(isolation: isolation)
      try await onDispatchThread { [store] () throws(StateError) in
        try store.saveAside(graph, durability: durability)
      }
      copied = changes
    }
    // What changes at every pause would never be copied as it is, and fill the directory.
    if account.changes > copied { try store.saveAside(archivedInOneHold(), durability: durability) }
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
    store.noteGivenUp(account.changes)
    if detectsUnannouncedChanges { lastBytes = try? bytesInOneHold() }
    if !account.hasUnsavedChanges { keptUntilSaved = nil }
    notify(.value)
  }

  /// Takes over what is stored now, as after a ``StateError/Code/conflict``; ``root`` is another graph then.
  ///
  /// Where nothing is stored any more, the graph stays as it is, and the next save stores it.
  ///
  /// - Parameters:
  ///   - unsavedChanges: What becomes of them.
  ///   - isolation: The actor of the graph.
  /// - Throws: ``StateError``: ``StateError/Code/unsavedChanges`` when there are some that are to be
  ///   kept; why the stored graph could not be had. This object is as it was then.
  public func reload(
    _ unsavedChanges: UnsavedChanges = .kept, isolation: isolated (any Actor)? = #isolation
  ) async throws(StateError) {
    await enter(isolation: isolation)
    defer { leave() }
    try await reloadAlone(unsavedChanges, isolation: isolation) { $0 }
  }

  /// Takes over what is stored now, as far as it is wanted.
  private func reloadAlone(
    _ unsavedChanges: UnsavedChanges, isolation: isolated (any Actor)?,
    wanted: (StateLoad<ArchivedGraph>) -> StateLoad<ArchivedGraph>
  ) async throws(StateError) {
    while true {
      try check(unsavedChanges)
      let (found, successor) = await onDispatchThread { [store] in store.loadSuccessor() }
      let load = wanted(found)
      if let error = load.blockingError { throw error }
      // Something may have been changed during loading.
      try check(unsavedChanges)
      var root: Root?
      if let archived = load.state {
        do throws(StateError) {
          root = try store.decoded(archived, format: format, schema: schema)
        } catch {
          store.refuse(archived, because: error)
          continue
        }
      }
      store.adopt(successor)
      return replace(
        with: root, load.state, load: load, isStored: load.isStored(by: successor))
    }
  }

  private func check(_ unsavedChanges: UnsavedChanges) throws(StateError) {
    if unsavedChanges == .kept, account.isChangedHere {
      throw StateError(
        .unsavedChanges, message: "there are changes that are not saved", path: store.path)
    }
  }

  /// Takes over what another writer has saved, where nothing was changed here.
  ///
  /// - Throws: Why it could not be had, where there is something to be saved over it.
  func takeOver(isolation: isolated (any Actor)?) async throws(StateError) {
    guard await onDispatchThread({ [store] in store.hasExternalChanges }) else { return }
    do throws(StateError) {
      try await reloadAlone(.kept, isolation: isolation) { $0.withoutEarlierGenerations }
    } catch {
      // Where it was changed meanwhile, the policy decides.
      if account.hasUnsavedChanges, error.code != .unsavedChanges { throw error }
    }
  }

  /// Takes over what another writer has saved. Where the graph was changed here too, it is saved, as the
  /// ``GraphConflictPolicy`` says. Does nothing where no other writer has saved.
  ///
  /// - Parameter isolation: The actor of the graph.
  /// - Throws: ``StateError``, as `save(durability:)`; and where what is stored cannot be read. This
  ///   object is as it was then.
  public func refresh(isolation: isolated (any Actor)? = #isolation) async throws(StateError) {
    guard await onDispatchThread({ [store] in store.hasExternalChanges }) else { return }
    if !account.isChangedHere {
      do throws(StateError) {
        return try await refreshUnchanged(isolation: isolation)
      } catch {
        // It was changed meanwhile.
        guard error.code == .unsavedChanges else { throw error }
      }
    }
    try await save(store.policy.durability, isAsked: true, isolation: isolation)
  }

  private func refreshUnchanged(isolation: isolated (any Actor)?) async throws(StateError) {
    await enter(isolation: isolation)
    defer { leave() }
    try await reloadAlone(.kept, isolation: isolation) { $0.withoutEarlierGenerations }
  }

  /// Takes over what others save, whenever they do, until its task is cancelled. What keeps one of their
  /// graphs from being taken over is told by ``failure`` where it was to be saved over, and passes.
  ///
  /// - Parameter isolation: The actor of the graph.
  /// - Throws: ``StateError`` with ``StateError/Code/unreadable`` where the directory of the file is not
  ///   there or cannot be watched.
  public func refreshWhenChanged(
    isolation: isolated (any Actor)? = #isolation
  ) async throws(StateError) {
    let events = try await onDispatchThread { [store] () throws(StateError) in
      try store.events()
    }
    try? await refresh(isolation: isolation)
    for await _ in events { try? await refresh(isolation: isolation) }
  }
}

extension AppLifecycle {
  /// Saves a graph when the app leaves or ends, and takes over what others have saved when it comes back: on
  /// the actor of the graph.
  ///
  /// Where that actor is busy, it is waited for as long as half of the time that there is, and so is a save
  /// that takes long where the app is suspended or ended by a signal. Then the archive that was made last is
  /// saved, if it is not in the file yet, and the handler fails as ``StateError/Code/actorBusy`` when the
  /// graph was changed since. At a normal end, a save may take as long as it takes.
  public func keep<Root>(_ graph: SavedGraph<Root>) {
    let store = graph.store
    @Sendable func save(
      within limit: Duration, unless hasTime: @escaping @Sendable () -> Bool = { false }
    ) async throws {
      let reaction = try await store.ask(.save, within: limit / 2, unless: hasTime)
      if reaction != .done { try store.saveLast(because: reaction) }
    }
    let (suspension, ending) = (options.suspensionLimit, options.terminationLimit)
    on(.didEnterBackground) { try await save(within: suspension) }
    on(.willTerminate) { try await save(within: ending) { !Self.isEndedBySignal } }
    on(.willEnterForeground) { _ = try await store.ask(.refresh, within: ending) }
  }
}
