// Word of changes that others make to the file of a state. Relies on `FileWatcher`.

internal import DurableFiles
internal import Synchronization

extension StateStore {
  /// Watches the file for changes by others: an element for each time that it is another than the
  /// one that this store loaded or saved last, one at once if it is already. Load the state then.
  ///
  /// Several changes at once may be one element. The sequence ends when its task is cancelled, and
  /// when the directory of the file is removed or renamed.
  ///
  /// - Throws: ``StateError`` with ``StateError/Code/unreadable`` where the directory of the file is
  ///   not there or cannot be watched.
  public func changes() throws(StateError) -> AsyncStream<Void> {
    if let memory = backend as? MemoryBackend { return judged(memory.file.changes()) }
    return judged(try watcher())
  }

  /// An element after each change of the file, this store's own included.
  func events() throws(StateError) -> AsyncStream<Void> {
    if let memory = backend as? MemoryBackend { return memory.file.changes() }
    let watcher = try watcher()
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        for await _ in watcher { continuation.yield() }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func watcher() throws(StateError) -> FileWatcher {
    do throws(FileError) {
      return try FileWatcher(path)
    } catch {
      throw StateError(
        .unreadable, message: "the file cannot be watched", path: path, underlyingError: error)
    }
  }

  /// An element for each event after which the contents are somebody else's, and one at the start if
  /// they are: somebody may have saved after this store has loaded and before events were heard.
  private func judged<Events: AsyncSequence & Sendable>(
    _ events: Events
  ) -> AsyncStream<Void> where Events.Failure == Never {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        if await hasExternalChangesNow() { continuation.yield() }
        for await _ in events where await hasExternalChangesNow() { continuation.yield() }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Judges where a save of this store that is under way can be waited for: only then it is known
  /// whose contents these are.
  private func hasExternalChangesNow() async -> Bool {
    await onDispatchThread { self.hasExternalChanges }
  }

  /// Whether the file is another than the one that this store loaded or saved last.
  ///
  /// A save of this store that is under way is waited for.
  public var hasExternalChanges: Bool {
    access.withLock { known in known.isExternal(try? backend.identity(like: known.identity)) }
  }
}
