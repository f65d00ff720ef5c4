// The work that this library does when the process ends, registered in one list. At `exit`, the
// work runs from here; after a signal, the lifecycle runs it within its limits. Relies on
// CSystemCalls to be called at exit, and does not depend on the code that registers work.

internal import CSystemCalls
internal import Synchronization

/// Work that a part of this library does before the process ends.
struct EndingWork: Sendable {
  /// The stage of the ending in which the work is done.
  enum Stage: CaseIterable, Sendable {
    /// First, and also before the process is suspended: nothing must be lost.
    case saving
    /// After saving. If it is not done, the next process does it.
    case tidying
  }

  let stage: Stage
  /// Begins the part of the work that can run while handlers of the lifecycle run.
  var begin: @Sendable () -> Void = {}
  /// Does the work, for as long as the budget lasts; without a budget, the work has its own limit.
  let finish: @Sendable (TimeBudget?) -> Void
  /// Reports the work that was not done in time, and forgets it. Returns whether anything is lost.
  var abandon: @Sendable () -> Bool = { false }
}

/// The work that this process does when it ends.
enum ExitWork {
  private struct Registry {
    var works: [String: EndingWork] = [:]
    var isCalledAtExit = false
  }

  private static let registry = Mutex(Registry())

  /// Registers work to do when the process ends. A label is registered once; later registrations of
  /// the same label are ignored.
  static func register(_ label: String, work: @autoclosure () -> EndingWork) {
    registry.withLock { registry in
      if registry.works[label] != nil { return }
      registry.works[label] = work()
      if registry.isCalledAtExit { return }
      registry.isCalledAtExit =
        plinth_at_exit {
          ExitWork.finish(.saving, within: nil)
          ExitWork.abandon()
          ExitWork.finish(.tidying, within: nil)
        } == 0
    }
  }

  private static func works(_ stage: EndingWork.Stage) -> [EndingWork] {
    registry.withLock { registry in
      registry.works.sorted { $0.key < $1.key }.map(\.value).filter { $0.stage == stage }
    }
  }

  /// Begins to save without waiting.
  static func begin() { for work in works(.saving) { work.begin() } }

  /// Does the work of a stage, for as long as the budget lasts.
  static func finish(_ stage: EndingWork.Stage, within budget: TimeBudget?) {
    for work in works(stage) { work.finish(budget) }
  }

  /// Reports the changes that were not saved, and forgets them. Returns whether anything is lost.
  @discardableResult
  static func abandon() -> Bool {
    works(.saving).reduce(false) { isLost, work in work.abandon() || isLost }
  }
}
