// Loading and saving without blocking the caller's executor: waits for the drive and for locks happen
// on a thread of Dispatch. Relies on the synchronous forms.

internal import Dispatch
public import DurableFiles

extension StateStore where State: Sendable {
  /// Loads the state, on another thread; see the synchronous form.
  public func load() async -> StateLoad<State> {
    await onDispatchThread { self.load() }
  }

  /// Saves a state, on another thread; see the synchronous form.
  ///
  /// A save that has begun is finished even when the task is cancelled. Await one before the next
  /// to have them in order.
  public func save(
    _ state: State, over overwriting: StateOverwriting = .known,
    durability: AtomicReplacement.Durability = .durable
  ) async throws(StateError) {
    let result = await onDispatchThread {
      Result { () throws(StateError) in
        try self.save(state, over: overwriting, durability: durability)
      }
    }
    try result.get()
  }

  /// Loads the state, lets it be changed, and saves it, on another thread; see the synchronous form.
  @discardableResult
  public func update<Value: Sendable>(
    initial: State, durability: AtomicReplacement.Durability = .durable,
    _ change: @escaping @Sendable (inout State) throws -> Value
  ) async throws -> Value {
    let result = await onDispatchThread {
      Result { try self.update(initial: initial, durability: durability, change) }
    }
    return try result.get()
  }
}

/// Does blocking work on a thread that may block, and waits for it without one.
func onDispatchThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: work()) }
  }
}
