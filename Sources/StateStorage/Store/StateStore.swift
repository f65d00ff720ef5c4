// A state in a file: a load reports what was found, and a save never overwrites what could not be
// read. Relies on `StateBackend` for the contents and on `StateFormat` for their meaning.

public import DurableFiles
internal import PropertyLists
internal import Synchronization
public import SystemPackage

/// How a state store writes and reads its file.
public struct StateStoreOptions: Sendable, Hashable {
  /// The number of previous generations to keep next to the file: `NAME.bak`, `NAME.bak.2` …
  /// Default: 1. At most 16, the number that a load searches.
  public var previousGenerations = 1
  /// The time to wait for another process that is saving. Default: 5 seconds.
  public var lockWaiting = Duration.seconds(5)
  /// The permissions of a new file before the process's umask applies. Default: 0600.
  public var newFilePermissions: FilePermissions = .ownerReadWrite
  /// The size limit of a file in bytes, for loading and saving. Default: 1 GiB.
  public var sizeLimit = FileContents.defaultLimit
  /// The maximum number of conflict copies next to the file. When it is reached, a save that would
  /// create another fails. Default: 100. See ``ConflictPolicy``.
  public var conflictCopyLimit = 100
  /// How a save verifies an encoded state before writing it. Default: ``SaveVerification/checked``.
  public var verification = SaveVerification.checked

  /// Creates options with the default values.
  public init() {}
}

/// Stores one state in one file. A saved state survives a killed process, a full disk or a power
/// failure, and a failed save leaves the previous state intact.
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
/// A store remembers what it last loaded or saved. It refuses to overwrite a file that it could not
/// read, or that another writer has saved since. Load before you save.
///
/// Several stores of one file, in one process or several, can be used at the same time. Use a
/// separate store in each part of a program: parts that share a store do not detect each other's
/// saves as conflicts, and can overwrite them.
public final class StateStore<State>: Sendable {
  let backend: any StateBackend
  let format: StateFormat<State>
  /// The version of the state, and the migrations from older versions.
  public let schema: StateSchema
  let verification: SaveVerification
  /// The shapes of the states that were decoded; nil if each state is decoded before it is saved.
  let shapes: DecodedShapes?
  /// What the store knows about the contents of the file. Locked while the contents are read or
  /// replaced, so that it matches them. This lock is acquired after the lock of the file.
  let access = Mutex(KnownContents.unknown)

  /// Creates a store for a file. Neither the file nor its directory needs to exist, or is accessed
  /// yet.
  ///
  /// - Parameters:
  ///   - path: The file; a relative path starts at the working directory.
  ///   - format: The format of the file.
  ///   - schema: The version of the state and the migrations from older ones.
  ///   - options: The options for loading and saving.
  public convenience init(
    path: FilePath, format: StateFormat<State>, schema: StateSchema = StateSchema(),
    options: StateStoreOptions = StateStoreOptions()
  ) {
    self.init(path: path, format: format, schema: schema, options: options, in: POSIXFileSystem())
  }

  /// Creates a store in memory, which behaves like a store of a file.
  ///
  /// - Parameters:
  ///   - file: The memory, which several stores can share.
  ///   - format: The format in which the state is encoded.
  ///   - schema: The version of the state and the migrations from older ones.
  ///   - previousGenerations: As in ``StateStoreOptions``.
  ///   - lockWaiting: As in ``StateStoreOptions``.
  ///   - conflictCopyLimit: As in ``StateStoreOptions``.
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

  /// Creates a store of a file in a given file system.
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

  /// Returns another store of the same file, which knows nothing about its contents.
  package func independentCopy() -> StateStore {
    StateStore(backend, format: format, schema: schema, verification: verification, shapes: shapes)
  }

  /// The file.
  public var path: FilePath { backend.path }

  // MARK: Loading

  /// Loads the state: from the file, or from an earlier generation if the file is missing or
  /// invalid. Nothing is changed on the drive; an older version is migrated in memory.
  public func load() -> StateLoad<State> { loadKnowing(in: backend).0 }

  func search(in backend: any StateBackend) -> StateSearch<State> {
    StateSearch(backend: backend, format: format, schema: schema, shapes: shapes)
  }

  /// Loads the state, and returns it with the resulting knowledge about the contents.
  private func loadKnowing(in backend: any StateBackend) -> (StateLoad<State>, KnownContents) {
    var result = (StateLoad<State>.missing, KnownContents.absent)
    access.withLock { known in
      result = search(in: backend).run()
      known = result.1
    }
    return result
  }

  /// Loads the state; returns an initial state on the first launch.
  ///
  /// - Throws: ``StateError`` if there is a file whose state could not be loaded. A save does not
  ///   overwrite such a file.
  public func load(orInitial initial: @autoclosure () -> State) throws(StateError) -> State {
    try load().state(orInitial: initial())
  }

  // MARK: Saving

  /// Saves a state.
  ///
  /// - Throws: ``StateError``. The file is unchanged unless the code is
  ///   ``StateError/Code/durabilityUnknown``, in which case it contains the new state.
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

  /// If a directory or anything else that is not a file has the name of the file, renames it:
  /// otherwise the lock could not be acquired.
  func moveObstacleAside() throws(StateError) {
    guard backend.isObstructed else { return }
    let ending = "replaced-\(POSIXFileSystem().now.seconds)"
    try reporting { () throws(FileError) in try backend.moveAside(as: ending) }
  }

  /// Loads the state, applies a change, and saves it, while no other process can save.
  ///
  /// - Parameters:
  ///   - initial: The state if there is none yet.
  ///   - durability: The durability of the new state.
  ///   - change: Changes the state. If it throws, the error is rethrown and nothing is saved. It
  ///     must not save or update the state itself, which would fail with
  ///     ``StateError/Code/locked``.
  /// - Throws: ``StateError``, as for loading and saving, or an error from `change`.
  @discardableResult
  public func update<Value>(
    initial: @autoclosure () -> State, durability: AtomicReplacement.Durability = .durable,
    _ change: (inout State) throws -> Value
  ) throws -> Value {
    func update(in backend: any StateBackend) throws -> Value {
      let (load, known) = loadKnowing(in: backend)
      var state = try load.state(orInitial: initial())
      let value = try change(&state)
      try replace(with: encoded(state), .known, durability: durability, in: backend, knowing: known)
      return value
    }
    do { return try backend.withLock { try update(in: $0) } } catch let error as FileError {
      throw StateError(saving: "the state", error, path: path)
    }
  }

  /// Makes the state that this store last loaded or saved durable, without replacing it. Returns
  /// false if another writer has replaced it since.
  package func isConfirmed() throws(StateError) -> Bool {
    do throws(StateError) {
      try access.withLock { known throws(StateError) in
        guard case .good(let identity, _) = known else { return }
        try reporting { () throws(FileError) in try backend.synchronize(identity) }
      }
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
    do { encoded = try format.encode(state, version) } catch {
      throw StateError(
        .notEncodable, message: "the state could not be encoded", path: path, underlyingError: error
      )
    }
    if verification != .none, !encoded.isChecked { try search(in: backend).check(encoded) }
    return encoded.bytes
  }

  /// Runs a function under the lock.
  func inLock(_ body: (any StateBackend) throws(StateError) -> Void) throws(StateError) {
    do { try backend.withLock { try body($0) } } catch let error as StateError { throw error } catch
    { throw StateError(saving: "the state", error, path: path) }
  }

  /// Replaces the contents, under the lock.
  ///
  /// - Parameters:
  ///   - contents: The knowledge about the contents, if it was obtained under the same lock.
  ///   - aside: The suffix under which the file is set aside, whatever its contents.
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
      } catch let error as StateError { throw error } catch {
        let failure = StateError(saving: "the state", error, path: path)
        // The file contains the new state nevertheless.
        if failure.code == .durabilityUnknown, let identity = try? backend.identity(like: nil) {
          known = .good(identity, version: schema.version)
        }
        throw failure
      }
    }
  }

  /// Runs an operation on the backend; its errors are reported as errors of a save.
  func reporting<Value>(_ work: () throws(FileError) -> Value) throws(StateError) -> Value {
    do throws(FileError) { return try work() } catch {
      throw StateError(saving: "the state", error, path: path)
    }
  }
}

/// How a save verifies an encoded state before anything is written.
public enum SaveVerification: Sendable, Hashable {
  /// A state that cannot be loaded again is not saved, and the save fails with
  /// ``StateError/Code/notEncodable``.
  ///
  /// The bytes are read again. A state of at least 1,000 values is not decoded if the values that
  /// were read equal those that were encoded, and the fields of each class have values of the same
  /// kinds as in states that this store has loaded or checked before. Any other state is decoded.
  /// This check does not detect a type that encodes values, such as some numbers, that it then
  /// rejects when it decodes them; ``decoded`` also detects such types.
  case checked
  /// The state is decoded for each save, which takes as long as loading it. This finds values that
  /// a format does not support, such as dates in JSON; a key of the state that is also the key of
  /// the schema; and types that decode values different from those that they encode.
  case decoded
  /// The state is written without a check.
  case none
}
