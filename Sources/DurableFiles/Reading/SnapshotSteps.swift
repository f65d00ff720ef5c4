// Reading a regular file with what is known of it, whole or piece by piece. Relies on
// `ReadingSteps` and `FileDigest`.

internal import SystemPackage

/// One reading of one file with what is known of it.
struct SnapshotSteps<System: FileSystem> {
  let reading: ReadingSteps<System>

  /// Reads the file that has a name in an open directory; nil when there is none.
  func run(_ name: FilePath, in directory: FileDescriptor) throws(FileError) -> FileSnapshot? {
    let file: FileDescriptor
    do throws(FileError) {
      file = try open(name, in: directory)
    } catch {
      if error.code == .notFound { return nil }
      throw error
    }
    defer { reading.abandon(file) }
    return try snapshot(of: file, status(of: file)).contents
  }

  /// Reads the file of a target, which stays open; nil when there is none.
  func run(_ target: inout OpenTarget) throws(FileError) -> FileSnapshot? {
    guard let file = try reading.fileToRead(of: &target), let status = target.status else {
      return nil
    }
    let found = try snapshot(of: file, status)
    target.checksum = found.contents.identity.checksum
    (target.hasDigest, target.origin) = (found.hasDigest, found.origin)
    return found.contents
  }

  /// The checksum of the contents of a target, which are read unless that was done. The file must be
  /// there.
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

  /// Whether the file of a target is known to be damaged. One without a checksum is not read.
  func isDamaged(_ target: inout OpenTarget) throws(FileError) -> Bool {
    guard let file = target.file, let status = target.status else {
      throw reading.failure(.open, error: target.openFailure ?? .ioError)
    }
    if target.hasDigest == false { return false }
    let attribute = attribute(of: file)
    target.hasDigest = attribute != nil
    target.origin = attribute.flatMap { FileOrigin(endOf: $0) }
    guard let attribute, let digest = FileDigest(attribute: attribute, FileIdentity(status))
    else { return false }
    guard let sum = try checksum(of: &target), sum != digest.sum, let file = target.file else {
      return false
    }
    return try isUnchanged(file, since: status)
  }

  /// Reads the file that has a name in an open directory, one piece after the other, whatever its
  /// size.
  ///
  /// - Returns: the checksum that is recorded for what was read, right or wrong; nil for none.
  func forEachPiece(
    of name: FilePath, in directory: FileDescriptor,
    _ body: (Span<UInt8>) throws(FileError) -> Void
  ) throws(FileError) -> UInt32? {
    let file = try open(name, in: directory)
    defer { reading.abandon(file) }
    let before = try status(of: file)
    let size = try reading.forEachPiece(of: file, before, body: body)
    guard size == before.size, try isUnchanged(file, since: before) else { return nil }
    return attribute(of: file).flatMap { FileDigest(attribute: $0, FileIdentity(before)) }?.sum
  }

  private func open(
    _ name: FilePath, in directory: FileDescriptor
  ) throws(FileError) -> FileDescriptor {
    try reading.perform(.open) { () throws(Errno) in
      try reading.system.open(name, in: directory, as: .inspecting)
    }
  }

  /// The contents of an open file and what is known of them. What is found before and after must be
  /// the same for a checksum that does not match to speak of them: they may be neither what was
  /// there before nor what is there now.
  private func snapshot(
    of file: FileDescriptor, _ before: FileStatus
  ) throws(FileError) -> (contents: FileSnapshot, hasDigest: Bool, origin: FileOrigin?) {
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

  private func isUnchanged(
    _ file: FileDescriptor, since before: FileStatus
  ) throws(FileError) -> Bool {
    FileIdentity(try status(of: file)) == FileIdentity(before)
  }

  /// What an open file is; only regular files have an identity.
  private func status(of file: FileDescriptor) throws(FileError) -> FileStatus {
    let status = try reading.perform(.open) { () throws(Errno) in
      try reading.system.status(of: file)
    }
    if status.kind == .directory { throw reading.refusal(.isDirectory, operation: .open) }
    if status.kind != .regular { throw reading.refusal(.notARegularFile, operation: .open) }
    return status
  }

  /// The recorded checksum, if the file has one and the file system can say so.
  private func attribute(of file: FileDescriptor) -> [UInt8]? {
    try? retryingInterrupts { () throws(Errno) in
      try reading.system.attribute(FileDigest.attribute, of: file)
    }
  }
}
