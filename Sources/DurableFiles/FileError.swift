// What went wrong with a file, for programs (a code) and for people (one sentence).
// Relies on swift-system's `Errno` for the system's own number.

public import SystemPackage

/// An error of saving or reading a file.
///
/// Handle it by ``code``; show it by ``description``.
///
/// ```swift
/// do {
///   try AtomicReplacement.write(bytes, to: "settings.plist")
/// } catch FileError.Code.outOfSpace {
///   …
/// }
/// ```
public struct FileError: Error, Sendable, Hashable {
  /// What kind of error it is.
  public let code: Code

  /// The file as the caller named it.
  public let path: FilePath

  /// What was being done when the error came.
  public let operation: Operation

  /// The system's error number; nil when this library itself refused.
  public let systemError: Errno?

  /// The whole attempt, for the sentence: "replace" or "read".
  let task: Task

  /// What the caller wanted.
  enum Task: String {
    case replace, read
  }
}

extension FileError {
  /// A kind of error. The list is open: compare with the members that matter, expect others.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// A stable name, the same as the static member's.
    public let rawValue: String

    /// A code of the given name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The path is empty, or contains a zero byte.
    public static let invalidPath = Code(rawValue: "invalidPath")
    /// The file, or the directory it should be in, does not exist.
    public static let notFound = Code(rawValue: "notFound")
    /// A part of the path that should be a directory is none.
    public static let notADirectory = Code(rawValue: "notADirectory")
    /// A directory has the name of the file.
    public static let isDirectory = Code(rawValue: "isDirectory")
    /// A pipe, socket or device has the name of the file: it cannot be replaced.
    public static let notARegularFile = Code(rawValue: "notARegularFile")
    /// Symbolic links lead in a circle, or through too many steps.
    public static let tooManySymbolicLinks = Code(rawValue: "tooManySymbolicLinks")
    /// The name is longer than the file system allows.
    public static let nameTooLong = Code(rawValue: "nameTooLong")
    /// The system does not permit it.
    public static let permissionDenied = Code(rawValue: "permissionDenied")
    /// The file system can only be read.
    public static let readOnlyFileSystem = Code(rawValue: "readOnlyFileSystem")
    /// The file system is full.
    public static let outOfSpace = Code(rawValue: "outOfSpace")
    /// The user's quota is used up.
    public static let quotaExceeded = Code(rawValue: "quotaExceeded")
    /// The file would be larger than the system allows.
    public static let fileTooLarge = Code(rawValue: "fileTooLarge")
    /// The file is larger than the limit the caller set.
    public static let limitExceeded = Code(rawValue: "limitExceeded")
    /// The process or the system has too many open files.
    public static let tooManyOpenFiles = Code(rawValue: "tooManyOpenFiles")
    /// The drive or the connection to it failed.
    public static let inputOutput = Code(rawValue: "inputOutput")
    /// The file was replaced and reads as new, but the old contents may return after a power loss.
    /// Saving again is the remedy.
    public static let durabilityUnknown = Code(rawValue: "durabilityUnknown")
    /// Any other error of the system; see ``FileError/systemError``.
    public static let other = Code(rawValue: "other")

    /// Matches an error by its code: `catch FileError.Code.notFound`.
    public static func ~= (code: Code, error: any Error) -> Bool {
      (error as? FileError)?.code == code
    }
  }

  /// A step of saving or reading. The list is open.
  public struct Operation: RawRepresentable, Hashable, Sendable {
    /// A stable name, the same as the static member's.
    public let rawValue: String

    /// An operation of the given name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Finding what the path stands for.
    public static let resolve = Operation(rawValue: "resolve")
    /// Opening the file that is read.
    public static let open = Operation(rawValue: "open")
    /// Reading.
    public static let read = Operation(rawValue: "read")
    /// Opening the directory of the file.
    public static let openDirectory = Operation(rawValue: "openDirectory")
    /// Making a missing directory.
    public static let createDirectory = Operation(rawValue: "createDirectory")
    /// Creating the temporary file.
    public static let createTemporary = Operation(rawValue: "createTemporary")
    /// Writing the temporary file.
    public static let write = Operation(rawValue: "write")
    /// Giving the temporary file the permissions of the old one.
    public static let setPermissions = Operation(rawValue: "setPermissions")
    /// Sending the temporary file to the drive.
    public static let synchronize = Operation(rawValue: "synchronize")
    /// Closing the temporary file.
    public static let close = Operation(rawValue: "close")
    /// Giving the temporary file the name of the file.
    public static let rename = Operation(rawValue: "rename")
    /// Sending the directory to the drive.
    public static let synchronizeDirectory = Operation(rawValue: "synchronizeDirectory")
  }
}

extension FileError.Code {
  /// The code for an error number of the system.
  init(_ error: Errno) {
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
