// Runs blocking work, which waits for the drive or for a lock, on separate threads: for the
// asynchronous functions of this module and its clients. Relies on Dispatch's threads.

internal import CSystemCalls

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
    let queued = QueuedWork { continuation.resume(returning: Result(catching: work)) }
    // The work of an urgent task does not wait for that of less urgent tasks. The work of a task of low
    // priority has the default class: it may hold a lock that others wait for.
    unsafe plinth_start_work(Task.currentPriority > .medium, queued.makeContext(), QueuedWork.run)
  }
}
