// The preferences of this process that have changes to write: kept alive until they are written, and
// written when the process ends. Relies on `DirectoryCalls` for being told of that.

internal import Dispatch
internal import Synchronization

/// All preferences with changes that are not written.
enum UnwrittenPreferences {
  private struct Members {
    var preferences: [ObjectIdentifier: Preferences] = [:]
    /// The process that they belong to: a child that was forked has them too, but not the right to
    /// write them.
    var owner: Int32?
  }

  private static let members = Mutex(Members())

  static func add(_ preferences: Preferences) {
    members.withLock { members in
      if members.owner == nil { DirectoryCalls.writePreferencesAtExit() }
      let process = DirectoryCalls.processIdentifier
      if members.owner != process { members = Members(owner: process) }
      members.preferences[ObjectIdentifier(preferences)] = preferences
    }
  }

  static func remove(_ preferences: Preferences) {
    members.withLock { $0.preferences[ObjectIdentifier(preferences)] = nil }
  }

  /// Writes them all, each on a thread of its own, and waits for two seconds at most: the process
  /// must be able to end. What cannot be written is lost, as it would be anyway.
  static func writeAll() {
    let found = members.withLock { members in
      let isOwn = members.owner == DirectoryCalls.processIdentifier
      return isOwn ? Array(members.preferences.values) : []
    }
    let group = DispatchGroup()
    for preferences in found {
      DispatchQueue(label: "plinth.preferences").async(group: group) { try? preferences.flush() }
    }
    _ = group.wait(timeout: .now() + .seconds(2))
  }
}
