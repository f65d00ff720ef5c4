// Reading a whole file step by step: a regular file, one that grows meanwhile, a pipe, a generated
// file without a size. Relies on `FileSystem` for every system call.

internal import SystemPackage

/// One reading of one file.
struct ReadingSteps<System: FileSystem>: FileSteps {
  let system: System
  let path: FilePath
  let limit: Int
  /// The most that is read of what is not a regular file: a pipe or device may have no end.
  var streamLimit = Int.max
  var task = FileError.Task.read

  /// For files that do not tell their size.
  private var smallestPiece: Int { 1 << 16 }
  /// For files that tell a size they may not have: a sparse file can claim exabytes.
  private var largestPiece: Int { 1 << 28 }

  /// Opens the file, reads it, closes it.
  func run() throws(FileError) -> [UInt8] {
    try withOpenFile { file throws(FileError) in try contents(of: file) }
  }

  /// Opens the file for some work with it, closes it.
  func withOpenFile<Result>(
    _ body: (FileDescriptor) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    if path.isEmpty || path.beginsWithTilde { throw refusal(.invalidPath, operation: .open) }
    let file = try perform(.open) { () throws(Errno) in
      try system.open(path, in: nil, as: .reading)
    }
    defer { abandon(file) }
    return try body(file)
  }

  /// Everything from the descriptor's position to the end.
  ///
  /// One byte more than expected is asked for, so that a file of the expected size arrives whole
  /// in the first piece and is never copied.
  ///
  /// - Parameter status: what the file is, where that is known and it is a regular file: it ends then
  ///   where that says, which saves the call that would find nothing more.
  func contents(
    of file: FileDescriptor, _ status: FileStatus? = nil
  ) throws(FileError) -> [UInt8] {
    let (expected, limit) = try expectedSize(of: file, status)
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

  /// Goes through everything from the descriptor's position to the end in pieces of a bounded size,
  /// and returns how many bytes that were. It ends where the status says.
  func forEachPiece(
    of file: FileDescriptor, _ status: FileStatus,
    body: (Span<UInt8>) throws(FileError) -> Void
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

  /// The size the system tells, as far as it can be believed, and the limit for a file of its kind.
  private func expectedSize(
    of file: FileDescriptor, _ known: FileStatus?
  ) throws(FileError) -> (size: Int, limit: Int) {
    var found = known
    if found == nil {
      found = try perform(.open) { () throws(Errno) in try system.status(of: file) }
    }
    guard let status = found else { return (0, limit) }
    if status.kind == .directory { throw refusal(.isDirectory, operation: .open) }
    guard status.kind == .regular else { return (0, min(limit, streamLimit)) }
    if status.size > limit { throw refusal(.limitExceeded, operation: .open) }
    return (min(max(0, status.size), largestPiece), limit)
  }

  /// The next bytes; an error as soon as one byte more than the limit is seen.
  private func piece(
    _ size: Int, from file: FileDescriptor, after count: Int, limit: Int
  ) throws(FileError) -> [UInt8] {
    let room = max(0, limit - count)
    let asked = size > room ? room + 1 : size
    let bytes = try perform(.read) { () throws(Errno) in try system.read(asked, from: file) }
    if bytes.count > room { throw refusal(.limitExceeded, operation: .read) }
    return bytes
  }
}
