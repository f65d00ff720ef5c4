// Saving with a conflict policy: detecting, deciding and writing under one lock. Relies on
// `ConflictPolicy` and on `StateSearch`.

package import DurableFiles
internal import Synchronization
internal import SystemPackage

/// How a save handles a conflict.
package struct ConflictHandling<State> {
  var policy: ConflictPolicy<State>
  /// The state that was last loaded or saved; nil if there was none or the policy does not merge.
  var base: State?
  /// Whether a copy of the state is already stored next to the file.
  var isSavedAside: Bool
  /// The component that determines whether the state of another writer is valid.
  package var validator = StateValidator.store
  /// Whether a file that could not be loaded is set aside, instead of making the save fail.
  package var startsOver = false
  /// The reason why the state cannot be saved, if that was already determined.
  package var reason: (any Error)?

  package init(policy: ConflictPolicy<State>, base: State? = nil, isSavedAside: Bool) {
    (self.policy, self.base, self.isSavedAside) = (policy, base, isSavedAside)
  }

  /// The component that determines whether a state is valid.
  package enum StateValidator {
    /// The store, which decodes it.
    case store
    /// The caller, which has checked these contents and must be asked about all others.
    case caller(validated: [FileIdentity?])

    func mustBeAsked(about contents: KnownContents) -> Bool {
      guard case .caller(let validated) = self else { return false }
      return !validated.contains(contents.identity)
    }
  }
}

extension ConflictHandling: Sendable where State: Sendable {}

/// The result of a save.
package enum SaveOutcome<State> {
  /// The state is in the file.
  case saved
  /// The file contains another writer's state, which the caller adopts. The state to be saved is
  /// stored next to the file.
  case theirs(StateLoad<State>, KnownContents)
  /// The file contains the merged state, which the caller adopts.
  case merged(State, KnownContents)
  /// Nothing was saved. The flag indicates whether the state is stored next to the file.
  case refused(StateError, isSavedAside: Bool)
  /// Nothing was done yet: the caller must first determine whether the state of another writer is
  /// valid.
  case undecided(StateLoad<State>, KnownContents)
}

extension SaveOutcome: Sendable where State: Sendable {}

extension StateStore {
  /// Saves a state; errors, except for conflicts, are those of ``save(_:over:durability:)``. If
  /// another writer has saved, the outcome may be a different state. The caller calls ``know(_:)``
  /// after it has adopted that state, and not before.
  package func save(
    _ state: State, handling: ConflictHandling<State>, durability: AtomicReplacement.Durability
  ) throws(StateError) -> SaveOutcome<State> {
    let putsAside = handling.policy.isLastWins || handling.startsOver
    if !putsAside {
      try access.withLock { known throws(StateError) in try known.check(over: .known, path) }
    }
    let data = try encoded(state)
    if putsAside { try moveObstacleAside() }
    var outcome = SaveOutcome<State>.saved
    try inLock { backend throws(StateError) in
      var isRefused = false
      let isConflict = try access.withLock { known throws(StateError) in
        switch known {
        case .unknown: return false
        case .refused: isRefused = true
        case .absent, .good, .recovered: break
        }
        return known.isExternal(
          try reporting { () throws(FileError) in try backend.identity(like: known.identity) })
      }
      if isConflict {
        outcome = try resolve(
          state, encodedAs: data, handling: handling, durability: durability, in: backend)
      } else {
        try replace(
          with: data, putsAside && isRefused ? .anything : .known, durability: durability,
          in: backend)
      }
    }
    return outcome
  }

  /// Records the contents of the file after the caller has adopted the state of another writer.
  package func know(_ contents: KnownContents) { access.withLock { $0 = contents } }

  /// Stores a copy of a state next to the file.
  ///
  /// - Throws: ``StateError`` with ``StateError/Code/conflict`` if there are too many copies.
  package func saveAside(_ state: State, durability: AtomicReplacement.Durability)
    throws(StateError)
  {
    let data = try encoded(state)
    try inLock { backend throws(StateError) in
      _ = try saveAside(data, durability: durability, in: backend)
    }
  }

  /// Applies the policy to the current contents of the file.
  private func resolve(
    _ state: State, encodedAs data: Data, handling: ConflictHandling<State>,
    durability: AtomicReplacement.Durability, in backend: any StateBackend
  ) throws(StateError) -> SaveOutcome<State> {
    let (found, contents) = search(in: backend).run()
    let load = found.withoutEarlierGenerations
    if handling.validator.mustBeAsked(about: contents) { return .undecided(load, contents) }
    if handling.policy.isLastWins {
      let isBad = load.state == nil && load.error != nil
      try replace(
        with: data, isBad ? .anything : .known, durability: durability, in: backend,
        knowing: contents)
      return .saved
    }
    guard let theirs = load.state else {
      let fails = if case .fail = handling.policy.kind { true } else { false }
      if !fails, case .missing = load {
        // Another process has removed the file: saving cannot lose anything.
        try replace(with: data, .known, durability: durability, in: backend, knowing: contents)
        return .saved
      }
      return refuse(
        data, because: load.error, handling: handling, durability: durability, in: backend)
    }
    switch handling.policy.kind {
    case .fail, .lastWins:
      return refuse(
        data, because: handling.reason, handling: handling, durability: durability, in: backend)
    case .keepMine:
      if let full = try copyLimitError(of: backend) { return .refused(full, isSavedAside: false) }
      try replace(
        with: data, .known, durability: durability, in: backend, knowing: contents,
        keeping: Self.conflictSuffix)
      return .saved
    case .takeTheirs:
      if let full = try copyLimitError(of: backend) { return .refused(full, isSavedAside: false) }
      try saveAside(data, durability: durability, in: backend)
      return .theirs(load, contents)
    case .merge(let merge):
      let merged: State
      do { merged = try merge(handling.base, state, theirs) } catch {
        return refuse(data, because: error, handling: handling, durability: durability, in: backend)
      }
      return try save(merged, over: contents, durability: durability, in: backend)
    }
  }

  /// Saves the merged state. Until the caller adopts the merged state, the store treats the file as
  /// another writer's.
  private func save(
    _ merged: State, over contents: KnownContents, durability: AtomicReplacement.Durability,
    in backend: any StateBackend
  ) throws(StateError) -> SaveOutcome<State> {
    let known = access.withLock { $0 }
    try replace(
      with: encoded(merged), .known, durability: durability, in: backend, knowing: contents)
    let saved = access.withLock { contents in
      defer { contents = known }
      return contents
    }
    return .merged(merged, saved)
  }

  // MARK: Copies next to the file

  /// Stores the state next to the file, and returns the outcome of a save that was refused.
  private func refuse(
    _ data: Data, because reason: (any Error)?, handling: ConflictHandling<State>,
    durability: AtomicReplacement.Durability, in backend: any StateBackend
  ) -> SaveOutcome<State> {
    func conflict(_ more: String) -> StateError {
      StateError(
        .conflict, message: "another writer saved the state in the meantime" + more, path: path,
        underlyingError: reason)
    }
    if handling.isSavedAside { return .refused(conflict(""), isSavedAside: true) }
    do throws(StateError) {
      let copy = try saveAside(data, durability: durability, in: backend)
      return .refused(conflict("; this state is stored as \(copy)"), isSavedAside: true)
    } catch {
      if error.code == .conflict { return .refused(error, isSavedAside: false) }
      return .refused(conflict("; this state could not be copied: \(error)"), isSavedAside: false)
    }
  }

  /// - Returns: The name of the copy.
  @discardableResult
  private func saveAside(
    _ data: Data, durability: AtomicReplacement.Durability, in backend: any StateBackend
  ) throws(StateError) -> String {
    if let full = try copyLimitError(of: backend) { throw full }
    let suffix = Self.conflictSuffix
    return try reporting { () throws(FileError) in
      try backend.write(data, aside: suffix, durability: durability)
    }
  }

  /// Returns the error if the number of copies next to the file has reached its limit; nil
  /// otherwise.
  private func copyLimitError(of backend: any StateBackend) throws(StateError) -> StateError? {
    let limit = backend.conflictCopyLimit
    let count = try reporting { () throws(FileError) in
      try backend.namesAside(beginning: StateFile.Copy.conflictBeginning).count
    }
    if count < limit { return nil }
    return StateError(
      .conflict,
      message: "another writer saved the state in the meantime, and there are already "
        + "\(count) conflict copies; the limit is \(limit)",
      suggestion: "remove some with `plist state remove`", path: path)
  }

  /// A unique suffix for a copy.
  private static var conflictSuffix: String {
    let random = String(UInt32.random(in: 0 ... .max), radix: 36)
    return StateFile.Copy.conflictBeginning + "\(POSIXFileSystem().now.seconds)-\(random)"
  }
}
