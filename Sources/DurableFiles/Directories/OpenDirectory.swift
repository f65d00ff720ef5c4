// An open directory, for operations on many of its names: listing, removing, locking. Relies on
// `FileSystem` for every system call.

package import SystemPackage

/// An open directory, which is closed when the value is destroyed.
package struct OpenDirectory: ~Copyable, Sendable {
  /// The file system that the directory is in.
  package let system: any FileSystem
  package let descriptor: FileDescriptor

  /// The purpose for which a directory is opened.
  package enum DirectoryPurpose: Sendable {
    /// Traversing the directory, for which search permission is sufficient.
    case walking
    /// Listing, locking or synchronizing the directory.
    case listing
  }

  /// Opens a directory by its path, whose last component must not be a symbolic link.
  package init(_ path: FilePath, for purpose: DirectoryPurpose, in system: any FileSystem)
    throws(Errno)
  {
    descriptor = try Self.open(path, in: nil, purpose: purpose, system: system)
    self.system = system
  }

  /// Opens a directory by its name in another directory. The name must not be a symbolic link.
  package init(
    _ name: FilePath, in directory: borrowing OpenDirectory, for purpose: DirectoryPurpose
  ) throws(Errno) {
    system = directory.system
    descriptor = try Self.open(name, in: directory.descriptor, purpose: purpose, system: system)
  }

  private static func open(
    _ path: FilePath, in directory: FileDescriptor?, purpose: DirectoryPurpose,
    system: any FileSystem
  ) throws(Errno) -> FileDescriptor {
    try retryingInterrupts(
      system.open(path, in: directory, as: purpose == .walking ? .walking : .listing))
  }

  deinit { try? system.close(descriptor) }
}

// MARK: - Names

extension OpenDirectory {
  /// Returns the status of the file with a name; nil if there is none. Does not follow symbolic
  /// links.
  package func status(of name: FilePath) throws(Errno) -> FileStatus? {
    try ifPresent(system.status(of: name, in: descriptor))
  }

  /// Returns the kind of the file with a name; nil if there is none. Does not follow symbolic
  /// links.
  package func kind(of name: FilePath) throws(Errno) -> FileStatus.FileKind? {
    try status(of: name)?.kind
  }

  /// Returns the target of the symbolic link called `name`.
  package func linkTarget(_ name: FilePath) throws(Errno) -> FilePath {
    try retryingInterrupts(system.readLink(name, in: descriptor))
  }

  /// Returns the names in the directory.
  package func allNames() throws(Errno) -> [FilePath] {
    try retryingInterrupts(system.names(beginning: "", in: descriptor))
  }

  /// Returns the names in the directory; an empty array if it cannot be read.
  package func names() -> [FilePath] { (try? allNames()) ?? [] }

  /// Returns the first name in a series that is not in use.
  ///
  /// - Parameter name: Returns the name for each number, starting at 1.
  package func freeName(_ name: (Int) -> FilePath) throws(Errno) -> FilePath {
    for number in 1...1000 {
      let candidate = name(number)
      if try status(of: candidate) == nil { return candidate }
    }
    throw .fileExists
  }

  /// Creates a directory that only this user can access.
  package func makePrivateDirectory(_ name: FilePath) throws(Errno) {
    try retryingInterrupts(
      system.makeDirectory(name, in: descriptor, permissions: .ownerReadWriteExecute))
  }

  /// Creates a symbolic link.
  package func makeLink(to target: FilePath, as name: FilePath) throws(Errno) {
    try retryingInterrupts(system.makeLink(to: target, as: name, in: descriptor))
  }

  /// Removes the name of a file that is not a directory.
  package func removeFile(_ name: FilePath) throws(Errno) {
    try retryingInterrupts(system.remove(name, in: descriptor))
  }

  /// Removes an empty directory.
  package func removeDirectory(_ name: FilePath) throws(Errno) {
    try retryingInterrupts(system.removeDirectory(name, in: descriptor))
  }

  /// Moves a file or directory to another directory, under a new name.
  package func move(_ name: FilePath, to destination: borrowing OpenDirectory, as newName: FilePath)
    throws(Errno)
  {
    let end = destination.descriptor
    try retryingInterrupts(system.rename(name, in: descriptor, to: newName, in: end))
  }

  /// Gives the owner full access to a subdirectory.
  package func unprotect(_ name: FilePath) throws(Errno) {
    try retryingInterrupts(
      system.setPermissions(of: name, in: descriptor, to: .ownerReadWriteExecute))
  }

  /// Creates a small file that only this user can access. The name must be unused. Removes the file
  /// after an error.
  package func createFile(_ name: FilePath, text: String) throws(Errno) {
    let file = try retryingInterrupts(
      system.open(name, in: descriptor, as: .creating(.ownerReadWrite)))
    do throws(Errno) {
      let bytes = Array(text.utf8)
      let written = try retryingInterrupts(system.write(bytes.span, to: file))
      if written != bytes.count { throw .noSpace }
    } catch {
      try? system.close(file)
      try? removeFile(name)
      throw error
    }
    do throws(Errno) { try system.close(file) } catch {
      if error == .interrupted { return }
      try? removeFile(name)
      throw error
    }
  }

  /// Whether the name belongs to a regular file, owned by this user, that contains exactly this
  /// short text. Does not follow symbolic links.
  package func hasFile(_ name: FilePath, text: String) -> Bool {
    guard let file = try? system.open(name, in: descriptor, as: .inspecting) else { return false }
    defer { try? system.close(file) }
    guard let status = try? system.status(of: file), status.kind == .regular,
      status.user == system.userIdentifier
    else { return false }
    let expected = Array(text.utf8)
    let found = try? retryingInterrupts(system.read(expected.count + 1, from: file))
    return found == expected
  }
}

// MARK: - The directory itself

extension OpenDirectory {
  /// Whether this user owns the directory and its permissions are 0700.
  package var isPrivate: Bool {
    guard let status = try? system.status(of: descriptor) else { return false }
    return status.kind == .directory && status.user == system.userIdentifier
      && status.permissions == .ownerReadWriteExecute
  }

  /// Whether a path leads to this directory. The last component must not be a symbolic link.
  package func isAt(_ path: FilePath) -> Bool {
    guard let own = try? system.status(of: descriptor),
      let found = try? OpenDirectory(path, for: .walking, in: system),
      let other = try? system.status(of: found.descriptor)
    else { return false }
    return other.isSameFile(as: own)
  }

  /// Locks the directory, or changes the kind of lock, without waiting. Returns false if another
  /// descriptor holds a conflicting lock. A forked child shares the lock until the child
  /// terminates.
  package func lock(_ kind: LockKind) throws(Errno) -> Bool {
    try retryingInterrupts(system.lockDirectory(descriptor, as: kind))
  }

  /// Flushes the names in the directory to the drive if its file system can do that for
  /// directories.
  package func synchronizeNames() throws(Errno) {
    do throws(Errno) {
      try retryingInterrupts(system.synchronize(descriptor, strength: .complete))
    } catch { if error != .invalidArgument, error != .notSupported { throw error } }
  }

  /// Flushes the whole file system of the directory to the drive. Throws an error if the system
  /// does not have this call.
  package func synchronizeFileSystem() throws(Errno) {
    try retryingInterrupts(system.synchronizeFileSystem(of: descriptor))
  }
}
