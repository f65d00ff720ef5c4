// The file that is written before it is renamed: created next to the target under an unused name,
// filled completely and flushed to the drive; and the removal of files left by killed programs. A
// writer that held the lock cannot be running while this process holds the lock, so its temporary
// file is stale. Other temporary files are removed when they are old and their process no longer
// exists.

internal import SystemPackage

/// A file under a unique name, open for writing.
struct TemporaryFile {
  let file: FileDescriptor
  let name: FilePath
}

extension FileSteps {
  /// Creates a file under an unused name.
  func createTemporary(nextTo target: OpenTarget, permissions: FilePermissions) throws(FileError)
    -> TemporaryFile
  {
    for _ in 1...16 {
      let name = temporaryName(for: target.name)
      do throws(FileError) {
        let file = try perform(
          .createTemporary,
          call: system.open(name, in: target.directory, as: .creating(permissions)))
        return TemporaryFile(file: file, name: name)
      } catch { if error.systemError != .fileExists { throw error } }
    }
    throw failure(.createTemporary, error: .fileExists)
  }

  /// Returns a hidden name that identifies the writer; see `TemporaryName`. The name is shorter
  /// than 143 bytes: encrypting file systems allow names of only that length, instead of 255 bytes.
  func temporaryName(for name: FilePath) -> FilePath {
    let random = String(UInt64.random(in: 0 ... .max), radix: 36)
    let mark = holdsLock ? "-\(TemporaryName.lockMark)" : ""
    return FilePath(
      "\(TemporaryName.beginning(for: name))\(system.processIdentifier)-\(random)\(mark).tmp")
  }

  /// Writes all bytes, in as many calls as necessary.
  func writeAll(_ bytes: Span<UInt8>, to file: FileDescriptor) throws(FileError) {
    do throws(Errno) { try system.writeAll(bytes, to: file) } catch {
      throw failure(.write, error: error)
    }
  }

  /// Records the checksum. Errors are ignored: without a checksum, the file is read as unverified,
  /// which is better than losing the contents.
  func record(_ digest: FileDigest, with temporary: TemporaryFile) {
    try? retryingInterrupts(
      system.setAttribute(FileDigest.attribute, to: digest.encoded, of: temporary.file))
  }

  /// Closes the temporary file; on network file systems, write errors may appear only here. Closes
  /// it only once and ignores an interruption: the descriptor is closed in either case.
  func close(_ temporary: TemporaryFile) throws(FileError) {
    do throws(Errno) { try system.close(temporary.file) } catch {
      if error != .interrupted { throw failure(.close, error: error) }
    }
  }

  /// Removes a name that is no longer needed. Ignores errors, so that an earlier one is reported.
  func remove(_ name: FilePath, from target: OpenTarget) {
    try? retryingInterrupts(system.remove(name, in: target.directory))
  }
}

extension ReplacementSteps {
  /// Reserves space, so that the system reports a full drive early and can store the contents
  /// contiguously. Not every file system supports this.
  func reserve(_ size: Int, for temporary: TemporaryFile) throws(FileError) {
    do throws(Errno) { try retryingInterrupts(system.reserve(size, of: temporary.file)) } catch {
      let unsupported: [Errno] = [.notSupported, .invalidArgument, .noFunction]
      if !unsupported.contains(error) { throw failure(.reserve, error: error) }
    }
  }

  /// Writes all the bytes in pieces; a canceled task may stop between two pieces.
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
    let strength: SynchronizationStrength = options.durability == .durable ? .complete : .ordered
    try perform(.synchronize, call: system.synchronize(temporary.file, strength: strength))
  }
}

extension FileSteps {
  /// The age in seconds after which a temporary file is stale, longer than any replacement takes.
  /// Process numbers alone are unreliable: files from another machine or container refer to its
  /// processes.
  private var staleAge: Int { 3600 }

  /// Removes stale temporary files next to a file. Under the file's lock, removes those of this
  /// file; otherwise removes those of any file in the directory, since programs without locks may
  /// replace many files once each. The directory is listed only from time to time. This cleanup is
  /// optional: errors are ignored, and a later call tries again.
  func removeStaleTemporaries(nextTo target: OpenTarget) {
    let file = target.directoryPath.appending(target.name.components)
    guard system.isTimeForCleanup(nextTo: holdsLock ? file : target.directoryPath) else { return }
    let beginning = holdsLock ? TemporaryName.beginning(for: target.name) : "."
    guard let names = try? system.names(beginning: beginning, in: target.directory) else { return }
    for name in names where isStale(name, nextTo: target) { remove(name, from: target) }
  }

  private func isStale(_ name: FilePath, nextTo target: OpenTarget) -> Bool {
    let writer =
      holdsLock ? TemporaryName.writer(of: name, for: target.name) : TemporaryName.writer(of: name)
    guard let writer, let status = try? system.status(of: name, in: target.directory),
      status.kind == .regular
    else { return false }
    // The writer held the lock, which this process holds now. Without the lock, this process cannot
    // know whether the writer is still running.
    if writer.hasLock { return holdsLock }
    guard !system.isProcessAlive(writer.process) else { return false }
    let limit = FileTime(seconds: system.now.seconds - staleAge)
    return status.modified < limit && (holdsLock || status.user == system.userIdentifier)
  }
}
