// Adopting what other writers save: the result of a save in a conflict, and the times at which an
// app checks. Relies on `StateStore` for the decisions made under the lock.

internal import DurableFiles
public import StateStorage
internal import Synchronization

extension SavedState {
  /// Processes the outcome of saving a value, which includes the given number of changes.
  func settle(
    _ outcome: SaveOutcome<State>, of value: State, changes: Int,
    durability: AtomicReplacement.Durability, in store: StateStore<State>
  ) throws(StateError) -> AccountChanges {
    switch outcome {
    case .saved: return noteSaved(changes, value: value, durability: durability)
    case .refused(let error, let isSavedAside):
      if isSavedAside { current.withLock { $0.account.changesSavedAside = changes } }
      throw error
    // The store never leaves this to its caller, because it decodes what it finds.
    case .undecided: return AccountChanges()
    case .theirs(let load, let contents):
      let changed = try takeTheirs(load, losing: changes, durability: durability, in: store)
      store.know(contents)
      return changed
    case .merged(let merged, let contents):
      let changed = try takeMerged(merged, of: value, changes: changes, durability: durability)
      store.know(contents)
      return changed
    }
  }

  /// Adopts the state of another writer. Changes that were made here after the losing state was
  /// copied are also stored next to the file.
  private func takeTheirs(
    _ load: StateLoad<State>, losing changes: Int, durability: AtomicReplacement.Durability,
    in store: StateStore<State>
  ) throws(StateError) -> AccountChanges {
    try current.withLock { current throws(StateError) in
      if current.account.changes > changes {
        try store.saveAside(current.value, durability: durability)
      }
      let changed = current.take(load, by: store)
      current.yieldValue()
      return changed.union(.value)
    }
  }

  /// Adopts the merged state. Changes that were made here after the merge are merged into it and
  /// saved with the next save.
  private func takeMerged(
    _ merged: State, of value: State, changes: Int, durability: AtomicReplacement.Durability
  ) throws(StateError) -> AccountChanges {
    try current.withLock { current throws(StateError) in
      var next = merged
      if current.account.changes > changes, let merge = conflicts.mergeFunction {
        do { next = try merge(value, current.value, merged) } catch {
          throw StateError(
            .conflict, message: "another writer saved the state in the meantime",
            underlyingError: error)
        }
      }
      current.value = next
      current.base = merged
      let changed = current.account.note { $0.noteSaved(changes, durability: durability) }
      current.yieldValue()
      return changed.union(.value)
    }
  }

  /// Adopts what another writer has saved. If the state was changed here too, it is saved according
  /// to the `ConflictPolicy`. Does nothing if no other writer has saved.
  ///
  /// - Throws: `StateError`, as for `save(durability:)`, and also if the stored state cannot be
  ///   read. After an error this object is unchanged.
  public func refresh() throws(StateError) {
    guard saving.withLock({ $0.hasExternalChanges }) else { return }
    if current.withLock({ $0.account.isChangedHere }) {
      return try save(durability: policy.durability)
    }
    do throws(StateError) {
      try reload(conflicts.isLastWins ? .discarded : .kept) { $0.withoutEarlierGenerations }
    } catch {
      // The state was changed in the meantime.
      guard error.code == .unsavedChanges else { throw error }
      try save(durability: policy.durability)
    }
  }

  /// Adopts what another writer has saved, on another thread; see the synchronous form.
  public func refresh() async throws(StateError) {
    try await onDispatchThread { () throws(StateError) in try self.refresh() }
  }

  /// Adopts what other writers save, each time they save, until the task is canceled. An error that
  /// prevents adopting one of their states does not end the call; ``failure`` reports it if there
  /// were changes to save here.
  ///
  /// - Throws: `StateError` with `StateError.Code.unreadable` if the directory of the file does
  ///   not exist or cannot be watched.
  public func refreshWhenChanged() async throws(StateError) {
    let events = try saving.withLock { store throws(StateError) in try store.events() }
    try? await refresh()
    for await _ in events { try? await refresh() }
  }
}

extension AppLifecycle {
  /// Saves a state when the app enters the background or ends, and adopts what other writers have
  /// saved when the app returns to the foreground.
  ///
  /// Adds a handler for each of `didEnterBackground`, `willTerminate` and `willEnterForeground`,
  /// after the existing handlers.
  public func keep<State>(_ state: SavedState<State>) {
    on(.didEnterBackground) { try await state.save() }
    on(.willTerminate) { try await state.save() }
    on(.willEnterForeground) { try await state.refresh() }
  }
}
