// The preferences of this process that have changes to write: kept alive until they are written, and
// written when the process ends. Relies on `DirectoryCalls` for being told of that.

internal import Dispatch
internal import Synchronization

/// All domains with changes that are not written.
enum UnwrittenPreferences {
  private struct Members {
    var domains: [ObjectIdentifier: OpenDomain] = [:]
    /// The process that they belong to: a child that was forked has them too, but not the right to
    /// write them.
    var owner: Int32?
  }

  private static let members = Mutex(Members())

  static func add(_ domain: OpenDomain) {
    members.withLock { members in
      if members.owner == nil { DirectoryCalls.writePreferencesAtExit() }
      let process = DirectoryCalls.processIdentifier
      if members.owner != process { members = Members(owner: process) }
      members.domains[ObjectIdentifier(domain)] = domain
    }
  }

  static func remove(_ domain: OpenDomain) {
    members.withLock { $0.domains[ObjectIdentifier(domain)] = nil }
  }

  /// Forgets what there is to write, as its time is up, and tells on standard error what is lost:
  /// there is nobody else to tell. What somebody has been told already is not told again.
  ///
  /// - Returns: Whether something is lost.
  @discardableResult
  static func giveUp() -> Bool {
    let lost = own
    members.withLock { $0.domains = [:] }
    for domain in lost {
      let (failure, isTold) = domain.state.withLock { ($0.failure, $0.isFailureTold) }
      if isTold { continue }
      let reason = failure?.description ?? "the time was too short"
      DirectoryCalls.tell("preferences were lost (\(domain.file.place.path)): \(reason)\n")
    }
    return !lost.isEmpty
  }

  /// Those of this process, not of the one that it was forked from.
  private static var own: [OpenDomain] {
    members.withLock { members in
      let isOwn = members.owner == DirectoryCalls.processIdentifier
      return isOwn ? Array(members.domains.values) : []
    }
  }
}

extension UnwrittenPreferences {
  /// Begins to write them all, each on a thread of its own; what is signalled when that is done.
  @discardableResult
  static func beginWriting() -> DispatchSemaphore {
    let found = own
    let (group, done) = (DispatchGroup(), DispatchSemaphore(value: 0))
    for domain in found {
      DispatchQueue(label: "plinth.preferences").async(group: group) { try? domain.flush() }
    }
    group.notify(queue: DispatchQueue(label: "plinth.preferences")) { done.signal() }
    return done
  }

  /// Writes them all, also those that are being written, for as long as a budget lasts: the process
  /// must be able to stop or end. What cannot be written is lost, as it would be anyway.
  static func writeAll(within budget: TimeBudget) {
    _ = TimeBudget.wait(for: beginWriting()) { budget.spend($0) }
  }

  /// Writes them all at exit, in two seconds at most.
  static func writeAllAtExit() {
    if own.isEmpty { return }
    writeAll(within: TimeBudget(.seconds(2)))
    giveUp()
  }
}
