// Uses threads that may block to run work that waits for the drive or for a lock, for the
// asynchronous functions of this module and of its clients. Relies on Dispatch's threads.

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
    DispatchQueue.global().async { continuation.resume(returning: Result(catching: work)) }
  }
}
