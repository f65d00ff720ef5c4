// The steps of reading a whole file: a regular file, a file that grows while it is read, a pipe, or
// a generated file without a size. Relies on `FileSystem` for every system call.

internal import SystemPackage

struct ReadingSteps<System: FileSystem>: FileSteps {
  let system: System
  let path: FilePath
  let limit: Int
  /// The maximum number of bytes to read from a file that is not a regular file: a pipe or device
  /// may be endless.
  var streamLimit = Int.max
  var task = FileError.Task.read

  /// Opens the file, reads it, and closes it.
  func run() throws(FileError) -> [UInt8] {
    try withOpenFile { file throws(FileError) in try contents(of: file) }
  }

  /// Opens the file, calls the closure with it, and closes it.
  func withOpenFile<Result>(_ body: (FileDescriptor) throws(FileError) -> Result) throws(FileError)
    -> Result
  {
    if path.isEmpty || path.beginsWithTilde { throw refusal(.invalidPath, operation: .open) }
    let file = try perform(.open, call: system.open(path, in: nil, as: .reading))
    defer { abandon(file) }
    return try body(file)
  }

  /// Reads from the descriptor's position to the end. Requests one byte more than expected, so that
  /// a file of the expected size arrives whole in the first piece and is never copied. If the
  /// status of a regular file is known, reading ends at its size, which saves the call that would
  /// find the end.
  func contents(of file: FileDescriptor, _ status: FileStatus? = nil) throws(FileError) -> [UInt8] {
    let found: FileStatus
    if let status {
      found = status
    } else {
      found = try perform(.open, call: system.status(of: file))
    }
    if found.kind == .directory { throw refusal(.isDirectory, operation: .open) }
    var (expected, limit) = (0, min(limit, streamLimit))
    if found.kind == .regular {
      limit = self.limit
      if found.size > limit { throw refusal(.limitExceeded, operation: .open) }
      // A file might not have the size that it reports: a sparse file can claim exabytes.
      expected = min(max(0, found.size), 1 << 28)
    }
    // The size of the pieces if the file does not report its own size.
    let smallestPiece = 1 << 16
    var contents = try piece(max(smallestPiece, expected + 1), from: file, after: 0, limit: limit)
    guard !contents.isEmpty else { return contents }
    while true {
      if contents.count == status?.size { return contents }
      let rest = max(smallestPiece, expected - contents.count)
      let next = try piece(rest, from: file, after: contents.count, limit: limit)
      if next.isEmpty { return contents }
      contents += next
    }
  }

  /// Passes everything from the descriptor's position to the end to the closure, in pieces of a
  /// bounded size, and returns the number of bytes. Ends at the size that the status reports.
  func forEachPiece(
    of file: FileDescriptor, _ status: FileStatus, body: (Span<UInt8>) throws(FileError) -> Void
  ) throws(FileError) -> Int {
    var count = 0
    while true {
      if count > 0, count == status.size { return count }
      let next = try piece(pieceSize, from: file, after: count, limit: limit)
      if next.isEmpty { return count }
      try body(next.span)
      count += next.count
    }
  }

  /// Returns the next bytes. Throws an error as soon as one byte more than the limit is read.
  private func piece(_ size: Int, from file: FileDescriptor, after count: Int, limit: Int)
    throws(FileError) -> [UInt8]
  {
    let room = max(0, limit - count)
    let asked = size > room ? room + 1 : size
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try system.whenReady(file, for: .reading, call: system.read(asked, from: file))
    } catch { throw failure(.read, error: error) }
    if bytes.count > room { throw refusal(.limitExceeded, operation: .read) }
    return bytes
  }
}
