// A domain in this process: its file, what is known of it, and when it is looked at again. Relies on
// `PreferencesFile` for the drive. `Preferences` adds the search list.

internal import DurableFiles
internal import PropertyLists
internal import Synchronization

/// One domain of preferences that is open.
final class OpenDomain: Sendable {
  let file: PreferencesFile
  let options: Preferences.Options
  let clock: any Clock<Duration>
  let state: Mutex<PreferencesState>
  /// Held while the file is read or written, so that an older look never follows a newer one.
  let access = Mutex(())

  /// Whether a domain is a program's own, which it writes, or one that it only reads.
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

  /// The number of this process.
  var processIdentifier: Int32 { file.backend.system.processIdentifier }

  deinit {
    for inbox in state.withLock({ $0.inboxes.values.map(\.self) }) { inbox.finish() }
  }

  /// Where a key stands in this domain.
  func find(_ key: String) -> PreferencesState.PreferenceLookup {
    refreshIfDue()
    return state.withLock { $0.find(key) }
  }

  /// The values of this domain.
  func values() throws(StateError) -> [String: Plist] {
    refreshIfDue()
    let (values, condition) = state.withLock { ($0.values, $0.contents.condition) }
    if case .unusable(let error) = condition { throw error }
    return values
  }
}

// MARK: - What others have written

extension OpenDomain {
  /// Reads the file again, if it is another than the one that was read last.
  func refresh() {
    let changed = access.withLock { _ in isCurrent ? [] : read() }
    notify(changed)
  }

  /// The same on another thread.
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

  /// How many files of preferences this process has written.
  private static let writeCount = Atomic(0)

  /// Counts a writing, so that all objects look at their files before they are read next.
  static func countWriting() { writeCount.add(1, ordering: .relaxed) }

  /// Looks whether somebody has written the file, unless that was done a moment ago or the file is
  /// being read or written right now. A look that fails, and a file that was no good, change nothing:
  /// that is for those who ask for it.
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

  // MARK: Those who listen

  /// Tells everybody who listens.
  func notify(_ changed: Set<String>) {
    if changed.isEmpty { return }
    for inbox in state.withLock({ $0.inboxes.values.map(\.self) }) { inbox.receive(changed) }
  }
}
