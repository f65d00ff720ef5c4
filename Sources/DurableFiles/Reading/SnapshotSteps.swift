// Reads a regular file, or the one that a path refers to, with its identity and integrity, whole or
// piece by piece. Relies on `ReadingSteps` and `FileDigest`.

internal import SystemPackage

/// One read operation on one file, with its identity and integrity.
struct SnapshotSteps<System: FileSystem> {
  let reading: ReadingSteps<System>

  /// Reads the file that has the given name in an open directory; nil if the file does not exist.
  func run(_ name: FilePath, in directory: FileDescriptor) throws(FileError) -> FileSnapshot? {
    let file: FileDescriptor
    do throws(FileError) { file = try open(name, in: directory) } catch {
      if error.code == .notFound { return nil }
      throw error
    }
    defer { reading.abandon(file) }
    return try snapshot(of: file, status(of: file)).contents
  }

  /// Reads the file of a target, which stays open; nil if the file does not exist.
  func run(_ target: inout OpenTarget) throws(FileError) -> FileSnapshot? {
    guard let file = try reading.fileToRead(of: &target), let status = target.status else {
      return nil
    }
    let found = try snapshot(of: file, status)
    target.checksum = found.contents.identity.checksum
    (target.hasDigest, target.origin) = (found.hasDigest, found.origin)
    return found.contents
  }

  /// Returns the checksum of a target's contents, and reads them if necessary. The file must exist.
  func checksum(of target: inout OpenTarget) throws(FileError) -> UInt32? {
    if let sum = target.checksum { return sum }
    guard let file = try reading.fileToRead(of: &target), let status = target.status else {
      return nil
    }
    var sum: UInt32 = 0
    let size = try reading.forEachPiece(of: file, status) { piece in
      sum = DurableFiles.checksum(of: piece, after: sum)
    }
    guard size == status.size else { return nil }
    target.checksum = sum
    return sum
  }

  /// Whether the file of a target is known to be corrupted. A file without a checksum is not read.
  func isDamaged(_ target: inout OpenTarget) throws(FileError) -> Bool {
    guard let file = target.file, let status = target.status else {
      throw reading.failure(.open, error: target.openFailure ?? .ioError)
    }
    if target.hasDigest == false { return false }
    let attribute = attribute(of: file)
    target.hasDigest = attribute != nil
    target.origin = attribute.flatMap { FileOrigin(endOf: $0) }
    guard let attribute, let digest = FileDigest(attribute: attribute, FileIdentity(status)) else {
      return false
    }
    guard let sum = try checksum(of: &target), sum != digest.sum, let file = target.file else {
      return false
    }
    return try isUnchanged(file, since: status)
  }

  /// Reads the file with the given name in an open directory, piece by piece, so that its size is
  /// not limited by memory. Returns the checksum that is recorded for these contents, whether or
  /// not it matches; nil if there is none.
  func forEachPiece(
    of name: FilePath, in directory: FileDescriptor, _ body: (Span<UInt8>) throws(FileError) -> Void
  ) throws(FileError) -> UInt32? {
    let file = try open(name, in: directory)
    defer { reading.abandon(file) }
    let before = try status(of: file)
    let size = try reading.forEachPiece(of: file, before, body: body)
    guard size == before.size, try isUnchanged(file, since: before) else { return nil }
    return attribute(of: file).flatMap { FileDigest(attribute: $0, FileIdentity(before)) }?.sum
  }

  private func open(_ name: FilePath, in directory: FileDescriptor) throws(FileError)
    -> FileDescriptor
  { try reading.perform(.open, call: reading.system.open(name, in: directory, as: .inspecting)) }

  /// Returns the contents of an open file with their identity and integrity. A checksum mismatch
  /// counts only if the status is the same before and after the reading: otherwise the contents may
  /// be a mixture of old and new ones.
  private func snapshot(of file: FileDescriptor, _ before: FileStatus) throws(FileError) -> (
    contents: FileSnapshot, hasDigest: Bool, origin: FileOrigin?
  ) {
    let bytes = try reading.contents(of: file, before)
    let sum = DurableFiles.checksum(of: bytes.span)
    let attribute = attribute(of: file)
    var integrity = FileSnapshot.Integrity.unverified
    if bytes.count == before.size, let attribute,
      let digest = FileDigest(attribute: attribute, FileIdentity(before))
    {
      if digest.sum == sum {
        integrity = .verified
      } else if try isUnchanged(file, since: before) {
        integrity = .damaged
      }
    }
    let identity = FileIdentity(before, checksum: sum)
    let contents = FileSnapshot(bytes: bytes, identity: identity, integrity: integrity)
    return (contents, attribute != nil, attribute.flatMap { FileOrigin(endOf: $0) })
  }

  private func isUnchanged(_ file: FileDescriptor, since before: FileStatus) throws(FileError)
    -> Bool
  { FileIdentity(try status(of: file)) == FileIdentity(before) }

  /// Returns the status of an open file; only regular files have an identity.
  private func status(of file: FileDescriptor) throws(FileError) -> FileStatus {
    let status = try reading.perform(.open, call: reading.system.status(of: file))
    if status.kind == .directory { throw reading.refusal(.isDirectory, operation: .open) }
    if status.kind != .regular { throw reading.refusal(.notARegularFile, operation: .open) }
    return status
  }

  /// Returns the recorded checksum, if the file has one and the file system supports attributes.
  private func attribute(of file: FileDescriptor) -> [UInt8]? {
    try? retryingInterrupts(reading.system.attribute(FileDigest.attribute, of: file))
  }
}

/// One read operation on the file that a path refers to, or on another file in its directory.
struct SnapshotSearch<System: FileSystem>: FileSteps {
  let system: System
  let path: FilePath
  var task: FileError.Task { .read }

  /// Finds the file and leaves its directory open.
  func find() throws(FileError) -> OpenTarget {
    try TargetSearch(system: system, path: path, task: task).find()
  }

  /// Reads the target, or the file whose name the function returns for the target's name, and
  /// closes it; nil if the file or its directory does not exist.
  func run(limit: Int, _ name: ((FilePath) -> FilePath)? = nil) throws(FileError) -> FileSnapshot? {
    do throws(FileError) {
      var target = try find()
      defer { abandon(target) }
      return try run(&target, limit: limit, name: name)
    } catch {
      if error.code == .notFound { return nil }
      throw error
    }
  }

  /// Reads a file in an open directory, which stays open.
  func run(_ target: inout OpenTarget, limit: Int, name: ((FilePath) -> FilePath)? = nil)
    throws(FileError) -> FileSnapshot?
  {
    let steps = SnapshotSteps(
      reading: ReadingSteps(system: system, path: path, limit: limit, task: task))
    if let name { return try steps.run(name(target.name), in: target.directory) }
    return try steps.run(&target)
  }

  /// Returns the identity of a target's contents; `known` if they are the same, whatever the file's
  /// current inode number.
  func identity(of target: inout OpenTarget, like known: FileIdentity?) throws(FileError)
    -> FileIdentity?
  {
    guard let status = target.status else { return nil }
    let found = FileIdentity(status, checksum: target.checksum)
    guard let known, let sum = known.checksum, found != known, found.hasSameSizeAndTime(as: known)
    else { return found }
    let steps = SnapshotSteps(
      reading: ReadingSteps(system: system, path: path, limit: .max, task: task))
    return try steps.checksum(of: &target) == sum ? known : found
  }
}
