// The kinds of error, for programs, and the system's error numbers that correspond to them.

package import SystemPackage

extension FileError {
  /// A kind of error. The list is open: compare with the members that matter and expect others.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name, such as `not-found`.
    public let rawValue: String

    /// Creates a code with the given name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The path is empty, contains a zero byte, is `~`, or begins with `~/` or `~NAME/`, which only
    /// a shell expands.
    public static let invalidPath = Code(rawValue: "invalid-path")
    /// A URL does not name a file: its scheme is not `file`.
    public static let notAFileURL = Code(rawValue: "not-a-file-url")
    /// The file, or the directory that should contain it, does not exist.
    public static let notFound = Code(rawValue: "not-found")
    /// A component of the path that should be a directory is not a directory.
    public static let notADirectory = Code(rawValue: "not-a-directory")
    /// The path refers to a directory.
    public static let isDirectory = Code(rawValue: "is-directory")
    /// The path refers to a pipe, socket or device, which cannot be replaced.
    public static let notARegularFile = Code(rawValue: "not-a-regular-file")
    /// Symbolic links form a cycle or are nested too deeply.
    public static let tooManySymbolicLinks = Code(rawValue: "too-many-symbolic-links")
    /// A symbolic link in a world-writable directory with the sticky bit belongs neither to this
    /// user nor to the owner of the directory. It is not followed.
    public static let untrustedLink = Code(rawValue: "untrusted-link")
    /// The name is longer than the file system allows.
    public static let nameTooLong = Code(rawValue: "name-too-long")
    /// The system denied permission.
    public static let permissionDenied = Code(rawValue: "permission-denied")
    /// The file system is read-only.
    public static let readOnlyFileSystem = Code(rawValue: "read-only-file-system")
    /// The file system is full.
    public static let outOfSpace = Code(rawValue: "out-of-space")
    /// The user's disk quota is exceeded.
    public static let quotaExceeded = Code(rawValue: "quota-exceeded")
    /// The file would be larger than the system allows.
    public static let fileTooLarge = Code(rawValue: "file-too-large")
    /// The file is larger than the limit that the caller set.
    public static let limitExceeded = Code(rawValue: "limit-exceeded")
    /// The process or the system has too many open files.
    public static let tooManyOpenFiles = Code(rawValue: "too-many-open-files")
    /// The drive or the connection to it failed.
    public static let inputOutput = Code(rawValue: "input-output")
    /// The file was replaced and the new contents can be read, but the old contents might return
    /// after a power failure. To recover, save again.
    public static let durabilityUnknown = Code(rawValue: "durability-unknown")
    /// Another writer has replaced, changed, created or removed the file since the caller last
    /// checked it. That writer's change is intact. To recover, read the file again.
    public static let conflict = Code(rawValue: "conflict")
    /// Another process or thread held the lock of the file for longer than the caller was willing
    /// to wait.
    public static let lockTimedOut = Code(rawValue: "lock-timed-out")
    /// The file system does not support locks.
    public static let lockingUnsupported = Code(rawValue: "locking-unsupported")
    /// The task was canceled before the file was replaced or its lock was acquired.
    public static let cancelled = Code(rawValue: "cancelled")
    /// Any other system error; see ``FileError/systemError``.
    public static let other = Code(rawValue: "other")

    /// Matches an error by its code: `catch FileError.Code.notFound`.
    public static func ~= (code: Code, error: any Error) -> Bool {
      (error as? FileError)?.code == code
    }
  }
}

extension FileError.Code {
  /// Creates the code for an error number of the system.
  package init(_ error: Errno) { self = Self.codes[error] ?? .other }

  private static let codes: [Errno: Self] = [
    .noSuchFileOrDirectory: .notFound, .notDirectory: .notADirectory, .isDirectory: .isDirectory,
    .tooManySymbolicLinkLevels: .tooManySymbolicLinks, .fileNameTooLong: .nameTooLong,
    .permissionDenied: .permissionDenied, .notPermitted: .permissionDenied,
    .readOnlyFileSystem: .readOnlyFileSystem, .noSpace: .outOfSpace,
    .diskQuotaExceeded: .quotaExceeded, .fileTooLarge: .fileTooLarge,
    .tooManyOpenFiles: .tooManyOpenFiles, .tooManyOpenFilesInSystem: .tooManyOpenFiles,
    .ioError: .inputOutput,
  ]
}
