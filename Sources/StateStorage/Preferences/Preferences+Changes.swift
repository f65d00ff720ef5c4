// Word of changed keys, whoever has changed them. Relies on `FileWatcher` for other processes.

internal import DurableFiles
internal import Synchronization

extension Preferences {
  /// Tells which keys have another value in this domain, changed here or by other processes: an
  /// element for each time, or for several. Suites, registered defaults and arguments are not
  /// reported, and a key is reported although an argument hides its value. The
  /// sequence ends when nobody has these preferences any more, as themselves or as a suite.
  ///
  /// While somebody listens, what other processes write is read as soon as it is there.
  ///
  /// - Throws: ``StateError`` with ``StateError/Code/unreadable`` where the directory of the file is
  ///   not there or cannot be watched.
  public func changes() throws(StateError) -> PreferenceChanges {
    let watcher: FileWatcher
    do throws(FileError) {
      watcher = try FileWatcher(path)
    } catch {
      throw StateError(
        .unreadable, message: "the preferences cannot be watched", path: path,
        underlyingError: error)
    }
    let (signals, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let inbox = PreferenceChanges.Inbox(continuation)
    let domain = domain
    let number = domain.state.withLock { $0.add(inbox) }
    // What was written between the first reading and now.
    domain.refresh()
    let task = Task { [weak domain] in
      for await _ in watcher { await domain?.refreshElsewhere() }
    }
    continuation.onTermination = { [weak domain] _ in
      task.cancel()
      domain?.state.withLock { $0.inboxes[number] = nil }
    }
    return PreferenceChanges(signals: signals, inbox: inbox)
  }
}

/// The changes of preferences one after another, each as the keys that have another value; for one
/// loop. It ends with its task, and with the preferences.
public struct PreferenceChanges: AsyncSequence, Sendable {
  /// Keys that have another value, or none any more.
  public typealias Element = Set<String>
  /// The sequence never throws.
  public typealias Failure = Never

  let signals: AsyncStream<Void>
  let inbox: Inbox

  /// The changes one after another.
  public struct Iterator: AsyncIteratorProtocol {
    var signals: AsyncStream<Void>.Iterator
    let inbox: Inbox

    /// Waits for the next change; nil when there will be none, or the task is cancelled.
    public mutating func next() async -> Set<String>? { await next(isolation: nil) }

    /// Waits for the next change on the actor of the caller.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Never) -> Set<String>? {
      while await signals.next(isolation: actor) != nil {
        let keys = inbox.take()
        if !keys.isEmpty { return keys }
      }
      return nil
    }
  }

  /// Begins to go through the changes.
  public func makeAsyncIterator() -> Iterator {
    Iterator(signals: signals.makeAsyncIterator(), inbox: inbox)
  }

  /// Gathers keys until somebody asks for them, so that none is lost to one who is slow.
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
