// A file system in memory that records every change, so that a test can inspect what a crash at any
// moment would have left: files, directories, links, attributes, locks. Uses `MemoryDisk`.

package import DurableFiles
internal import Synchronization
package import SystemPackage

/// A file system whose power can fail.
package final class PowerLossFileSystem: FileSystem {
  struct OpenFile {
    var file: Int
    var position = 0
    var lock: LockKind?
  }

  struct State {
    var disk = MemoryDisk()
    var beginning = MemoryDisk()
    var changes: [DiskChange] = []
    var openFiles: [Int32: OpenFile] = [:]
    var nextDescriptor: Int32 = 1000
    var nextFile = 2
    var nanoseconds = 0
    var seconds: Int
  }

  let state: Mutex<State>
  package let processIdentifier: Int32
  /// Whether new files have the extended attributes that are set.
  let attributes: AttributeSupport

  /// Whether extended attributes are supported.
  package enum AttributeSupport: Sendable { case supported, unsupported }

  /// An empty disk.
  package init(
    processIdentifier: Int32 = 4711, attributes: AttributeSupport = .supported,
    seconds: Int = 1_700_000_000
  ) {
    state = Mutex(State(seconds: seconds))
    self.processIdentifier = processIdentifier
    self.attributes = attributes
  }

  /// The user who owns new files.
  package var userIdentifier: UInt32 { 0 }

  /// The result of a crash, for another process.
  init(after disk: MemoryDisk, as other: PowerLossFileSystem) {
    var left = State(seconds: other.now.seconds + 60)
    left.disk = disk
    left.beginning = disk
    left.nextFile = (disk.files.keys.max() ?? 1) + 1
    state = Mutex(left)
    processIdentifier = other.processIdentifier + 1
    attributes = other.attributes
  }

  /// A copy of the disk, safe from every crash.
  package func duplicate() -> PowerLossFileSystem {
    PowerLossFileSystem(after: history.disk, as: self)
  }

  /// Forgets the changes so far: the present contents survive every crash.
  package func settle() {
    state.withLock {
      $0.beginning = $0.disk
      $0.changes = []
    }
  }

  /// Announces that data is safe now; see ``CrashState/announced``.
  package func announce() { state.withLock { $0.changes.append(.announced) } }

  /// Lets time pass.
  package func pass(seconds: Int) { state.withLock { $0.seconds += seconds } }

  /// The number of open descriptors.
  package var openFileCount: Int { state.withLock { $0.openFiles.count } }

  /// The initial files, the changes, and the present files.
  var history: (beginning: MemoryDisk, changes: [DiskChange], disk: MemoryDisk) {
    state.withLock { ($0.beginning, $0.changes, $0.disk) }
  }

  /// Flips one bit of a file without a trace.
  package func rot(_ path: FilePath, bit: Int) throws(Errno) {
    try withState { state throws(Errno) in
      let file = try state.find(path, in: nil, followsLast: true)
      guard state.disk.files[file]?.bytes.indices.contains(bit / 8) == true else {
        throw .invalidArgument
      }
      state.disk.files[file]?.bytes[bit / 8] ^= 1 << UInt8(bit % 8)
    }
  }

  /// The target that a new symbolic link leads to.
  package func makeLink(_ path: FilePath, to target: String) throws(Errno) {
    try withState { state throws(Errno) in
      let file = state.make(
        MemoryFile(kind: .symbolicLink, target: target, permissions: 0o777))
      try state.enter(file, as: path, in: nil)
    }
  }

  /// Changes owner and permissions of the file at a path, or of the link itself.
  package func setAccess(
    _ path: FilePath, user: UInt32, permissions: FilePermissions? = nil
  ) throws(Errno) {
    try withState { state throws(Errno) in
      let file = try state.find(path, in: nil, followsLast: false)
      state.change(.owner(file: file, user: user, group: nil))
      if let permissions {
        state.change(.permissions(file: file, UInt16(truncatingIfNeeded: permissions.rawValue)))
      }
    }
  }

  func withState<Result>(
    _ body: (inout State) throws(Errno) -> Result
  ) throws(Errno) -> Result {
    let result = state.withLock { state -> Swift.Result<Result, Errno> in
      state.nanoseconds += 1000
      do throws(Errno) {
        return .success(try body(&state))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

// MARK: - Locks

extension PowerLossFileSystem {
  package func lock(_ file: FileDescriptor, kind: LockKind) throws(Errno) -> Bool {
    try withState { state throws(Errno) in
      let number = try state.open(file).file
      let others = state.openFiles.filter { $0.key != file.rawValue && $0.value.file == number }
      let isExcluded = others.values.contains {
        $0.lock == .exclusive || $0.lock != nil && kind == .exclusive
      }
      if !isExcluded { state.openFiles[file.rawValue]?.lock = kind }
      return !isExcluded
    }
  }

  package func lockDirectory(_ directory: FileDescriptor, as kind: LockKind) throws(Errno) -> Bool {
    try lock(directory, kind: kind)
  }

  package func unlock(_ file: FileDescriptor) throws(Errno) {
    try withState { state throws(Errno) in
      _ = try state.open(file)
      state.openFiles[file.rawValue]?.lock = nil
    }
  }
}

// MARK: - Finding

extension PowerLossFileSystem.State {
  var now: FileTime { FileTime(seconds: seconds, nanoseconds: nanoseconds) }

  mutating func change(_ change: DiskChange) {
    disk.apply(change)
    changes.append(change)
  }

  mutating func make(_ file: MemoryFile) -> Int {
    let number = nextFile
    nextFile += 1
    var file = file
    file.modified = now
    change(.made(file: number, file))
    return number
  }

  func open(_ file: FileDescriptor) throws(Errno) -> PowerLossFileSystem.OpenFile {
    guard let open = openFiles[file.rawValue] else { throw .badFileDescriptor }
    return open
  }

  /// The directory that a path leads to, and its last name.
  func parent(
    of path: FilePath, in directory: FileDescriptor?
  ) throws(Errno) -> (directory: Int, name: String) {
    let text = path.string
    var names = text.split(separator: "/")
    guard let name = names.popLast() else { throw .invalidArgument }
    let start = text.hasPrefix("/") ? 1 : try self.start(in: directory)
    return (try find(names, from: start, followsLast: true), String(name))
  }

  /// The directory where a relative path starts.
  private func start(in directory: FileDescriptor?) throws(Errno) -> Int {
    guard let directory else { return 1 }
    return try open(directory).file
  }

  /// The file of a path.
  func find(
    _ path: FilePath, in directory: FileDescriptor?, followsLast: Bool, maySeeLinks: Bool = true
  ) throws(Errno) -> Int {
    // The components of a `FilePath` take ten times as long in a debug build.
    let text = path.string
    return try find(
      text.split(separator: "/"), from: text.hasPrefix("/") ? 1 : start(in: directory),
      followsLast: followsLast, maySeeLinks: maySeeLinks)
  }

  /// The file that names lead to from a directory.
  private func find(
    _ names: [Substring], from start: Int, followsLast: Bool, maySeeLinks: Bool = true
  ) throws(Errno) -> Int {
    var (current, parts) = (start, names[...])
    var links = 0
    while let name = parts.popFirst() {
      if name == "." { continue }
      if name == ".." {
        current = disk.files.first { $0.value.entries.values.contains(current) }?.key ?? 1
        continue
      }
      guard let file = disk.files[current], file.kind == .directory else { throw .notDirectory }
      guard let next = file.entries[String(name)] else { throw .noSuchFileOrDirectory }
      guard let link = disk.files[next], link.kind == .symbolicLink,
        followsLast || !parts.isEmpty
      else {
        current = next
        continue
      }
      links += 1
      if links > 40 || !maySeeLinks { throw .tooManySymbolicLinkLevels }
      if link.target.hasPrefix("/") { current = 1 }
      parts = link.target.split(separator: "/") + parts
    }
    return current
  }

  /// Gives a file a name that must be unused.
  mutating func enter(
    _ file: Int, as path: FilePath, in directory: FileDescriptor?
  ) throws(Errno) {
    let entry = try parent(of: path, in: directory)
    guard disk.files[entry.directory]?.kind == .directory else { throw .notDirectory }
    if disk.files[entry.directory]?.entries[entry.name] != nil { throw .fileExists }
    if entry.name.utf8.count > 255 { throw .fileNameTooLong }
    change(.names(directory: entry.directory, [entry.name: file]))
  }

  mutating func descriptor(for file: Int) -> FileDescriptor {
    nextDescriptor += 1
    openFiles[nextDescriptor] = PowerLossFileSystem.OpenFile(file: file)
    return FileDescriptor(rawValue: nextDescriptor)
  }
}
