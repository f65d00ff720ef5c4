// The generations of a state without its type: what a tool shows, checks and recovers. Relies on
// `PreviousGenerations` and on the readers of property lists and archives.

public import DurableFiles
internal import KeyedArchives
public import PropertyLists
public import SystemPackage

/// The file of a state and what stands beside it, whatever the state is.
public struct StateFile: Sendable {
  /// The file.
  public let path: FilePath
  let backend: FileBackend

  /// A file, which need not exist.
  public init(path: FilePath) {
    self.init(path: path, in: POSIXFileSystem())
  }

  package init(path: FilePath, in system: any FileSystem) {
    self.path = path
    backend = FileBackend(path: path, options: StateStoreOptions(), system: system)
  }

  /// What is found of one generation.
  public struct Generation: Sendable {
    /// How many generations back it is: 0 for the file itself.
    public let number: Int
    /// Its size in bytes.
    public let size: Int
    /// The moment of its last change, since 1970.
    public let modificationTime: Duration
    /// Whether its contents are proved to be those that were saved.
    public let integrity: FileSnapshot.Integrity
    /// The format of the property list that it is; nil when it is none.
    public let format: PlistFormat?
    /// Whether it is a keyed archive.
    public let isArchive: Bool
    /// The version of the schema; nil where none stands.
    public let version: Int?
    /// What is wrong with it; nil when a state could be loaded from it.
    public let problem: StateError?
  }

  /// The generations that are there, the newest first.
  ///
  /// One that cannot be read is among them, with a problem of the code
  /// ``StateError/Code/unreadable``; what is in it is not known, nor perhaps its size.
  ///
  /// - Parameter key: The key that versions stand under.
  /// - Throws: ``StateError`` with ``StateError/Code/unreadable`` when it is not the file that keeps
  ///   it from being read: its directory cannot be, or too many files are open.
  public func generations(
    versionKey key: String = StateSchema().key
  ) throws(StateError) -> [Generation] {
    try generations(in: backend, key)
  }

  private func generations(
    in backend: FileBackend, _ key: String
  ) throws(StateError) -> [Generation] {
    var generations: [Generation] = []
    for number in 0...oldestGeneration {
      if let found = try generation(number, in: backend, key: key) { generations.append(found.0) }
    }
    return generations
  }

  /// A generation and its bytes, none where it cannot be read; nil when there is none.
  func generation(
    _ number: Int, in backend: FileBackend, key: String
  ) throws(StateError) -> (Generation, bytes: [UInt8])? {
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

  /// Makes the newest generation that is good the file again, durably. What the file was is put
  /// aside, and so is whatever has its name and cannot be read.
  ///
  /// - Returns: The number of the generation; 0 when the file itself is good, and nothing is done.
  /// - Throws: ``StateError`` with ``StateError/Code/nothingToRecover`` when none is good.
  @discardableResult
  public func recover() throws(StateError) -> Int {
    do {
      // Nobody saves, and nobody could take the lock, where something that is no file has the name.
      if backend.isObstructed { return try recover(in: backend) }
      return try backend.withLock { try recover(in: $0) }
    } catch let error as StateError {
      throw error
    } catch {
      throw StateError(saving: "the state", error, path: path)
    }
  }

  private func recover(in backend: FileBackend) throws -> Int {
    let generations = try generations(in: backend, StateSchema().key)
    guard let good = generations.first(where: { $0.problem == nil }) else {
      throw StateError(
        .nothingToRecover, message: "no generation of the state is good", path: path)
    }
    guard good.number > 0, let contents = try backend.contents(ofGeneration: good.number) else {
      return 0
    }
    let plan = try putAside(generations.first, as: "corrupt-", in: backend)
    _ = try backend.replace(with: Data(contents.bytes), plan, durability: .durable)
    return good.number
  }

  /// Puts the contents of the file aside, and plans to replace them.
  ///
  /// - Parameters:
  ///   - newest: The newest generation, which may be the file.
  ///   - kind: How the ending of the name begins under which contents are put aside that can be read.
  func putAside(
    _ newest: Generation?, as kind: String, in backend: FileBackend
  ) throws -> SavingPlan {
    if let newest, newest.number == 0, newest.problem?.code == .unreadable {
      // What cannot be read is not linked or copied, and its permissions are not inherited.
      try backend.moveAside(as: "corrupt-\(newest.modificationTime.components.seconds)")
      return .puttingAside(nil, as: kind)
    }
    let plan = try SavingPlan.puttingAside(backend.identity(like: nil), as: kind)
    try backend.putAside(for: plan)
    return plan
  }
}

extension StateFile {
  /// The generations that are there, looked at on another thread; see the synchronous form.
  public func generations(
    versionKey key: String = StateSchema().key
  ) async throws(StateError) -> [Generation] {
    try await onDispatchThread { () throws(StateError) in try self.generations(versionKey: key) }
  }

  /// Recovers on another thread; see the synchronous form.
  @discardableResult
  public func recover() async throws(StateError) -> Int {
    try await onDispatchThread { () throws(StateError) in try self.recover() }
  }
}

extension StateFile.Generation {
  /// What contents are.
  init(_ number: Int, contents: FileSnapshot, key: String, path: FilePath) {
    let look = ContentsInspection(contents, key: key, path: path)
    self.init(
      number: number, size: contents.bytes.count,
      modificationTime: contents.identity.modificationTime,
      integrity: contents.integrity, format: look.format, isArchive: look.isArchive,
      version: look.version, problem: look.problem)
  }

  /// What cannot be read.
  init(_ number: Int, identity: FileIdentity?, problem: StateError) {
    self.init(
      number: number, size: identity?.size ?? 0,
      modificationTime: identity?.modificationTime ?? .zero, integrity: .unverified, format: nil,
      isArchive: false, version: nil, problem: problem)
  }

  /// A look into contents.
  private struct ContentsInspection {
    var format: PlistFormat?
    var isArchive = false
    var version: Int?
    var problem: StateError?

    init(_ contents: FileSnapshot, key: String, path: FilePath) {
      do {
        let document = try PlistDocument(contents.bytes)
        if let problem = TruncatedText.problem(document, bytes: contents.bytes) { throw problem }
        if !document.root.kind.isContainer { throw Self.loneValue }
        format = document.format
        isArchive = ArchiveTable.hasFrame(document)
        version = try Self.version(of: document, isArchive, key: key)
      } catch let error as StateError {
        problem = error
      } catch {
        problem = StateError(
          .corrupt, message: "it is no property list or archive", path: path, underlyingError: error
        )
      }
      if contents.integrity == .damaged {
        problem = StateError(
          .damaged, message: "it changed on the drive although nobody wrote it", path: path)
      }
    }

    /// Any word is a property list, but no state is a word.
    private static var loneValue: PlistError {
      PlistError(.typeMismatch, message: "a state is an array or a dictionary")
    }

    /// The version of a document, which a store would take for one. An archive must hold together.
    private static func version(
      of document: PlistDocument, _ isArchive: Bool, key: String
    ) throws -> Int? {
      if isArchive { _ = try KeyedArchive(document) }
      let version =
        try isArchive
        ? KeyedUnarchiver(document).decodeIfPresent(Int.self, forKey: key)
        : document.root.schemaVersion(key)
      guard let version, version < 1 else { return version }
      throw StateError(.corrupt, message: "the version of the state is \(version)")
    }
  }
}
