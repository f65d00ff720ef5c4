// When a state in memory is saved automatically.

public import DurableFiles

/// The timing and durability of automatic saves.
public struct AutosavePolicy: Sendable, Hashable {
  /// The time without changes after which a save begins. Default: 1 second. At zero or less, a save
  /// begins with the first change, and the next save when that one has ended.
  public var quietTime = Duration.seconds(1)
  /// The longest time from the first unsaved change to the beginning of a save. Default: 10
  /// seconds.
  public var longestDelay = Duration.seconds(10)
  /// The durability of an automatic save. Default: `AtomicReplacement.Durability.consistent`: after
  /// a power failure, the file contains the state of this save or the previous one.
  public var durability = AtomicReplacement.Durability.consistent

  /// Creates a policy with the default values.
  public init() {}

  /// Creates a policy with the given times.
  public init(quietTime: Duration, longestDelay: Duration) {
    self.quietTime = quietTime
    self.longestDelay = longestDelay
  }

  /// The delay before a failed save is retried. It is never zero, so that retries do not run in a
  /// tight loop.
  var retryDelay: Duration { longestDelay > .zero ? longestDelay : .seconds(1) }

  /// Waits until nothing has changed for the quiet time, or until the longest delay has passed.
  func waitForQuiet(by clock: any Clock<Duration>, changes count: () -> Int) async {
    guard quietTime > .zero else { return }
    var waited = Duration.zero
    var changes = count()
    while waited < longestDelay {
      let pause = min(quietTime, longestDelay - waited)
      try? await clock.sleep(for: pause)
      waited += pause
      let now = count()
      if now == changes { return }
      changes = now
    }
  }
}
