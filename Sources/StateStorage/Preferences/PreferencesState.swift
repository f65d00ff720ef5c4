// A domain in memory: the contents of the file when it was last read, and the changes that are not
// written yet. A value type; `OpenDomain` guards it.

internal import DurableFiles
internal import PropertyLists

/// The state of a domain in memory.
struct PreferencesState: Sendable {
  /// A change of a key: its new value, or nil, and the number of the change.
  struct Change: Sendable {
    let value: StoredPreference?
    let number: Int
  }

  /// The contents of the file.
  var contents: PreferencesFile.PreferencesContents
  /// The changes made here that are not written.
  var pending: [String: Change] = [:]
  /// The file as this process last wrote it.
  var own: FileIdentity?
  /// The identity of the changes that an earlier process has stored, while they are not written.
  var kept: FileIdentity?
  var failure: StateError?
  /// Whether the failure was reported to a caller.
  var isFailureReported = false
  var isWriteDue = false
  /// The time of the last check for a changed file, and the number of writes by this process before
  /// it.
  var lastCheck: (time: ContinuousClock.Instant, writeCount: Int)
  var inboxes: [Int: PreferenceChanges.Inbox] = [:]
  private var changeCount = 0
  private var inboxCount = 0

  init(_ contents: PreferencesFile.PreferencesContents, writeCount: Int) {
    self.contents = contents
    lastCheck = (.now, writeCount)
  }

  /// The result of looking up a key in this domain.
  enum PreferenceLookup {
    case found(StoredPreference)
    case missing
    case unknown(StateError)
  }

  /// Returns the value of a key in this domain; an unwritten change takes precedence.
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

  /// Changes a key, to be written later.
  ///
  /// - Returns: Whether the value of the key changed.
  mutating func change(_ key: String, to value: StoredPreference?) -> Bool {
    let isChanged: Bool =
      switch find(key) {
      case .found(let old): old.plist != value?.plist
      case .missing: value != nil
      case .unknown: true
      }
    changeCount += 1
    pending[key] = Change(value: value, number: changeCount)
    return isChanged
  }

  /// Adopts the new contents of the file, and drops the changes that they contain.
  ///
  /// - Returns: The keys whose values changed.
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

  /// Returns the keys that are in only one dictionary or have different values. If both have the
  /// same keys, each key is looked up once.
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

  /// Adds a listener for changes.
  mutating func add(_ inbox: PreferenceChanges.Inbox) -> Int {
    inboxCount += 1
    inboxes[inboxCount] = inbox
    return inboxCount
  }
}
