// A domain in this process: its file, its known contents, and the times at which the file is
// checked again. Relies on `PreferencesFile` for the drive. `Preferences` adds the search list.

internal import DurableFiles
internal import PropertyLists
internal import Synchronization

/// An open domain of preferences.
final class OpenDomain: Sendable {
  let file: PreferencesFile
  let options: Preferences.Options
  let clock: any Clock<Duration>
  let state: Mutex<PreferencesState>
  /// Locked while the file is read or written, so that older contents never replace newer ones.
  let access = Mutex(())

  /// Whether a domain belongs to the program, which writes it, or is only read.
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

  /// The identifier of this process.
  var processIdentifier: Int32 { file.backend.system.processIdentifier }

  deinit {
    for inbox in state.withLock({ $0.inboxes.values.map(\.self) }) { inbox.finish() }
  }

  /// Returns the value of a key in this domain.
  func find(_ key: String) -> PreferencesState.PreferenceLookup {
    refreshIfDue()
    return state.withLock { $0.find(key) }
  }

  /// Returns the values of this domain.
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
    let changed = access.withLock { _ in isCurrent ? [] : read() }
    notify(changed)
  }

  /// Does the same on another thread.
  func refreshElsewhere() async { await onDispatchThread { self.refresh() } }

  private func read() -> Set<String> {
    let contents = file.read()
    return state.withLock { $0.take(contents) }
  }

  private var isCurrent: Bool {
    let known = state.withLock { $0.contents }
    guard known.condition.error == nil else { return false }
    do throws(FileError) {
      return try file.backend.identity(like: known.identity) == known.identity
    } catch {
      return false
    }
  }

  private var isReplaced: Bool {
    let known = state.withLock { $0.contents }
    guard known.condition.error == nil else { return false }
    do throws(FileError) {
      return try file.backend.identity(like: known.identity) != known.identity
    } catch {
      return false
    }
  }

  /// The number of preferences files that this process has written.
  private static let writeCount = Atomic(0)

  /// Counts a write, so that all objects check their files before the next read of a value.
  static func countWriting() { writeCount.add(1, ordering: .relaxed) }

  /// Checks whether another process has written the file, unless it was checked recently or is
  /// being read or written right now. If the check fails, or the file was invalid before, nothing
  /// changes: explicit calls report these errors.
  private func refreshIfDue() {
    guard isCheckDue() else { return }
    let changed = access.withLockIfAvailable { _ -> Set<String> in
      isReplaced ? read() : []
    }
    notify(changed ?? [])
  }

  private func isCheckDue() -> Bool {
    let writeCount = Self.writeCount.load(ordering: .relaxed)
    let now = ContinuousClock.now
    return state.withLock { state in
      let last = state.lastCheck
      let isDue = last.writeCount != writeCount || now - last.time >= options.checkInterval
      if isDue { state.lastCheck = (now, writeCount) }
      return isDue
    }
  }

  // MARK: Listeners

  /// Notifies all listeners.
  func notify(_ changed: Set<String>) {
    if changed.isEmpty { return }
    for inbox in state.withLock({ $0.inboxes.values.map(\.self) }) { inbox.receive(changed) }
  }
}
