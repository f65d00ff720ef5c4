// A state in memory, for tests of programs that keep state: the same store, without a file.

public import DurableFiles
internal import Synchronization
internal import SystemPackage

/// The twin of a state file, in memory.
///
/// States are encoded and decoded as for a file, and generations, conflicts and refusals are the
/// same. A test may look at the contents, spoil them, and let operations fail.
///
/// ```swift
/// let file = InMemoryStateFile()
/// let store = StateStore<[String]>(inMemory: file, format: .xml)
/// try store.save(["First"])
/// file.contents = Data("rotten".utf8)
/// ```
public final class InMemoryStateFile: Sendable {
  private let memory = Mutex(Memory())
  /// Whether somebody saves.
  private let lock = Mutex(false)

  /// What is kept.
  private struct Memory {
    var generations: [Int: StoredContents] = [:]
    var aside: [String: Data] = [:]
    var integrity = FileSnapshot.Integrity.verified
    var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
    var watcherCount = 0
    var changes = 0
    var readingFails = false
    var savingFails = false
    var saveCount = 0

    /// Makes data a generation; nil removes it.
    mutating func store(_ data: Data?, generation: Int = 0) {
      changes += 1
      let number = changes
      generations[generation] = data.map { StoredContents(data: $0, number: number) }
      if generation == 0 { for watcher in watchers.values { watcher.yield() } }
    }
  }

  /// Contents, and the number of the change that made them.
  private struct StoredContents {
    var data: Data
    var number: Int

    var identity: FileIdentity {
      FileIdentity(
        FileStatus(
          kind: .regular, size: data.count, permissions: .ownerReadWrite, user: 0, group: 0,
          device: 0, inode: UInt64(number), modified: FileTime(seconds: number), linkCount: 1))
    }
  }

  /// A file that does not exist yet.
  public init() {}

  /// The contents of the file; nil when it does not exist. Setting them is what another program
  /// does that writes the file: no previous generation is kept, and a store that knew the old ones
  /// reports a conflict.
  public var contents: Data? {
    get { memory.withLock { $0.generations[0]?.data } }
    set { memory.withLock { $0.store(newValue) } }
  }

  /// The contents of a previous generation, 1 for the newest; nil when there is none. 0 is
  /// ``contents``.
  public subscript(generation number: Int) -> Data? {
    get { memory.withLock { $0.generations[number]?.data } }
    set { memory.withLock { $0.store(newValue, generation: number) } }
  }

  /// Whether contents are found to be those that were written. Default: they are verified.
  public var integrity: FileSnapshot.Integrity {
    get { memory.withLock { $0.integrity } }
    set { memory.withLock { $0.integrity = newValue } }
  }

  /// The contents that were put aside, by the endings of their names, such as `corrupt-3`; for an
  /// earlier generation, such as `bak.version-1`.
  public var asideContents: [String: Data] { memory.withLock { $0.aside } }

  /// How many saves have succeeded.
  public var saveCount: Int { memory.withLock { $0.saveCount } }

  /// Whether reading fails from now on, as with permissions that are missing.
  public var readingFails: Bool {
    get { memory.withLock { $0.readingFails } }
    set { memory.withLock { $0.readingFails = newValue } }
  }

  /// Whether saving fails from now on, as on a full disk.
  public var savingFails: Bool {
    get { memory.withLock { $0.savingFails } }
    set { memory.withLock { $0.savingFails = newValue } }
  }
}

extension InMemoryStateFile {
  /// Keeps other stores of the file from saving meanwhile, and waits for them.
  func withLock<Value>(waiting: Duration, _ body: () throws -> Value) throws -> Value {
    let end = ContinuousClock.now + waiting
    while !take() {
      if ContinuousClock.now >= end { throw Self.failure(.lockTimedOut, operation: .lock) }
      POSIXFileSystem().pause(.milliseconds(1))
    }
    defer { lock.withLock { $0 = false } }
    return try body()
  }

  /// Takes the lock if nobody has it.
  private func take() -> Bool {
    lock.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
  }

  /// An element for each time that the contents are others, whoever has changed them.
  func changes() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let number = memory.withLock { memory in
        memory.watcherCount += 1
        memory.watchers[memory.watcherCount] = continuation
        return memory.watcherCount
      }
      continuation.onTermination = { [weak self] _ in
        self?.memory.withLock { $0.watchers[number] = nil }
      }
    }
  }

  func snapshot(ofGeneration number: Int) throws(FileError) -> FileSnapshot? {
    try memory.withLock { memory throws(FileError) in
      if memory.readingFails { throw Self.failure(.permissionDenied, operation: .open) }
      guard let stored = memory.generations[number] else { return nil }
      return FileSnapshot(
        bytes: Array(stored.data), identity: stored.identity, integrity: memory.integrity)
    }
  }

  var identity: FileIdentity? { memory.withLock { $0.generations[0]?.identity } }

  func replace(
    with data: Data, _ precondition: AtomicReplacement.Precondition, generations: Int
  ) throws(FileError) -> FileIdentity {
    try memory.withLock { memory throws(FileError) in
      if memory.savingFails { throw Self.failure(.outOfSpace, operation: .write) }
      let present = memory.generations[0]
      guard precondition.holds(for: present?.identity) else {
        throw Self.failure(.conflict, operation: .resolve)
      }
      for number in stride(from: generations, to: 0, by: -1) {
        memory.generations[number] = memory.generations[number - 1]
      }
      memory.store(data)
      memory.saveCount += 1
      return memory.generations[0]?.identity ?? StoredContents(data: data, number: 0).identity
    }
  }

  func putAside(generation number: Int, as suffix: String) {
    memory.withLock { $0.aside[suffix] = $0.generations[number]?.data }
  }

  func moveAside(as suffix: String) {
    memory.withLock { memory in
      memory.aside[suffix] = memory.generations[0]?.data
      memory.store(nil)
    }
  }

  func putAside(_ data: Data, as suffix: String) throws(FileError) {
    try memory.withLock { memory throws(FileError) in
      if memory.savingFails { throw Self.failure(.outOfSpace, operation: .write) }
      memory.aside[suffix] = data
    }
  }

  func check(_ identity: FileIdentity) throws(FileError) {
    if identity != self.identity { throw Self.failure(.conflict, operation: .compare) }
  }

  private static func failure(
    _ code: FileError.Code, operation: FileError.Operation
  ) -> FileError {
    FileError(
      code: code, path: MemoryBackend.name, operation: operation, systemError: nil, task: .replace)
  }
}

extension AtomicReplacement.Precondition {
  /// Whether contents are what a replacement asks for.
  fileprivate func holds(for identity: FileIdentity?) -> Bool {
    switch self {
    case .none: true
    case .absent: identity == nil
    case .unchanged(let expected): identity == expected
    }
  }
}

/// Memory as the place of a state.
struct MemoryBackend: StateBackend {
  static let name: FilePath = "(in memory)"

  let file: InMemoryStateFile
  let generations: Int
  let lockWaiting: Duration
  let conflictCopyLimit: Int

  var path: FilePath { Self.name }

  func withLock<Value>(_ body: (MemoryBackend) throws -> Value) throws -> Value {
    try file.withLock(waiting: lockWaiting) { try body(self) }
  }

  func contents(ofGeneration number: Int) throws(FileError) -> FileSnapshot? {
    try file.snapshot(ofGeneration: number)
  }

  func identity(like known: FileIdentity?) throws(FileError) -> FileIdentity? { file.identity }

  func replace(
    with data: Data, _ plan: SavingPlan, durability: AtomicReplacement.Durability
  ) throws(FileError) -> FileIdentity {
    try file.replace(
      with: data, plan.precondition,
      generations: plan.keeping == .kept ? min(generations, oldestGeneration) : 0)
  }

  func putAside(as suffix: String) throws(FileError) { file.putAside(generation: 0, as: suffix) }

  func moveAside(as suffix: String) throws(FileError) { file.moveAside(as: suffix) }

  /// Memory holds nothing but contents.
  var isObstructed: Bool { false }

  func putAside(generation number: Int, as suffix: String) throws(FileError) {
    let name = PreviousGenerations.ending(number).dropFirst()
    file.putAside(generation: number, as: "\(name).\(suffix)")
  }

  func write(
    _ data: Data, aside suffix: String, durability: AtomicReplacement.Durability
  ) throws(FileError) -> String {
    try file.putAside(data, as: suffix)
    return suffix
  }

  func namesAside(beginning: String) -> [String] {
    file.asideContents.keys.filter { $0.hasPrefix(beginning) }
  }

  func synchronize(_ identity: FileIdentity) throws(FileError) { try file.check(identity) }
}
