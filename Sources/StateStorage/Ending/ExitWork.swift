// What this library has to do when the process ends, registered in one place: by `exit` it is done here,
// by a signal the lifecycle does it within its limits. Relies on CPlatform for being called at exit, and
// knows nothing of who registers.

internal import CPlatform
internal import Synchronization

/// Something that a part of this library has to do before the process ends.
struct EndingWork: Sendable {
  /// When it is done.
  enum Stage: CaseIterable, Sendable {
    /// First, and before the process is suspended, too: nothing may be lost.
    case saving
    /// After that: the next process does it otherwise.
    case tidying
  }

  let stage: Stage
  /// Begins what may go on while handlers of the lifecycle run.
  var begin: @Sendable () -> Void = {}
  /// Does it, for as long as a budget lasts; with a limit of its own where there is none.
  let finish: @Sendable (TimeBudget?) -> Void
  /// Reports what is not done as its time is up, and forgets it. Whether something is lost.
  var abandon: @Sendable () -> Bool = { false }
}

/// The work of this process that is done when it ends.
enum ExitWork {
  private struct Registry {
    var works: [String: EndingWork] = [:]
    var isCalledAtExit = false
  }

  private static let registry = Mutex(Registry())

  /// Has work done when the process ends. A label is registered once; later works of the same label
  /// are the same.
  static func register(_ label: String, work: @autoclosure () -> EndingWork) {
    registry.withLock { registry in
      if registry.works[label] != nil { return }
      registry.works[label] = work()
      if registry.isCalledAtExit { return }
      registry.isCalledAtExit = plinth_at_exit { ExitWork.runAtExit() } == 0
    }
  }

  private static func works(_ stage: EndingWork.Stage) -> [EndingWork] {
    registry.withLock { registry in
      registry.works.sorted { $0.key < $1.key }.map(\.value).filter { $0.stage == stage }
    }
  }

  /// Begins to save, without waiting.
  static func begin() {
    for work in works(.saving) { work.begin() }
  }

  /// Does the work of a stage for as long as a budget lasts.
  static func finish(_ stage: EndingWork.Stage, within budget: TimeBudget?) {
    for work in works(stage) { work.finish(budget) }
  }

  /// Reports what is not saved, and forgets it.
  ///
  /// - Returns: Whether something is lost.
  @discardableResult
  static func abandon() -> Bool {
    works(.saving).reduce(false) { isLost, work in work.abandon() || isLost }
  }

  private static func runAtExit() {
    finish(.saving, within: nil)
    abandon()
    finish(.tidying, within: nil)
  }
}
