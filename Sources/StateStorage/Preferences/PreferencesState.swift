// What a domain has in memory: what the file had when it was read last, and over it the changes that
// are not written yet. A value type; `Preferences` guards it.

internal import DurableFiles
internal import PropertyLists

/// A domain in memory.
struct PreferencesState: Sendable {
  /// A key that has a new value, or none, and which change of all that was.
  struct Change: Sendable {
    let value: StoredPreference?
    let number: Int
  }

  /// What the file had.
  var contents: PreferencesFile.PreferencesContents
  /// The keys that were changed here and are not written.
  var pending: [String: Change] = [:]
  /// The file as it was written here last.
  var own: FileIdentity?
  /// What identifies the changes that an earlier process has kept, while they are not written.
  var kept: FileIdentity?
  var failure: StateError?
  /// Whether somebody was given the failure.
  var isFailureReported = false
  var isWriteDue = false
  /// When it was last looked whether the file is another, and how many writings of this process
  /// there had been before.
  var lastCheck: (time: ContinuousClock.Instant, writeCount: Int)
  var inboxes: [Int: PreferenceChanges.Inbox] = [:]
  private var changeCount = 0
  private var inboxCount = 0

  init(_ contents: PreferencesFile.PreferencesContents, writeCount: Int) {
    self.contents = contents
    lastCheck = (.now, writeCount)
  }

  /// Where a key stands in this domain.
  enum PreferenceLookup {
    case found(StoredPreference)
    case missing
    case unknown(StateError)
  }

  /// The value of a key in this domain; an unwritten change comes first.
  func find(_ key: String) -> PreferenceLookup {
    if let change = pending[key] {
      return contents.held(change.value).map(PreferenceLookup.found) ?? .missing
    }
    if case .unusable(let error) = contents.condition { return .unknown(error) }
    return contents[key].map(PreferenceLookup.found) ?? .missing
  }

  /// All values of this domain.
  var values: [String: Plist] {
    var values = contents.values
    for (key, change) in pending { values[key] = change.value?.plist }
    return values
  }

  /// Changes a key, which is written later.
  ///
  /// - Returns: Whether the key has another value now.
  mutating func change(_ key: String, to value: StoredPreference?) -> Bool {
    let isNews: Bool =
      switch find(key) {
      case .found(let old): old.plist != value?.plist
      case .missing: value != nil
      case .unknown: true
      }
    changeCount += 1
    pending[key] = Change(value: value, number: changeCount)
    return isNews
  }

  /// Takes over what the file has now, and forgets the changes that are in it.
  ///
  /// - Returns: The keys that have another value now.
  mutating func take(
    _ new: PreferencesFile.PreferencesContents, written: [String: Change] = [:]
  ) -> Set<String> {
    let old = values
    contents = new
    for (key, change) in written where pending[key]?.number == change.number {
      pending[key] = nil
    }
    return Self.changedKeys(from: old, to: values)
  }

  /// The keys that are in one dictionary alone, or have another value in the other. Each key is looked up
  /// once where both have the same.
  private static func changedKeys(
    from old: [String: Plist], to new: [String: Plist]
  ) -> Set<String> {
    var changed: Set<String> = []
    var missing = 0
    for (key, value) in old {
      let other = new[key]
      if other == nil { missing += 1 }
      if other != value { changed.insert(key) }
    }
    if new.count > old.count - missing { changed.formUnion(new.keys.filter { old[$0] == nil }) }
    return changed
  }

  /// Adds somebody who wants to hear of changes.
  mutating func add(_ inbox: PreferenceChanges.Inbox) -> Int {
    inboxCount += 1
    inboxes[inboxCount] = inbox
    return inboxCount
  }
}
