// Notifications of keys changed by this process or others. Relies on `FileWatcher` for other
// processes.

internal import DurableFiles
internal import Synchronization

extension Preferences {
  /// Returns a sequence of the keys whose values in this domain change, here or in other processes.
  /// One element may cover several changes. Changes to suites, registered defaults and arguments
  /// are not reported, and a key is reported even if an argument hides its value. The sequence ends
  /// when these preferences are released and no longer used as a suite.
  ///
  /// While the sequence is in use, changes by other processes are read as soon as they are written.
  ///
  /// - Throws: ``StateError`` with ``StateError/Code/unreadable`` if the directory of the file does
  ///   not exist or cannot be watched.
  public func changes() throws(StateError) -> PreferenceChanges {
    let watcher: FileWatcher
    do throws(FileError) { watcher = try FileWatcher(path) } catch {
      throw StateError(
        .unreadable, message: "the preferences cannot be watched", path: path,
        underlyingError: error)
    }
    let (signals, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let inbox = PreferenceChanges.Inbox(continuation)
    let domain = domain
    let number = domain.state.withLock { $0.add(inbox) }
    // Reads what was written after the first read.
    domain.refresh()
    let task = Task { [weak domain] in for await _ in watcher { await domain?.refreshElsewhere() } }
    continuation.onTermination = { [weak domain] _ in
      task.cancel()
      domain?.state.withLock { $0.inboxes[number] = nil }
    }
    return PreferenceChanges(signals: signals, inbox: inbox)
  }
}

/// A sequence of changes to preferences, each a set of keys whose values have changed, for use in
/// one loop. It ends with its task and with the preferences.
public struct PreferenceChanges: AsyncSequence, Sendable {
  /// Keys whose values were changed or removed.
  public typealias Element = Set<String>
  /// The sequence never throws.
  public typealias Failure = Never

  let signals: AsyncStream<Void>
  let inbox: Inbox

  /// The iterator of the sequence.
  public struct Iterator: AsyncIteratorProtocol {
    var signals: AsyncStream<Void>.Iterator
    let inbox: Inbox

    /// Waits for the next change; returns nil if there are no more changes or the task is canceled.
    public mutating func next() async -> Set<String>? { await next(isolation: nil) }

    /// Waits for the next change on the actor of the caller.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Never) -> Set<
      String
    >? {
      while await signals.next(isolation: actor) != nil {
        let keys = inbox.take()
        if !keys.isEmpty { return keys }
      }
      return nil
    }
  }

  /// Returns an iterator over the changes.
  public func makeAsyncIterator() -> Iterator {
    Iterator(signals: signals.makeAsyncIterator(), inbox: inbox)
  }

  /// Collects keys until they are requested, so that a slow reader does not miss any.
  final class Inbox: Sendable {
    private let keys = Mutex<Set<String>>([])
    private let signal: AsyncStream<Void>.Continuation

    init(_ signal: AsyncStream<Void>.Continuation) { self.signal = signal }

    func receive(_ changed: Set<String>) {
      keys.withLock { $0.formUnion(changed) }
      signal.yield()
    }

    func take() -> Set<String> {
      keys.withLock { keys in
        defer { keys = [] }
        return keys
      }
    }

    func finish() { signal.finish() }
  }
}
