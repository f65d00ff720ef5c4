// The file that is written before it is renamed: created next to the target under an unused name,
// filled completely and flushed to the drive.

internal import SystemPackage

/// A file under a unique name, open for writing.
struct TemporaryFile {
  let file: FileDescriptor
  let name: FilePath
}

extension ReplacementSteps {
  /// Creates the temporary file. If the target exists, only the owner can access the temporary file
  /// until it gets the target's permissions. Otherwise the temporary file is created with its final
  /// permissions, since only the system can apply the umask without a moment in which other threads
  /// see it changed.
  func createTemporary(for target: OpenTarget) throws(FileError) -> TemporaryFile {
    try createTemporary(
      nextTo: target,
      permissions: target.status == nil ? options.newFilePermissions : .ownerReadWrite)
  }
}

extension FileSteps {
  /// The maximum number of attempts to find an unused name.
  private var attemptLimit: Int { 16 }

  /// Creates a file under an unused name.
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

  /// Returns a hidden name that identifies the writer, see `TemporaryName`. The name is shorter
  /// than 143 bytes, the number of bytes that encrypting file systems leave of 255.
  func temporaryName(for name: FilePath) -> FilePath {
    let random = String(UInt64.random(in: 0 ... .max), radix: 36)
    let mark = holdsLock ? "-\(TemporaryName.lockMark)" : ""
    return FilePath(
      "\(TemporaryName.beginning(for: name))\(system.processIdentifier)-\(random)\(mark).tmp")
  }

  /// Writes all bytes, in as many calls as necessary.
  func writeAll(_ bytes: Span<UInt8>, to file: FileDescriptor) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = try perform(.write) { () throws(Errno) in
        try system.write(bytes.extracting(written...), to: file)
      }
      // A write to a file makes progress or fails; retrying after zero bytes could loop forever.
      if count <= 0 { throw failure(.write, error: .ioError) }
      written += count
    }
  }

  /// Records the checksum. Errors are ignored: without a checksum, the file is read as unverified,
  /// which does not justify losing the contents.
  func record(_ digest: FileDigest, with temporary: TemporaryFile) {
    try? retryingInterrupts { () throws(Errno) in
      try system.setAttribute(FileDigest.attribute, to: digest.encoded, of: temporary.file)
    }
  }

  /// Closes the temporary file; on network file systems, write errors may appear only here. Closes
  /// it only once and ignores an interruption: the descriptor is closed in either case.
  func close(_ temporary: TemporaryFile) throws(FileError) {
    do throws(Errno) {
      try system.close(temporary.file)
    } catch {
      if error != .interrupted { throw failure(.close, error: error) }
    }
  }

  /// Removes the temporary file after an error. Ignores further errors, so that the first one is
  /// reported.
  func remove(_ temporary: TemporaryFile, from target: OpenTarget) {
    remove(temporary.name, from: target)
  }

  /// Removes a name that is no longer needed.
  func remove(_ name: FilePath, from target: OpenTarget) {
    try? retryingInterrupts { () throws(Errno) in
      try system.remove(name, in: target.directory)
    }
  }
}

extension ReplacementSteps {
  /// Reserves space, so that the system reports a full drive early and can store the contents
  /// contiguously. Not every file system supports this.
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

  /// Writes all the bytes in pieces; a cancelled task may stop between two pieces.
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

  /// Flushes the contents to the drive before any name refers to them. A failed attempt is never
  /// repeated: the system may have dropped the bytes and would then report success.
  func synchronize(_ temporary: TemporaryFile) throws(FileError) {
    guard options.durability != .fast else { return }
    let strength: SynchronizationStrength =
      options.durability == .durable ? .complete : .ordered
    try perform(.synchronize) { () throws(Errno) in
      try system.synchronize(temporary.file, strength: strength)
    }
  }
}
