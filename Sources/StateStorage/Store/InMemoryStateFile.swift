// A state in memory, for tests of programs that store state: the same store without a file.

public import DurableFiles
internal import Synchronization
internal import SystemPackage

/// The in-memory counterpart of a state file.
///
/// States are encoded and decoded as for a file, and generations, conflicts and errors are the
/// same. A test can inspect the contents, corrupt them, and make operations fail.
///
/// ```swift
/// let file = InMemoryStateFile()
/// let store = StateStore<[String]>(inMemory: file, format: .xml)
/// try store.save(["First"])
/// file.contents = Data("rotten".utf8)
/// ```
public final class InMemoryStateFile: Sendable {
  fileprivate let memory = Mutex(Memory())
  /// Whether a store is saving.
  fileprivate let lock = Mutex(false)

  fileprivate struct Memory {
    var generations: [Int: StoredContents] = [:]
    var aside: [String: Data] = [:]
    var integrity = FileSnapshot.Integrity.verified
    var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
    var watcherCount = 0
    var changes = 0
    var readingFails = false
    var savingFails = false
    var saveCount = 0

    /// Stores data as a generation; nil removes the generation. Returns its identity.
    mutating func store(_ data: Data?, generation: Int = 0) -> FileIdentity {
      changes += 1
      let stored = StoredContents(data: data ?? Data(), number: changes)
      generations[generation] = data == nil ? nil : stored
      if generation == 0 { for watcher in watchers.values { watcher.yield() } }
      return stored.identity
    }
  }

  /// Contents, and the number of the change that stored them.
  fileprivate struct StoredContents {
    var data: Data
    var number: Int

    var identity: FileIdentity {
      FileIdentity(
        FileStatus(
          kind: .regular, size: data.count, permissions: .ownerReadWrite, user: 0, group: 0,
          device: 0, inode: UInt64(number), modified: FileTime(seconds: number), linkCount: 1))
    }
  }

  /// Creates a file that does not exist yet.
  public init() {}

  /// The contents of the file; nil if it does not exist. Setting them simulates another program
  /// that writes the file: no previous generation is stored, and a store that has loaded the old
  /// contents reports a conflict.
  public var contents: Data? {
    get { memory.withLock { $0.generations[0]?.data } }
    set { _ = memory.withLock { $0.store(newValue) } }
  }

  /// The contents of a previous generation, 1 for the newest; nil if there is none. 0 is
  /// ``contents``.
  public subscript(generation number: Int) -> Data? {
    get { memory.withLock { $0.generations[number]?.data } }
    set { _ = memory.withLock { $0.store(newValue, generation: number) } }
  }

  /// The result of the integrity check of contents that are read. Default: they are verified.
  public var integrity: FileSnapshot.Integrity {
    get { memory.withLock { $0.integrity } }
    set { memory.withLock { $0.integrity = newValue } }
  }

  /// The contents that were set aside, by the suffixes of their names, such as `corrupt-3`, or
  /// `bak.version-1` for an earlier generation.
  public var asideContents: [String: Data] { memory.withLock { $0.aside } }

  /// The number of saves that succeeded.
  public var saveCount: Int { memory.withLock { $0.saveCount } }

  /// Whether reading fails, as with missing permissions.
  public var readingFails: Bool {
    get { memory.withLock { $0.readingFails } }
    set { memory.withLock { $0.readingFails = newValue } }
  }

  /// Whether saving fails, as on a full disk.
  public var savingFails: Bool {
    get { memory.withLock { $0.savingFails } }
    set { memory.withLock { $0.savingFails = newValue } }
  }
}

extension InMemoryStateFile {
  /// Returns a stream with an element for each change to the contents by any writer.
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
}

struct MemoryBackend: StateBackend {
  let file: InMemoryStateFile
  let generations: Int
  let lockWaiting: Duration
  let conflictCopyLimit: Int

  private static let name: FilePath = "(in memory)"

  var path: FilePath { Self.name }

  func withLock<Value>(_ body: (MemoryBackend) throws -> Value) throws -> Value {
    let end = ContinuousClock.now + lockWaiting
    func take() -> Bool {
      file.lock.withLock { isTaken in
        defer { isTaken = true }
        return !isTaken
      }
    }
    while !take() {
      if ContinuousClock.now >= end { throw failure(.lockTimedOut, operation: .lock) }
      POSIXFileSystem().pause(.milliseconds(1))
    }
    defer { file.lock.withLock { $0 = false } }
    return try body(self)
  }

  func contents(ofGeneration number: Int) throws(FileError) -> FileSnapshot? {
    try file.memory.withLock { memory throws(FileError) in
      if memory.readingFails { throw failure(.permissionDenied, operation: .open) }
      guard let stored = memory.generations[number] else { return nil }
      return FileSnapshot(
        bytes: Array(stored.data), identity: stored.identity, integrity: memory.integrity)
    }
  }

  func identity(like known: FileIdentity?) -> FileIdentity? {
    file.memory.withLock { $0.generations[0]?.identity }
  }

  func replace(with data: Data, _ plan: SavingPlan, durability: AtomicReplacement.Durability)
    throws(FileError) -> FileIdentity
  {
    try file.memory.withLock { memory throws(FileError) in
      if memory.savingFails { throw failure(.outOfSpace, operation: .write) }
      let present = memory.generations[0]
      let holds =
        switch plan.precondition {
        case .none: true
        case .absent: present == nil
        case .unchanged(let expected): present?.identity == expected
        }
      if !holds { throw failure(.conflict, operation: .resolve) }
      let kept = plan.keeping == .kept ? min(generations, oldestGeneration) : 0
      for number in stride(from: kept, to: 0, by: -1) {
        memory.generations[number] = memory.generations[number - 1]
      }
      memory.saveCount += 1
      return memory.store(data)
    }
  }

  func putAside(as suffix: String) {
    file.memory.withLock { $0.aside[suffix] = $0.generations[0]?.data }
  }

  func moveAside(as suffix: String) {
    putAside(as: suffix)
    file.contents = nil
  }

  /// In memory, nothing else can have the name of the contents.
  var isObstructed: Bool { false }

  func putAside(generation number: Int, as suffix: String) {
    let name = PreviousGenerations.ending(number).dropFirst()
    file.memory.withLock { $0.aside["\(name).\(suffix)"] = $0.generations[number]?.data }
  }

  func write(_ data: Data, aside suffix: String, durability: AtomicReplacement.Durability)
    throws(FileError) -> String
  {
    try file.memory.withLock { memory throws(FileError) in
      if memory.savingFails { throw failure(.outOfSpace, operation: .write) }
      memory.aside[suffix] = data
    }
    return suffix
  }

  func namesAside(beginning: String) -> [String] {
    file.asideContents.keys.filter { $0.hasPrefix(beginning) }
  }

  func synchronize(_ identity: FileIdentity) throws(FileError) {
    if identity != self.identity(like: nil) { throw failure(.conflict, operation: .compare) }
  }

  private func failure(_ code: FileError.Code, operation: FileError.Operation) -> FileError {
    FileError(code: code, path: path, operation: operation, systemError: nil, task: .replace)
  }
}
