// A state in memory that saves itself after changes: when a quiet time has passed, or after the
// longest delay. Relies on `StateStore`.

internal import DurableFiles
public import Observation
public import StateStorage
internal import Synchronization

/// A state in memory that is loaded once and saved after changes.
///
/// ```swift
/// let cards = try SavedState(store, initial: [])
/// cards.change { $0.append(Card("Capital of Peru?", "Lima")) }   // saved within a second or so
/// try cards.save()                                            // saved now, durably
/// ```
///
/// One save covers any number of changes: it begins when the ``AutosavePolicy`` says so, and is
/// tried again after a failure, which ``failure`` reports, unless another attempt cannot help.
/// Changes that are not saved when the process ends are lost: call `save()` when the app enters the
/// background or ends.
///
/// A save replaces only what this object has loaded or saved itself. If another process or another
/// object has saved since, the `ConflictPolicy` applies; without one, saving fails with
/// `StateError.Code.conflict`, and `reload(_:)` recovers. If nothing was changed here, the newly
/// saved state is adopted by a save, by `refresh()`, and by ``refreshWhenChanged()``.
/// `AppLifecycle.keep(_:)` does all of this for an app.
///
/// Views and tasks can observe ``value``, ``hasUnsavedChanges`` and ``failure`` with
/// `withObservationTracking`, and the value also with ``values``.
public final class SavedState<State: Sendable>: Sendable, Observable {
  let policy: AutosavePolicy
  let conflicts: ConflictPolicy<State>
  let clock: any Clock<Duration>
  let current: Mutex<Current>
  private let observers = SaveObservers()
  /// A separate store, so that loads by other users of the store do not count. Locked during a
  /// save, so that an older state never follows a newer one.
  let saving: Mutex<StateStore<State>>

  /// The mutable state of the object.
  struct Current {
    var value: State
    var account: SaveAccount
    var isSaveDue = false
    var isRetryDue = false
    var observers: [Int: AsyncStream<State>.Continuation] = [:]
    var nextObserver = 0
    /// The state that was last loaded or saved, for a policy that merges; nil if there was none.
    var base: State?

    /// Sends the value to the sequences of values.
    func yieldValue() { for observer in observers.values { observer.yield(value) } }
  }

  /// Loads a state and blocks while it waits for the drive; `loading` does not block.
  ///
  /// - Parameters:
  ///   - store: The store of the state. Loads by this store itself do not count.
  ///   - initial: The state of the first launch. It is not saved until it is changed.
  ///   - policy: The timing of automatic saves.
  ///   - conflicts: The policy for a save if another writer has saved and the state was changed
  ///     here too.
  ///   - clock: The clock that measures the delays.
  /// - Throws: `StateError` if there is a file whose state could not be loaded.
  public convenience init(
    _ store: StateStore<State>, initial: @autoclosure () -> State,
    autosave policy: AutosavePolicy = AutosavePolicy(), conflicts: ConflictPolicy<State> = .fail,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(StateError) {
    let own = store.independentCopy()
    let load = own.load()
    let value = try load.state(orInitial: initial())
    self.init(loaded: load, by: own, value, policy: policy, conflicts: conflicts, clock: clock)
  }

  /// Loads a state that is less important than the user's data, such as a scroll position or a
  /// selection: it never prevents an app from starting.
  ///
  /// Among several processes, the last save wins. A file that cannot be read is set aside by the
  /// next save, and the state starts from the initial one; ``recovery`` reports the reason.
  public convenience init(
    dispensable store: StateStore<State>, initial: @autoclosure () -> State,
    autosave policy: AutosavePolicy = AutosavePolicy(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    let own = store.independentCopy()
    let load = own.load()
    self.init(
      loaded: load, by: own, load.state ?? initial(), policy: policy, conflicts: .lastWins,
      clock: clock)
  }

  /// Loads a state on another thread; see the initializer.
  public static func loading(
    _ store: StateStore<State>, initial: State, autosave policy: AutosavePolicy = AutosavePolicy(),
    conflicts: ConflictPolicy<State> = .fail, clock: any Clock<Duration> = ContinuousClock()
  ) async throws(StateError) -> SavedState {
    let own = store.independentCopy()
    let load = await own.load()
    let value = try load.state(orInitial: initial)
    return SavedState(
      loaded: load, by: own, value, policy: policy, conflicts: conflicts, clock: clock)
  }

  private init(
    loaded load: StateLoad<State>, by store: StateStore<State>, _ value: State,
    policy: AutosavePolicy, conflicts: ConflictPolicy<State>, clock: any Clock<Duration>
  ) {
    self.policy = policy
    self.conflicts = conflicts
    self.clock = clock
    saving = Mutex(store)
    current = Mutex(
      Current(
        value: value, account: SaveAccount(load, isStored: load.isStored(by: store)),
        base: conflicts.mergeFunction == nil ? nil : load.state))
  }

  deinit { for observer in current.withLock({ Array($0.observers.values) }) { observer.finish() } }

  // MARK: The value

  /// The source of the state when it was last loaded; nil on the first launch.
  public var source: StateSource? { current.withLock { $0.account.source } }

  /// The error in the file if the state was loaded from an earlier generation, or if a dispensable
  /// state started from scratch; nil otherwise. Show it to the user: some changes are lost.
  public var recovery: StateError? { current.withLock { $0.account.recovery } }

  /// The current state.
  public var value: State {
    get {
      observers.noteReading(.value)
      return current.withLock { $0.value }
    }
    set { change { $0 = newValue } }
  }

  /// Changes the state and schedules a save.
  ///
  /// - Parameter body: Changes the state; it must not use this object.
  public func change(_ body: (inout State) -> Void) {
    let isFirst = observers.changeValue {
      current.withLock { current in
        let wasSaved = !current.account.hasUnsavedChanges
        body(&current.value)
        current.account.changes += 1
        current.yieldValue()
        return wasSaved
      }
    }
    if isFirst { notify(.unsavedChanges) }
    scheduleSave()
  }

  /// The current state, and the state after each change; changes in quick succession may yield only
  /// the last state. The sequence ends when this object is freed.
  public var values: AsyncStream<State> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let number = current.withLock { current in
        current.nextObserver += 1
        current.observers[current.nextObserver] = continuation
        continuation.yield(current.value)
        return current.nextObserver
      }
      continuation.onTermination = { [weak self] _ in
        self?.current.withLock { $0.observers[number] = nil }
      }
    }
  }

  // MARK: Results of saving

  /// Whether there are unsaved changes.
  public var hasUnsavedChanges: Bool {
    observers.noteReading(.unsavedChanges)
    return current.withLock { $0.account.hasUnsavedChanges }
  }

  /// The reason why the last save failed; nil if it succeeded.
  public var failure: StateError? {
    observers.noteReading(.failure)
    return current.withLock { $0.account.failure }
  }

  typealias AccountChanges = SaveAccount.AccountChanges

  /// Notifies observers of changes. The caller must not hold a lock that observers may need.
  func notify(_ changed: AccountChanges) { observers.notify(changed) }
}

extension StateLoad {
  /// Whether the file already contains the state in the form that a store writes.
  func isStored(by store: StateStore<State>) -> Bool {
    if case .loaded(_, let source) = self { source.version == store.schema.version } else { false }
  }
}
