// The preferences of this process that have changes to write: retained until they are written, and
// written at the latest when the process ends. Relies on `ExitWork` to be called then.

internal import DurableFiles
internal import Synchronization

/// All domains with unwritten changes.
enum UnwrittenPreferences {
  private struct RegisteredDomains {
    var domains: [ObjectIdentifier: OpenDomain] = [:]
    /// The process that the domains belong to: a forked child has a copy of them but must not write
    /// them.
    var owner: Int32?
  }

  private static let members = Mutex(RegisteredDomains())

  static func add(_ domain: OpenDomain) {
    ExitWork.register("preferences", work: endingWork)
    let process = domain.processIdentifier
    members.withLock { members in
      if members.owner != process { members = RegisteredDomains(owner: process) }
      members.domains[ObjectIdentifier(domain)] = domain
    }
  }

  static func remove(_ domain: OpenDomain) {
    members.withLock { $0.domains[ObjectIdentifier(domain)] = nil }
  }

  private static var endingWork: EndingWork {
    EndingWork(
      stage: .saving, begin: { beginWriting() }, finish: { writeAll(within: $0) },
      abandon: { abandon() })
  }

  /// Forgets unwritten changes when time is up, and returns whether there were any. They are passed
  /// to the program's handler or, if there is none, stored for the next launch. A failure that was
  /// already reported is not reported again.
  private static func abandon() -> Bool {
    let lost = own
    members.withLock { $0.domains = [:] }
    for domain in lost { domain.abandonChanges() }
    return !lost.isEmpty
  }

  /// The domains of this process, not of its parent before a fork.
  private static var own: [OpenDomain] {
    members.withLock { members in
      members.domains.values.filter { members.owner == $0.processIdentifier }
    }
  }
}

extension UnwrittenPreferences {
  /// Begins to write all domains, each on a separate thread; returns a semaphore that is signaled
  /// when they are done.
  @discardableResult
  private static func beginWriting() -> WorkSemaphore {
    let (found, done) = (own, WorkSemaphore())
    if found.isEmpty { done.signal() }
    let unwritten = Atomic(found.count)
    for domain in found {
      WorkQueue(label: "plinth.preferences").async {
        try? domain.flush()
        if unwritten.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { done.signal() }
      }
    }
    return done
  }

  /// Writes all domains, including those already being written, until the budget runs out or,
  /// without one, for two seconds: the process must be able to stop or end.
  private static func writeAll(within budget: TimeBudget?) {
    if own.isEmpty { return }
    let budget = budget ?? TimeBudget(.seconds(2))
    _ = TimeBudget.wait(for: beginWriting()) { budget.spend($0) }
  }
}

extension OpenDomain {
  /// Passes unwritten changes to the program, or stores them for the next launch.
  fileprivate func abandonChanges() {
    let (changes, known, failure, isReported) = state.withLock {
      ($0.pending.mapValues(\.value), $0.contents, $0.failure, $0.isFailureReported)
    }
    if isReported || changes.isEmpty { return }
    let path = file.backend.path
    let late = StateError(.notSaved, message: "the time limit was too short", path: path)
    let loss = LossAtExit(path: path, reason: failure ?? late, subject: "preferences")
    if !loss.report() { KeptChanges(file: file).keep(changes, to: known) }
  }
}
