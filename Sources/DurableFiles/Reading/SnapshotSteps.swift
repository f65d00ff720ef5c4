// Reading a regular file with what is known of it, whole or piece by piece. Relies on
// `ReadingSteps` and `FileDigest`.

internal import SystemPackage

/// One reading of one file with what is known of it.
struct SnapshotSteps<System: FileSystem> {
  let reading: ReadingSteps<System>

  /// Reads the file that has a name in an open directory.
  func run(_ name: FilePath, in directory: FileDescriptor) throws(FileError) -> FileSnapshot {
    let file = try open(name, in: directory)
    defer { reading.abandon(file) }
    return try snapshot(of: file)
  }

  /// Whether the file that has a name in an open directory is known to be damaged. One without a
  /// checksum is not read.
  func isDamaged(_ name: FilePath, in directory: FileDescriptor) throws(FileError) -> Bool {
    let file = try open(name, in: directory)
    defer { reading.abandon(file) }
    if attribute(of: file) == nil { return false }
    var sum: UInt32 = 0
    let found = try identify(file) { () throws(FileError) in
      try reading.forEachPiece(of: file) { piece in sum = checksum(of: piece, after: sum) }
    }
    return found.digest.map { $0.sum != sum } ?? false
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
    let found = try identify(file) { () throws(FileError) in
      try reading.forEachPiece(of: file, body)
    }
    return found.digest?.sum
  }

  private func open(
    _ name: FilePath, in directory: FileDescriptor
  ) throws(FileError) -> FileDescriptor {
    try reading.perform(.open) { () throws(Errno) in
      try reading.system.open(name, in: directory, as: .inspecting)
    }
  }

  private func snapshot(of file: FileDescriptor) throws(FileError) -> FileSnapshot {
    var bytes: [UInt8] = []
    let found = try identify(file) { () throws(FileError) in
      bytes = try reading.contents(of: file)
      return bytes.count
    }
    let isRight = found.digest.map { $0.sum == checksum(of: bytes.span) }
    let integrity = isRight.map { $0 ? FileSnapshot.Integrity.verified : .damaged } ?? .unverified
    return FileSnapshot(bytes: bytes, identity: found.identity, integrity: integrity)
  }

  /// What is known of an open file whose contents `read` goes through; it returns their size. What
  /// is found before and after that must be the same for the recorded digest to be theirs: they may
  /// be neither what was there before nor what is there now.
  private func identify(
    _ file: FileDescriptor, _ read: () throws(FileError) -> Int
  ) throws(FileError) -> (identity: FileIdentity, digest: FileDigest?) {
    let before = try identity(of: file)
    let size = try read()
    guard try identity(of: file) == before, size == before.size else { return (before, nil) }
    return (before, attribute(of: file).flatMap { FileDigest(attribute: $0, before) })
  }

  /// What tells the contents of an open file from later ones; only regular files have that.
  private func identity(of file: FileDescriptor) throws(FileError) -> FileIdentity {
    let status = try reading.perform(.open) { () throws(Errno) in
      try reading.system.status(of: file)
    }
    if status.kind == .directory { throw reading.refusal(.isDirectory, .open) }
    if status.kind != .regular { throw reading.refusal(.notARegularFile, .open) }
    return FileIdentity(status)
  }

  /// The recorded checksum, if the file has one and the file system can say so.
  private func attribute(of file: FileDescriptor) -> [UInt8]? {
    try? retryingInterrupts { () throws(Errno) in
      try reading.system.attribute(FileDigest.attribute, of: file)
    }
  }
}
