// Writing changes: automatically after a delay, or immediately on request. Relies on
// `UnwrittenPreferences` to write them when the process ends.

internal import DurableFiles
package import PropertyLists
internal import Synchronization

extension Preferences {
  /// Writes all changes now, durably.
  ///
  /// - Throws: ``StateError``, with ``StateError/Code/wouldOverwrite`` if the file could not be
  ///   read. After an error, the changes stay unwritten.
  public func flush() throws(StateError) {
    do throws(StateError) { try domain.flush() } catch {
      domain.state.withLock { $0.isFailureReported = true }
      throw error
    }
  }

  /// Writes all changes now, on another thread; see the synchronous form.
  public func flush() async throws(StateError) {
    try await onDispatchThread { () throws(StateError) in try self.flush() }
  }

  /// Changes keys depending on the current contents of the file, and writes them durably. Reading,
  /// changing and writing are one step under the lock of the file, so that no change by another
  /// process is lost. Pending changes are also written.
  ///
  /// - Parameter changes: Returns the keys to change, with nil for those to remove, given the
  ///   values of this domain. It may be called more than once, and must not use these preferences.
  /// - Throws: ``StateError``, as for `flush()` and `set(_:forKey:)`, or an error from the closure;
  ///   the file is unchanged.
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

  /// Writes the values over a file that could not be read. The file is first set aside as
  /// `NAME.corrupt-…`, and never removed.
  ///
  /// - Throws: ``StateError``. After an error, the file is unchanged.
  public func replaceUnreadable() throws(StateError) { try domain.write(over: .anything) }

  /// Reads the file again if it differs from the one that was last read.
  ///
  /// Unwritten changes stay. ``condition`` reports errors in the file.
  public func refresh() { domain.refresh() }

  /// Reads the file again, on another thread; see the synchronous form.
  public func refresh() async { await domain.refreshElsewhere() }
}

extension OpenDomain {
  /// Writes all changes now, durably.
  func flush() throws(StateError) { try write(over: .known) }

  // MARK: Changes

  /// Changes keys, notifies listeners of the keys whose values changed, and schedules a write.
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

  /// Writes after a delay, and again after a longer one if that fails and a retry may help.
  private func writeLater(_ delay: Duration) async {
    var delay = delay
    while true {
      try? await clock.sleep(for: delay)
      state.withLock { $0.isWriteDue = false }
      do throws(StateError) {
        return try await onDispatchThread { () throws(StateError) in try self.flush() }
      } catch {
        // A file that could not be read this time may be readable next time.
        let isTransient = (error.underlyingError as? StateError)?.code == .unreadable
        if error.code == .wouldOverwrite, !isTransient { return }
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

  /// Changes keys depending on the contents of the file, and writes them with all other changes.
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

  /// Stores an error that has no caller to receive it.
  func note(_ error: StateError) { state.withLock { $0.failure = error } }

  private func noteWritten(
    _ contents: PreferencesFile.PreferencesContents, written: [String: PreferencesState.Change]
  ) -> Set<String> {
    let (changed, kept) = state.withLock { state in
      state.own = contents.identity
      Self.countWriting()
      state.failure = nil
      let changed = state.take(contents, written: written)
      // The first write includes the changes that an earlier process stored.
      defer { state.kept = nil }
      if state.pending.isEmpty { UnwrittenPreferences.remove(self) }
      return (changed, state.kept)
    }
    if let kept { KeptChanges(file: file).remove(kept) }
    return changed
  }
}
