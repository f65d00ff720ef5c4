// A state in memory that saves itself: some time after the last change, and not later than some time
// after the first. Relies on `StateStore`.

public import DurableFiles
public import Observation
internal import Synchronization

/// When a changed state is saved by itself.
public struct AutosavePolicy: Sendable, Hashable {
  /// How long nothing has to change before a save. Default: 1 second.
  public var quietTime = Duration.seconds(1)
  /// How long after the first unsaved change a save begins at the latest. Default: 10 seconds.
  public var longestDelay = Duration.seconds(10)
  /// What such a save promises. Default: `AtomicReplacement.Durability.consistent`: after a power
  /// loss there is the state of this save or of the one before.
  public var durability = AtomicReplacement.Durability.consistent

  /// The default choices.
  public init() {}

  /// Choices of times.
  public init(quietTime: Duration, longestDelay: Duration) {
    self.quietTime = quietTime
    self.longestDelay = longestDelay
  }
}

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
/// Views and tasks may observe ``value``, by `withObservationTracking` or ``values``.
public final class SavedState<State: Sendable>: Sendable, Observable {
  private let store: StateStore<State>
  private let policy: AutosavePolicy
  private let clock: any Clock<Duration>
  private let current: Mutex<Current>
  private let registrar = ObservationRegistrar()
  /// Held while a save is made, so that an older state never follows a newer one.
  private let saving = Mutex(())
  /// Where the state came from when this was made; nil on the first launch.
  public let source: StateSource?

  /// What changes.
  private struct Current {
    var value: State
    /// How many changes there were.
    var changes = 0
    /// How many of them are saved; -1 when not even the state before the first is.
    var saved = 0
    /// What the last save promised. Of a state that was loaded that is not known: its writer may have
    /// died before the end of its save.
    var durability = AtomicReplacement.Durability.fast
    var isSaveDue = false
    var failure: StateError?
    var observers: [Int: AsyncStream<State>.Continuation] = [:]
    var nextObserver = 0
  }

  /// Loads a state.
  ///
  /// - Parameters:
  ///   - store: Where the state is kept.
  ///   - initial: The state of the first launch. It is saved when it is changed.
  ///   - policy: When changes are saved.
  ///   - clock: What measures the delays.
  /// - Throws: ``StateError`` where there is a file whose state could not be had.
  public init(
    _ store: StateStore<State>, initial: @autoclosure () -> State,
    autosave policy: AutosavePolicy = AutosavePolicy(),
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(StateError) {
    let load = store.load()
    let value = try load.state(orInitial: initial())
    self.store = store
    self.policy = policy
    self.clock = clock
    source = load.source
    let isStored = load.isAsSaved && load.source?.version == store.schema.version
    current = Mutex(Current(value: value, saved: isStored ? 0 : -1))
  }

  // MARK: The value

  /// The state as it is now.
  public var value: State {
    get {
      registrar.access(self, keyPath: \.value)
      return current.withLock { $0.value }
    }
    set { change { $0 = newValue } }
  }

  /// Changes the state, and has it saved soon.
  ///
  /// - Parameter body: Changes the state; it must not use this object.
  public func change(_ body: (inout State) -> Void) {
    registrar.withMutation(of: self, keyPath: \.value) {
      current.withLock { current in
        body(&current.value)
        current.changes += 1
        for observer in current.observers.values { observer.yield(current.value) }
      }
    }
    scheduleSave()
  }

  /// The state now, and after changes; of several at once, the last.
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

  // MARK: Saving

  /// Whether there is something that is not saved.
  public var hasUnsavedChanges: Bool { current.withLock { $0.saved < $0.changes } }

  /// Why the last save failed; nil after one that succeeded.
  public var failure: StateError? { current.withLock { $0.failure } }

  /// Saves the state now, if that was not done since the last change with the same promise.
  ///
  /// - Parameter durability: What the finished save promises.
  /// - Throws: ``StateError``. After ``StateError/Code/conflict`` somebody else has saved; load
  ///   anew, or save over it with the store.
  public func save(
    durability: AtomicReplacement.Durability = .durable
  ) throws(StateError) {
    try saving.withLock { _ throws(StateError) in
      guard let (value, changes) = unsaved(durability) else { return }
      do throws(StateError) {
        try store.save(value, durability: durability)
        noteSaved(changes, durability)
      } catch {
        current.withLock { $0.failure = error }
        throw error
      }
    }
  }

  /// Saves the state now, on another thread; see the synchronous form.
  public func save(
    durability: AtomicReplacement.Durability = .durable
  ) async throws(StateError) {
    try await onDispatchThread { () throws(StateError) in
      try self.save(durability: durability)
    }
  }

  private func unsaved(_ durability: AtomicReplacement.Durability) -> (State, changes: Int)? {
    current.withLock { current in
      let isEnough = current.durability.isAtLeast(durability)
      return current.saved == current.changes && isEnough ? nil : (current.value, current.changes)
    }
  }

  private func noteSaved(_ changes: Int, _ durability: AtomicReplacement.Durability) {
    current.withLock { current in
      current.saved = changes
      current.durability = durability
      current.failure = nil
    }
  }

  // MARK: By itself

  /// Begins to wait for the moment to save, unless that has begun.
  private func scheduleSave() {
    let begins = current.withLock { current in
      defer { current.isSaveDue = true }
      return !current.isSaveDue
    }
    if begins { Task { await saveWhenQuiet() } }
  }

  private func saveWhenQuiet() async {
    await waitForQuiet()
    current.withLock { $0.isSaveDue = false }
    do throws(StateError) {
      try await save(durability: policy.durability)
    } catch {
      guard error.mayPass else { return }
      Task { [weak self, clock, policy] in
        try? await clock.sleep(for: policy.longestDelay)
        self?.scheduleSave()
      }
    }
  }

  private func waitForQuiet() async {
    var waited = Duration.zero
    var changes = changeCount
    while waited < policy.longestDelay {
      let pause = min(policy.quietTime, policy.longestDelay - waited)
      try? await clock.sleep(for: pause)
      waited += pause
      let now = changeCount
      if now == changes { return }
      changes = now
    }
  }

  private var changeCount: Int { current.withLock { $0.changes } }
}

extension StateLoad {
  /// Whether the file has the state already.
  fileprivate var isAsSaved: Bool { if case .loaded = self { true } else { false } }
}

extension StateError {
  /// Whether a save that failed may succeed when it is tried again as it is.
  fileprivate var mayPass: Bool {
    ![.conflict, .wouldOverwrite, .notLoaded, .notEncodable].contains(code)
  }
}

extension AtomicReplacement.Durability {
  private var rank: Int {
    switch self {
    case .fast: 0
    case .consistent: 1
    case .durable: 2
    }
  }

  fileprivate func isAtLeast(_ other: Self) -> Bool { rank >= other.rank }
}
