// A time limit that several waits share: for handlers, preferences and temporary files. Relies on
// `WorkQueue` to wait without using the threads of Swift's pool.

internal import DurableFiles
internal import Synchronization

/// An amount of time that is spent by waiting. Time during which the process was stopped does not
/// count.
final class TimeBudget: Sendable {
  /// The total time.
  let whole: Duration
  private let spent = Mutex(Duration.zero)

  init(_ whole: Duration) { self.whole = whole }

  /// Spends part of the time. Returns whether more than `kept` remains.
  func spend(_ time: Duration, keeping kept: Duration = .zero) -> Bool {
    spent.withLock { spent in
      spent += time
      return spent + kept < whole
    }
  }

  /// Does work on a separate thread and waits for it. When time runs out, the work continues
  /// unattended.
  func wait(for label: String, _ work: @escaping @Sendable () -> Void) {
    let done = WorkSemaphore()
    WorkQueue(label: label).async {
      work()
      done.signal()
    }
    _ = Self.wait(for: done) { self.spend($0) }
  }

  /// Waits in short intervals while `mayWait`, which receives the length of each interval, returns
  /// true. A very long interval is one during which the process was stopped.
  static func wait(for done: WorkSemaphore, while mayWait: (Duration) -> Bool) -> Bool {
    let clock = ContinuousClock()
    var begin = clock.now
    while !done.wait(atMost: .milliseconds(20)) {
      let end = clock.now
      let piece = min(end - begin, .milliseconds(100))
      begin = end
      if !mayWait(piece) { return done.wait(atMost: .zero) }
    }
    return true
  }
}
