// The processor time of a thread, which a busy machine does not change.

import Foundation

/// Returns the processor time of an operation on the current thread; it must not wait for other
/// threads.
package func processorTime(_ body: () throws -> Void) rethrows -> Duration {
  let start = processorTime
  try body()
  return processorTime - start
}

private var processorTime: Duration {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
