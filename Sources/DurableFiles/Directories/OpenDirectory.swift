// An open directory, for work in many of its names: listing, emptying, holding. Relies on `FileSystem`
// for every system call.

package import SystemPackage

/// An open directory, which is closed with its value.
package struct OpenDirectory: ~Copyable, Sendable {
  /// The file system that the directory is in.
  package let system: any FileSystem
  package let descriptor: FileDescriptor

  /// What a directory is opened for.
  package enum DirectoryPurpose: Sendable {
    /// Going through it, for which search permission is enough.
    case walking
    /// Listing, locking or synchronizing it.
    case listing
  }

  /// Opens a directory by its path, whose last component is not a symbolic link.
  package init(
    _ path: FilePath, for purpose: DirectoryPurpose, in system: any FileSystem
  ) throws(Errno) {
    let opened = try Self.open(path, in: nil, purpose: purpose, system: system)
    self.system = system
    descriptor = opened
  }

  /// Opens a directory that is not a symbolic link by its name in another one.
  package init(
    _ name: FilePath, in directory: borrowing OpenDirectory, for purpose: DirectoryPurpose
  ) throws(Errno) {
    let opened = try Self.open(
      name, in: directory.descriptor, purpose: purpose, system: directory.system)
    system = directory.system
    descriptor = opened
  }

  private static func open(
    _ path: FilePath, in directory: FileDescriptor?, purpose: DirectoryPurpose,
    system: any FileSystem
  ) throws(Errno) -> FileDescriptor {
    try retryingInterrupts { () throws(Errno) in
      try system.open(path, in: directory, as: purpose == .walking ? .walking : .listing)
    }
  }

  deinit { try? system.close(descriptor) }
}

// MARK: - Names

extension OpenDirectory {
  /// What a name stands for; nil for nothing. A symbolic link is not followed.
  package func status(of name: FilePath) throws(Errno) -> FileStatus? {
    do throws(Errno) {
      return try retryingInterrupts { () throws(Errno) in
        try system.status(of: name, in: descriptor)
      }
    } catch {
      if error == .noSuchFileOrDirectory { return nil }
      throw error
    }
  }

  /// The kind of what has a name; nil for nothing. A symbolic link is not followed.
  package func kind(of name: FilePath) throws(Errno) -> FileStatus.FileKind? {
    try status(of: name)?.kind
  }

  /// The target of the symbolic link called `name`.
  package func linkTarget(_ name: FilePath) throws(Errno) -> FilePath {
    try retryingInterrupts { () throws(Errno) in try system.readLink(name, in: descriptor) }
  }

  /// The names in the directory.
  package func allNames() throws(Errno) -> [FilePath] {
    try retryingInterrupts { () throws(Errno) in
      try system.names(beginning: "", in: descriptor)
    }
  }

  /// The names in the directory; none when it cannot be read.
  package func names() -> [FilePath] { (try? allNames()) ?? [] }

  /// The first of some names that nothing has.
  ///
  /// - Parameter name: Gives a name for each number from 1 on.
  package func freeName(_ name: (Int) -> FilePath) throws(Errno) -> FilePath {
    for number in 1...1000 {
      let candidate = name(number)
      if try status(of: candidate) == nil { return candidate }
    }
    throw .fileExists
  }

  /// Makes a directory for this user alone.
  package func makePrivateDirectory(_ name: FilePath) throws(Errno) {
    try retryingInterrupts { () throws(Errno) in
      try system.makeDirectory(name, in: descriptor, permissions: .ownerReadWriteExecute)
    }
  }

  /// Makes a symbolic link.
  package func makeLink(to target: FilePath, as name: FilePath) throws(Errno) {
    try retryingInterrupts { () throws(Errno) in
      try system.makeLink(to: target, as: name, in: descriptor)
    }
  }

  /// Removes a name that is not a directory's.
  package func removeFile(_ name: FilePath) throws(Errno) {
    try retryingInterrupts { () throws(Errno) in try system.remove(name, in: descriptor) }
  }

  /// Removes an empty directory.
  package func removeDirectory(_ name: FilePath) throws(Errno) {
    try retryingInterrupts { () throws(Errno) in
      try system.removeDirectory(name, in: descriptor)
    }
  }

  /// Moves a name from here to another directory.
  package func move(
    _ name: FilePath, to destination: borrowing OpenDirectory, as newName: FilePath
  ) throws(Errno) {
    let end = destination.descriptor
    try retryingInterrupts { () throws(Errno) in
      try system.rename(name, in: descriptor, to: newName, in: end)
    }
  }

  /// Lets the owner do everything with a directory in this one.
  package func unprotect(_ name: FilePath) throws(Errno) {
    try retryingInterrupts { () throws(Errno) in
      try system.setPermissions(of: name, in: descriptor, to: .ownerReadWriteExecute)
    }
  }

  /// Makes a small file, which is not there, for this user alone; there is none after an error.
  package func createFile(_ name: FilePath, text: String) throws(Errno) {
    let file = try retryingInterrupts { () throws(Errno) in
      try system.open(name, in: descriptor, as: .creating(.ownerReadWrite))
    }
    do throws(Errno) {
      let bytes = Array(text.utf8)
      let written = try retryingInterrupts { () throws(Errno) in
        try system.write(bytes.span, to: file)
      }
      if written != bytes.count { throw .noSpace }
    } catch {
      try? system.close(file)
      try? removeFile(name)
      throw error
    }
    do throws(Errno) {
      try system.close(file)
    } catch {
      if error == .interrupted { return }
      try? removeFile(name)
      throw error
    }
  }

  /// Whether there is a file of this user, not a symbolic link, with exactly this short text.
  package func hasFile(_ name: FilePath, text: String) -> Bool {
    guard let file = try? system.open(name, in: descriptor, as: .inspecting) else { return false }
    defer { try? system.close(file) }
    guard let status = try? system.status(of: file), status.kind == .regular,
      status.user == system.userIdentifier
    else { return false }
    let expected = Array(text.utf8)
    let found = try? retryingInterrupts { () throws(Errno) in
      try system.read(expected.count + 1, from: file)
    }
    return found == expected
  }
}

// MARK: - The directory itself

extension OpenDirectory {
  /// Whether the directory belongs to this user alone, with the permissions 0700.
  package var isPrivate: Bool {
    guard let status = try? system.status(of: descriptor) else { return false }
    return status.kind == .directory && status.user == system.userIdentifier
      && status.permissions == .ownerReadWriteExecute
  }

  /// Whether a path leads to this directory, its last component not through a symbolic link.
  package func isAt(_ path: FilePath) -> Bool {
    guard let own = try? system.status(of: descriptor),
      let found = try? OpenDirectory(path, for: .walking, in: system),
      let other = try? system.status(of: found.descriptor)
    else { return false }
    return other.isSameFile(as: own)
  }

  /// Holds the directory, or changes how it is held, without waiting; false when another opening of
  /// it has a lock that excludes this one. A child that was forked holds it too, until it ends.
  package func lock(_ kind: LockKind) throws(Errno) -> Bool {
    try retryingInterrupts { () throws(Errno) in try system.lockDirectory(descriptor, as: kind) }
  }

  /// Sends the names in the directory to the drive.
  package func synchronize() throws(Errno) {
    try retryingInterrupts { () throws(Errno) in
      try system.synchronize(descriptor, strength: .complete)
    }
  }

  /// Sends all that the file system of the directory has to the drive; an error where the system
  /// has no such call.
  package func synchronizeFileSystem() throws(Errno) {
    try retryingInterrupts { () throws(Errno) in
      try system.synchronizeFileSystem(of: descriptor)
    }
  }
}
