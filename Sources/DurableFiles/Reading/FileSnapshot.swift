// The contents of a file, with their identity and integrity. Relies on `SnapshotSteps`.

package import SystemPackage

/// The contents of a file at a point in time.
public struct FileSnapshot: Sendable, Hashable {
  /// The integrity of the contents of a file.
  public enum Integrity: String, Sendable, Hashable {
    /// The contents match the recorded checksum.
    case verified
    /// The integrity is unknown: there is no checksum, or it applies to other contents, for example
    /// after an edit by a program that does not record checksums.
    case unverified
    /// The contents do not match the checksum, although size and modification time are unchanged:
    /// the contents are corrupted.
    case damaged
  }

  /// The complete contents.
  public let bytes: [UInt8]
  /// A token that changes whenever the contents do.
  public let identity: FileIdentity
  /// The integrity of the contents.
  public let integrity: Integrity

  /// Creates a snapshot with the given properties, for test doubles.
  public init(bytes: [UInt8], identity: FileIdentity, integrity: Integrity) {
    self.bytes = bytes
    self.identity = identity
    self.integrity = integrity
  }
}

extension FileContents {
  /// Reads a regular file from beginning to end, with its identity and integrity.
  ///
  /// Symbolic links are followed. Other writers may replace the file during the call; the snapshot
  /// then has the old contents and their identity.
  ///
  /// - Throws: ``FileError``, like `read(_:limit:)`. Corrupted contents are not an error.
  public static func snapshot(of file: some FilePathConvertible, limit: Int = defaultLimit)
    throws(FileError) -> FileSnapshot
  { try snapshot(of: file.filePath(for: .read), limit: limit, in: POSIXFileSystem()) }

  /// Reads a regular file with its identity and integrity, on another thread.
  public static func snapshot(of file: some FilePathConvertible, limit: Int = defaultLimit)
    async throws(FileError) -> FileSnapshot
  { try await onDispatchThread { () throws(FileError) in try snapshot(of: file, limit: limit) } }

  /// Reads a regular file with its identity and integrity, in a given file system.
  package static func snapshot(
    of path: FilePath, limit: Int = defaultLimit, in system: some FileSystem
  ) throws(FileError) -> FileSnapshot {
    let found = try SnapshotSearch(system: system, path: path).run(limit: limit)
    if let found { return found }
    throw FileError(
      code: .notFound, path: path, operation: .open, systemError: .noSuchFileOrDirectory,
      task: .read)
  }

  /// Returns the identity of a file's current contents without reading them; nil if the file does
  /// not exist.
  public static func identity(of file: some FilePathConvertible) throws(FileError) -> FileIdentity?
  { try identity(of: file.filePath(for: .read), in: POSIXFileSystem()) }

  /// Returns the identity of a file's current contents, on another thread.
  public static func identity(of file: some FilePathConvertible) async throws(FileError)
    -> FileIdentity?
  { try await onDispatchThread { () throws(FileError) in try identity(of: file) } }

  /// Returns the identity of a file's current contents in a given file system.
  ///
  /// - Parameter known: an earlier identity. It is returned if the contents are the same according
  ///   to ``FileIdentity/isSameContents(as:)``, which may require reading them.
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
