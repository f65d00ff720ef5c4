// Saving a state in memory: on request, or automatically when it stops changing. Relies on
// `StateStore`.

public import DurableFiles
public import StateStorage
internal import Synchronization

extension SavedState {
  /// Saves the state now, unless it was already saved with this durability since the last change.
  /// If only its durability is unknown, it is synced to the drive, and generations do not change.
  ///
  /// If another writer has saved and nothing was changed here, the new state is adopted if it can
  /// be read. If this state was changed too, the `ConflictPolicy` applies; ``value`` may change.
  ///
  /// - Throws: `StateError`. `StateError.Code.conflict` means that another writer has saved and
  ///   this state is stored next to the file: call `reload(_:)` to recover.
  public func save(durability: AtomicReplacement.Durability = .durable) throws(StateError) {
    try save(durability, occasion: .asked)
  }

  /// Saves the state now, on another thread; see the synchronous form.
  public func save(durability: AtomicReplacement.Durability = .durable) async throws(StateError) {
    try await onDispatchThread { () throws(StateError) in
      try self.save(durability, occasion: .asked)
    }
  }

  /// The reason for a save.
  private enum Occasion { case asked, due }

  /// The work of a save.
  private enum Work {
    case nothing
    /// The state is stored and must be made durable.
    case confirm(changes: Int)
    case save(State, ConflictHandling<State>, changes: Int)
  }

  private func save(_ durability: AtomicReplacement.Durability, occasion: Occasion)
    throws(StateError)
  {
    var changed = AccountChanges()
    defer { notify(changed) }
    try saving.withLock { store throws(StateError) in
      do throws(StateError) {
        // A state that was not changed here is the initial one, or was recovered or migrated.
        let account = current.withLock(\.account)
        if account.hasUnsavedChanges, !account.isChangedHere {
          changed = try takeOver(in: &store, orThrow: !conflicts.isLastWins)
        }
        switch work(durability, occasion: occasion) {
        case .nothing: if occasion == .asked { changed.formUnion(try takeOver(in: &store)) }
        case .confirm(let changes):
          if try store.isConfirmed() {
            changed.formUnion(noteSaved(changes, value: nil, durability: durability))
          } else {
            changed.formUnion(try takeOver(in: &store))
          }
        case .save(let value, let handling, let changes):
          let outcome = try store.save(value, handling: handling, durability: durability)
          changed.formUnion(
            try settle(outcome, of: value, changes: changes, durability: durability, in: store))
        }
      } catch {
        changed.formUnion(current.withLock { $0.account.note { $0.noteFailure(error) } })
        throw error
      }
    }
  }

  private func work(_ durability: AtomicReplacement.Durability, occasion: Occasion) -> Work {
    current.withLock { current in
      if occasion == .due { current.isSaveDue = false }
      let account = current.account
      if account.hasUnsavedChanges {
        let handling = ConflictHandling(
          policy: conflicts, base: current.base,
          isSavedAside: account.changesSavedAside == account.changes)
        return .save(current.value, handling, changes: account.changes)
      }
      return account.durability.isAtLeast(durability)
        ? .nothing : .confirm(changes: account.changes)
    }
  }

  /// Records that a state is stored; `value` is nil if it was already stored before.
  func noteSaved(_ changes: Int, value: State?, durability: AtomicReplacement.Durability)
    -> AccountChanges
  {
    current.withLock { current in
      if let value, conflicts.mergeFunction != nil { current.base = value }
      return current.account.note { $0.noteSaved(changes, durability: durability) }
    }
  }
}

// MARK: - Automatic saves

extension SavedState {
  /// Begins to wait for the time to save, unless a wait is in progress.
  func scheduleSave() {
    let begins = current.withLock { current in
      defer { current.isSaveDue = true }
      return !current.isSaveDue
    }
    if begins { Task { await saveWhenQuiet() } }
  }

  /// Saves when the state stops changing. Tries again after a delay, once for all saves that fail
  /// in the meantime. The state is saved even if its owner has released it.
  private func saveWhenQuiet() async {
    await policy.waitForQuiet(by: clock) { current.withLock { $0.account.changes } }
    do throws(StateError) {
      return try await onDispatchThread { () throws(StateError) in
        try self.save(self.policy.durability, occasion: .due)
      }
    } catch { guard error.isTransient else { return } }
    let begins = current.withLock { current in
      defer { current.isRetryDue = true }
      return !current.isRetryDue
    }
    guard begins else { return }
    try? await clock.sleep(for: policy.retryDelay)
    current.withLock { $0.isRetryDue = false }
    scheduleSave()
  }
}

extension StateError {
  /// Whether a failed save may succeed if it is retried unchanged.
  var isTransient: Bool { ![.conflict, .wouldOverwrite, .notLoaded, .notEncodable].contains(code) }
}

extension AtomicReplacement.Durability {
  private var rank: Int {
    switch self {
    case .fast: 0
    case .consistent: 1
    case .durable: 2
    }
  }

  func isAtLeast(_ other: Self) -> Bool { rank >= other.rank }
}
