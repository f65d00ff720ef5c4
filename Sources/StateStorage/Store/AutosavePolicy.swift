// When a state in memory is saved by itself.

public import DurableFiles

/// When a changed state is saved by itself.
public struct AutosavePolicy: Sendable, Hashable {
  /// How long nothing has to change before a save. Default: 1 second. At zero or less, a save begins
  /// with the first change, and the next when it has ended.
  public var quietTime = Duration.seconds(1)
  /// How long after the first unsaved change a save begins at the latest. Default: 10 seconds.
  public var longestDelay = Duration.seconds(10)
  /// What such a save promises. Default: `AtomicReplacement.Durability.consistent`: after a power
  /// loss there is the state of this save or of the one before.
  public var durability = AtomicReplacement.Durability.consistent

  /// The default choices.
  public init() {}

  /// Choices of times.
  public init(quietTime: Duration, longestDelay: Duration) {
    self.quietTime = quietTime
    self.longestDelay = longestDelay
  }

  /// How long after a save that failed it is tried again: never at once, for ever.
  var retryDelay: Duration { longestDelay > .zero ? longestDelay : .seconds(1) }

  /// Waits until nothing has changed for the quiet time, or for the longest delay.
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
