// Loading, saving and watching without blocking the caller's executor: the waits for the drive and
// for locks happen on a Dispatch thread. Relies on the synchronous forms, and on `FileWatcher` for
// changes by other writers.

public import DurableFiles
internal import Synchronization

extension StateStore where State: Sendable {
  /// Loads the state, on another thread; see the synchronous form.
  public func load() async -> StateLoad<State> { await onDispatchThread { self.load() } }

  /// Loads the state on another thread; returns an initial state on the first launch.
  ///
  /// - Throws: ``StateError`` if there is a file whose state could not be loaded.
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
    try await onDispatchThread { try self.update(initial: initial, durability: durability, change) }
  }
}

extension StateStore {
  /// Watches the file for changes by other writers. The sequence yields an element whenever the
  /// file is not the one that this store last loaded or saved, including at the start; changes in
  /// quick succession may yield one element. Load the state in response. The sequence ends when its
  /// task is canceled, or when the directory of the file is removed or renamed.
  ///
  /// - Throws: ``StateError`` with ``StateError/Code/unreadable`` if the directory of the file does
  ///   not exist or cannot be watched.
  public func changes() throws(StateError) -> AsyncStream<Void> {
    if let memory = backend as? MemoryBackend { return filtered(memory.file.changes()) }
    return filtered(try watcher())
  }

  /// Returns a stream with an element after each change to the file, including changes by this
  /// store.
  ///
  /// - Parameter priority: The priority of the task that reads the stream; nil for that of the
  ///   current task. A thread of Dispatch has no current task.
  package func events(priority: TaskPriority? = nil) throws(StateError) -> AsyncStream<Void> {
    if let memory = backend as? MemoryBackend { return memory.file.changes() }
    let watcher = try watcher()
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task(priority: priority) {
        for await _ in watcher { continuation.yield() }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func watcher() throws(StateError) -> FileWatcher {
    do throws(FileError) { return try FileWatcher(path) } catch {
      throw StateError(
        .unreadable, message: "the file cannot be watched", path: path, underlyingError: error)
    }
  }

  /// Returns a stream with an element for each event after which the contents are another writer's,
  /// and one at the start if they already are: another writer may have saved after this store
  /// loaded and before the events began.
  private func filtered<Events: AsyncSequence & Sendable>(_ events: Events) -> AsyncStream<Void>
  where Events.Failure == Never {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        if await hasExternalChangesNow() { continuation.yield() }
        for await _ in events where await hasExternalChangesNow() { continuation.yield() }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Checks on a thread that can wait for this store's save in progress: the writer of the contents
  /// is known only after that save.
  private func hasExternalChangesNow() async -> Bool {
    await onDispatchThread { self.hasExternalChanges }
  }

  /// Whether the file differs from the one that this store last loaded or saved. Waits for a save
  /// by this store that is in progress.
  public var hasExternalChanges: Bool {
    access.withLock { known in known.isExternal(try? backend.identity(like: known.identity)) }
  }
}
