// The file that is written before it takes the name of another: created beside it under a name
// nobody has, filled completely, sent to the drive.

internal import SystemPackage

/// A file under a name of its own, open for writing.
struct TemporaryFile {
  let file: FileDescriptor
  let name: FilePath
}

extension ReplacementSteps {
  /// Creates the temporary. Beside a file it is closed to others until it has that file's
  /// permissions; beside none it is created with the final ones, as only the system itself can
  /// apply the umask without a moment in which other threads see it changed.
  func createTemporary(for target: OpenTarget) throws(FileError) -> TemporaryFile {
    try createTemporary(
      nextTo: target,
      permissions: target.status == nil ? options.newFilePermissions : .ownerReadWrite)
  }
}

extension FileSteps {
  /// How often another name is tried when the name is taken.
  private var attemptLimit: Int { 16 }

  /// Creates a file under a name that nobody has.
  func createTemporary(
    nextTo target: OpenTarget, permissions: FilePermissions
  ) throws(FileError) -> TemporaryFile {
    for _ in 1...attemptLimit {
      let name = temporaryName(for: target.name)
      do throws(FileError) {
        let file = try perform(.createTemporary) { () throws(Errno) in
          try system.open(name, in: target.directory, as: .creating(permissions))
        }
        return TemporaryFile(file: file, name: name)
      } catch {
        if error.systemError != .fileExists { throw error }
      }
    }
    throw failure(.createTemporary, error: .fileExists)
  }

  /// A hidden name that says whose temporary it is, see `TemporaryName`: shorter than 143 bytes, which
  /// is what encrypting file systems leave of 255.
  func temporaryName(for name: FilePath) -> FilePath {
    let random = String(UInt64.random(in: 0 ... .max), radix: 36)
    let mark = holdsLock ? "-\(TemporaryName.lockMark)" : ""
    return FilePath(
      "\(TemporaryName.beginning(for: name))\(system.processIdentifier)-\(random)\(mark).tmp")
  }

  /// Writes bytes, however many calls that takes.
  func writeAll(_ bytes: Span<UInt8>, to file: FileDescriptor) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = try perform(.write) { () throws(Errno) in
        try system.write(bytes.extracting(written...), to: file)
      }
      // A file takes bytes or says why not; going on after "none" could go on for ever.
      if count <= 0 { throw failure(.write, error: .ioError) }
      written += count
    }
  }

  /// Without it the file loads as unverified, which is no reason to lose the contents.
  func record(_ digest: FileDigest, with temporary: TemporaryFile) {
    try? retryingInterrupts { () throws(Errno) in
      try system.setAttribute(FileDigest.attribute, to: digest.encoded, of: temporary.file)
    }
  }

  /// Closes the temporary; on network file systems this is where a write error appears. Never
  /// twice, and an interruption does not count: the descriptor is gone either way.
  func close(_ temporary: TemporaryFile) throws(FileError) {
    do throws(Errno) {
      try system.close(temporary.file)
    } catch {
      if error != .interrupted { throw failure(.close, error: error) }
    }
  }

  /// Removes the temporary after an error, which is the error to report even if this fails too.
  func remove(_ temporary: TemporaryFile, from target: OpenTarget) {
    remove(temporary.name, from: target)
  }

  /// Removes a name that is of no more use.
  func remove(_ name: FilePath, from target: OpenTarget) {
    try? retryingInterrupts { () throws(Errno) in
      try system.remove(name, in: target.directory)
    }
  }
}

extension ReplacementSteps {
  /// Has the system say early when there is no room, and put the contents in one place. Not every
  /// file system can do that.
  func reserve(_ size: Int, for temporary: TemporaryFile) throws(FileError) {
    do throws(Errno) {
      try retryingInterrupts { () throws(Errno) in
        try system.reserve(size, of: temporary.file)
      }
    } catch {
      let unsupported: [Errno] = [.notSupported, .invalidArgument, .noFunction]
      if !unsupported.contains(error) { throw failure(.reserve, error: error) }
    }
  }

  /// Writes all the bytes, in pieces, between which a cancelled task may end it.
  func write(_ bytes: Span<UInt8>, to temporary: TemporaryFile) throws(FileError) {
    var written = 0
    while written < bytes.count {
      if observer.isCancelled() { throw refusal(.cancelled, operation: .write) }
      let piece = bytes.extracting(written..<min(bytes.count, written + pieceSize))
      try writeAll(piece, to: temporary.file)
      written += piece.count
      observer.progress?(AtomicReplacement.Progress(written: written, total: bytes.count))
    }
  }

  /// Sends the contents to the drive before any name leads to them. A failed attempt is never
  /// repeated: the system may have dropped the bytes and then report success.
  func synchronize(_ temporary: TemporaryFile) throws(FileError) {
    guard options.durability != .fast else { return }
    let strength: SynchronizationStrength =
      options.durability == .durable ? .complete : .ordered
    try perform(.synchronize) { () throws(Errno) in
      try system.synchronize(temporary.file, strength: strength)
    }
  }
}
