// What others save, taken over without being asked: what a save came to where another writer had saved,
// and the moments at which an app looks. Relies on `StateStore` for what was decided under the lock.

internal import DurableFiles
internal import Synchronization

extension SavedState {
  /// Goes on with what came of a save.
  ///
  /// - Parameters:
  ///   - value: The state that was to be saved.
  ///   - changes: How many changes there were in it.
  func settle(
    _ outcome: SaveOutcome<State>, of value: State, changes: Int,
    durability: AtomicReplacement.Durability, in store: StateStore<State>
  ) throws(StateError) -> News {
    switch outcome {
    case .saved: return noteSaved(changes, value: value, durability: durability)
    case .refused(let error, let isSavedAside):
      if isSavedAside { current.withLock { $0.account.changesSavedAside = changes } }
      throw error
    // The store decides by itself, as it decodes what it finds.
    case .undecided: return News()
    case .theirs(let load, let contents):
      let news = try takeTheirs(load, losing: changes, durability: durability, in: store)
      store.know(contents)
      return news
    case .merged(let merged, let contents):
      let news = try takeMerged(merged, of: value, changes: changes, durability: durability)
      store.know(contents)
      return news
    }
  }

  /// Goes on with the state of another writer. What was changed here after the copy of this one was made
  /// is kept next to the file, too.
  private func takeTheirs(
    _ load: StateLoad<State>, losing changes: Int, durability: AtomicReplacement.Durability,
    in store: StateStore<State>
  ) throws(StateError) -> News {
    try current.withLock { current throws(StateError) in
      if current.account.changes > changes {
        try store.saveAside(current.value, durability: durability)
      }
      let news = current.take(load, by: store)
      current.yieldValue()
      return news.union(.value)
    }
  }

  /// Goes on with the state that was made of two. What was changed here after it was made is merged into
  /// it, and saved with the next save.
  private func takeMerged(
    _ merged: State, of value: State, changes: Int, durability: AtomicReplacement.Durability
  ) throws(StateError) -> News {
    try current.withLock { current throws(StateError) in
      var next = merged
      if current.account.changes > changes, let merge = conflicts.mergeFunction {
        do { next = try merge(value, current.value, merged) } catch {
          throw StateError(
            .conflict, message: "another writer has saved the state meanwhile",
            underlyingError: error)
        }
      }
      current.value = next
      current.base = merged
      let news = current.account.note { $0.noteSaved(changes, durability: durability) }
      current.yieldValue()
      return news.union(.value)
    }
  }

  /// Takes over what another writer has saved. Where the state was changed here too, it is saved, as the
  /// ``ConflictPolicy`` says. Does nothing where no other writer has saved.
  ///
  /// - Throws: ``StateError``, as `save(durability:)`; and where what is stored cannot be read. This
  ///   object is as it was then.
  public func refresh() throws(StateError) {
    guard saving.withLock({ $0.hasExternalChanges }) else { return }
    if current.withLock({ $0.account.isChangedHere }) {
      return try save(durability: policy.durability)
    }
    do throws(StateError) {
      try reload(conflicts.isLastWins ? .discarded : .kept) { $0.withoutEarlierGenerations }
    } catch {
      // It was changed meanwhile.
      guard error.code == .unsavedChanges else { throw error }
      try save(durability: policy.durability)
    }
  }

  /// Takes over what another writer has saved, on another thread; see the synchronous form.
  public func refresh() async throws(StateError) {
    try await onDispatchThread { () throws(StateError) in try self.refresh() }
  }

  /// Takes over what others save, whenever they do, until its task is cancelled. What keeps one of their
  /// states from being taken over is told by ``failure`` where it was to be saved over, and passes.
  ///
  /// - Throws: ``StateError`` with ``StateError/Code/unreadable`` where the directory of the file is not
  ///   there or cannot be watched.
  public func refreshWhenChanged() async throws(StateError) {
    let events = try saving.withLock { store throws(StateError) in try store.events() }
    try? await refresh()
    for await _ in events { try? await refresh() }
  }
}

extension AppLifecycle {
  /// Saves a state when the app leaves or ends, and takes over what others have saved when it comes back.
  ///
  /// Adds a handler for each of `didEnterBackground`, `willTerminate` and `willEnterForeground`, after
  /// those that were added before.
  public func keep<State>(_ state: SavedState<State>) {
    on(.didEnterBackground) { try await state.save() }
    on(.willTerminate) { try await state.save() }
    on(.willEnterForeground) { try await state.refresh() }
  }
}
