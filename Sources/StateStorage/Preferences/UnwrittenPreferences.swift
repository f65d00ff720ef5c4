// The preferences of this process that have changes to write: kept alive until they are written, and
// written when the process ends. Relies on `ExitWork` for being called then.

internal import Dispatch
internal import Synchronization

/// All domains with changes that are not written.
enum UnwrittenPreferences {
  private struct RegisteredDomains {
    var domains: [ObjectIdentifier: OpenDomain] = [:]
    /// The process that they belong to: a child that was forked has them too, but not the right to
    /// write them.
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

  /// Forgets what there is to write, as its time is up. The program is told of it if it wants to be,
  /// else it is kept for the next launch. What somebody has been told already is not told again.
  ///
  /// - Returns: Whether something is not written.
  private static func abandon() -> Bool {
    let lost = own
    members.withLock { $0.domains = [:] }
    for domain in lost { domain.abandonChanges() }
    return !lost.isEmpty
  }

  /// Those of this process, not of the one that it was forked from.
  private static var own: [OpenDomain] {
    members.withLock { members in
      members.domains.values.filter { members.owner == $0.processIdentifier }
    }
  }
}

extension UnwrittenPreferences {
  /// How long the end of the process waits for writing where nothing else limits it.
  private static let limitAtExit = Duration.seconds(2)

  /// Begins to write them all, each on a thread of its own; what is signalled when that is done.
  @discardableResult
  private static func beginWriting() -> DispatchSemaphore {
    let found = own
    let (group, done) = (DispatchGroup(), DispatchSemaphore(value: 0))
    for domain in found {
      DispatchQueue(label: "plinth.preferences").async(group: group) { try? domain.flush() }
    }
    group.notify(queue: DispatchQueue(label: "plinth.preferences")) { done.signal() }
    return done
  }

  /// Writes them all, also those that are being written, for as long as a budget lasts: the process
  /// must be able to stop or end.
  private static func writeAll(within budget: TimeBudget?) {
    if own.isEmpty { return }
    let budget = budget ?? TimeBudget(limitAtExit)
    _ = TimeBudget.wait(for: beginWriting()) { budget.spend($0) }
  }
}

extension OpenDomain {
  /// Hands what is not written to the program, or keeps it for the next launch.
  fileprivate func abandonChanges() {
    let (changes, known, failure, isReported) = state.withLock {
      ($0.pending.mapValues(\.value), $0.contents, $0.failure, $0.isFailureReported)
    }
    if isReported || changes.isEmpty { return }
    let reason =
      failure ?? StateError(.notSaved, message: "the time was too short", path: file.backend.path)
    let loss = LossAtExit(path: file.backend.path, reason: reason, subject: "preferences")
    if !loss.report() { KeptChanges(file: file).keep(changes, to: known) }
  }
}
