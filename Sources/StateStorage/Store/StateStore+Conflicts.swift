// A save that does what a policy says where another writer has saved meanwhile: found out, decided and
// written under one lock. Relies on `ConflictPolicy` and on `StateSearch`.

internal import DurableFiles
internal import Synchronization
internal import SystemPackage

/// How a save goes about a conflict.
struct ConflictHandling<State> {
  var policy: ConflictPolicy<State>
  /// The state that was loaded or saved last; nil where there was none, or the policy does not merge.
  var base: State?
  /// Whether a copy of the state is next to the file already.
  var isSavedAside = false
  /// Who finds out whether the state of another writer can be had.
  var judge = StateValidator.store
  /// Whether a file that could not be loaded is put aside, instead of making the save fail.
  var startsOver = false
  /// Why the state fails to be saved, where that was found out before.
  var reason: (any Error)?

  /// Who finds out whether a state can be had.
  enum StateValidator {
    /// The store, which decodes it.
    case store
    /// The caller, who has judged these contents, and is asked about all others.
    case caller(judged: [FileIdentity?])

    /// Whether the caller has to be asked about contents.
    func mustBeAsked(about contents: KnownContents) -> Bool {
      if case .caller(let judged) = self { !judged.contains(contents.identity) } else { false }
    }
  }
}

extension ConflictHandling: Sendable where State: Sendable {}

/// What came of a save.
enum SaveOutcome<State> {
  /// The state is in the file.
  case saved
  /// The state in the file is another writer's, and the one to go on with. What was to be saved is
  /// next to the file.
  case theirs(StateLoad<State>, KnownContents)
  /// The file has one state made of both, which is the one to go on with.
  case merged(State, KnownContents)
  /// Nothing is saved. Whether the state is next to the file.
  case refused(StateError, isSavedAside: Bool)
  /// Nothing is done yet: the caller finds out first whether the state of another writer can be had.
  case undecided(StateLoad<State>, KnownContents)
}

extension SaveOutcome: Sendable where State: Sendable {}

extension StateStore {
  /// Saves a state. Where another writer has saved, the outcome may be another state: then ``know(_:)``
  /// is called when that one has taken the place of this one, and not before.
  ///
  /// - Throws: ``StateError``, as ``save(_:over:durability:)``, but for conflicts.
  func save(
    _ state: State, handling: ConflictHandling<State>,
    durability: AtomicReplacement.Durability
  ) throws(StateError) -> SaveOutcome<State> {
    let putsAside = handling.policy.isLastWins || handling.startsOver
    if !putsAside {
      try access.withLock { known throws(StateError) in try known.check(over: .known, path) }
    }
    let data = try encoded(state)
    if putsAside { try moveObstacleAside() }
    var outcome = SaveOutcome<State>.saved
    try inLock { backend throws(StateError) in
      if try isConflict(in: backend) {
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

  /// Notes what the file has, after a state that another writer has saved was taken over.
  func know(_ contents: KnownContents) { access.withLock { $0 = contents } }

  /// Puts a copy of a state next to the file.
  ///
  /// - Throws: ``StateError`` with ``StateError/Code/conflict`` where there are too many.
  func saveAside(
    _ state: State, durability: AtomicReplacement.Durability
  ) throws(StateError) {
    let data = try encoded(state)
    try inLock { backend throws(StateError) in
      _ = try saveAside(data, durability: durability, in: backend)
    }
  }

  private var isRefused: Bool {
    access.withLock { if case .refused = $0 { true } else { false } }
  }

  /// Whether the file is another than the one that was loaded or saved last.
  private func isConflict(in backend: any StateBackend) throws(StateError) -> Bool {
    try access.withLock { known throws(StateError) in
      if case .unknown = known { return false }
      return known.isExternal(
        try reporting { () throws(FileError) in try backend.identity(like: known.identity) })
    }
  }

  /// Does what the policy says about what is found in the file.
  private func resolve(
    _ state: State, encodedAs data: Data, handling: ConflictHandling<State>,
    durability: AtomicReplacement.Durability, in backend: any StateBackend
  ) throws(StateError) -> SaveOutcome<State> {
    let (found, contents) = search(in: backend).run()
    let load = found.withoutEarlierGenerations
    if handling.judge.mustBeAsked(about: contents) { return .undecided(load, contents) }
    if handling.policy.isLastWins {
      let isBad = load.state == nil && load.error != nil
      try replace(
        with: data, isBad ? .anything : .known, durability: durability, in: backend,
        knowing: contents)
      return .saved
    }
    guard let theirs = load.state else {
      // Another process has removed the file: there is nothing that could be lost by saving.
      if case .missing = load, !handling.policy.isFail {
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
      if let full = try fullness(of: backend) { return .refused(full, isSavedAside: false) }
      try replace(
        with: data, .known, durability: durability, in: backend, knowing: contents,
        keeping: Self.conflictSuffix)
      return .saved
    case .takeTheirs:
      if let full = try fullness(of: backend) { return .refused(full, isSavedAside: false) }
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

  /// Saves what was merged. Until it has taken the place of the state in memory, the file is somebody
  /// else's for this store.
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

  /// Refuses to save, with the state next to the file.
  private func refuse(
    _ data: Data, because reason: (any Error)?, handling: ConflictHandling<State>,
    durability: AtomicReplacement.Durability, in backend: any StateBackend
  ) -> SaveOutcome<State> {
    func conflict(_ more: String) -> StateError {
      StateError(
        .conflict, message: "another writer has saved the state meanwhile" + more, path: path,
        underlyingError: reason)
    }
    if handling.isSavedAside { return .refused(conflict(""), isSavedAside: true) }
    do throws(StateError) {
      let copy = try saveAside(data, durability: durability, in: backend)
      return .refused(conflict("; this one is kept as \(copy)"), isSavedAside: true)
    } catch {
      if error.code == .conflict { return .refused(error, isSavedAside: false) }
      return .refused(
        conflict("; no copy of this one could be kept: \(error)"), isSavedAside: false)
    }
  }

  /// - Returns: The name of the copy.
  @discardableResult
  private func saveAside(
    _ data: Data, durability: AtomicReplacement.Durability, in backend: any StateBackend
  ) throws(StateError) -> String {
    if let full = try fullness(of: backend) { throw full }
    let suffix = Self.conflictSuffix
    return try reporting { () throws(FileError) in
      try backend.write(data, aside: suffix, durability: durability)
    }
  }

  /// The error where there are as many copies next to the file as may be; nil where there is room.
  private func fullness(of backend: any StateBackend) throws(StateError) -> StateError? {
    let limit = backend.conflictCopyLimit
    let count = try reporting { () throws(FileError) in
      try backend.namesAside(beginning: StateFile.Copy.conflictBeginning).count
    }
    if count < limit { return nil }
    return StateError(
      .conflict,
      message:
        "another writer has saved the state meanwhile, and \(count) copies of states that lost are kept, as many as may be",
      suggestion: "remove some with `plist state remove`", path: path)
  }

  /// An ending that no other copy has.
  private static var conflictSuffix: String {
    let random = String(UInt32.random(in: 0 ... .max), radix: 36)
    return StateFile.Copy.conflictBeginning + "\(POSIXFileSystem().now.seconds)-\(random)"
  }
}

extension ConflictPolicy {
  fileprivate var isFail: Bool {
    if case .fail = kind { true } else { false }
  }
}
