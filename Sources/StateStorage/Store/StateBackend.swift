// The interface between a state store and the storage of its generations: a file and the files next
// to it, or memory for tests; and reading generations one by one, for states and preferences.

internal import DurableFiles
internal import SystemPackage

/// The storage of a state: generation 0 is the current contents, 1 the contents before the last
/// save, and so on.
protocol StateBackend: Sendable {
  /// The file, for errors; in memory, a made-up name.
  var path: FilePath { get }
  /// Runs `body` while no other writer can save.
  func withLock<Value>(_ body: (Self) throws -> Value) throws -> Value
  /// Returns the contents of a generation; nil if there is none.
  func contents(ofGeneration number: Int) throws(FileError) -> FileSnapshot?
  /// Returns the identity of generation 0; nil if there is none. Returns `known` if the contents
  /// are unchanged, even if the file system reports a different file number each time.
  func identity(like known: FileIdentity?) throws(FileError) -> FileIdentity?
  /// Replaces the contents, under the lock. The previous contents become generation 1 if the plan
  /// says so.
  func replace(with data: Data, _ plan: SavingPlan, durability: AtomicReplacement.Durability)
    throws(FileError) -> FileIdentity
  /// Sets the contents aside under another name, under the lock. The library never removes them.
  func putAside(as suffix: String) throws(FileError)
  /// Renames whatever has the name of the contents, even if it cannot be read or is not a file.
  /// Afterwards no contents exist.
  func moveAside(as suffix: String) throws(FileError)
  /// Whether a directory, a special file or a cyclic link has the name of the contents. In that
  /// case the lock cannot be taken.
  var isObstructed: Bool { get }
  /// Sets an earlier generation aside under another name, under the lock. The library never removes
  /// it.
  func putAside(generation number: Int, as suffix: String) throws(FileError)
  /// Writes contents next to the file, under its name with a unique suffix, while the lock is held.
  ///
  /// - Returns: The name.
  func write(_ data: Data, aside suffix: String, durability: AtomicReplacement.Durability)
    throws(FileError) -> String
  /// Returns the names of the files that were set aside and whose suffixes begin with `beginning`.
  func namesAside(beginning: String) throws(FileError) -> [String]
  /// The maximum number of conflict copies.
  var conflictCopyLimit: Int { get }
  /// Ensures that existing contents survive a power failure, without replacing them.
  func synchronize(_ identity: FileIdentity) throws(FileError)
}

extension StateBackend {
  /// Sets aside what a save is going to replace.
  func putAside(for plan: SavingPlan) throws(FileError) {
    if let suffix = plan.aside {
      if plan.movesAside { try moveAside(as: suffix) } else { try putAside(as: suffix) }
    }
    for (number, suffix) in plan.generationsAside.sorted(by: { $0.key < $1.key }) {
      try putAside(generation: number, as: suffix)
    }
  }
}

/// What happens to the contents that a save replaces.
enum GenerationKeeping: Sendable, Hashable {
  /// They become the previous generation if previous generations are enabled.
  case kept
  /// They are dropped because they are invalid; the generations do not change.
  case dropped
}

/// The number of earlier generations that a load searches, regardless of how many a store keeps:
/// another store may have kept more.
let oldestGeneration = 16

/// The result of reading one generation.
enum GenerationFinding<Value> {
  case absent
  case good(Value, FileIdentity)
  /// The contents are corrupted or cannot be decoded.
  case invalid(StateError, FileIdentity)
  /// The contents are unknown.
  case unreadable(StateError)
}

struct GenerationReading<Value> {
  let backend: any StateBackend
  /// The name of the stored data in errors: "the state".
  let subject: String
  /// Decodes contents.
  let decode: (FileSnapshot) throws(StateError) -> Value

  /// Reads a generation.
  func find(_ number: Int) -> GenerationFinding<Value> {
    let contents: FileSnapshot
    do throws(FileError) {
      guard let found = try backend.contents(ofGeneration: number) else { return .absent }
      contents = found
    } catch {
      return .unreadable(
        StateError(
          .unreadable, message: "\(subject) could not be read", path: backend.path,
          underlyingError: error))
    }
    if contents.integrity == .damaged {
      let message = "checksum mismatch: the contents of \(subject) were corrupted on the drive"
      return .invalid(StateError(.damaged, message: message, path: backend.path), contents.identity)
    }
    do throws(StateError) { return .good(try decode(contents), contents.identity) } catch {
      return .invalid(error, contents.identity)
    }
  }
}
