// Saving a graph: encoding it on its actor, one save at a time, and writing it on another thread.

public import DurableFiles
internal import KeyedArchives
public import StateStorage

extension SavedGraph {
  /// Saves the graph now, unless it was already saved with this durability since the last change.
  ///
  /// If another writer has saved and nothing was changed here, the other graph is adopted if it can
  /// be read. If this graph was changed too, the ``GraphConflictPolicy`` determines what happens,
  /// and ``root`` may change.
  ///
  /// - Throws: `StateError`. `StateError.Code.conflict` means that another writer has saved and
  ///   this graph is stored next to the file: call `reload(_:)` to recover.
  public func save(
    durability: AtomicReplacement.Durability = .durable,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(StateError) { try await save(durability, isExplicit: true, isolation: isolation) }

  func save(
    _ durability: AtomicReplacement.Durability, isExplicit: Bool, isolation: isolated (any Actor)?
  ) async throws(StateError) {
    await enter(isolation: isolation)
    defer { leave() }
    if !isExplicit { store.noteDueSave() }
    do throws(StateError) {
      try await saveExclusively(durability, isExplicit: isExplicit, isolation: isolation)
    } catch {
      note { $0.noteFailure(error) }
      throw error
    }
    if account.failure != nil { note { $0.failure = nil } }
    if !account.hasUnsavedChanges { selfUntilSaved = nil }
  }

  /// Waits until no save or reload is in progress.
  func enter(isolation: isolated (any Actor)?) async {
    while isBusy { await withCheckedContinuation { waiting.append($0) } }
    isBusy = true
  }

  func leave() {
    isBusy = false
    let continuations = waiting
    waiting = []
    for continuation in continuations { continuation.resume() }
  }

  private func saveExclusively(
    _ durability: AtomicReplacement.Durability, isExplicit: Bool, isolation: isolated (any Actor)?
  ) async throws(StateError) {
    if let rescued = store.takeRescued(), rescued.changes > account.saved {
      noteSaved(rescued.graph, changes: rescued.changes, durability: .durable)
    }
    if try await write(durability, isExplicit: isExplicit, isolation: isolation) { return }
    guard detectsUnannouncedChanges, isExplicit, let lastBytes else { return }
    let objects = try encodeWithoutPause()
    let archive = try await onDispatchThread { [store] () throws(StateError) in
      try store.archive(objects, changes: nil)
    }
    guard archive.graph.bytes != lastBytes, !account.hasUnsavedChanges else { return }
    countChange()
    _ = try await write(durability, isExplicit: isExplicit, isolation: isolation)
    throw unannouncedChange
  }

  private var unannouncedChange: StateError {
    StateError(
      .unannouncedChange, message: "the graph was changed without an announcement",
      suggestion: "change it inside change(_:), or call willChange(_:) first")
  }

  /// Writes changes that are not in the file, or makes the file durable.
  ///
  /// - Returns: Whether there were changes to write.
  private func write(
    _ durability: AtomicReplacement.Durability, isExplicit: Bool, isolation: isolated (any Actor)?
  ) async throws(StateError) -> Bool {
    if !account.isChangedHere, isExplicit || account.hasUnsavedChanges {
      try await takeOver(isolation: isolation)
    }
    guard account.hasUnsavedChanges else {
      try await confirm(durability, isolation: isolation)
      return false
    }
    var validated: [FileIdentity?] = []
    var reason: StateError?
    var merged: KnownContents?
    while true {
      let (graph, changes, isTorn) = try await archived(isolation: isolation)
      var handling = ConflictHandling<ArchivedGraph>(
        policy: reason == nil ? conflicts.ofStore : .fail,
        isSavedAside: store.changesSavedAside == changes)
      handling.validator = .caller(validated: validated)
      (handling.startsOver, handling.reason) = (startsOver, reason)
      let outcome = try await onDispatchThread { [store, merged, handling] () throws(StateError) in
        try store.save(
          graph, changes: changes, mergedWith: merged, handling: handling, durability: durability)
      }
      merged = nil
      switch outcome {
      case .saved, .merged:
        noteSaved(graph, changes: changes, durability: durability)
        if isTorn { throw unannouncedChange }
        return true
      case .refused(let error, _): throw error
      case .theirs(let load, let contents):
        try await take(
          load, contents: contents, losing: changes, durability: durability, isolation: isolation)
        return true
      case .undecided(let load, let contents):
        validated.append(contents.identity)
        do throws(StateError) { if try merge(load) { merged = contents } } catch { reason = error }
      }
    }
  }

  /// Makes the contents of the file durable, or adopts what another writer has saved.
  private func confirm(_ durability: AtomicReplacement.Durability, isolation: isolated (any Actor)?)
    async throws(StateError)
  {
    if account.durability.isAtLeast(durability) { return }
    let changes = account.changes
    if try await onDispatchThread({ [store] () throws(StateError) in try store.isConfirmed() }) {
      note { $0.noteSaved(changes, durability: durability) }
    } else {
      try await takeOver(isolation: isolation)
    }
  }

  private func noteSaved(
    _ graph: ArchivedGraph, changes: Int, durability: AtomicReplacement.Durability
  ) {
    if conflicts.mergeFunction != nil { base = graph }
    if detectsUnannouncedChanges { lastBytes = graph.bytes }
    startsOver = false
    note { $0.noteSaved(changes, durability: durability) }
  }

  func note(_ change: (inout SaveAccount) -> Void) { notify(account.note(change)) }
}

// MARK: - Encoding

extension SavedGraph {
  /// Returns the verified graph, the number of changes that it includes, and whether it is torn,
  /// which means that an unannounced change occurred while it was encoded.
  func archived(isolation: isolated (any Actor)?) async throws(StateError) -> (
    graph: ArchivedGraph, changes: Int, isTorn: Bool
  ) {
    let (objects, changes) = try await encoded(isolation: isolation)
    var control: EncodedObjects?
    if detectsUnannouncedChanges, changes == account.changes { control = try encodeWithoutPause() }
    var (graph, differs) = try await onDispatchThread { [store, control] () throws(StateError) in
      try store.archive(objects, control: control, changes: changes)
    }
    if !graph.isChecked {
      try check(&graph)
      store.note(graph, changes: changes)
    }
    return (graph, changes, differs)
  }

  /// Returns the current graph, verified and encoded without a pause.
  func archivedWithoutPause() throws(StateError) -> ArchivedGraph {
    var graph = try store.archive(encodeWithoutPause(), changes: nil).graph
    if !graph.isChecked { try check(&graph) }
    return graph
  }

  /// Verifies that an archive can be decoded.
  private func check(_ graph: inout ArchivedGraph) throws(StateError) {
    do throws(StateError) {
      _ = try store.holdingActor { () throws(StateError) in
        try store.decoded(graph, format: format, schema: schema)
      }
    } catch {
      throw StateError(
        .notEncodable, message: "the encoded state could not be loaded again",
        underlyingError: error.underlyingError ?? error)
    }
    graph.isChecked = true
  }

  /// Encodes the graph in increments; after three restarts, without a pause.
  private func encoded(isolation: isolated (any Actor)?) async throws(StateError) -> (
    EncodedObjects, changes: Int
  ) {
    do {
      var attempt = 0
      while true {
        let encoded = try await encoded(isLast: attempt == 4, isolation: isolation)
        if let encoded { return encoded }
        attempt += 1
        // The abandoned encoding has been freed by now.
        await Task.yield()
      }
    } catch { throw notEncodable(error) }
  }

  /// Encodes the graph, in increments unless this is the last attempt.
  ///
  /// - Returns: The encoded objects; nil if the encoding must start over.
  private func encoded(isLast: Bool, isolation: isolated (any Actor)?) async throws -> (
    EncodedObjects, changes: Int
  )? {
    let encoding = try beginEncoding()
    self.encoding = encoding
    defer {
      self.encoding = nil
      expectedObjects = encoding.objectCount
    }
    while try !store.holdingActor({ try encoding.encodePiece(isLast: isLast) }) {
      await Task.yield()
      if encoding.isStale { return nil }
    }
    // Later changes are no longer part of the encoding.
    self.encoding = nil
    await Task.yield()
    return try encoding.finish().map { ($0, encoding.changes) }
  }

  private func beginEncoding() throws -> GraphEncoding {
    try GraphEncoding(
      current, format: format, schema: schema, changes: account.changes, expecting: expectedObjects)
  }

  private func encodeWithoutPause() throws(StateError) -> EncodedObjects {
    do {
      let encoding = try beginEncoding()
      let objects = try store.holdingActor {
        try encoding.encodePiece(isLast: true) ? encoding.finish() : nil
      }
      if let objects { return objects }
      throw CancellationError()
    } catch { throw notEncodable(error) }
  }

  func bytesWithoutPause() throws -> [UInt8] { Array(try encodeWithoutPause().archive().bytes) }

  private func notEncodable(_ error: any Error) -> StateError {
    StateError(.notEncodable, message: "the state could not be encoded", underlyingError: error)
  }
}

// MARK: - Requests

extension SavedGraph {
  /// Performs a request from another thread.
  func fulfill(_ request: GraphRequest, isolation: isolated (any Actor)?) async {
    do throws(StateError) {
      switch request.kind {
      case .saveDue:
        try await save(store.policy.durability, isExplicit: false, isolation: isolation)
      case .save: try await save(isolation: isolation)
      case .refresh: try await refresh(isolation: isolation)
      }
      request.reply?(.success(.done))
    } catch {
      request.reply?(.failure(error))
      guard request.kind == .saveDue else { return }
      if error.isTransient { store.retryLater() } else { selfUntilSaved = nil }
    }
  }
}
