// All that is kept of a state under one numbering: its generations, and the copies that were put aside
// next to it. Relies on `FilesAside` for the names of those.

internal import DurableFiles
public import SystemPackage

extension StateFile {
  /// A file that has the state as it was once.
  public struct Copy: Sendable {
    /// The number that `restore(_:)` takes. For a generation it is its number; copies that
    /// were put aside have the numbers after the last generation, the newest first. Another save changes
    /// the numbers.
    public let number: Int
    /// The file.
    public let path: FilePath
    /// Whether it was put aside: nothing removes it but `remove(_:)`.
    public let isPutAside: Bool
    /// Whether it was put aside because it lost a conflict: see ``ConflictPolicy``.
    public var lostConflict: Bool {
      isPutAside && (path.lastComponent?.string.contains(".\(Self.conflictBeginning)") ?? false)
    }
    /// What is found in it; its number is that of the copy.
    public let contents: Generation

    /// How the endings of the names of states begin that lost a conflict.
    static let conflictBeginning = "conflict-"
  }

  /// The generations and the copies that were put aside, by their numbers.
  ///
  /// - Throws: ``StateError`` as `generations(versionKey:)`.
  public func copies(
    versionKey key: String = StateSchema().key
  ) throws(StateError) -> [Copy] {
    try copies(in: backend, key)
  }

  /// Makes a generation, or a copy that was put aside, the current state, durably. What was current is put
  /// aside first, as `NAME.replaced-TIME`, or `NAME.corrupt-TIME` where it cannot be read. The
  /// generations stay as they are.
  ///
  /// - Parameter number: Its number in `copies(versionKey:)`. Nothing is done for 0, if that is good.
  /// - Returns: Where what was current is now; nil where nothing was.
  /// - Throws: ``StateError``: ``StateError/Code/noSuchCopy``; what is wrong with the copy; or why it
  ///   could not be saved.
  @discardableResult
  public func restore(_ number: Int) throws(StateError) -> FilePath? {
    do {
      // Nobody saves, and nobody could take the lock, where something that is no file has the name.
      if backend.isObstructed { return try restore(number, in: backend) }
      return try backend.withLock { try restore(number, in: $0) }
    } catch let error as StateError {
      throw error
    } catch {
      throw StateError(saving: "the state", error, path: path)
    }
  }

  private func restore(_ number: Int, in backend: FileBackend) throws -> FilePath? {
    let copies = try copies(in: backend, StateSchema().key)
    guard let copy = copies.first(where: { $0.number == number }) else {
      throw StateError(
        .noSuchCopy, message: "the state has no copy of the number \(number)", path: path)
    }
    if let problem = copy.contents.problem { throw problem }
    if number == 0 { return nil }
    let before = Set(copies.map(\.path))
    let bytes = try bytes(of: copy, in: backend)
    let plan = try putAside(copies.first?.contents, as: "replaced-", in: backend)
    _ = try backend.replace(with: Data(bytes), plan, durability: .durable)
    return try pathsAside().first { !before.contains($0) }
  }

  /// The bytes of a copy, read again: all of them would be too much to hold.
  ///
  /// - Throws: ``StateError`` where it can be read no more, or is not good any more.
  private func bytes(of copy: Copy, in backend: FileBackend) throws -> [UInt8] {
    let key = StateSchema().key
    let found =
      copy.isPutAside
      ? contentsAside(copy.path, number: copy.number, key: key)
      : try generation(copy.number, in: backend, key: key)
    guard let (contents, bytes) = found else {
      throw StateError(.noSuchCopy, message: "the copy is gone", path: copy.path)
    }
    if let problem = contents.problem { throw problem }
    return bytes
  }

  /// The copies of states that lost a conflict, the oldest first. A ``StateStore`` of such a path loads it.
  ///
  /// - Throws: ``StateError`` as `generations(versionKey:)`.
  public func conflictCopies() throws(StateError) -> [Copy] {
    try copies().filter(\.lostConflict).reversed()
  }

  /// Removes a copy that was put aside, for good. One that is gone already is not an error.
  ///
  /// - Throws: ``StateError`` with ``StateError/Code/notSaved`` where it cannot be removed, and with
  ///   ``StateError/Code/noSuchCopy`` for a file that was not put aside of this state, its generations
  ///   among them.
  public func remove(_ copy: Copy) throws(StateError) {
    guard copy.isPutAside, let name = copy.path.lastComponent,
      try pathsAside().contains(copy.path)
    else {
      let isGone = (try? FileContents.identity(of: copy.path, in: backend.system)) == .some(nil)
      if copy.isPutAside, isGone { return }
      throw StateError(
        .noSuchCopy, message: "this was not put aside of the state, and is not removed",
        path: copy.path)
    }
    do throws(FileError) {
      try FilesAside.remove(FilePath(root: nil, [name]), of: path, in: backend.system)
    } catch {
      if error.code == .notFound { return }
      throw StateError(
        .notSaved, message: "the copy could not be removed", path: copy.path, underlyingError: error
      )
    }
  }

  // MARK: Finding

  /// The copies with what is in them.
  private func copies(in backend: FileBackend, _ key: String) throws(StateError) -> [Copy] {
    var copies: [Copy] = []
    for number in 0...oldestGeneration {
      guard let found = try generation(number, in: backend, key: key) else { continue }
      let ending = number == 0 ? "" : PreviousGenerations.ending(number)
      let path = FilePath(bytes: path.bytes + Array(ending.utf8))
      copies.append(Copy(number: number, path: path, isPutAside: false, contents: found.0))
    }
    var aside: [(path: FilePath, time: Duration)] = []
    for path in try pathsAside() {
      let identity = try? FileContents.identity(of: path, in: backend.system)
      aside.append((path, identity?.modificationTime ?? .zero))
    }
    // The newest first.
    for (path, _) in aside.sorted(by: { $0.time > $1.time }) {
      let number = (copies.last?.number ?? 0) + 1
      guard let found = contentsAside(path, number: number, key: key) else { continue }
      copies.append(Copy(number: number, path: path, isPutAside: true, contents: found.0))
    }
    return copies
  }

  /// What is found in a file that was put aside; nil where it is gone meanwhile.
  private func contentsAside(
    _ path: FilePath, number: Int, key: String
  ) -> (Generation, bytes: [UInt8])? {
    do throws(FileError) {
      let snapshot = try FileContents.snapshot(
        of: path, limit: backend.options.sizeLimit, in: backend.system)
      return (Generation(number, contents: snapshot, key: key, path: path), snapshot.bytes)
    } catch {
      if error.code == .notFound { return nil }
      let problem = StateError(
        .unreadable, message: "it could not be read", path: path, underlyingError: error)
      return (Generation(number, identity: nil, problem: problem), [])
    }
  }

  /// How the endings of names begin that files have which were put aside: the file itself, what lost a
  /// conflict, and, with `bak`, earlier generations.
  private static let beginnings = [
    "corrupt-", "replaced", "version-", Copy.conflictBeginning, "bak.",
  ]

  private func pathsAside() throws(StateError) -> [FilePath] {
    do throws(FileError) {
      let generations = Set(
        try PreviousGenerations.paths(of: path, in: backend.system).map(\.lastComponent))
      return try FilesAside.paths(of: path, beginnings: Self.beginnings, in: backend.system)
        .filter { !generations.contains($0.lastComponent) }
    } catch {
      // Where something that is no file has the name, or there is no directory, nothing is found by it.
      if error.isInTheWay || error.code == .notFound { return [] }
      throw StateError(
        .unreadable, message: "what was put aside could not be listed", path: path,
        underlyingError: error)
    }
  }
}

extension StateFile {
  /// The generations and copies, looked at on another thread; see the synchronous form.
  public func copies(
    versionKey key: String = StateSchema().key
  ) async throws(StateError) -> [Copy] {
    try await onDispatchThread { () throws(StateError) in try self.copies(versionKey: key) }
  }

  /// Restores on another thread; see the synchronous form.
  @discardableResult
  public func restore(_ number: Int) async throws(StateError) -> FilePath? {
    try await onDispatchThread { () throws(StateError) in try self.restore(number) }
  }
}
