// Queues, semaphores and event sources of libdispatch, which keeps their threads. Relies on CSystemCalls
// for its C functions: loading the library of its Swift interface takes a thirtieth of the start-up of
// the tool.

internal import CSystemCalls
package import SystemPackage

/// A serial queue, whose work is done in order, on a thread that other work cannot keep busy.
@safe
package final class WorkQueue: @unchecked Sendable {
  fileprivate let queue: UnsafeMutableRawPointer?

  /// - Parameter label: The name in a debugger.
  package init(label: String) {
    unsafe queue = label.withCString { unsafe plinth_create_queue($0) }
  }

  deinit { unsafe plinth_release_object(queue) }

  /// Does work after the work that was added before.
  package func async(_ work: @escaping @Sendable () -> Void) {
    unsafe plinth_add_work(queue, QueuedWork(work).retained, QueuedWork.run)
  }

  /// Does work after the work that was added before, and returns when it is done. The work must not call
  /// this function of the same queue.
  package func sync(_ work: () -> Void) {
    withoutActuallyEscaping(work) { work in
      var work = work
      unsafe withUnsafeMutablePointer(to: &work) { work in
        unsafe plinth_do_work(queue, work) { context in
          unsafe context?.assumingMemoryBound(to: (() -> Void).self).pointee()
        }
      }
    }
  }

  /// Does the work of the main queue until the process ends.
  package static func runMain() -> Never { plinth_run_main_queue() }
}

/// A count of signals, for which a thread can wait.
@safe
package final class WorkSemaphore: @unchecked Sendable {
  private let semaphore: UnsafeMutableRawPointer?

  /// Creates a semaphore that was not signaled.
  package init() { unsafe semaphore = plinth_create_semaphore() }

  deinit { unsafe plinth_release_object(semaphore) }

  package func signal() { unsafe plinth_signal(semaphore) }

  /// Waits for a signal. Returns false if none arrives in time. The time is at most an hour.
  package func wait(atMost time: Duration) -> Bool {
    unsafe plinth_wait(semaphore, time.nanoseconds)
  }
}

/// A source that calls a closure while a descriptor has bytes to read.
@safe
package final class ReadSource: @unchecked Sendable {
  private let source: UnsafeMutableRawPointer?

  /// Creates a source, which must be resumed.
  ///
  /// - Parameters:
  ///   - queue: The queue on which the closures are called.
  ///   - onEvent: Called while there are bytes to read.
  ///   - onCancel: Called once after the source is canceled; only then may the descriptor be closed.
  package init(
    _ file: FileDescriptor, on queue: WorkQueue, onEvent: @escaping @Sendable () -> Void,
    onCancel: @escaping @Sendable () -> Void
  ) {
    let handlers = unsafe Unmanaged.passRetained(Handlers(onEvent: onEvent, onCancel: onCancel))
    unsafe source = plinth_create_read_source(
      file.rawValue, queue.queue, handlers.toOpaque(), { unsafe Handlers.of($0)?.onEvent() },
      { unsafe Handlers.of($0)?.onCancel() },
      { context in
        if let context = unsafe context { unsafe Unmanaged<Handlers>.fromOpaque(context).release() }
      })
  }

  deinit { unsafe plinth_release_object(source) }

  package func resume() { unsafe plinth_resume_source(source) }
  package func cancel() { unsafe plinth_cancel_source(source) }

  private final class Handlers: Sendable {
    let onEvent: @Sendable () -> Void
    let onCancel: @Sendable () -> Void

    init(onEvent: @escaping @Sendable () -> Void, onCancel: @escaping @Sendable () -> Void) {
      self.onEvent = onEvent
      self.onCancel = onCancel
    }

    @unsafe
    static func of(_ context: UnsafeMutableRawPointer?) -> Handlers? {
      unsafe context.map { unsafe Unmanaged<Handlers>.fromOpaque($0).takeUnretainedValue() }
    }
  }
}

/// Work that a C function does once.
final class QueuedWork: Sendable {
  private let work: @Sendable () -> Void

  init(_ work: @escaping @Sendable () -> Void) { self.work = work }

  /// The work as a context, which must be passed to `run` once.
  @unsafe
  var retained: UnsafeMutableRawPointer { unsafe Unmanaged.passRetained(self).toOpaque() }

  /// Does the work of a context and releases it.
  @unsafe
  static let run: @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
    guard let context = unsafe context else { return }
    unsafe Unmanaged<QueuedWork>.fromOpaque(context).takeRetainedValue().work()
  }
}

extension Duration {
  /// The time in nanoseconds, from 0 to an hour.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let whole = max(0, min(seconds, 3600)) * 1_000_000_000
    return whole + max(0, attoseconds) / 1_000_000_000
  }
}
