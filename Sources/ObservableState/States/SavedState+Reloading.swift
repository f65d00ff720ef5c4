// Adopting what another writer has stored. Relies on a new store, so that after a failure the old
// store still knows only what it loaded or saved itself.

internal import DurableFiles
public import StateStorage
internal import Synchronization

/// The treatment of unsaved changes when a state is loaded again.
public enum UnsavedChanges: Sendable, Hashable {
  /// They are kept, and nothing is loaded: reloading throws `StateError.Code.unsavedChanges`.
  case kept
  /// They are discarded in favor of the stored state.
  case discarded
}

extension SavedState {
  /// Adopts the stored state, for example after a `StateError.Code.conflict`, and notifies the
  /// observers of the value. If there is no longer a stored state, the state stays as it is, and
  /// the next save stores it.
  ///
  /// To save your own state over that of another writer, keep a copy of the value, reload with
  /// ``UnsavedChanges/discarded``, and set the value, or part of it, again.
  ///
  /// - Throws: `StateError`: `StateError.Code.unsavedChanges` if there are unsaved changes to
  ///   keep, or the reason why the stored state could not be loaded. After an error this object is
  ///   unchanged.
  public func reload(_ unsavedChanges: UnsavedChanges = .kept) throws(StateError) {
    try reload(unsavedChanges) { $0 }
  }

  /// Adopts the stored state, filtered by `wanted`.
  func reload(_ unsavedChanges: UnsavedChanges, wanted: (StateLoad<State>) -> StateLoad<State>)
    throws(StateError)
  {
    var changed = AccountChanges()
    defer { notify(changed) }
    try saving.withLock { store throws(StateError) in
      let isChangedHere = current.withLock { $0.account.isChangedHere }
      if unsavedChanges == .kept, isChangedHere { throw Self.unsavedChanges(in: store) }
      let successor = store.independentCopy()
      let load = wanted(successor.load())
      if let error = load.blockingError { throw error }
      changed = try take(load, from: successor, unsavedChanges: unsavedChanges)
      store = successor
    }
  }

  /// Adopts what another writer has saved if nothing was changed here and the file can be read.
  ///
  /// - Parameter mustLoad: Whether a file that cannot be read is an error.
  func takeOver(in store: inout StateStore<State>, orThrow mustLoad: Bool = false)
    throws(StateError) -> AccountChanges
  {
    guard store.hasExternalChanges else { return AccountChanges() }
    let successor = store.independentCopy()
    let load = successor.load().withoutEarlierGenerations
    if mustLoad, let error = load.blockingError { throw error }
    guard load.state != nil, let changed = try? take(load, from: successor, unsavedChanges: .kept)
    else { return AccountChanges() }
    store = successor
    return changed
  }

  /// Adopts the stored state on another thread; see the synchronous form.
  public func reload(_ unsavedChanges: UnsavedChanges = .kept) async throws(StateError) {
    try await onDispatchThread { () throws(StateError) in try self.reload(unsavedChanges) }
  }

  private static func unsavedChanges(in store: StateStore<State>) -> StateError {
    StateError(.unsavedChanges, message: "there are unsaved changes", path: store.path)
  }

  private func take(
    _ load: StateLoad<State>, from store: StateStore<State>, unsavedChanges: UnsavedChanges
  ) throws(StateError) -> AccountChanges {
    try current.withLock { current throws(StateError) in
      // The state in memory may have been changed during the loading of the stored one.
      if unsavedChanges == .kept, current.account.isChangedHere {
        throw Self.unsavedChanges(in: store)
      }
      let changed = current.take(load, by: store)
      if conflicts.mergeFunction != nil { current.base = load.state }
      current.yieldValue()
      return changed.union(.value)
    }
  }
}

extension SavedState.Current {
  /// Updates the state with the result of loading.
  mutating func take(_ load: StateLoad<State>, by store: StateStore<State>)
    -> SaveAccount.AccountChanges
  {
    value = load.state ?? value
    return account.note { $0.take(load, isStored: load.isStored(by: store)) }
  }
}
