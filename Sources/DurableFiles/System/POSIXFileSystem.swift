// Access to the file system through the C library. Only this folder has unsafe code and platform
// differences. Relies on CSystemCalls for calls that Swift's import of the C library lacks.

internal import CLibrary
internal import CSystemCalls
package import SystemPackage

/// The system calls of the current platform.
package struct POSIXFileSystem: FileSystem {
  package init() {}

  package func open(_ path: FilePath, in directory: FileDescriptor?, as use: FileUse) throws(Errno)
    -> FileDescriptor
  {
    let start = directory?.rawValue ?? AT_FDCWD
    let descriptor = try unsafe withPath(path) { path in
      if use == .walking { return unsafe plinth_walk_directory(start, path) }
      if use == .unlinkedDirectory { return unsafe plinth_open_unlinked_directory(start, path) }
      return unsafe openat(start, path, Self.flags(for: use), Self.mode(for: use))
    }
    return FileDescriptor(rawValue: try Self.check(returning: plinth_above_standard(descriptor)))
  }

  package func openRegularFile(at path: String) throws(Errno) -> FileDescriptor? {
    // The system would end the path at a zero byte.
    if path.utf8.contains(0) { throw .invalidArgument }
    var (isRegular, code) = (true, Int32(0))
    let descriptor = unsafe path.withCString { path in
      let descriptor = unsafe plinth_open_regular_file(path, &isRegular)
      if descriptor == -1 { code = errno }
      return descriptor
    }
    if !isRegular { return nil }
    if descriptor == -1 { throw Errno(rawValue: code) }
    return FileDescriptor(rawValue: descriptor)
  }

  package func close(_ file: FileDescriptor) throws(Errno) {
    // Not `FileDescriptor.close`, and never repeated: after an error, the number may be reused.
    try Self.check(CLibrary.close(file.rawValue))
  }

  private static func flags(for use: FileUse) -> Int32 {
    switch use {
    case .reading: O_RDONLY | O_CLOEXEC
    case .inspecting: O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    case .directory, .unlinkedDirectory: O_RDONLY | O_CLOEXEC | O_DIRECTORY
    case .listing, .walking: O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW
    case .creating: O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_CREAT | O_EXCL
    case .locking: O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_CREAT
    }
  }

  private static func mode(for use: FileUse) -> mode_t {
    switch use {
    case .creating(let permissions), .locking(let permissions): mode_t(permissions.rawValue)
    case .reading, .inspecting, .directory, .unlinkedDirectory, .listing, .walking: 0
    }
  }

  /// Throws the error of the last call if its result indicates one.
  static func check(_ result: some FixedWidthInteger) throws(Errno) {
    if result == -1 { throw Errno(rawValue: errno) }
  }

  /// Returns the result of the last call, or throws its error.
  private static func check(returning result: Int32) throws(Errno) -> Int32 {
    try check(result)
    return result
  }

  /// Makes a call with a path and reads `errno` before anything else can change it.
  func withPath<Result: FixedWidthInteger>(_ path: FilePath, call: (UnsafePointer<CChar>) -> Result)
    throws(Errno) -> Result
  {
    let (result, code) = unsafe path.withPlatformString { path in
      let result = unsafe call(path)
      return (result, errno)
    }
    if result == -1 { throw Errno(rawValue: code) }
    return result
  }
}

// MARK: - Status

extension POSIXFileSystem {
  package func status(of file: FileDescriptor) throws(Errno) -> FileStatus {
    var status = stat()
    try unsafe Self.check(fstat(file.rawValue, &status))
    return FileStatus(status)
  }

  package func status(of name: FilePath, in directory: FileDescriptor) throws(Errno) -> FileStatus {
    var status = stat()
    _ = try unsafe withPath(name) { name in
      unsafe fstatat(directory.rawValue, name, &status, AT_SYMLINK_NOFOLLOW)
    }
    return FileStatus(status)
  }

  package func statusFollowingLinks(of path: FilePath) throws(Errno) -> FileStatus {
    var status = stat()
    _ = try unsafe withPath(path) { path in unsafe fstatat(AT_FDCWD, path, &status, 0) }
    return FileStatus(status)
  }

  package func readLink(_ name: FilePath, in directory: FileDescriptor) throws(Errno) -> FilePath {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let room = target.count - 1
    let length = try unsafe withPath(name) { name in
      unsafe target.withUnsafeMutableBufferPointer { target in
        guard let start = target.baseAddress else { return -1 }
        return unsafe readlinkat(directory.rawValue, name, start, room)
      }
    }
    // The byte after the target is still zero and terminates it.
    if length >= room { throw .fileNameTooLong }
    return unsafe target.withUnsafeBufferPointer { target in
      guard let start = target.baseAddress else { return FilePath() }
      return unsafe FilePath(platformString: start)
    }
  }
}

extension FileStatus {
  fileprivate init(_ status: stat) {
    kind = Self.kind(mode: status.st_mode)
    size = Int(clamping: status.st_size)
    permissions = FilePermissions(rawValue: CInterop.Mode(status.st_mode & 0o7777))
    user = status.st_uid
    group = status.st_gid
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    #if canImport(Darwin)
      modified = FileTime(status.st_mtimespec)
      statusChanged = FileTime(status.st_ctimespec)
    #else
      modified = FileTime(status.st_mtim)
      statusChanged = FileTime(status.st_ctim)
    #endif
    linkCount = Int(clamping: status.st_nlink)
  }

  private static func kind(mode: mode_t) -> FileKind {
    switch mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFDIR: .directory
    case S_IFLNK: .symbolicLink
    case S_IFIFO: .pipe
    case S_IFSOCK: .socket
    case S_IFCHR, S_IFBLK: .device
    default: .unknown
    }
  }
}

extension FileTime {
  fileprivate init(_ time: timespec) {
    self.init(seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
  }
}

// MARK: - Processes and time

extension POSIXFileSystem {
  package var userIdentifier: UInt32 { geteuid() }

  package var processIdentifier: Int32 { getpid() }

  package func isProcessAlive(_ number: Int32) -> Bool { kill(number, 0) == 0 || errno != ESRCH }

  package func isTimeForCleanup(nextTo file: FilePath) -> Bool {
    StaleFileCleanup.shared.isTime(for: file, at: elapsed)
  }

  private static let start = ContinuousClock.now

  package var elapsed: Duration { Self.start.duration(to: .now) }

  package var now: FileTime {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return FileTime(seconds: 0) }
    return FileTime(time)
  }

  package func pause(_ duration: Duration) {
    plinth_pause(duration.nanosecondsUpToOneHour)
  }
}

extension FileDescriptor {
  /// Whether the descriptor refers to a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }
}
