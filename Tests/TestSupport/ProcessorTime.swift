// How long the processor worked for a thread, which a busy machine does not change.

import Foundation

/// The time that the processor takes for something that the present thread does; it must not wait for
/// other threads.
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
