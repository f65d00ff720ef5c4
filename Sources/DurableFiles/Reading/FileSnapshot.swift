// A file's contents together with what tells them from later ones, and whether they are what was
// written. Relies on `SnapshotSteps`.

package import SystemPackage

/// The contents of a file at one moment.
public struct FileSnapshot: Sendable, Hashable {
  /// Whether the contents are those that were written.
  public enum Integrity: String, Sendable, Hashable {
    /// The checksum that was recorded with them is theirs.
    case verified
    /// Nothing is known: there is no checksum, or it speaks of other contents, as after an edit by
    /// a program that records none.
    case unverified
    /// The checksum is another, though size and moment of change are as they were: the contents
    /// rotted.
    case damaged
  }

  /// The whole contents.
  public let bytes: [UInt8]
  /// What tells the contents from later ones.
  public let identity: FileIdentity
  /// Whether they are those that were written.
  public let integrity: Integrity

  /// A snapshot of the given parts, for doubles of a file.
  public init(bytes: [UInt8], identity: FileIdentity, integrity: Integrity) {
    self.bytes = bytes
    self.identity = identity
    self.integrity = integrity
  }
}

extension FileContents {
  /// Reads a regular file from its start to its end, and what is known of it.
  ///
  /// Symbolic links are followed. Nobody is kept from replacing the file meanwhile; the snapshot
  /// is of the old contents then, as its identity says.
  ///
  /// - Throws: ``FileError``, as ``read(_:limit:)``. Damage is no error.
  public static func snapshot(
    of file: some FilePathConvertible, limit: Int = defaultLimit
  ) throws(FileError) -> FileSnapshot {
    try snapshot(of: file.filePath(for: .read), limit: limit, in: POSIXFileSystem())
  }

  /// Reads a regular file and what is known of it, on another thread.
  public static func snapshot(
    of file: some FilePathConvertible, limit: Int = defaultLimit
  ) async throws(FileError) -> FileSnapshot {
    try await onDispatchThread { () throws(FileError) in try snapshot(of: file, limit: limit) }
  }

  /// Reads a regular file and what is known of it, in a given file system.
  package static func snapshot(
    of path: FilePath, limit: Int = defaultLimit, in system: some FileSystem
  ) throws(FileError) -> FileSnapshot {
    let found = try SnapshotSearch(system: system, path: path).run(limit: limit)
    if let found { return found }
    throw FileError(
      code: .notFound, path: path, operation: .open, systemError: .noSuchFileOrDirectory,
      task: .read)
  }

  /// What tells the present contents of a file from later ones, without reading them; nil when
  /// there is no file.
  public static func identity(of file: some FilePathConvertible) throws(FileError) -> FileIdentity?
  {
    try identity(of: file.filePath(for: .read), in: POSIXFileSystem())
  }

  /// What tells the present contents of a file from later ones, on another thread.
  public static func identity(
    of file: some FilePathConvertible
  ) async throws(FileError) -> FileIdentity? {
    try await onDispatchThread { () throws(FileError) in try identity(of: file) }
  }

  /// The same in a given file system.
  ///
  /// - Parameter known: what identified the contents once; it is returned when they are the same by
  ///   ``FileIdentity/isSameContents(as:)``, which may need reading them.
  package static func identity(
    of path: FilePath, like known: FileIdentity? = nil, in system: some FileSystem
  ) throws(FileError) -> FileIdentity? {
    let search = SnapshotSearch(system: system, path: path)
    do throws(FileError) {
      var target = try search.find()
      defer { search.abandon(target) }
      return try search.identity(of: &target, like: known)
    } catch {
      if error.code == .notFound { return nil }
      throw error
    }
  }
}
