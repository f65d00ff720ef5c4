// A state in a file, with its generations beside it. Relies on `AtomicReplacement` for every change.

internal import DurableFiles
internal import SystemPackage

/// A file and the generations beside it.
struct FilePlace: StatePlace {
  let path: FilePath
  let options: StateStoreOptions
  let system: any FileSystem

  func withLock<Value>(_ body: () throws -> Value) throws -> Value {
    let lock = FileLock(
      path, missingDirectories: .created, newFilePermissions: options.newFilePermissions)
    let held = try lock.acquire(.exclusive, waiting: options.lockWaiting, in: system)
    defer { held.release() }
    return try body()
  }

  func contents(ofGeneration number: Int) throws(FileError) -> FileSnapshot? {
    try PreviousGenerations.snapshot(number, of: path, limit: options.sizeLimit, in: system)
  }

  func identity() throws(FileError) -> FileIdentity? {
    try FileContents.identity(of: path, in: system)
  }

  func replace(
    with data: Data, _ precondition: AtomicReplacement.Precondition, keeping: GenerationKeeping,
    _ durability: AtomicReplacement.Durability
  ) throws(FileError) -> FileIdentity {
    var options = AtomicReplacement.Options(
      durability: durability, missingDirectories: .created,
      newFilePermissions: options.newFilePermissions,
      previousGenerations: keeping == .kept ? options.previousGenerations : 0,
      digest: .recorded, precondition: precondition, locking: .held)
    // A save that is to be fast does not look for rot since the last look.
    if durability == .fast, case .unchanged(let known) = precondition { options.verified = known }
    return try AtomicReplacement.write(data.span, to: path, options: options, in: system)
  }

  func putAside(as suffix: String) throws(FileError) {
    try PreviousGenerations.keep(path, suffix: suffix, in: system)
  }
}
