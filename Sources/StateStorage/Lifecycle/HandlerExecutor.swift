// A Dispatch thread as the executor of handlers. Swift passes executors as unsafe references; the
// closure that runs a job retains its executor.

internal import DurableFiles

/// A thread for the handlers of one event. The threads of Swift's pool may all be waiting for
/// terminal input or for the handlers of an earlier event.
final class HandlerExecutor: TaskExecutor {
  /// A serial queue always gets a thread, even if many are busy.
  private let queue = WorkQueue(label: "plinth.lifecycle.handlers")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
