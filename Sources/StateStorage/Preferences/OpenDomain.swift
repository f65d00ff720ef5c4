// A domain in this process: its file, its known contents, the changes that are not yet written, and
// when the file is checked again. Relies on `PreferencesFile` for the drive.
// `Preferences` adds the search list.

internal import DurableFiles
internal import PropertyLists
internal import Synchronization

final class OpenDomain: Sendable {
  let file: PreferencesFile
  let options: Preferences.Options
  let clock: any Clock<Duration>
  let state: Mutex<PreferencesState>
  /// Locked while the file is read or written, so that older contents never replace newer ones.
  let access = Mutex(())

  /// Whether a domain belongs to the program, which writes it, or is read-only.
  enum DomainAccess { case writing, reading }

  init(
    _ file: PreferencesFile, options: Preferences.Options, clock: any Clock<Duration>,
    for purpose: DomainAccess = .writing
  ) {
    self.file = file
    self.options = options
    self.clock = clock
    let writeCount = Self.writeCount.load(ordering: .relaxed)
    var state = PreferencesState(file.read(), writeCount: writeCount)
    let keptChanges = KeptChanges(file: file)
    if purpose == .writing, let kept = keptChanges.read() {
      let changes = kept.changes(to: state.contents)
      for (key, value) in changes { _ = state.change(key, to: value) }
      if changes.isEmpty { keptChanges.remove(kept.identity) } else { state.kept = kept.identity }
    }
    self.state = Mutex(state)
  }

  var processIdentifier: Int32 { file.backend.system.processIdentifier }

  deinit { for inbox in state.withLock({ $0.inboxes.values.map(\.self) }) { inbox.finish() } }

  /// Returns the value of a key in this domain.
  func find(_ key: String) -> PreferencesState.PreferenceLookup {
    refreshIfDue()
    return state.withLock { $0.find(key) }
  }

  func values() throws(StateError) -> [String: Plist] {
    refreshIfDue()
    let (values, condition) = state.withLock { ($0.values, $0.contents.condition) }
    if case .unusable(let error) = condition { throw error }
    return values
  }
}

// MARK: - Changes by other processes

extension OpenDomain {
  /// Reads the file again if it differs from the one that was last read.
  func refresh() {
    let changed = access.withLock { _ in isCurrent == true ? [] : read() }
    notify(changed)
  }

  /// Does the same on another thread.
  func refreshElsewhere() async { await onDispatchThread { self.refresh() } }

  private func read() -> Set<String> {
    let contents = file.read()
    return state.withLock { $0.take(contents) }
  }

  /// Whether the file is the one that was last read; nil if that is unknown, or if it was invalid.
  private var isCurrent: Bool? {
    let known = state.withLock { $0.contents }
    guard known.condition.error == nil else { return nil }
    do throws(FileError) {
      return try file.backend.identity(like: known.identity) == known.identity
    } catch { return nil }
  }

  /// The number of preferences files that this process has written.
  private static let writeCount = Atomic(0)

  /// Counts a write, so that each object checks its file the next time it reads a value.
  static func countWriting() { writeCount.add(1, ordering: .relaxed) }

  /// Checks whether another process has written the file, unless it was checked recently or is
  /// being read or written right now. If the check fails, or the file was invalid before, nothing
  /// changes: explicit calls report these errors.
  private func refreshIfDue() {
    let writeCount = Self.writeCount.load(ordering: .relaxed)
    let now = ContinuousClock.now
    let isDue = state.withLock { state in
      let last = state.lastCheck
      let isDue = last.writeCount != writeCount || now - last.time >= options.checkInterval
      if isDue { state.lastCheck = (now, writeCount) }
      return isDue
    }
    guard isDue else { return }
    let changed = access.withLockIfAvailable { _ in isCurrent == false ? read() : [] }
    notify(changed ?? [])
  }

  // MARK: Listeners

  /// Notifies all listeners.
  func notify(_ changed: Set<String>) {
    if changed.isEmpty { return }
    for inbox in state.withLock({ $0.inboxes.values.map(\.self) }) { inbox.receive(changed) }
  }
}

/// The state of a domain in memory.
struct PreferencesState: Sendable {
  /// A change to a key: its new value, or nil, and the number of the change.
  struct Change: Sendable {
    let value: StoredPreference?
    let number: Int
  }

  /// The contents of the file.
  var contents: PreferencesFile.PreferencesContents
  /// The changes made here that are not yet written.
  var pending: [String: Change] = [:]
  /// The file as this process last wrote it.
  var own: FileIdentity?
  /// The identity of the changes that an earlier process has stored, until they are written.
  var kept: FileIdentity?
  var failure: StateError?
  /// Whether the failure was reported to a caller.
  var isFailureReported = false
  var isWriteDue = false
  /// The time of the last check for a changed file, and the number of writes by this process before
  /// that.
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

  /// Adopts the new contents of the file, and discards the pending changes that they contain.
  ///
  /// - Returns: The keys whose values changed.
  mutating func take(_ new: PreferencesFile.PreferencesContents, written: [String: Change] = [:])
    -> Set<String>
  {
    let old = values
    contents = new
    for (key, change) in written where pending[key]?.number == change.number { pending[key] = nil }
    // If both dictionaries have the same keys, each key is looked up once.
    let values = values
    var changed: Set<String> = []
    var missing = 0
    for (key, value) in old {
      let other = values[key]
      if other == nil { missing += 1 }
      if other != value { changed.insert(key) }
    }
    if values.count > old.count - missing {
      changed.formUnion(values.keys.filter { old[$0] == nil })
    }
    return changed
  }

  mutating func add(_ inbox: PreferenceChanges.Inbox) -> Int {
    inboxCount += 1
    inboxes[inboxCount] = inbox
    return inboxCount
  }
}
