// The signals of this process as messages on a queue. Relies on CSystemCalls for the signal handler
// and its pipe; Documentation/Decisions/0011-lifecycle-signals.md explains why Dispatch's own
// signal sources are not used.

internal import CSystemCalls
internal import DurableFiles
internal import Synchronization
internal import SystemPackage

/// A signal that has arrived.
struct SignalMessage {
  let number: Int32
  /// The number of times that the process had been continued before that.
  let continueCount: UInt32

  init(_ packed: Int64) {
    number = Int32(truncatingIfNeeded: packed & 0xFF)
    continueCount = UInt32(truncatingIfNeeded: packed &>> 8)
  }
}

/// The watch over the process's signals. A process has at most one.
final class SignalWatch: Sendable {
  private static let isTaken = Mutex(false)
  private let source: Mutex<ReadSource?>

  /// Whether the watch notices that the process continues. False if that signal is ignored.
  let seesContinue: Bool

  /// Watches signals and passes each one to `receive` on a queue.
  init(
    _ signals: Set<AppLifecycle.Signal>, on queue: WorkQueue,
    receive: @escaping @Sendable (SignalMessage) -> Void
  ) throws(StateError) {
    let wasTaken = Self.isTaken.withLock { isTaken in
      defer { isTaken = true }
      return isTaken
    }
    if wasTaken {
      throw StateError(
        .lifecycleStarted, message: "another lifecycle already watches the signals of this process")
    }
    let pipe = plinth_open_signals()
    if pipe < 0 { throw Self.failure() }
    let source = ReadSource(
      FileDescriptor(rawValue: pipe), on: queue,
      onEvent: {
        while case let packed = plinth_next_signal(), packed >= 0 { receive(SignalMessage(packed)) }
      }, onCancel: {})
    source.resume()
    self.source = Mutex(source)
    seesContinue =
      signals.contains(.suspend) && plinth_watch_signal(plinth_signal_number(plinth_continue)) == 1
    for signal in signals where plinth_watch_signal(signal.number) < 0 { throw Self.failure() }
  }

  private static func failure() -> StateError {
    plinth_restore_signals()
    isTaken.withLock { $0 = false }
    return StateError(.signalsUnavailable, message: "the system does not allow watching signals")
  }

  /// Restores the previous signal handlers.
  func end() {
    plinth_restore_signals()
    source.withLock { source in
      source?.cancel()
      source = nil
    }
    Self.isTaken.withLock { $0 = false }
  }
}
