// The calls of the file system whose power can fail. Uses its methods for finding files.

package import DurableFiles
internal import Synchronization
package import SystemPackage

extension PowerLossFileSystem {
  package func open(
    _ path: FilePath, in directory: FileDescriptor?, as use: FileUse
  ) throws(Errno) -> FileDescriptor {
    try withState { state throws(Errno) in
      switch use {
      case .creating(let permissions):
        return try state.create(path, directory, permissions)
      case .locking(let permissions):
        do throws(Errno) {
          return state.descriptor(
            for: try state.find(path, in: directory, followsLast: false))
        } catch {
          guard error == .noSuchFileOrDirectory else { throw error }
          return try state.create(path, directory, permissions)
        }
      case .reading, .inspecting, .directory, .unlinkedDirectory, .listing, .walking:
        return try state.openExisting(path, directory, use)
      }
    }
  }

  package func close(_ file: FileDescriptor) throws(Errno) {
    try withState { state throws(Errno) in
      guard state.openFiles.removeValue(forKey: file.rawValue) != nil else {
        throw .badFileDescriptor
      }
    }
  }

  package func openRegularFile(at path: String) throws(Errno) -> FileDescriptor? {
    if path.utf8.contains(0) { throw .invalidArgument }
    let path = FilePath(path)
    guard try statusFollowingLinks(of: path).kind == .regular else { return nil }
    return try open(path, in: nil, as: .reading)
  }

  package func status(of file: FileDescriptor) throws(Errno) -> FileStatus {
    try withState { state throws(Errno) in try state.status(of: state.open(file).file) }
  }

  package func status(
    of name: FilePath, in directory: FileDescriptor
  ) throws(Errno) -> FileStatus {
    try withState { state throws(Errno) in
      try state.status(of: state.find(name, in: directory, followsLast: false))
    }
  }

  package func statusFollowingLinks(of path: FilePath) throws(Errno) -> FileStatus {
    try withState { state throws(Errno) in
      try state.status(of: state.find(path, in: nil, followsLast: true))
    }
  }

  package func readLink(
    _ name: FilePath, in directory: FileDescriptor
  ) throws(Errno) -> FilePath {
    try withState { state throws(Errno) in
      let file = try state.find(name, in: directory, followsLast: false)
      guard let link = state.disk.files[file], link.kind == .symbolicLink else {
        throw .invalidArgument
      }
      return FilePath(link.target)
    }
  }

  package func read(_ count: Int, from file: FileDescriptor) throws(Errno) -> [UInt8] {
    try withState { state throws(Errno) in
      let open = try state.open(file)
      let all = state.disk.files[open.file].map { $0.bytes.prefix($0.size) } ?? []
      let bytes = all.dropFirst(open.position).prefix(count)
      state.openFiles[file.rawValue]?.position += bytes.count
      return Array(bytes)
    }
  }

  package func read(_ count: Int, at offset: Int, from file: FileDescriptor) throws(Errno)
    -> [UInt8]
  {
    try withState { state throws(Errno) in
      let open = try state.open(file)
      let all = state.disk.files[open.file].map { $0.bytes.prefix($0.size) } ?? []
      return Array(all.dropFirst(offset).prefix(count))
    }
  }

  package func readData(_ count: Int, at offset: Int, from file: FileDescriptor) throws(Errno)
    -> Data
  { Data(try read(count, at: offset, from: file)) }

  /// Writes one block at most, so that a crash can occur between two.
  package func write(_ bytes: Span<UInt8>, to file: FileDescriptor) throws(Errno) -> Int {
    try withState { state throws(Errno) in
      let open = try state.open(file)
      let count = min(bytes.count, 4096 - open.position % 4096)
      let piece = (0..<count).map { bytes[$0] }
      state.change(.bytes(file: open.file, at: open.position, piece))
      let end = open.position + count
      let size = max(end, state.disk.files[open.file]?.size ?? 0)
      state.change(.size(file: open.file, size, state.now))
      state.openFiles[file.rawValue]?.position = end
      return count
    }
  }

  package func synchronize(
    _ file: FileDescriptor, strength: SynchronizationStrength
  ) throws(Errno) {
    try withState { state throws(Errno) in
      state.change(.synchronized(file: try state.open(file).file))
    }
  }

  package func hidesLosses(of directory: FileDescriptor, on device: UInt64) -> Bool { false }

  package func synchronizeFileSystem(of directory: FileDescriptor) throws(Errno) {
    throw .permissionDenied
  }

  package func reserve(_ size: Int, of file: FileDescriptor) throws(Errno) {
    _ = try status(of: file)
  }
}

// MARK: - Names

extension PowerLossFileSystem {
  package func rename(
    _ name: FilePath, in directory: FileDescriptor, to newName: FilePath,
    in newDirectory: FileDescriptor
  ) throws(Errno) {
    try withState { state throws(Errno) in
      let file = try state.find(name, in: directory, followsLast: false)
      let (old, new) = (try state.open(directory).file, try state.open(newDirectory).file)
      if state.disk.files[new]?.entries[newName.string] == file { return }
      if old == new {
        state.change(.names(directory: old, [name.string: nil, newName.string: file]))
      } else {
        state.change(.names(directory: new, [newName.string: file]))
        state.change(.names(directory: old, [name.string: nil]))
      }
    }
  }

  package func link(
    _ name: FilePath, to newName: FilePath, in directory: FileDescriptor
  ) throws(Errno) {
    try withState { state throws(Errno) in
      let file = try state.find(name, in: directory, followsLast: false)
      try state.enter(file, as: newName, in: directory)
    }
  }

  package func names(
    beginning: String, in directory: FileDescriptor
  ) throws(Errno) -> [FilePath] {
    try withState { state throws(Errno) in
      let names = try state.disk.files[state.open(directory).file]?.entries.keys.sorted() ?? []
      return names.filter { $0.hasPrefix(beginning) }.map { FilePath($0) }
    }
  }

  /// Nothing happens there that a test does not do itself.
  package func watch(_ directory: FilePath) throws(Errno) -> FileDescriptor {
    throw .notSupported
  }

  package func remove(_ name: FilePath, in directory: FileDescriptor) throws(Errno) {
    try withState { state throws(Errno) in
      _ = try state.find(name, in: directory, followsLast: false)
      state.change(
        .names(directory: try state.open(directory).file, [name.string: nil]))
    }
  }

  package func makeLink(
    to target: FilePath, as name: FilePath, in directory: FileDescriptor
  ) throws(Errno) {
    try withState { state throws(Errno) in
      let file = state.make(
        MemoryFile(kind: .symbolicLink, target: target.string, permissions: 0o777))
      try state.enter(file, as: name, in: directory)
    }
  }

  package func makeDirectory(
    _ path: FilePath, in directory: FileDescriptor?, permissions: FilePermissions
  ) throws(Errno) {
    let bits = UInt16(truncatingIfNeeded: permissions.rawValue) & ~0o022
    try withState { state throws(Errno) in
      let made = state.make(MemoryFile(kind: .directory, permissions: bits))
      try state.enter(made, as: path, in: directory)
    }
  }

  package func workingDirectory() throws(Errno) -> FilePath { "/" }

  package func removeDirectory(_ path: FilePath, in directory: FileDescriptor?) throws(Errno) {
    try withState { state throws(Errno) in
      let entry = try state.parent(of: path, in: directory)
      let file = try state.find(path, in: directory, followsLast: false)
      guard state.disk.files[file]?.entries.isEmpty == true else {
        throw Errno(rawValue: 39)
      }
      state.change(.names(directory: entry.directory, [entry.name: nil]))
    }
  }
}

// MARK: - Owner, attributes, time

extension PowerLossFileSystem {
  package func setOwner(of file: FileDescriptor, user: UInt32?, group: UInt32?) throws(Errno) {
    try withState { state throws(Errno) in
      state.change(.owner(file: try state.open(file).file, user: user, group: group))
    }
  }

  package func setPermissions(
    of file: FileDescriptor, to permissions: FilePermissions
  ) throws(Errno) {
    let bits = UInt16(truncatingIfNeeded: permissions.rawValue)
    try withState { state throws(Errno) in
      state.change(.permissions(file: try state.open(file).file, bits))
    }
  }

  package func setPermissions(
    of name: FilePath, in directory: FileDescriptor, to permissions: FilePermissions
  ) throws(Errno) {
    let bits = UInt16(truncatingIfNeeded: permissions.rawValue)
    try withState { state throws(Errno) in
      let file = try state.find(name, in: directory, followsLast: false)
      state.change(.permissions(file: file, bits))
    }
  }

  package func attributeNames(of file: FileDescriptor) throws(Errno) -> [String] {
    try withState { state throws(Errno) in
      if attributes == .unsupported { throw .notSupported }
      return (state.disk.files[try state.open(file).file]?.attributes.keys).map(Array.init) ?? []
    }
  }

  package func attribute(_ name: String, of file: FileDescriptor) throws(Errno) -> [UInt8] {
    try withState { state throws(Errno) in
      if attributes == .unsupported { throw .notSupported }
      guard let value = state.disk.files[try state.open(file).file]?.attributes[name] else {
        throw .noData
      }
      return value
    }
  }

  package func setAttribute(
    _ name: String, to value: [UInt8], of file: FileDescriptor
  ) throws(Errno) {
    try withState { state throws(Errno) in
      if attributes == .unsupported { throw .notSupported }
      state.change(.attribute(file: try state.open(file).file, name, value))
    }
  }

  package func removeAttribute(_ name: String, of file: FileDescriptor) throws(Errno) {
    try withState { state throws(Errno) in
      let number = try state.open(file).file
      if state.disk.files[number]?.attributes[name] == nil { return }
      state.change(.attribute(file: number, name, nil))
    }
  }

  package func isTimeForCleanup(nextTo file: FilePath) -> Bool { true }

  package func isProcessAlive(_ number: Int32) -> Bool { number == processIdentifier }
  package var now: FileTime { state.withLock { $0.now } }
  package var elapsed: Duration {
    let now = now
    return .seconds(now.seconds) + .nanoseconds(now.nanoseconds)
  }

  /// Simulated files are always ready.
  package func waitUntilReady(_ file: FileDescriptor, for direction: TransferDirection) {}

  /// The simulated time passes immediately.
  package func pause(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    state.withLock { state in
      state.nanoseconds += Int(attoseconds / 1_000_000_000)
      state.seconds += Int(seconds) + state.nanoseconds / 1_000_000_000
      state.nanoseconds %= 1_000_000_000
    }
  }
}

extension PowerLossFileSystem.State {
  func status(of number: Int) throws(Errno) -> FileStatus {
    guard let file = disk.files[number] else { throw .noSuchFileOrDirectory }
    return FileStatus(
      kind: file.kind, size: file.size,
      permissions: FilePermissions(rawValue: CInterop.Mode(file.permissions)),
      user: file.user, group: file.group, device: 1, inode: UInt64(number),
      modified: file.modified, linkCount: disk.linkCount(of: number))
  }

  mutating func create(
    _ path: FilePath, _ directory: FileDescriptor?, _ permissions: FilePermissions
  ) throws(Errno) -> FileDescriptor {
    let bits = UInt16(truncatingIfNeeded: permissions.rawValue) & ~0o022
    let made = make(MemoryFile(kind: .regular, permissions: bits))
    try enter(made, as: path, in: directory)
    return descriptor(for: made)
  }

  mutating func openExisting(
    _ path: FilePath, _ directory: FileDescriptor?, _ use: FileUse
  ) throws(Errno) -> FileDescriptor {
    let followsLast = [.reading, .directory, .unlinkedDirectory].contains(use)
    let number = try find(
      path, in: directory, followsLast: followsLast, maySeeLinks: use != .unlinkedDirectory)
    let kind = disk.files[number]?.kind
    if kind == .symbolicLink { throw .tooManySymbolicLinkLevels }
    let opensDirectories = [FileUse.directory, .unlinkedDirectory, .listing, .walking]
    if opensDirectories.contains(use), kind != .directory { throw .notDirectory }
    return descriptor(for: number)
  }
}
