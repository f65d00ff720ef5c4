// Runs blocking work, which waits for the drive or for a lock, on separate threads: for the
// asynchronous functions of this module and its clients. Relies on Dispatch's threads.

internal import Dispatch

/// Runs blocking work on a Dispatch thread, and waits for it without blocking a thread.
package func onDispatchThread<Value: Sendable, Failure: Error>(
  _ work: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value { try await outcomeOnDispatchThread(work).get() }

/// Runs blocking work on a Dispatch thread and returns its result or its error, for callers that
/// cannot rethrow the error where they wait.
func outcomeOnDispatchThread<Value: Sendable, Failure: Error>(
  _ work: @escaping @Sendable () throws(Failure) -> Value
) async -> Result<Value, Failure> {
  await withCheckedContinuation { continuation in
    DispatchQueue.global(qos: .ofBlockingWork).async {
      continuation.resume(returning: Result(catching: work))
    }
  }
}

extension DispatchQoS.QoSClass {
  /// The work of an urgent task does not wait for that of less urgent tasks. The work of a task of
  /// low priority has the default class: it may hold a lock that others wait for.
  fileprivate static var ofBlockingWork: Self {
    Task.currentPriority > .medium ? .userInitiated : .default
  }
}
