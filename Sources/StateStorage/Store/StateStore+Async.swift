// Loading and saving without blocking the caller's executor: the waits for the drive and for locks
// happen on a Dispatch thread. Relies on the synchronous forms.

public import DurableFiles

extension StateStore where State: Sendable {
  /// Loads the state, on another thread; see the synchronous form.
  public func load() async -> StateLoad<State> {
    await onDispatchThread { self.load() }
  }

  /// Loads the state on another thread; returns an initial state on the first launch.
  ///
  /// - Parameter initial: The state of the first launch.
  /// - Throws: ``StateError`` if there is a file whose state could not be loaded: nothing would be
  ///   saved over it.
  public func load(orInitial initial: State) async throws(StateError) -> State {
    try await load().state(orInitial: initial)
  }

  /// Saves a state, on another thread; see the synchronous form.
  ///
  /// A save is carried out even if the task is canceled before it begins or while it waits for the
  /// lock or the drive. To save in order, await each save before the next.
  public func save(
    _ state: State, over overwriting: StateOverwriting = .known,
    durability: AtomicReplacement.Durability = .durable
  ) async throws(StateError) {
    try await onDispatchThread { () throws(StateError) in
      try self.save(state, over: overwriting, durability: durability)
    }
  }

  /// Loads the state, applies a change, and saves it, on another thread; see the synchronous form.
  @discardableResult
  public func update<Value: Sendable>(
    initial: State, durability: AtomicReplacement.Durability = .durable,
    _ change: @escaping @Sendable (inout State) throws -> Value
  ) async throws -> Value {
    try await onDispatchThread {
      try self.update(initial: initial, durability: durability, change)
    }
  }
}
