// A state in a file, with its generations next to it. Relies on `AtomicReplacement` for every
// change.

internal import DurableFiles
internal import SystemPackage

/// A file and the generations next to it.
struct FileBackend: StateBackend {
  let path: FilePath
  let options: StateStoreOptions
  let system: any FileSystem
  /// The file while its lock is held: resolved and opened once for all operations under the lock.
  private(set) var locked: LockedFile?

  init(path: FilePath, options: StateStoreOptions, system: any FileSystem) {
    self.path = path
    self.options = options
    self.system = system
  }

  func withLock<Value>(_ body: (FileBackend) throws -> Value) throws -> Value {
    let lock = FileLock(
      path, missingDirectories: .created, newFilePermissions: options.newFilePermissions)
    let file = try LockedFile(lock, waiting: options.lockWaiting, in: system)
    defer { file.close() }
    var backend = self
    backend.locked = file
    return try body(backend)
  }

  func contents(ofGeneration number: Int) throws(FileError) -> FileSnapshot? {
    do throws(FileError) {
      if let locked { return try locked.snapshot(number, limit: options.sizeLimit) }
      return try PreviousGenerations.snapshot(
        number, of: path, limit: options.sizeLimit, in: system)
    } catch { guard number > 0, error.isInTheWay, error.operation == .resolve else { throw error } }
    // Something other than a file, such as a directory, has the name.
    do throws(FileError) {
      return try FileContents.snapshot(
        of: FilePath(bytes: path.bytes + PreviousGenerations.ending(number).utf8),
        limit: options.sizeLimit, in: system)
    } catch {
      if error.code == .notFound { return nil }
      throw error
    }
  }

  func identity(like known: FileIdentity?) throws(FileError) -> FileIdentity? {
    if let locked { return try locked.identity(like: known) }
    return try FileContents.identity(of: path, like: known, in: system)
  }

  func replace(with data: Data, _ plan: SavingPlan, durability: AtomicReplacement.Durability)
    throws(FileError) -> FileIdentity
  {
    if data.count > options.sizeLimit {
      throw FileError(
        code: .limitExceeded, path: path, operation: .write, systemError: nil, task: .replace)
    }
    var options = AtomicReplacement.Options(
      durability: durability, missingDirectories: .created,
      newFilePermissions: options.newFilePermissions,
      previousGenerations: plan.keeping == .kept
        ? min(options.previousGenerations, oldestGeneration) : 0, digest: .recorded,
      precondition: plan.precondition, locking: .held)
    // Contents that were just read are not read again, and a fast save does not check for
    // corruption since the last read.
    options.verified = plan.verified
    if durability == .fast, case .unchanged(let known) = plan.precondition {
      options.verified = known
    }
    if let locked { return try locked.replace(with: data.span, options: options) }
    return try AtomicReplacement.write(data.span, to: path, options: options, in: system)
  }

  func putAside(as suffix: String) throws(FileError) {
    if let locked { return try locked.keep(0, suffix: suffix) }
    try PreviousGenerations.keep(path, suffix: suffix, in: system)
  }

  /// Sets a generation aside. Something that is not a regular file is left where it is and is not
  /// replaced.
  func putAside(generation number: Int, as suffix: String) throws(FileError) {
    let ending = PreviousGenerations.ending(number)
    let paths = locked == nil ? try PreviousGenerations.paths(of: path, in: system) : []
    do throws(FileError) {
      if let locked { return try locked.keep(number, suffix: suffix) }
      guard let path = paths.first(where: { $0.string.hasSuffix(ending) }) else { return }
      try PreviousGenerations.keep(path, suffix: suffix, in: system)
    } catch { if !error.isInTheWay { throw error } }
  }

  func write(_ data: Data, aside suffix: String, durability: AtomicReplacement.Durability)
    throws(FileError) -> String
  {
    let options = AtomicReplacement.Options(
      durability: durability, newFilePermissions: options.newFilePermissions, digest: .recorded,
      precondition: .absent, locking: .held)
    let copy = try FilesAside.path(of: path, suffix: suffix, in: system)
    _ = try AtomicReplacement.write(data.span, to: copy, options: options, in: system)
    return copy.lastComponent?.string ?? copy.string
  }

  func namesAside(beginning: String) throws(FileError) -> [String] {
    try FilesAside.paths(of: path, beginnings: [beginning], in: system).map {
      $0.lastComponent?.string ?? $0.string
    }
  }

  var conflictCopyLimit: Int { options.conflictCopyLimit }

  func synchronize(_ identity: FileIdentity) throws(FileError) {
    try FileContents.synchronize(path, expecting: identity, in: system)
  }
}

extension FileBackend {
  var isObstructed: Bool {
    do throws(FileError) { _ = try identity(like: nil) } catch {
      return error.isInTheWay || error.code == .tooManySymbolicLinks
    }
    return false
  }

  func moveAside(as suffix: String) throws(FileError) {
    do throws(Errno) {
      guard let name = path.lastComponent else { throw .invalidArgument }
      let own = FilePath(root: nil, [name])
      // With a trailing dot, a path may lead through symbolic links.
      let directory = try OpenDirectory(
        path.removingLastComponent().appending("."), for: .listing, in: system)
      let free = try directory.freeName { number in
        own.companion(suffix: number == 1 ? ".\(suffix)" : ".\(suffix).\(number)")
      }
      try directory.move(own, to: directory, as: free)
      locked?.forget()
    } catch {
      throw FileError(
        code: FileError.Code(error), path: path, operation: .keepPrevious, systemError: error,
        task: .replace)
    }
  }
}

extension FileError {
  /// Whether something that is not a file has the file's name.
  var isInTheWay: Bool { code == .isDirectory || code == .notARegularFile }

  /// Whether the failure concerns only this file, so that others may be readable.
  var isOfThisFile: Bool {
    if isInTheWay { return true }
    if operation == .openDirectory || operation == .resolve { return false }
    return [.permissionDenied, .inputOutput, .limitExceeded, .tooManySymbolicLinks].contains(code)
  }
}
