// A state in memory, for tests of programs that keep state: the same store, without a file.

internal import DurableFiles
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
  private let lock = Mutex(())

  /// What is kept.
  private struct Memory {
    var generations: [Int: Stored] = [:]
    var aside: [String: Data] = [:]
    var changes = 0
    var readingFails = false
    var savingFails = false
    var saveCount = 0

    /// Makes data the contents.
    mutating func store(_ data: Data) {
      changes += 1
      generations[0] = Stored(data: data, number: changes)
    }
  }

  /// Contents, and the number of the change that made them.
  private struct Stored {
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
    set {
      memory.withLock { memory in
        memory.generations[0] = nil
        if let newValue { memory.store(newValue) }
      }
    }
  }

  /// The contents that were put aside, by the endings of their names, such as `corrupt-3`.
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
  /// Keeps other stores of the file from saving meanwhile.
  func withLock<Value>(_ body: () throws -> Value) throws -> Value {
    var result: Result<Value, any Error>?
    lock.withLock { _ in result = Result { try body() } }
    guard let result else { throw Self.failure(.other, .lock) }
    return try result.get()
  }

  func contents(ofGeneration number: Int) throws(FileError) -> FileSnapshot? {
    try memory.withLock { memory throws(FileError) in
      if memory.readingFails { throw Self.failure(.permissionDenied, .open) }
      guard let stored = memory.generations[number] else { return nil }
      return FileSnapshot(
        bytes: Array(stored.data), identity: stored.identity, integrity: .verified)
    }
  }

  var identity: FileIdentity? { memory.withLock { $0.generations[0]?.identity } }

  func replace(
    with data: Data, _ precondition: AtomicReplacement.Precondition, generations: Int
  ) throws(FileError) -> FileIdentity {
    try memory.withLock { memory throws(FileError) in
      if memory.savingFails { throw Self.failure(.outOfSpace, .write) }
      let present = memory.generations[0]
      guard precondition.holds(for: present?.identity) else {
        throw Self.failure(.conflict, .resolve)
      }
      for number in stride(from: generations, to: 0, by: -1) {
        memory.generations[number] = memory.generations[number - 1]
      }
      memory.store(data)
      memory.saveCount += 1
      return memory.generations[0]?.identity ?? Stored(data: data, number: 0).identity
    }
  }

  func putAside(as suffix: String) {
    memory.withLock { $0.aside[suffix] = $0.generations[0]?.data }
  }

  private static func failure(
    _ code: FileError.Code, _ operation: FileError.Operation
  ) -> FileError {
    FileError(
      code: code, path: MemoryPlace.name, operation: operation, systemError: nil, task: .replace)
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
struct MemoryPlace: StatePlace {
  static let name: FilePath = "(in memory)"

  let file: InMemoryStateFile
  let generations: Int

  var path: FilePath { Self.name }

  func withLock<Value>(_ body: () throws -> Value) throws -> Value { try file.withLock(body) }

  func contents(ofGeneration number: Int) throws(FileError) -> FileSnapshot? {
    try file.contents(ofGeneration: number)
  }

  func identity() throws(FileError) -> FileIdentity? { file.identity }

  func replace(
    with data: Data, _ precondition: AtomicReplacement.Precondition, keeping: GenerationKeeping,
    _ durability: AtomicReplacement.Durability
  ) throws(FileError) -> FileIdentity {
    try file.replace(with: data, precondition, generations: keeping == .kept ? generations : 0)
  }

  func putAside(as suffix: String) throws(FileError) { file.putAside(as: suffix) }
}
