// A state in memory that saves itself: some time after the last change, and not later than some time
// after the first. Relies on `StateStore`.

internal import DurableFiles
public import Observation
internal import Synchronization

/// A state in memory, which is loaded once and saved after changes.
///
/// ```swift
/// let cards = try SavedState(store, initial: [])
/// cards.change { $0.append(Card("Capital of Peru?", "Lima")) }   // saved within a second or so
/// try cards.save()                                            // saved now, durably
/// ```
///
/// However many changes there are, the latest state is saved, once for all of them: at most once in
/// each quiet time, and while changes never pause for so long, once in each longest delay. A save
/// that fails is told by ``failure`` and tried again after the longest delay, unless trying again
/// cannot help. Changes that are not saved when the process ends are lost: call `save()`
/// when the app goes to the background or ends.
///
/// It saves over what it has loaded or saved itself and nothing else. When another process has saved
/// since, or another object of this one, even with the same store, the ``ConflictPolicy`` says what is
/// done; without one, saving is a ``StateError/Code/conflict``, and `reload(_:)` is how one goes on.
/// Where nothing was changed here, what the others have saved is taken over: at a save, by `refresh()`,
/// and by ``refreshWhenChanged()``. `AppLifecycle.keep(_:)` does all of it for an app.
///
/// Views and tasks may observe ``value``, ``hasUnsavedChanges`` and ``failure`` by
/// `withObservationTracking`, and the value by ``values``.
public final class SavedState<State: Sendable>: Sendable, Observable {
  let policy: AutosavePolicy
  let conflicts: ConflictPolicy<State>
  let clock: any Clock<Duration>
  let current: Mutex<Current>
  private let observers = SaveObservers()
  /// A store of its own, so that nobody else's loading is taken for this one's. Held while a save is
  /// made, so that an older state never follows a newer one.
  let saving: Mutex<StateStore<State>>

  /// What changes.
  struct Current {
    var value: State
    var account: SaveAccount
    var isSaveDue = false
    var isRetryDue = false
    var observers: [Int: AsyncStream<State>.Continuation] = [:]
    var nextObserver = 0
    /// The state that was loaded or saved last, for a policy that merges; nil where there was none.
    var base: State?

    /// Tells the sequences of values.
    func yieldValue() {
      for observer in observers.values { observer.yield(value) }
    }
  }

  /// Loads a state, and waits for the drive meanwhile; `loading` does that without.
  ///
  /// - Parameters:
  ///   - store: Where the state is kept, and how. What this store itself has loaded does not count.
  ///   - initial: The state of the first launch. It is saved when it is changed.
  ///   - policy: When changes are saved.
  ///   - conflicts: What a save does where another writer has saved and the state was changed here too.
  ///   - clock: What measures the delays.
  /// - Throws: ``StateError`` where there is a file whose state could not be had.
  public convenience init(
    _ store: StateStore<State>, initial: @autoclosure () -> State,
    autosave policy: AutosavePolicy = AutosavePolicy(), conflicts: ConflictPolicy<State> = .fail,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(StateError) {
    let own = store.twin()
    let load = own.load()
    let value = try load.state(orInitial: initial())
    self.init(loaded: load, by: own, value, policy: policy, conflicts: conflicts, clock: clock)
  }

  /// Loads a state that is worth less than what the user made, such as the place in a list or a
  /// selection: it never keeps an app from starting.
  ///
  /// Of several processes, the last save wins. What cannot be read is put aside by the next save, and
  /// the state begins anew; ``recovery`` says why.
  ///
  /// - Parameters:
  ///   - store: Where the state is kept, and how.
  ///   - initial: The state of the first launch, and where there is none that can be read.
  ///   - policy: When changes are saved.
  ///   - clock: What measures the delays.
  public convenience init(
    dispensable store: StateStore<State>, initial: @autoclosure () -> State,
    autosave policy: AutosavePolicy = AutosavePolicy(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    let own = store.twin()
    let load = own.load()
    self.init(
      loaded: load, by: own, load.state ?? initial(), policy: policy, conflicts: .lastWins,
      clock: clock)
  }

  /// Loads a state on another thread; see the initializer.
  public static func loading(
    _ store: StateStore<State>, initial: State,
    autosave policy: AutosavePolicy = AutosavePolicy(), conflicts: ConflictPolicy<State> = .fail,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws(StateError) -> SavedState {
    let own = store.twin()
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

  deinit {
    for observer in current.withLock({ Array($0.observers.values) }) { observer.finish() }
  }

  // MARK: The value

  /// Where the state came from when it was loaded last; nil on the first launch.
  public var source: StateSource? { current.withLock { $0.account.source } }

  /// Why the state was loaded from an earlier generation, or one that is dispensable began anew: what is
  /// wrong with the file. Nil when the file was loaded, and on the first launch. The user should hear of
  /// it: some changes are lost.
  public var recovery: StateError? { current.withLock { $0.account.recovery } }

  /// The state as it is now.
  public var value: State {
    get {
      observers.noteReading(.value)
      return current.withLock { $0.value }
    }
    set { change { $0 = newValue } }
  }

  /// Changes the state, and has it saved soon.
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

  /// The state now, and after changes; of several at once, the last. The sequence ends with this
  /// object.
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

  // MARK: What came of saving

  /// Whether there is something that is not saved.
  public var hasUnsavedChanges: Bool {
    observers.noteReading(.unsavedChanges)
    return current.withLock { $0.account.hasUnsavedChanges }
  }

  /// Why the last save failed; nil after one that succeeded.
  public var failure: StateError? {
    observers.noteReading(.failure)
    return current.withLock { $0.account.failure }
  }

  typealias News = SaveAccount.AccountChanges

  /// Tells observers what is new, when no lock is held that they may need.
  func notify(_ news: News) { observers.notify(news) }
}

extension StateLoad {
  /// Whether the file has the state already, in the form that a store writes.
  func isStored(by store: StateStore<State>) -> Bool {
    if case .loaded(_, let source) = self { source.version == store.schema.version } else { false }
  }
}
