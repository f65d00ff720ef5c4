// The system calls on directories that containers need: the only file of the module with unsafe code
// and with the C library. Relies on CPlatform for what differs between platforms.

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

/// What a name can stand for.
enum NameKind {
  case missing, directory, symbolicLink, other
}

/// An open directory, closed with its value.
struct OpenDirectory: ~Copyable {
  let descriptor: Int32

  /// Opens a directory that is not a symbolic link.
  init(
    _ name: FilePath, in directory: borrowing OpenDirectory, to use: plinth_directory_use
  ) throws(Errno) {
    try self.init(name, at: directory.descriptor, to: use)
  }

  /// Opens a directory by its path, whose last component is not a symbolic link.
  init(_ path: FilePath, to use: plinth_directory_use) throws(Errno) {
    try self.init(path, at: -1, to: use)
  }

  private init(
    _ name: FilePath, at directory: Int32, to use: plinth_directory_use
  ) throws(Errno) {
    descriptor = try unsafe withPath(name) { unsafe plinth_open_directory(directory, $0, use) }
  }

  deinit { close(descriptor) }
}

extension OpenDirectory {
  /// What a name stands for; a symbolic link is not followed.
  func kind(of name: FilePath) throws(Errno) -> NameKind {
    try kindOfName(name, at: descriptor, plinth_stop_at_links)
  }

  /// Where the symbolic link called `name` leads.
  func linkTarget(_ name: FilePath) throws(Errno) -> FilePath {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let room = target.count - 1
    let length = try unsafe withPath(name) { name in
      unsafe target.withUnsafeMutableBufferPointer { target in
        guard let start = target.baseAddress else { return -1 }
        return unsafe readlinkat(descriptor, name, start, room)
      }
    }
    if length >= room { throw .fileNameTooLong }
    return path(of: target)
  }

  /// The names in the directory; none when it cannot be read.
  func names() -> [FilePath] {
    guard let listing = unsafe plinth_open_names(descriptor) else { return [] }
    defer { unsafe plinth_close_names(listing) }
    var names: [FilePath] = []
    while let name = unsafe plinth_next_name(listing) {
      names.append(unsafe FilePath(platformString: name))
    }
    return names
  }

  /// Removes a name that is no directory's.
  func removeFile(_ name: FilePath) throws(Errno) {
    _ = try unsafe withPath(name) { unsafe unlinkat(descriptor, $0, 0) }
  }

  /// Removes an empty directory.
  func removeDirectory(_ name: FilePath) throws(Errno) {
    _ = try unsafe withPath(name) { unsafe unlinkat(descriptor, $0, AT_REMOVEDIR) }
  }

  /// Moves a name from here to another directory.
  func move(
    _ name: FilePath, to destination: borrowing OpenDirectory, as newName: FilePath
  ) throws(Errno) {
    let end = destination.descriptor
    _ = try unsafe withPath(name) { name in
      unsafe newName.withPlatformString { unsafe renameat(descriptor, name, end, $0) }
    }
  }

  /// Lets the owner do everything with a directory in this one.
  func unprotect(_ name: FilePath) throws(Errno) {
    _ = try unsafe withPath(name) { unsafe fchmodat(descriptor, $0, 0o700, 0) }
  }

  /// Whether the directory belongs to this user alone.
  var isPrivate: Bool { plinth_is_private_directory(descriptor) != 0 }

  /// Whether a path leads to this directory, its last component not through a symbolic link.
  func isAt(_ path: FilePath) -> Bool {
    unsafe path.withPlatformString { unsafe plinth_is_at(descriptor, $0) } != 0
  }

  /// Makes a small file, which is not there, for this user alone.
  func createFile(_ name: FilePath, _ text: String) throws(Errno) {
    _ = try unsafe withPath(name) { name in
      unsafe text.withCString { unsafe plinth_create_file(descriptor, name, $0) }
    }
  }

  /// Whether there is a file of this user with exactly this short text.
  func hasFile(_ name: FilePath, _ text: String) -> Bool {
    unsafe name.withPlatformString { name in
      unsafe text.withCString { unsafe plinth_is_file_with(descriptor, name, $0) }
    } != 0
  }

  /// Holds the directory, or changes how it is held, without waiting.
  func lock(_ lock: plinth_lock) throws(Errno) {
    if plinth_lock_directory(descriptor, lock) != 0 { throw Errno(rawValue: errno) }
  }

  /// Sends the names in the directory to the drive.
  func synchronize() throws(Errno) {
    while fsync(descriptor) != 0 {
      if errno != EINTR { throw Errno(rawValue: errno) }
    }
  }

  /// Sends all that the file system of the directory has to the drive; an error where the system
  /// has no such call.
  func synchronizeFileSystem() throws(Errno) {
    while plinth_synchronize_file_system(descriptor) != 0 {
      if errno != EINTR { throw Errno(rawValue: errno) }
    }
  }
}

/// Calls that start at the working directory or at the process.
enum DirectoryCalls {
  /// What a path stands for, symbolic links followed.
  static func kind(of path: FilePath) throws(Errno) -> NameKind {
    try kindOfName(path, at: -1, plinth_follow_links)
  }

  /// Makes a directory for this user alone.
  static func make(_ path: FilePath) throws(Errno) {
    _ = try unsafe withPath(path) { unsafe mkdir($0, 0o700) }
  }

  /// What the system calls replace by letters that make a name unique.
  static let uniqueEnding = String(repeating: "X", count: 6)

  /// Makes a directory for this user alone, with a name that none has: `prefix` and six letters.
  static func makeUnique(_ prefix: FilePath) throws(Errno) -> FilePath {
    var text = Array((prefix.string + uniqueEnding).utf8CString)
    let isMade = unsafe text.withUnsafeMutableBufferPointer { text in
      guard let start = text.baseAddress else { return false }
      return unsafe mkdtemp(start) != nil
    }
    if !isMade { throw Errno(rawValue: errno) }
    return path(of: text)
  }

  /// Removes an empty directory.
  static func remove(_ path: FilePath) throws(Errno) {
    _ = try unsafe withPath(path) { unsafe rmdir($0) }
  }

  /// The working directory.
  static func workingDirectory() throws(Errno) -> FilePath {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let room = text.count
    let isKnown = unsafe text.withUnsafeMutableBufferPointer { text in
      guard let start = text.baseAddress else { return false }
      return unsafe getcwd(start, room) != nil
    }
    if !isKnown { throw Errno(rawValue: errno) }
    return path(of: text)
  }

  /// The value of a variable of the environment.
  static func variable(_ name: String) -> FilePath? {
    unsafe getenv(name).map { unsafe FilePath(platformString: $0) }
  }

  /// The home directory that the user database has for this user.
  static func homeOfUser() -> FilePath? {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let room = text.count
    let length = unsafe text.withUnsafeMutableBufferPointer { text in
      unsafe plinth_home_of_user(text.baseAddress, room)
    }
    return length > 0 ? path(of: text) : nil
  }

  /// Says something on standard error, if somebody listens and does not have to be waited for.
  static func tell(_ line: String) {
    unsafe line.withCString { unsafe plinth_tell($0) }
  }

  /// The number of this process.
  static var processIdentifier: Int32 { getpid() }

  /// Gives other processes a hundredth of a second.
  static func pause() { _ = usleep(10_000) }

  /// Has the temporary directories removed when the process exits.
  static func emptyTemporaryDirectoriesAtExit() {
    _ = atexit { TemporaryDirectories.removeAll() }
  }

  /// Has preferences written when the process exits.
  static func writePreferencesAtExit() {
    _ = atexit { UnwrittenPreferences.writeAllAtExit() }
  }
}

private func kindOfName(
  _ name: FilePath, at directory: Int32, _ links: plinth_links
) throws(Errno) -> NameKind {
  let kind = try unsafe withPath(name) { unsafe plinth_kind(directory, $0, links) }
  if kind == Int32(plinth_missing.rawValue) { return .missing }
  if kind == Int32(plinth_directory.rawValue) { return .directory }
  return kind == Int32(plinth_symbolic_link.rawValue) ? .symbolicLink : .other
}

/// The path that characters before a zero spell.
private func path(of text: [CChar]) -> FilePath {
  unsafe text.withUnsafeBufferPointer { text in
    guard let start = text.baseAddress else { return FilePath() }
    return unsafe FilePath(platformString: start)
  }
}

/// Makes a call with a path, again when a signal interrupts it, and reads `errno` before anything
/// else can change it.
private func withPath<Result: FixedWidthInteger>(
  _ path: FilePath, _ call: (UnsafePointer<CChar>) -> Result
) throws(Errno) -> Result {
  while true {
    let (result, code) = unsafe path.withPlatformString { path in
      let result = unsafe call(path)
      return (result, errno)
    }
    if result != -1 { return result }
    if code != EINTR { throw Errno(rawValue: code) }
  }
}
