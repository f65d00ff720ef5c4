// The interface between this module and the system: every system call goes through this protocol,
// so that a test can make any of them fail. Relies on swift-system's value types.

package import SystemPackage

/// The system calls that saving and reading a file need, one requirement each.
///
/// A requirement makes its call once: the caller repeats it after `EINTR`, after a partial write, and
/// after `EAGAIN` from a stream, so that tests cover the repetition.
package protocol FileSystem: Sendable {
  /// Opens a file or directory. A relative path starts at `directory`, or at the working directory.
  func open(_ path: FilePath, in directory: FileDescriptor?, as use: FileUse) throws(Errno)
    -> FileDescriptor
  /// Opens a regular file for reading, without waiting. Returns nil if the path leads to anything else; a
  /// pipe is not opened, unless it replaces the file during the call. Takes a `String`, because creating
  /// a `FilePath` takes longer than the calls.
  func openRegularFile(at path: String) throws(Errno) -> FileDescriptor?
  /// Closes a descriptor, which is invalid afterwards even if an error is thrown.
  func close(_ file: FileDescriptor) throws(Errno)

  func status(of file: FileDescriptor) throws(Errno) -> FileStatus
  /// Returns the status of a name in an open directory; a symbolic link is not followed.
  func status(of name: FilePath, in directory: FileDescriptor) throws(Errno) -> FileStatus
  /// Returns the status of the file at a path; symbolic links are followed.
  func statusFollowingLinks(of path: FilePath) throws(Errno) -> FileStatus
  /// Returns the target of the symbolic link called `name`.
  func readLink(_ name: FilePath, in directory: FileDescriptor) throws(Errno) -> FilePath

  /// Returns the next bytes, at most `count`; an empty array at the end of the file.
  func read(_ count: Int, from file: FileDescriptor) throws(Errno) -> [UInt8]
  /// Returns the bytes from an offset on, at most `count`; an empty array at the end of the file.
  /// The descriptor's position is neither used nor changed.
  func read(_ count: Int, at offset: Int, from file: FileDescriptor) throws(Errno) -> [UInt8]
  /// Returns these bytes as `Data`, whose type need not be instantiated when the tool starts.
  func readData(_ count: Int, at offset: Int, from file: FileDescriptor) throws(Errno) -> Data
  /// Writes a prefix of the bytes and returns its length.
  func write(_ bytes: Span<UInt8>, to file: FileDescriptor) throws(Errno) -> Int
  /// Waits until a stream has bytes to read or accepts bytes. A signal may end the wait early.
  func waitUntilReady(_ file: FileDescriptor, for direction: TransferDirection)
  /// Flushes the written bytes to the drive.
  func synchronize(_ file: FileDescriptor, strength: SynchronizationStrength) throws(Errno)

  /// Whether synchronizing a directory may succeed even though its changes are lost, so that the
  /// caller must also request the status of the directory. This is the case for XFS after it has
  /// shut down. `device` is the directory's device.
  func hidesLosses(of directory: FileDescriptor, on device: UInt64) -> Bool
  /// Flushes all pending changes of an open directory's file system to its drive.
  func synchronizeFileSystem(of directory: FileDescriptor) throws(Errno)

  /// Renames `name` in a directory to `newName` in the same or another directory, replacing an
  /// existing file of that name.
  func rename(
    _ name: FilePath, in directory: FileDescriptor, to newName: FilePath,
    in newDirectory: FileDescriptor) throws(Errno)
  /// Gives the file `name` a second name, `newName`, in the same directory; a name that is already
  /// in use is rejected.
  func link(_ name: FilePath, to newName: FilePath, in directory: FileDescriptor) throws(Errno)
  /// Returns the names in an open directory that begin with the given text, in no particular order.
  func names(beginning: String, in directory: FileDescriptor) throws(Errno) -> [FilePath]
  /// Starts watching the names in a directory; the returned descriptor delivers inotify events.
  func watch(_ directory: FilePath) throws(Errno) -> FileDescriptor
  func remove(_ name: FilePath, in directory: FileDescriptor) throws(Errno)
  /// Creates a symbolic link called `name` in an open directory; a name that is already in use is
  /// rejected.
  func makeLink(to target: FilePath, as name: FilePath, in directory: FileDescriptor) throws(Errno)
  /// Creates a directory with these permissions, less the process's umask. A relative path starts
  /// at `directory`, or at the working directory.
  func makeDirectory(_ path: FilePath, in directory: FileDescriptor?, permissions: FilePermissions)
    throws(Errno)
  /// Removes an empty directory. A relative path starts at `directory`, or at the working
  /// directory.
  func removeDirectory(_ path: FilePath, in directory: FileDescriptor?) throws(Errno)

  /// Sets the owner, the group, or both; nil leaves the value unchanged.
  func setOwner(of file: FileDescriptor, user: UInt32?, group: UInt32?) throws(Errno)
  /// Sets the permissions exactly, regardless of the umask.
  func setPermissions(of file: FileDescriptor, to permissions: FilePermissions) throws(Errno)
  /// Sets the permissions of the file that a name in an open directory refers to.
  func setPermissions(
    of name: FilePath, in directory: FileDescriptor, to permissions: FilePermissions) throws(Errno)

  /// Returns the names of a file's extended attributes that a copy of the file should have.
  func attributeNames(of file: FileDescriptor) throws(Errno) -> [String]
  /// Returns the value of an extended attribute.
  func attribute(_ name: String, of file: FileDescriptor) throws(Errno) -> [UInt8]
  /// Creates or replaces an extended attribute.
  func setAttribute(_ name: String, to value: [UInt8], of file: FileDescriptor) throws(Errno)

  /// Removes an extended attribute, if it exists.
  func removeAttribute(_ name: String, of file: FileDescriptor) throws(Errno)

  /// Reserves space for a new file's contents; file systems that cannot do this return an error.
  func reserve(_ size: Int, of file: FileDescriptor) throws(Errno)
  /// Acquires a lock that belongs to this open file description and is released when the
  /// description is closed; false if another open file description holds a conflicting lock.
  func lock(_ file: FileDescriptor, kind: LockKind) throws(Errno) -> Bool
  /// Releases the lock of this open file description, which stays open.
  func unlock(_ file: FileDescriptor) throws(Errno)

  /// Acquires the BSD lock of an open directory, or changes its kind; false if another open file
  /// description holds a conflicting lock. The lock is released when the last descriptor of that
  /// description is closed.
  func lockDirectory(_ directory: FileDescriptor, as kind: LockKind) throws(Errno) -> Bool

  func workingDirectory() throws(Errno) -> FilePath
  /// The effective user identifier of this process.
  var userIdentifier: UInt32 { get }
  /// The process identifier, which distinguishes the temporary files of different processes.
  var processIdentifier: Int32 { get }
  /// Whether a process with this number exists.
  func isProcessAlive(_ number: Int32) -> Bool
  /// Whether to search for files left next to a file by killed programs: true on the first call for
  /// a file, and again some time after the last search. A directory may have very many names.
  func isTimeForCleanup(nextTo file: FilePath) -> Bool
  /// The time since an arbitrary moment, for measuring waits: the time of day can be changed.
  var elapsed: Duration { get }
  /// The time of day, for determining the age of a file.
  var now: FileTime { get }
  /// Blocks the thread for a time.
  func pause(_ duration: Duration)
}

extension FileSystem {
  /// Creates a directory with these permissions, less the process's umask.
  package func makeDirectory(_ path: FilePath, permissions: FilePermissions) throws(Errno) {
    try makeDirectory(path, in: nil, permissions: permissions)
  }

  /// Renames `name` to `newName` in the same directory, replacing an existing file of that name.
  package func rename(_ name: FilePath, to newName: FilePath, in directory: FileDescriptor)
    throws(Errno)
  { try rename(name, in: directory, to: newName, in: directory) }

  /// Writes all bytes, in as many calls as necessary. The tool uses this instead of swift-system's
  /// `writeAll`, whose generic types take longer to create at its start than the write itself.
  package func writeAll(_ bytes: Span<UInt8>, to file: FileDescriptor) throws(Errno) {
    var written = 0
    while written < bytes.count {
      let count = try whenReady(
        file, for: .writing, call: write(bytes.extracting(written...), to: file))
      // A write makes progress or fails; retrying after zero bytes could loop forever.
      if count <= 0 { throw .ioError }
      written += count
    }
  }

  /// Makes a call that transfers bytes, and repeats it if a signal interrupts it. If the file is a
  /// non-blocking stream that is not ready, waits and repeats the call.
  func whenReady<Result>(
    _ file: FileDescriptor, for direction: TransferDirection,
    call: @autoclosure () throws(Errno) -> Result
  ) throws(Errno) -> Result {
    for _ in 1..<attemptLimit {
      do throws(Errno) { return try retryingInterrupts(call()) } catch {
        if error != .resourceTemporarilyUnavailable { throw error }
      }
      waitUntilReady(file, for: direction)
    }
    return try retryingInterrupts(call())
  }

  /// Writes the UTF-8 of a text, which is not copied if the text is stored in UTF-8.
  package func writeAll(_ text: String, to file: FileDescriptor) throws(Errno) {
    var text = text
    let result = text.withUTF8 { utf8 in
      Result { () throws(Errno) in
        try unsafe writeAll(Span(_unsafeElements: utf8), to: file)
      }
    }
    try result.get()
  }
}
