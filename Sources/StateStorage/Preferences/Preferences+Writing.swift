// When changes are written: soon by itself, at once when told. Relies on `UnwrittenPreferences` for
// the end of the process.

internal import DurableFiles
package import PropertyLists
internal import Synchronization

extension Preferences {
  /// Writes all changes now, durably.
  ///
  /// - Throws: ``StateError``; the changes stay unwritten. ``StateError/Code/wouldOverwrite`` when
  ///   the file could not be read.
  public func flush() throws(StateError) {
    do throws(StateError) {
      try domain.flush()
    } catch {
      domain.noteReported()
      throw error
    }
  }

  /// Writes all changes now, on another thread; see the synchronous form.
  public func flush() async throws(StateError) {
    try await onDispatchThread { () throws(StateError) in try self.flush() }
  }

  /// Changes keys by what the file has at that moment, and writes them durably: reading, changing and
  /// writing are one step under the lock of the file, so that no change of another process is lost.
  /// Changes that are not written yet are written with them.
  ///
  /// - Parameter changes: Gives the keys that change, with nil for those to remove, by the values of this
  ///   domain. It may be called more than once, and must not use these preferences.
  /// - Throws: ``StateError``, as `flush()` and `set(_:forKey:)`, or what the closure
  ///   throws; the file is as it was.
  package func update(_ changes: ([String: Plist]) throws -> [String: Plist?]) throws {
    try domain.update { values in
      var found: PreferenceChangeSet = [:]
      for (key, value) in try changes(values) {
        let checked = try value.map { try StoredPreference(PreferenceValue.checked($0, key: key)) }
        found.updateValue(checked, forKey: key)
      }
      return found
    }
  }

  /// Writes the values over a file that could not be read. The file is put aside first, as
  /// `NAME.corrupt-…`, and never removed.
  ///
  /// - Throws: ``StateError``; the file is as it was.
  public func replaceUnreadable() throws(StateError) { try domain.write(over: .anything) }

  /// Reads the file again, if it is another than the one that was read last.
  ///
  /// Changes that are not written stay. What is wrong with the file is told by ``condition``.
  public func refresh() { domain.refresh() }

  /// Reads the file again, on another thread; see the synchronous form.
  public func refresh() async { await domain.refreshElsewhere() }

  /// Changes keys, and keeps an error that nobody could be given.
  func change(_ changes: PreferenceChangeSet) { domain.change(changes) }

  /// Keeps an error that nobody could be given.
  func note(_ error: StateError) { domain.note(error) }
}

extension OpenDomain {
  /// Writes all changes now, durably.
  func flush() throws(StateError) { try write(over: .known) }

  /// Writes all changes now, on another thread.
  func flush() async throws(StateError) {
    try await onDispatchThread { () throws(StateError) in try self.write(over: .known) }
  }

  // MARK: Changes

  /// Changes keys, tells of those that have another value now, and has them written soon.
  func change(_ changes: PreferenceChangeSet) {
    let (changed, begins) = state.withLock { state in
      state.isFailureReported = false
      let changed = changes.filter { state.change($0.key, to: $0.value) }
      let begins = !state.isWriteDue && !state.pending.isEmpty
      if begins { state.isWriteDue = true }
      if !state.pending.isEmpty { UnwrittenPreferences.add(self) }
      return (Set(changed.keys), begins)
    }
    notify(changed)
    if begins { Task { await writeLater(options.writingDelay) } }
  }

  /// Writes after a delay, and again after a longer one when it fails and trying may help.
  private func writeLater(_ delay: Duration) async {
    var delay = delay
    while true {
      try? await clock.sleep(for: delay)
      state.withLock { $0.isWriteDue = false }
      do throws(StateError) {
        return try await flush()
      } catch {
        if error.code == .wouldOverwrite, !error.isOfUnreadableFile { return }
        let mayTry = state.withLock { state in
          defer { state.isWriteDue = true }
          return !state.isWriteDue
        }
        if !mayTry { return }
      }
      delay = options.retryDelay
    }
  }

  // MARK: Writing

  func write(over overwriting: StateOverwriting) throws(StateError) {
    let changed = try access.withLock { _ throws(StateError) -> Set<String> in
      let (pending, known, own) = state.withLock { ($0.pending, $0.contents, $0.own) }
      if pending.isEmpty, overwriting == .known { return [] }
      do throws(StateError) {
        let contents = try file.write(
          pending.mapValues(\.value), over: overwriting, knowing: known, own: own)
        return noteWritten(contents, written: pending)
      } catch {
        note(error)
        throw error
      }
    }
    notify(changed)
  }

  /// Changes keys by what the file has, and writes them with all other changes.
  func update(_ changes: ([String: Plist]) throws -> PreferenceChangeSet) throws {
    let changed = try access.withLock { _ -> Set<String> in
      let (pending, known, own) = state.withLock { ($0.pending, $0.contents, $0.own) }
      let contents: PreferencesFile.PreferencesContents
      do {
        contents = try file.update(over: .known, knowing: known, own: own) { values in
          var values = values
          for (key, change) in pending { values[key] = change.value?.plist }
          return pending.mapValues(\.value).merging(try changes(values)) { $1 }
        }
      } catch let error as FileError {
        throw StateError(saving: "the preferences", error, path: file.backend.path)
      }
      return noteWritten(contents, written: pending)
    }
    notify(changed)
  }

  /// Keeps an error that nobody could be given.
  func note(_ error: StateError) { state.withLock { $0.failure = error } }

  /// Notes that somebody was given the failure.
  func noteReported() { state.withLock { $0.isFailureReported = true } }

  private func noteWritten(
    _ contents: PreferencesFile.PreferencesContents, written: [String: PreferencesState.Change]
  ) -> Set<String> {
    let (changed, kept) = state.withLock { state in
      state.own = contents.identity
      Self.countWriting()
      state.failure = nil
      let changed = state.take(contents, written: written)
      // Those that were kept are the first that are written.
      defer { state.kept = nil }
      if state.pending.isEmpty { UnwrittenPreferences.remove(self) }
      return (changed, state.kept)
    }
    if let kept { KeptChanges(file: file).remove(kept) }
    return changed
  }
}

extension StateError {
  /// Whether it is about a file that may be readable the next time.
  fileprivate var isOfUnreadableFile: Bool {
    (underlyingError as? StateError)?.code == .unreadable
  }
}
