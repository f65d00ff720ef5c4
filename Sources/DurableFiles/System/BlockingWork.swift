// Work that waits for the drive or for a lock, done where it may block: for the asynchronous forms of
// this module and of those that build on it. Relies on Dispatch's threads.

internal import Dispatch

/// Does blocking work on a thread that may block, and waits for it without one.
package func onDispatchThread<Value: Sendable, Failure: Error>(
  _ work: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
  try await outcomeOnDispatchThread(work).get()
}

/// The same, for callers that cannot pass an error on where they wait.
func outcomeOnDispatchThread<Value: Sendable, Failure: Error>(
  _ work: @escaping @Sendable () throws(Failure) -> Value
) async -> Result<Value, Failure> {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: Result(catching: work)) }
  }
}
