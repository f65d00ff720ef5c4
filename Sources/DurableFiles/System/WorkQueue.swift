// Queues, semaphores and event sources of Dispatch. Relies on CSystemCalls for its C functions: loading the
// library of its Swift interface takes a thirtieth of the start-up of the tool. The lifetime of each object
// is extended over the calls that use its pointer, because Swift could release the object earlier.

internal import CSystemCalls
internal import Synchronization
package import SystemPackage

/// A serial queue, which does its work in order. It gets a thread even if all others are busy.
@safe
package final class WorkQueue: @unchecked Sendable {
  fileprivate let queue: UnsafeMutableRawPointer?

  /// - Parameter label: The name in a debugger.
  package init(label: String) {
    unsafe queue = label.withCString { unsafe plinth_create_queue($0) }
  }

  deinit { unsafe plinth_release_object(queue) }

  /// Schedules work on the queue and returns immediately.
  package func async(_ work: @escaping @Sendable () -> Void) {
    withExtendedLifetime(self) {
      unsafe plinth_schedule_work(queue, QueuedWork(work).makeContext(), QueuedWork.run)
    }
  }

  /// Does work on the queue after the work that was scheduled before, and waits until it is done. The work
  /// must not call this function of the same queue.
  package func sync(_ work: () -> Void) {
    withoutActuallyEscaping(work) { work in
      var work = work
      unsafe withUnsafeMutablePointer(to: &work) { work in
        unsafe plinth_do_work(queue, work) { context in
          unsafe context?.assumingMemoryBound(to: (() -> Void).self).pointee()
        }
      }
    }
    withExtendedLifetime(self) {}
  }
}

/// A counting semaphore.
@safe
package final class WorkSemaphore: @unchecked Sendable {
  private let semaphore: UnsafeMutableRawPointer?

  /// Creates a semaphore whose value is 0.
  package init() { unsafe semaphore = plinth_create_semaphore() }

  deinit { unsafe plinth_release_object(semaphore) }

  package func signal() {
    withExtendedLifetime(self) { unsafe plinth_signal_semaphore(semaphore) }
  }

  /// Waits for a signal. Returns false if none arrives in time. A longer time counts as one hour.
  package func wait(atMost time: Duration) -> Bool {
    withExtendedLifetime(self) {
      unsafe plinth_wait_for_semaphore(semaphore, time.nanosecondsUpToOneHour)
    }
  }
}

/// A source that calls a closure while a descriptor has bytes to read.
@safe
package final class ReadSource: @unchecked Sendable {
  private let source: UnsafeMutableRawPointer?

  /// Creates a source, which must be resumed before it is released; otherwise, the process ends.
  ///
  /// - Parameters:
  ///   - file: An open descriptor.
  ///   - queue: The queue on which the closures are called.
  ///   - onEvent: Called while there are bytes to read.
  ///   - onCancel: Called once after the source is canceled; only then may the descriptor be closed. Both
  ///     closures are released afterwards.
  package init(
    _ file: FileDescriptor, on queue: WorkQueue, onEvent: @escaping @Sendable () -> Void,
    onCancel: @escaping @Sendable () -> Void
  ) {
    let handlers = unsafe Unmanaged.passRetained(Handlers(onEvent: onEvent, onCancel: onCancel))
    unsafe source = plinth_create_read_source(
      file.rawValue, queue.queue, handlers.toOpaque(), { unsafe Handlers.of($0)?.event() },
      { unsafe Handlers.of($0)?.cancel() },
      { context in
        if let context = unsafe context { unsafe Unmanaged<Handlers>.fromOpaque(context).release() }
      })
    withExtendedLifetime(queue) {}
  }

  deinit { unsafe plinth_release_object(source) }

  package func resume() { withExtendedLifetime(self) { unsafe plinth_resume_source(source) } }
  package func cancel() { withExtendedLifetime(self) { unsafe plinth_cancel_source(source) } }

  /// The closures of a source until it is canceled.
  private final class Handlers: Sendable {
    private typealias Closures = (event: @Sendable () -> Void, cancel: @Sendable () -> Void)
    private let closures: Mutex<Closures?>

    init(onEvent: @escaping @Sendable () -> Void, onCancel: @escaping @Sendable () -> Void) {
      closures = Mutex((event: onEvent, cancel: onCancel))
    }

    func event() { closures.withLock(\.self)?.event() }

    func cancel() {
      let closures = closures.withLock { closures in
        defer { closures = nil }
        return closures
      }
      closures?.cancel()
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

  /// Returns the work as a context, which must be passed to `run` once.
  @unsafe
  func makeContext() -> UnsafeMutableRawPointer { unsafe Unmanaged.passRetained(self).toOpaque() }

  /// Does the work of a context and releases it.
  @unsafe
  static let run: @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
    guard let context = unsafe context else { return }
    unsafe Unmanaged<QueuedWork>.fromOpaque(context).takeRetainedValue().work()
  }
}

extension Duration {
  /// The time in nanoseconds, from 0 to one hour.
  var nanosecondsUpToOneHour: Int64 {
    let (seconds, attoseconds) = max(.zero, min(self, .seconds(3600))).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
