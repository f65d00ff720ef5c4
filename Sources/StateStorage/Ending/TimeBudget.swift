// Time that several waits share: handlers, preferences, temporary files. Relies on Dispatch for
// waiting without the threads of Swift's pool.

internal import Dispatch
internal import Synchronization

/// Some time, spent by waiting. Time in which the process was stopped does not count.
final class TimeBudget: Sendable {
  /// All of it.
  let whole: Duration
  private let spent = Mutex(Duration.zero)

  init(_ whole: Duration) { self.whole = whole }

  /// Spends some of the time.
  ///
  /// - Returns: Whether more than `kept` is left.
  func spend(_ time: Duration, keeping kept: Duration = .zero) -> Bool {
    spent.withLock { spent in
      spent += time
      return spent + kept < whole
    }
  }

  /// Does work on a thread of its own and waits for it; it goes on alone when time is up.
  func wait(for label: String, _ work: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    DispatchQueue(label: label).async {
      work()
      done.signal()
    }
    _ = Self.wait(for: done) { self.spend($0) }
  }

  /// Waits in small pieces for as long as `mayWait`, which is told what each piece has taken, says.
  /// A piece that took very long is one in which the process was stopped.
  static func wait(
    for done: DispatchSemaphore, while mayWait: (Duration) -> Bool
  ) -> Bool {
    let clock = ContinuousClock()
    var begin = clock.now
    while done.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
      let end = clock.now
      let piece = min(end - begin, .milliseconds(100))
      begin = end
      if !mayWait(piece) { return done.wait(timeout: .now()) == .success }
    }
    return true
  }
}
