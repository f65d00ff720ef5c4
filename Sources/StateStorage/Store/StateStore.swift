// A state in a file: loaded with an account of what was found, and never saved over what could not be
// read. Relies on `StateBackend` for the contents and on `StateFormat` for their meaning.

public import DurableFiles
internal import PropertyLists
internal import Synchronization
public import SystemPackage

/// How a state store keeps its file.
public struct StateStoreOptions: Sendable, Hashable {
  /// How many previous generations are kept beside the file: `NAME.bak`, `NAME.bak.2` … Default: 1;
  /// 16 at most, which is how far back a state is looked for.
  public var previousGenerations = 1
  /// How long another process that saves is waited for. Default: 5 seconds.
  public var lockWaiting = Duration.seconds(5)
  /// The permissions of a new file, less the process's umask. Default: 0600.
  public var newFilePermissions: FilePermissions = .ownerReadWrite
  /// The largest file that is loaded, in bytes; a larger one is not saved either. Default: 1 GiB.
  public var sizeLimit = FileContents.defaultLimit
  /// How many copies of states that lost a conflict are kept next to the file at most; at that number
  /// a save that would make one more fails. Default: 100. See ``ConflictPolicy``.
  public var conflictCopyLimit = 100
  /// Whether a state is looked at once more before it is written. Default: ``SaveVerification/checked``.
  public var verification = SaveVerification.checked

  /// The default choices.
  public init() {}
}

/// Keeps one state in one file, so that what a save reported as saved is there after a kill, a full
/// disk or a power cut, and what was there before a failed save still is.
///
/// ```swift
/// let store = StateStore<[Card]>(path: "Documents/FlashCards.dat", format: .keyedArchive())
/// switch store.load() {
/// case .missing: cards = []
/// case .loaded(let state, _), .recovered(let state, _, _): cards = state
/// case .corrupt(let error), .unreadable(let error), .newerVersion(_, let error): throw error
/// }
/// try store.save(cards)
/// ```
///
/// A store remembers what it loaded or saved last. It refuses to save over a file that it could not
/// read, and over one that somebody else has saved since. Load before you save.
///
/// Stores of one file, in one process or several, may be used at the same time. One store is for one
/// user of the state: what one part of a program loads with it, another may then save over.
public final class StateStore<State>: Sendable {
  let backend: any StateBackend
  let format: StateFormat<State>
  /// The version of the state and the way to it.
  public let schema: StateSchema
  let verification: SaveVerification
  /// The shapes of the states that were decoded; nil where each state is decoded before it is saved.
  let shapes: DecodedShapes?
  /// What is known of the contents. Held while they are read and while they are replaced, so that it
  /// always fits what the store has seen or done last; taken after the lock of the file.
  let access = Mutex(KnownContents.unknown)

  /// A store of a file, which need not exist, nor its directory. Nothing is done yet.
  ///
  /// - Parameters:
  ///   - path: The file; a relative path starts at the working directory.
  ///   - format: How the state stands in it.
  ///   - schema: The version of the state and the way from older ones.
  ///   - options: How the file is kept.
  public convenience init(
    path: FilePath, format: StateFormat<State>, schema: StateSchema = StateSchema(),
    options: StateStoreOptions = StateStoreOptions()
  ) {
    self.init(path: path, format: format, schema: schema, options: options, in: POSIXFileSystem())
  }

  /// A store in memory, which behaves like one of a file.
  ///
  /// - Parameters:
  ///   - file: The memory; several stores may have the same.
  ///   - format: How the state is encoded.
  ///   - schema: The version of the state and the way from older ones.
  ///   - previousGenerations: How many previous generations are kept.
  ///   - lockWaiting: How long another store that saves is waited for.
  ///   - conflictCopyLimit: How many copies of states that lost a conflict are kept.
  public convenience init(
    inMemory file: InMemoryStateFile, format: StateFormat<State>,
    schema: StateSchema = StateSchema(), previousGenerations: Int = 1,
    lockWaiting: Duration = .seconds(5), conflictCopyLimit: Int = 100
  ) {
    let backend = MemoryBackend(
      file: file, generations: previousGenerations, lockWaiting: lockWaiting,
      conflictCopyLimit: conflictCopyLimit)
    self.init(backend, format: format, schema: schema, verification: .checked)
  }

  /// A store of a file in a given file system.
  package convenience init(
    path: FilePath, format: StateFormat<State>, schema: StateSchema = StateSchema(),
    options: StateStoreOptions = StateStoreOptions(), in system: any FileSystem
  ) {
    let backend = FileBackend(path: path, options: options, system: system)
    self.init(backend, format: format, schema: schema, verification: options.verification)
  }

  private init(
    _ backend: any StateBackend, format: StateFormat<State>, schema: StateSchema,
    verification: SaveVerification, shapes: DecodedShapes? = nil
  ) {
    self.backend = backend
    self.format = format
    self.schema = schema
    self.verification = verification
    self.shapes = verification == .checked ? shapes ?? DecodedShapes() : nil
  }

  /// Another store of the same file, which knows nothing of its contents.
  func twin() -> StateStore {
    StateStore(backend, format: format, schema: schema, verification: verification, shapes: shapes)
  }

  /// The file.
  public var path: FilePath { backend.path }

  // MARK: Loading

  /// Loads the state: from the file, or from an earlier generation when the file is gone or no good.
  ///
  /// Nothing is changed on the drive. An older version is migrated in memory.
  public func load() -> StateLoad<State> { loadKnowing(in: backend).0 }

  func search(in backend: any StateBackend) -> StateSearch<State> {
    StateSearch(backend: backend, format: format, schema: schema, shapes: shapes)
  }

  /// Loads the state, and tells what is known of the contents then.
  private func loadKnowing(
    in backend: any StateBackend
  ) -> (StateLoad<State>, KnownContents) {
    var result = (StateLoad<State>.missing, KnownContents.absent)
    access.withLock { known in
      result = search(in: backend).run()
      known = result.1
    }
    return result
  }

  /// Loads the state; a first one when there is none yet.
  ///
  /// - Parameter initial: The state of the first launch.
  /// - Throws: ``StateError`` where there is a file whose state could not be had: nothing would be
  ///   saved over it.
  public func load(orInitial initial: @autoclosure () -> State) throws(StateError) -> State {
    try load().state(orInitial: initial())
  }

  // MARK: Saving

  /// Saves a state.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - overwriting: What may be replaced.
  ///   - durability: What a finished save promises.
  /// - Throws: ``StateError``. The file is as it was, unless the code is
  ///   ``StateError/Code/durabilityUnknown``: then it has the new state.
  public func save(
    _ state: State, over overwriting: StateOverwriting = .known,
    durability: AtomicReplacement.Durability = .durable
  ) throws(StateError) {
    try access.withLock { known throws(StateError) in try known.check(over: overwriting, path) }
    let data = try encoded(state)
    if overwriting == .anything { try moveObstacleAside() }
    try inLock { backend throws(StateError) in
      try replace(with: data, overwriting, durability: durability, in: backend)
    }
  }

  /// Moves what has the name of the file and is no file, such as a directory, out of the way: nobody could
  /// take the lock.
  func moveObstacleAside() throws(StateError) {
    guard backend.isObstructed else { return }
    let ending = "replaced-\(POSIXFileSystem().now.seconds)"
    try reporting { () throws(FileError) in try backend.moveAside(as: ending) }
  }

  /// Loads the state, lets it be changed, and saves it, while no other process can save.
  ///
  /// `change` must not save or update the state itself: the lock is taken, and that ends with
  /// ``StateError/Code/locked`` after a while.
  ///
  /// - Parameters:
  ///   - initial: The state where there is none yet.
  ///   - durability: What a finished save promises.
  ///   - change: Changes the state; what it throws is thrown, and nothing is saved.
  /// - Throws: ``StateError``, as loading and saving, or what `change` throws.
  @discardableResult
  public func update<Value>(
    initial: @autoclosure () -> State, durability: AtomicReplacement.Durability = .durable,
    _ change: (inout State) throws -> Value
  ) throws -> Value {
    try whileLocked { backend in
      let (load, known) = loadKnowing(in: backend)
      var state = try load.state(orInitial: initial())
      let value = try change(&state)
      try replace(with: encoded(state), .known, durability: durability, in: backend, knowing: known)
      return value
    }
  }

  /// Makes what this store loaded or saved last survive a power loss, without replacing it.
  ///
  /// - Throws: ``StateError/Code/conflict`` when something else is there by now.
  func confirm() throws(StateError) {
    try access.withLock { known throws(StateError) in
      guard case .good(let identity, _) = known else { return }
      do throws(FileError) {
        try backend.synchronize(identity)
      } catch {
        throw StateError(saving: "the state", error, path: path)
      }
    }
  }

  /// Makes what this store loaded or saved last survive a power loss; false when another writer has saved
  /// since, as nothing of this one is lost then.
  func isConfirmed() throws(StateError) -> Bool {
    do throws(StateError) {
      try confirm()
      return true
    } catch {
      if error.code == .conflict { return false }
      throw error
    }
  }

  func encoded(_ state: State) throws(StateError) -> Data {
    let version: StateFormat<State>.SchemaVersion? =
      schema.version > 1 ? .init(key: schema.key, number: schema.version) : nil
    let encoded: StateFormat<State>.EncodedState
    do {
      encoded = try format.encode(state, version)
    } catch {
      throw StateError(
        .notEncodable, message: "the state could not be encoded", path: path, underlyingError: error
      )
    }
    if verification != .none, !encoded.isChecked { try search(in: backend).check(encoded) }
    return encoded.bytes
  }

  /// Does something under the lock.
  func inLock(
    _ body: (any StateBackend) throws(StateError) -> Void
  ) throws(StateError) {
    do {
      try backend.withLock { try body($0) }
    } catch let error as StateError {
      throw error
    } catch {
      throw StateError(saving: "the state", error, path: path)
    }
  }

  private func whileLocked<Value>(_ body: (any StateBackend) throws -> Value) throws -> Value {
    do {
      return try backend.withLock { try body($0) }
    } catch let error as FileError {
      throw StateError(saving: "the state", error, path: path)
    }
  }

  /// Replaces the contents, under the lock.
  ///
  /// - Parameters:
  ///   - backend: The place, whose lock is held.
  ///   - contents: What is known of them, when that was found under the same lock.
  ///   - aside: Under which ending of its name the file is kept, whatever it is.
  func replace(
    with data: Data, _ overwriting: StateOverwriting, durability: AtomicReplacement.Durability,
    in backend: any StateBackend, knowing contents: KnownContents? = nil,
    keeping aside: String? = nil
  ) throws(StateError) {
    try access.withLock { known throws(StateError) in
      do {
        let knowledge = contents ?? known
        var plan = try knowledge.plan(
          over: overwriting, present: backend.identity(like: knowledge.identity),
          version: schema.version, path)
        if case .good(let identity, _)? = contents { plan.verified = identity }
        plan.aside = aside ?? plan.aside
        try backend.putAside(for: plan)
        let identity = try backend.replace(with: data, plan, durability: durability)
        known = .good(identity, version: schema.version)
      } catch {
        throw failure(error, known: &known)
      }
    }
  }

  /// Works on the place; what fails is the error of a save.
  func reporting<Value>(_ work: () throws(FileError) -> Value) throws(StateError) -> Value {
    do throws(FileError) { return try work() } catch {
      throw StateError(saving: "the state", error, path: path)
    }
  }

  /// The error of a save. When the new state is there all the same, it is known from now on.
  private func failure(_ error: any Error, known: inout KnownContents) -> StateError {
    if let error = error as? StateError { return error }
    let failure = StateError(saving: "the state", error, path: path)
    if failure.code == .durabilityUnknown, let identity = try? backend.identity(like: nil) {
      known = .good(identity, version: schema.version)
    }
    return failure
  }
}
