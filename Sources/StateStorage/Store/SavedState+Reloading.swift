// Taking over what somebody else has stored. Relies on a new store, so that after a failure the old
// one still knows only what it has loaded or saved itself.

internal import DurableFiles
internal import Synchronization

/// What becomes of changes that are not saved when a state is loaded anew.
public enum UnsavedChanges: Sendable, Hashable {
  /// They stay, and nothing is loaded: reloading throws ``StateError/Code/unsavedChanges``.
  case kept
  /// They are given up for what is stored.
  case discarded
}

extension SavedState {
  /// Takes over what is stored now, as after a ``StateError/Code/conflict``, and tells those who
  /// observe the value.
  ///
  /// Where nothing is stored any more, the state stays as it is, and the next save stores it.
  ///
  /// To save one's own state over that of somebody else, keep the value, reload with
  /// ``UnsavedChanges/discarded``, and set it again, or what of it is to stay.
  ///
  /// - Parameter unsavedChanges: What becomes of them.
  /// - Throws: ``StateError``: ``StateError/Code/unsavedChanges`` when there are some that are to be
  ///   kept; why the stored state could not be had. This object is as it was then.
  public func reload(_ unsavedChanges: UnsavedChanges = .kept) throws(StateError) {
    try reload(unsavedChanges) { $0 }
  }

  /// Takes over what is stored now, as far as it is wanted.
  func reload(
    _ unsavedChanges: UnsavedChanges, wanted: (StateLoad<State>) -> StateLoad<State>
  ) throws(StateError) {
    var news = News()
    defer { notify(news) }
    try saving.withLock { store throws(StateError) in
      try current.withLock { current throws(StateError) in
        try Self.check(current, unsavedChanges: unsavedChanges, store: store)
      }
      let successor = store.twin()
      let load = wanted(successor.load())
      if let error = load.blockingError { throw error }
      news = try take(load, from: successor, unsavedChanges: unsavedChanges)
      store = successor
    }
  }

  /// Takes over what another writer has saved, where nothing was changed here and it can be read.
  func takeOver(in store: inout StateStore<State>) -> News {
    guard store.hasExternalChanges else { return News() }
    let successor = store.twin()
    let load = successor.load().withoutEarlierGenerations
    guard load.state != nil, let news = try? take(load, from: successor, unsavedChanges: .kept)
    else {
      return News()
    }
    store = successor
    return news
  }

  /// Takes over what another writer has saved, where there is a state to be saved that was not changed
  /// here: that of the first launch, a recovered or a migrated one.
  ///
  /// - Throws: Why it could not be had, unless the last one wins.
  func takeOverUnchanged(in store: inout StateStore<State>) throws(StateError) -> News {
    let account = current.withLock(\.account)
    guard account.hasUnsavedChanges, !account.isChangedHere, store.hasExternalChanges else {
      return News()
    }
    let successor = store.twin()
    let load = successor.load().withoutEarlierGenerations
    if let error = load.blockingError, !conflicts.isLastWins { throw error }
    guard load.state != nil, let news = try? take(load, from: successor, unsavedChanges: .kept)
    else {
      return News()
    }
    store = successor
    return news
  }

  /// Takes over what is stored now, on another thread; see the synchronous form.
  public func reload(_ unsavedChanges: UnsavedChanges = .kept) async throws(StateError) {
    try await onDispatchThread { () throws(StateError) in try self.reload(unsavedChanges) }
  }

  private static func check(
    _ current: Current, unsavedChanges: UnsavedChanges, store: StateStore<State>
  ) throws(StateError) {
    if unsavedChanges == .kept, current.account.isChangedHere {
      throw StateError(
        .unsavedChanges, message: "there are changes that are not saved", path: store.path)
    }
  }

  private func take(
    _ load: StateLoad<State>, from store: StateStore<State>, unsavedChanges: UnsavedChanges
  ) throws(StateError) -> News {
    try current.withLock { current throws(StateError) in
      // Somebody may have changed it during loading.
      try Self.check(current, unsavedChanges: unsavedChanges, store: store)
      let news = current.take(load, by: store)
      if conflicts.mergeFunction != nil { current.base = load.state }
      current.yieldValue()
      return news.union(.value)
    }
  }
}

extension SavedState.Current {
  /// Goes on with what was loaded.
  mutating func take(_ load: StateLoad<State>, by store: StateStore<State>)
    -> SaveAccount.AccountChanges
  {
    value = load.state ?? value
    return account.note { $0.take(load, isStored: load.isStored(by: store)) }
  }
}

extension StateLoad {
  /// What another writer has left, for one who has a state: an earlier generation is not newer than that one,
  /// and does not stand for a file that is gone or no good.
  var withoutEarlierGenerations: StateLoad {
    guard case .recovered(_, _, let reason) = self else { return self }
    return reason.code == .stateMissing ? .missing : .corrupt(reason)
  }

  /// Why there is no state although there is something; nil where there is one or nothing.
  var blockingError: StateError? {
    switch self {
    case .missing, .loaded, .recovered: nil
    case .corrupt(let error), .unreadable(let error), .newerVersion(_, let error): error
    }
  }
}
