// The file system as the C library shows it: the only file of the module with unsafe code and with
// differences between platforms. Relies on CPlatform for extended attributes.

internal import CPlatform
internal import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// The system calls of the machine this runs on.
struct POSIXFileSystem: FileSystem {
  var processIdentifier: Int32 { getpid() }

  func open(
    _ path: FilePath, in directory: FileDescriptor?, as use: FileUse
  ) throws(Errno) -> FileDescriptor {
    let start = directory?.rawValue ?? AT_FDCWD
    let descriptor = try unsafe withPath(path) { path in
      unsafe openat(start, path, Self.flags(for: use), Self.mode(for: use))
    }
    return FileDescriptor(rawValue: descriptor)
  }

  func close(_ file: FileDescriptor) throws(Errno) {
    // Not `FileDescriptor.close`, and never twice: after an error the number may be reused.
    #if canImport(Darwin)
      let result = Darwin.close(file.rawValue)
    #elseif canImport(Glibc)
      let result = Glibc.close(file.rawValue)
    #elseif canImport(Musl)
      let result = Musl.close(file.rawValue)
    #elseif canImport(Android)
      let result = Android.close(file.rawValue)
    #endif
    try Self.check(result)
  }

  private static func flags(for use: FileUse) -> Int32 {
    switch use {
    case .reading: O_RDONLY | O_CLOEXEC
    case .inspecting: O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    case .directory: O_RDONLY | O_CLOEXEC | O_DIRECTORY
    case .creating: O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_CREAT | O_EXCL
    }
  }

  private static func mode(for use: FileUse) -> mode_t {
    if case .creating(let permissions) = use { mode_t(permissions.rawValue) } else { 0 }
  }

  /// The error of the call just made, when its result says that there is one.
  private static func check(_ result: some FixedWidthInteger) throws(Errno) {
    if result == -1 { throw Errno(rawValue: errno) }
  }

  /// Makes a call with a path and reads `errno` before anything else can change it.
  private func withPath<Result: FixedWidthInteger>(
    _ path: FilePath, _ call: (UnsafePointer<CChar>) -> Result
  ) throws(Errno) -> Result {
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
  func status(of file: FileDescriptor) throws(Errno) -> FileStatus {
    var status = stat()
    try unsafe Self.check(fstat(file.rawValue, &status))
    return FileStatus(status)
  }

  func status(of name: FilePath, in directory: FileDescriptor) throws(Errno) -> FileStatus {
    var status = stat()
    _ = try unsafe withPath(name) { name in
      unsafe fstatat(directory.rawValue, name, &status, AT_SYMLINK_NOFOLLOW)
    }
    return FileStatus(status)
  }

  func readLink(_ name: FilePath, in directory: FileDescriptor) throws(Errno) -> FilePath {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let room = target.count - 1
    let length = try unsafe withPath(name) { name in
      unsafe target.withUnsafeMutableBufferPointer { target in
        guard let start = target.baseAddress else { return -1 }
        return unsafe readlinkat(directory.rawValue, name, start, room)
      }
    }
    // The byte after the target is still zero and ends it.
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
  }

  private static func kind(mode: mode_t) -> Kind {
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

// MARK: - Contents

extension POSIXFileSystem {
  /// More than this in one call is refused by some systems.
  private static let longestTransfer = 1 << 30

  func read(_ count: Int, from file: FileDescriptor) throws(Errno) -> [UInt8] {
    var failure: Errno?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: min(count, Self.longestTransfer)) {
      (buffer: inout UnsafeMutableBufferPointer<UInt8>, filled: inout Int) in
      let room = min(buffer.count, count, Self.longestTransfer)
      do throws(Errno) {
        let whole = UnsafeMutableRawBufferPointer(buffer)
        let space = unsafe UnsafeMutableRawBufferPointer(rebasing: whole[..<room])
        filled = try unsafe Self.read(into: space, from: file)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  private static func read(
    into space: UnsafeMutableRawBufferPointer, from file: FileDescriptor
  ) throws(Errno) -> Int {
    do {
      return try unsafe file.read(into: space, retryOnInterrupt: false)
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  func write(_ bytes: Span<UInt8>, to file: FileDescriptor) throws(Errno) -> Int {
    let piece = bytes.extracting(first: min(bytes.count, Self.longestTransfer))
    do {
      return try unsafe piece.withUnsafeBytes { piece in
        try unsafe file.write(piece, retryOnInterrupt: false)
      }
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  func synchronize(
    _ file: FileDescriptor, _ strength: SynchronizationStrength
  ) throws(Errno) {
    #if canImport(Darwin)
      // `fsync` leaves the bytes in the drive's cache there. Volumes without either command exist.
      let command = strength == .complete ? F_FULLFSYNC : F_BARRIERFSYNC
      if fcntl(file.rawValue, command) != -1 { return }
      let unsupported: [Int32] = [ENOTSUP, ENOTTY, EINVAL]
      if !unsupported.contains(errno) { throw Errno(rawValue: errno) }
    #endif
    try Self.check(fsync(file.rawValue))
  }
}

// MARK: - Names

extension POSIXFileSystem {
  func rename(
    _ name: FilePath, to newName: FilePath, in directory: FileDescriptor
  ) throws(Errno) {
    _ = try unsafe withPath(name) { name in
      unsafe newName.withPlatformString { newName in
        unsafe renameat(directory.rawValue, name, directory.rawValue, newName)
      }
    }
  }

  func remove(_ name: FilePath, in directory: FileDescriptor) throws(Errno) {
    _ = try unsafe withPath(name) { unsafe unlinkat(directory.rawValue, $0, 0) }
  }

  func makeDirectory(_ path: FilePath) throws(Errno) {
    _ = try unsafe withPath(path) { unsafe mkdir($0, 0o777) }
  }

  func removeDirectory(_ path: FilePath) throws(Errno) {
    _ = try unsafe withPath(path) { unsafe rmdir($0) }
  }
}

// MARK: - Owner, permissions, attributes

extension POSIXFileSystem {
  func setOwner(of file: FileDescriptor, user: UInt32?, group: UInt32?) throws(Errno) {
    try Self.check(fchown(file.rawValue, user ?? uid_t.max, group ?? gid_t.max))
  }

  func setPermissions(of file: FileDescriptor, to permissions: FilePermissions) throws(Errno) {
    try Self.check(fchmod(file.rawValue, mode_t(permissions.rawValue)))
  }

  func attributeNames(of file: FileDescriptor) throws(Errno) -> [String] {
    let bytes = try unsafe Self.filled { space, size in
      unsafe plinth_list_attributes(
        file.rawValue, space?.assumingMemoryBound(to: CChar.self), size)
    }
    return bytes.split(separator: 0).compactMap { String(validating: $0, as: UTF8.self) }
      .filter(Self.isCopied)
  }

  /// The other name spaces belong to the kernel and to security modules, which label the new file
  /// themselves.
  private static func isCopied(_ name: String) -> Bool {
    #if canImport(Darwin)
      true
    #else
      name.hasPrefix("user.") || name == "system.posix_acl_access"
    #endif
  }

  func attribute(_ name: String, of file: FileDescriptor) throws(Errno) -> [UInt8] {
    try unsafe Self.filled { space, size in
      unsafe name.withCString { unsafe plinth_get_attribute(file.rawValue, $0, space, size) }
    }
  }

  func setAttribute(
    _ name: String, to value: [UInt8], of file: FileDescriptor
  ) throws(Errno) {
    try unsafe Self.check(
      name.withCString { name in
        unsafe value.withUnsafeBytes { value in
          unsafe plinth_set_attribute(file.rawValue, name, value.baseAddress, value.count)
        }
      })
  }

  /// The bytes that a call of the "ask for the size first" kind delivers.
  private static func filled(
    by call: (UnsafeMutableRawPointer?, Int) -> Int
  ) throws(Errno) -> [UInt8] {
    let size = call(nil, 0)
    try check(size)
    if size == 0 { return [] }
    var length = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) {
      (buffer: inout UnsafeMutableBufferPointer<UInt8>, filled: inout Int) in
      length = unsafe call(buffer.baseAddress, size)
      filled = max(0, length)
    }
    try check(length)
    return bytes
  }
}
