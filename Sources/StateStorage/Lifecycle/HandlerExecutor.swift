// A thread of Dispatch as the place where handlers run. Swift hands executors out as unsafe
// references; the closure that runs a job keeps its executor.

internal import Dispatch

/// A thread for the handlers of one event: those of Swift's own pool may all be waiting for a
/// terminal, or for the handlers of an earlier event.
final class HandlerExecutor: TaskExecutor {
  /// A serial queue always gets a thread, however many are busy.
  private let queue = DispatchQueue(label: "plinth.lifecycle.handlers")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
