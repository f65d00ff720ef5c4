// All versions of a state in one sequence of numbers: its generations, and the copies that were set
// aside next to it. Relies on `FilesAside` for the names of the copies.

internal import DurableFiles
public import SystemPackage

extension StateFile {
  /// A file that contains an earlier version of the state.
  public struct Copy: Sendable {
    /// The number that `restore(_:)` takes. For a generation, it is the number of the generation;
    /// copies that were set aside follow the last generation, newest first. Another save changes
    /// the numbers.
    public let number: Int
    /// The file.
    public let path: FilePath
    /// Whether it was set aside, so that only `remove(_:)` removes it.
    public let isPutAside: Bool
    /// Whether it was set aside because it lost a conflict; see ``ConflictPolicy``.
    public var lostConflict: Bool {
      isPutAside && (path.lastComponent?.string.contains(".\(Self.conflictBeginning)") ?? false)
    }
    /// The findings about its contents; their number is the number of the copy.
    public let contents: Generation

    /// The beginning of the suffix of a conflict copy.
    static let conflictBeginning = "conflict-"
  }

  /// Returns the generations and the copies that were set aside, by number.
  ///
  /// - Throws: ``StateError``, as for `generations(versionKey:)`.
  public func copies(versionKey key: String = StateSchema().key) throws(StateError) -> [Copy] {
    try copies(in: backend, key)
  }

  /// Restores a generation, or a copy that was set aside, as the current state, durably. The state
  /// that was current is first set aside as `NAME.replaced-TIME`, or `NAME.corrupt-TIME` if it
  /// cannot be read. The generations do not change.
  ///
  /// - Parameter number: The number of the copy in `copies(versionKey:)`. For 0, does nothing if
  ///   the file is valid.
  /// - Returns: The new path of the state that was current; nil if nothing was set aside.
  /// - Throws: ``StateError``: ``StateError/Code/noSuchCopy``, the error in the copy, or the reason
  ///   why it could not be saved.
  @discardableResult
  public func restore(_ number: Int) throws(StateError) -> FilePath? {
    try saving { try restore(number, in: $0) }
  }

  private func restore(_ number: Int, in backend: FileBackend) throws -> FilePath? {
    let copies = try copies(in: backend, StateSchema().key)
    guard let copy = copies.first(where: { $0.number == number }) else {
      throw StateError(
        .noSuchCopy, message: "the state has no copy with the number \(number)", path: path)
    }
    if let problem = copy.contents.problem { throw problem }
    if number == 0 { return nil }
    let before = Set(copies.map(\.path))
    // The copy is read again: the bytes of all copies would take too much memory.
    let found =
      copy.isPutAside
      ? contentsAside(copy.path, number: number, key: StateSchema().key)
      : try generation(number, in: backend, key: StateSchema().key)
    guard let (contents, bytes) = found else {
      throw StateError(.noSuchCopy, message: "the copy no longer exists", path: copy.path)
    }
    if let problem = contents.problem { throw problem }
    let plan = try putAside(copies.first?.contents, as: "replaced-", in: backend)
    _ = try backend.replace(with: Data(bytes), plan, durability: .durable)
    return try pathsAside().first { !before.contains($0) }
  }

  /// Returns the conflict copies, oldest first. A ``StateStore`` with the path of a copy loads it.
  ///
  /// - Throws: ``StateError``, as for `generations(versionKey:)`.
  public func conflictCopies() throws(StateError) -> [Copy] {
    try copies().filter(\.lostConflict).reversed()
  }

  /// Permanently removes a copy that was set aside. If it no longer exists, that is not an error.
  ///
  /// - Throws: ``StateError`` with ``StateError/Code/notSaved`` if it cannot be removed, and with
  ///   ``StateError/Code/noSuchCopy`` for a file that was not set aside for this state, such as a
  ///   generation.
  public func remove(_ copy: Copy) throws(StateError) {
    guard copy.isPutAside, let name = copy.path.lastComponent, try pathsAside().contains(copy.path)
    else {
      let isGone = (try? FileContents.identity(of: copy.path, in: backend.system)) == .some(nil)
      if copy.isPutAside, isGone { return }
      throw StateError(
        .noSuchCopy, message: "not removed, because it is not a copy that was set aside",
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

  /// Returns the copies with the findings about their contents.
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
    // Newest first.
    for (path, _) in aside.sorted(by: { $0.time > $1.time }) {
      let number = (copies.last?.number ?? 0) + 1
      guard let found = contentsAside(path, number: number, key: key) else { continue }
      copies.append(Copy(number: number, path: path, isPutAside: true, contents: found.0))
    }
    return copies
  }

  /// Returns the findings about a file that was set aside; nil if it was removed in the meantime.
  private func contentsAside(_ path: FilePath, number: Int, key: String) -> (
    Generation, bytes: [UInt8]
  )? {
    do throws(FileError) {
      let snapshot = try FileContents.snapshot(
        of: path, limit: backend.options.sizeLimit, in: backend.system)
      return (Generation(number, contents: snapshot, key: key, path: path), snapshot.bytes)
    } catch {
      if error.code == .notFound { return nil }
      let problem = StateError(
        .unreadable, message: "the copy could not be read", path: path, underlyingError: error)
      return (Generation(number, identity: nil, problem: problem), [])
    }
  }

  /// The beginnings of the suffixes of files that were set aside: the file itself, conflict copies,
  /// and, with `bak`, earlier generations.
  private static let beginnings = [
    "corrupt-", "replaced", "version-", Copy.conflictBeginning, "bak.",
  ]

  private func pathsAside() throws(StateError) -> [FilePath] {
    do throws(FileError) {
      let generations = Set(
        try PreviousGenerations.paths(of: path, in: backend.system).map(\.lastComponent))
      return try FilesAside.paths(of: path, beginnings: Self.beginnings, in: backend.system).filter
      { !generations.contains($0.lastComponent) }
    } catch {
      // If something that is not a file has the file's name, or there is no directory, there are no
      // copies to find.
      if error.isInTheWay || error.code == .notFound { return [] }
      throw StateError(
        .unreadable, message: "the copies that were set aside could not be listed", path: path,
        underlyingError: error)
    }
  }
}

extension StateFile {
  /// Returns the generations and copies, read on another thread; see the synchronous form.
  public func copies(versionKey key: String = StateSchema().key) async throws(StateError) -> [Copy]
  { try await onDispatchThread { () throws(StateError) in try self.copies(versionKey: key) } }

  /// Restores on another thread; see the synchronous form.
  @discardableResult
  public func restore(_ number: Int) async throws(StateError) -> FilePath? {
    try await onDispatchThread { () throws(StateError) in try self.restore(number) }
  }
}
