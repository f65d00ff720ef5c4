// Reading a whole file into memory: a regular file, one that grows meanwhile, a pipe,
// a generated file without a size. Relies on `FileSystem` for every system call.

public import SystemPackage

/// Reads whole files.
public enum FileContents {
  /// The largest file that is read unless the caller says otherwise: 1 GiB.
  public static let defaultLimit = 1 << 30

  /// Reads a file from its start to its end, and waits until that is done.
  ///
  /// Symbolic links are followed. A pipe is read until its writers have closed it.
  ///
  /// - Parameters:
  ///   - path: the file; a relative path starts at the working directory. `/dev/stdin` is allowed;
  ///     ``readStandardInput(limit:)`` also works when that is a socket.
  ///   - limit: the largest number of bytes that is accepted.
  /// - Throws: ``FileError``; ``FileError/Code/limitExceeded`` when there is more than `limit`,
  ///   ``FileError/Code/isDirectory`` for a directory.
  public static func read(
    _ path: FilePath, limit: Int = defaultLimit
  ) throws(FileError) -> [UInt8] {
    try ReadingSteps(system: POSIXFileSystem(), path: path, limit: limit).run()
  }

  /// Reads a file, named by a string, from its start to its end.
  public static func read(
    _ path: String, limit: Int = defaultLimit
  ) throws(FileError) -> [UInt8] {
    try read(FilePath(checking: path, for: .read), limit: limit)
  }

  /// Reads a file on another thread, without blocking the caller's executor.
  public static func read(
    _ path: FilePath, limit: Int = defaultLimit
  ) async throws(FileError) -> [UInt8] {
    try await onDispatchThread { () throws(FileError) in try read(path, limit: limit) }
  }

  /// Reads a file, named by a string, on another thread.
  public static func read(
    _ path: String, limit: Int = defaultLimit
  ) async throws(FileError) -> [UInt8] {
    try await onDispatchThread { () throws(FileError) in try read(path, limit: limit) }
  }

  /// Reads the process's standard input from where it is to its end; it stays open.
  public static func readStandardInput(limit: Int = defaultLimit) throws(FileError) -> [UInt8] {
    try ReadingSteps(system: POSIXFileSystem(), path: "/dev/stdin", limit: limit)
      .contents(of: .standardInput)
  }
}

/// One reading of one file.
struct ReadingSteps<System: FileSystem> {
  let system: System
  /// As the caller gave it.
  let path: FilePath
  let limit: Int

  /// For files that do not tell their size.
  private var pieceSize: Int { 1 << 16 }
  /// For files that tell a size they may not have: a sparse file can claim exabytes.
  private var largestPiece: Int { 1 << 28 }

  /// Opens the file, reads it, closes it.
  func run() throws(FileError) -> [UInt8] {
    if path.isEmpty { throw refusal(.invalidPath, .open) }
    let file = try perform(.open) { () throws(Errno) in
      try system.open(path, in: nil, as: .reading)
    }
    defer { try? system.close(file) }
    return try contents(of: file)
  }

  /// Everything from the descriptor's position to the end.
  ///
  /// One byte more than expected is asked for, so that a file of the expected size arrives whole
  /// in the first piece and is never copied.
  func contents(of file: FileDescriptor) throws(FileError) -> [UInt8] {
    let expected = try expectedSize(of: file)
    var contents = try piece(max(pieceSize, expected + 1), from: file, after: 0)
    guard !contents.isEmpty else { return contents }
    while true {
      let rest = max(pieceSize, expected - contents.count)
      let next = try piece(rest, from: file, after: contents.count)
      if next.isEmpty { return contents }
      contents += next
    }
  }

  /// The size the system tells, as far as it can be believed.
  private func expectedSize(of file: FileDescriptor) throws(FileError) -> Int {
    let status = try perform(.open) { () throws(Errno) in try system.status(of: file) }
    if status.kind == .directory { throw refusal(.isDirectory, .open) }
    guard status.kind == .regular else { return 0 }
    if status.size > limit { throw refusal(.limitExceeded, .open) }
    return min(max(0, status.size), largestPiece)
  }

  /// The next bytes; an error as soon as one byte more than the limit is seen.
  private func piece(
    _ size: Int, from file: FileDescriptor, after count: Int
  ) throws(FileError) -> [UInt8] {
    let room = max(0, limit - count)
    let asked = size > room ? room + 1 : size
    let bytes = try perform(.read) { () throws(Errno) in try system.read(asked, from: file) }
    if bytes.count > room { throw refusal(.limitExceeded, .read) }
    return bytes
  }

  private func perform<Result>(
    _ operation: FileError.Operation, _ call: () throws(Errno) -> Result
  ) throws(FileError) -> Result {
    do throws(Errno) {
      return try retryingInterrupts(call)
    } catch {
      throw FileError(
        code: FileError.Code(error), path: path, operation: operation, systemError: error,
        task: .read)
    }
  }

  private func refusal(
    _ code: FileError.Code, _ operation: FileError.Operation
  ) -> FileError {
    FileError(code: code, path: path, operation: operation, systemError: nil, task: .read)
  }
}
