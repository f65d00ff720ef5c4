// A thread with a small stack, as programs have them for their secondary threads: 512 KB on Apple's
// platforms, 128 KB with musl.

import Foundation
import Synchronization

/// Runs a closure on a thread with a stack of a size in KB.
package func onSmallStack(
  kilobytes: Int = 512, _ body: @escaping @Sendable () throws -> Void
) throws {
  let failure = Failure()
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    do { try body() } catch { failure.error.withLock { $0 = error } }
    done.signal()
  }
  thread.stackSize = (kilobytes << 10) * Sanitizer.stackFactor
  thread.start()
  done.wait()
  if let error = failure.error.withLock({ $0 }) { throw error }
}

private final class Failure: Sendable {
  let error = Mutex<(any Error)?>(nil)
}
