// The kinds of error, for programs, and which error number of the system means which.

package import SystemPackage

extension FileError {
  /// A kind of error. The list is open: compare with the members that matter, expect others.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name, such as `not-found`.
    public let rawValue: String

    /// A code of the given name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The path is empty, contains a zero byte, or is `~` or begins with `~/` or `~NAME/`, which only a
    /// shell expands.
    public static let invalidPath = Code(rawValue: "invalid-path")
    /// A URL does not name a file: its scheme is not `file`.
    public static let notAFileURL = Code(rawValue: "not-a-file-url")
    /// The file, or the directory it should be in, does not exist.
    public static let notFound = Code(rawValue: "not-found")
    /// A part of the path that should be a directory is none.
    public static let notADirectory = Code(rawValue: "not-a-directory")
    /// A directory has the name of the file.
    public static let isDirectory = Code(rawValue: "is-directory")
    /// A pipe, socket or device has the name of the file: it cannot be replaced.
    public static let notARegularFile = Code(rawValue: "not-a-regular-file")
    /// Symbolic links lead in a circle, or through too many steps.
    public static let tooManySymbolicLinks = Code(rawValue: "too-many-symbolic-links")
    /// A symbolic link in a sticky directory, where everyone may make names, belongs neither to this
    /// user nor to the owner of the directory: it is not followed.
    public static let untrustedLink = Code(rawValue: "untrusted-link")
    /// The name is longer than the file system allows.
    public static let nameTooLong = Code(rawValue: "name-too-long")
    /// The system does not permit it.
    public static let permissionDenied = Code(rawValue: "permission-denied")
    /// The file system can only be read.
    public static let readOnlyFileSystem = Code(rawValue: "read-only-file-system")
    /// The file system is full.
    public static let outOfSpace = Code(rawValue: "out-of-space")
    /// The user's quota is used up.
    public static let quotaExceeded = Code(rawValue: "quota-exceeded")
    /// The file would be larger than the system allows.
    public static let fileTooLarge = Code(rawValue: "file-too-large")
    /// The file is larger than the limit the caller set.
    public static let limitExceeded = Code(rawValue: "limit-exceeded")
    /// The process or the system has too many open files.
    public static let tooManyOpenFiles = Code(rawValue: "too-many-open-files")
    /// The drive or the connection to it failed.
    public static let inputOutput = Code(rawValue: "input-output")
    /// The file was replaced and reads as new, but the old contents may return after a power loss.
    /// Saving again is the remedy.
    public static let durabilityUnknown = Code(rawValue: "durability-unknown")
    /// The file is not the one that the caller knows: somebody replaced, changed, made or removed
    /// it. It is as they left it. Reading it again is the remedy.
    public static let conflict = Code(rawValue: "conflict")
    /// Somebody else had the lock of the file for longer than the caller would wait.
    public static let lockTimedOut = Code(rawValue: "lock-timed-out")
    /// The file system has no locks.
    public static let lockingUnsupported = Code(rawValue: "locking-unsupported")
    /// The task was cancelled before the file was replaced, or before its lock was free.
    public static let cancelled = Code(rawValue: "cancelled")
    /// Any other error of the system; see ``FileError/systemError``.
    public static let other = Code(rawValue: "other")

    /// Matches an error by its code: `catch FileError.Code.notFound`.
    public static func ~= (code: Code, error: any Error) -> Bool {
      (error as? FileError)?.code == code
    }
  }
}

extension FileError.Code {
  /// The code for an error number of the system.
  package init(_ error: Errno) {
    self = Self.codes[error] ?? .other
  }

  private static let codes: [Errno: Self] = [
    .noSuchFileOrDirectory: .notFound, .notDirectory: .notADirectory,
    .isDirectory: .isDirectory, .tooManySymbolicLinkLevels: .tooManySymbolicLinks,
    .fileNameTooLong: .nameTooLong, .permissionDenied: .permissionDenied,
    .notPermitted: .permissionDenied, .readOnlyFileSystem: .readOnlyFileSystem,
    .noSpace: .outOfSpace, .diskQuotaExceeded: .quotaExceeded, .fileTooLarge: .fileTooLarge,
    .tooManyOpenFiles: .tooManyOpenFiles, .tooManyOpenFilesInSystem: .tooManyOpenFiles,
    .ioError: .inputOutput,
  ]
}
