// The generations of a state, independent of its type: for tools that show, check and recover them.
// Relies on `PreviousGenerations` and on the readers of property lists and archives.

public import DurableFiles
internal import KeyedArchives
public import PropertyLists
public import SystemPackage

/// The file of a state of any type, and the files that belong to it.
public struct StateFile: Sendable {
  /// The file.
  public let path: FilePath
  let backend: FileBackend

  /// Creates a value for a file, which need not exist.
  public init(path: FilePath) { self.init(path: path, in: POSIXFileSystem()) }

  package init(
    path: FilePath, options: StateStoreOptions = StateStoreOptions(), in system: any FileSystem
  ) {
    self.path = path
    backend = FileBackend(path: path, options: options, system: system)
  }

  /// The findings about one generation.
  public struct Generation: Sendable {
    /// The number of the generation: 0 for the file itself.
    public let number: Int
    /// Its size in bytes.
    public let size: Int
    /// The time of its last change, since 1970.
    public let modificationTime: Duration
    /// Whether its contents are verified to be those that were saved.
    public let integrity: FileSnapshot.Integrity
    /// The format of the property list; nil if it is not a property list.
    public let format: PlistFormat?
    /// Whether it is a keyed archive.
    public let isArchive: Bool
    /// The version of the schema; nil if the file does not contain one.
    public let version: Int?
    /// The error in it; nil if a state could be loaded from it.
    public let problem: StateError?
  }

  /// Returns the existing generations, newest first, including those that cannot be read, whose
  /// problem has the code ``StateError/Code/unreadable``.
  ///
  /// - Parameter key: The key of the version.
  /// - Throws: ``StateError`` with ``StateError/Code/unreadable`` if the cause is not the file
  ///   itself: its directory cannot be read, or too many files are open.
  public func generations(versionKey key: String = StateSchema().key) throws(StateError)
    -> [Generation]
  { try generations(in: backend, key) }

  private func generations(in backend: FileBackend, _ key: String) throws(StateError)
    -> [Generation]
  {
    var generations: [Generation] = []
    for number in 0...oldestGeneration {
      if let found = try generation(number, in: backend, key: key) { generations.append(found.0) }
    }
    return generations
  }

  /// Returns a generation and its bytes, which are empty if it cannot be read; nil if the
  /// generation does not exist.
  func generation(_ number: Int, in backend: FileBackend, key: String) throws(StateError) -> (
    Generation, bytes: [UInt8]
  )? {
    do throws(FileError) {
      let contents = try backend.contents(ofGeneration: number)
      return contents.map { (Generation(number, contents: $0, key: key, path: path), $0.bytes) }
    } catch {
      let subject = number == 0 ? "the file" : "generation \(number)"
      let problem = StateError(
        .unreadable, message: "\(subject) could not be read", path: path, underlyingError: error)
      guard error.isOfThisFile else { throw problem }
      let identity = number == 0 ? try? backend.identity(like: nil) : nil
      return (Generation(number, identity: identity, problem: problem), [])
    }
  }

  /// Restores the newest valid generation as the file, durably. The previous file is set aside,
  /// even if it cannot be read or is not a regular file.
  ///
  /// - Returns: The number of the generation; 0 if the file itself is valid and nothing was done.
  /// - Throws: ``StateError`` with ``StateError/Code/nothingToRecover`` if no generation is valid.
  @discardableResult
  public func recover() throws(StateError) -> Int { try saving { try recover(in: $0) } }

  /// Runs a function that saves, under the lock.
  func saving<Value>(_ body: (FileBackend) throws -> Value) throws(StateError) -> Value {
    do {
      // No process can save or take the lock while something else has the file's name.
      return try backend.isObstructed ? body(backend) : backend.withLock(body)
    } catch let error as StateError { throw error } catch {
      throw StateError(saving: "the state", error, path: path)
    }
  }

  private func recover(in backend: FileBackend) throws -> Int {
    let generations = try generations(in: backend, StateSchema().key)
    guard let good = generations.first(where: { $0.problem == nil }) else {
      throw StateError(
        .nothingToRecover, message: "no generation of the state is valid", path: path)
    }
    guard good.number > 0, let contents = try backend.contents(ofGeneration: good.number) else {
      return 0
    }
    let plan = try putAside(generations.first, as: "corrupt-", in: backend)
    _ = try backend.replace(with: Data(contents.bytes), plan, durability: .durable)
    return good.number
  }

  /// Sets the contents of the file aside and plans to replace them.
  ///
  /// - Parameter newest: The newest generation, which may be the file.
  func putAside(_ newest: Generation?, as kind: String, in backend: FileBackend) throws
    -> SavingPlan
  {
    if let newest, newest.number == 0, newest.problem?.code == .unreadable {
      // Contents that cannot be read are not linked or copied, and their permissions are not
      // inherited.
      try backend.moveAside(as: "corrupt-\(newest.modificationTime.components.seconds)")
      return .puttingAside(nil, as: kind)
    }
    let plan = try SavingPlan.puttingAside(backend.identity(like: nil), as: kind)
    try backend.putAside(for: plan)
    return plan
  }
}

extension StateFile {
  /// Returns the existing generations, read on another thread; see the synchronous form.
  public func generations(versionKey key: String = StateSchema().key) async throws(StateError)
    -> [Generation]
  { try await onDispatchThread { () throws(StateError) in try self.generations(versionKey: key) } }

  /// Recovers on another thread; see the synchronous form.
  @discardableResult
  public func recover() async throws(StateError) -> Int {
    try await onDispatchThread { () throws(StateError) in try self.recover() }
  }
}

extension StateFile.Generation {
  /// Creates the findings about contents that were read.
  init(_ number: Int, contents: FileSnapshot, key: String, path: FilePath) {
    let look = ContentsInspection(contents, key: key, path: path)
    self.init(
      number: number, size: contents.bytes.count,
      modificationTime: contents.identity.modificationTime, integrity: contents.integrity,
      format: look.format, isArchive: look.isArchive, version: look.version, problem: look.problem)
  }

  /// Creates the findings about contents that cannot be read.
  init(_ number: Int, identity: FileIdentity?, problem: StateError) {
    self.init(
      number: number, size: identity?.size ?? 0,
      modificationTime: identity?.modificationTime ?? .zero, integrity: .unverified, format: nil,
      isArchive: false, version: nil, problem: problem)
  }

  private struct ContentsInspection {
    var format: PlistFormat?
    var isArchive = false
    var version: Int?
    var problem: StateError?

    init(_ contents: FileSnapshot, key: String, path: FilePath) {
      do {
        let document = try PlistDocument(contents.bytes)
        if let problem = TruncatedText.problem(document, bytes: contents.bytes) { throw problem }
        // Any word is a property list, but a word is not a state.
        if !document.root.kind.isContainer {
          throw PlistError(.typeMismatch, message: "expected an array or a dictionary at the root")
        }
        format = document.format
        isArchive = ArchiveTable.hasFrame(document)
        version = try Self.version(of: document, isArchive, key: key)
      } catch let error as StateError { problem = error } catch {
        problem = StateError(
          .corrupt, message: "not a valid property list or keyed archive", path: path,
          underlyingError: error)
      }
      if contents.integrity == .damaged {
        problem = StateError(
          .damaged, message: "checksum mismatch: the contents were corrupted on the drive",
          path: path)
      }
    }

    /// Returns the version of a document, which must be one that a store accepts. An archive must
    /// be consistent.
    private static func version(of document: PlistDocument, _ isArchive: Bool, key: String) throws
      -> Int?
    {
      if isArchive { _ = try KeyedArchive(document) }
      let version =
        try isArchive
        ? KeyedUnarchiver(document).decodeIfPresent(Int.self, forKey: key)
        : document.root.schemaVersion(key)
      guard let version, version < 1 else { return version }
      throw StateError(
        .corrupt, message: "expected a state version of at least 1, found \(version)")
    }
  }
}
