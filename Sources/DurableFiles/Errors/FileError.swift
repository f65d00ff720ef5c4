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
  package let task: Task

  /// An error of one step of a task, for this package.
  package init(
    code: Code, path: FilePath, operation: Operation, systemError: Errno?, task: Task
  ) {
    self.code = code
    self.path = path
    self.operation = operation
    self.systemError = systemError
    self.task = task
  }

  /// What the caller wanted.
  package enum Task: String, Sendable {
    case replace, read, lock, watch, remove, copy
    case keepCopy = "keep a copy of"
    case makeDurable = "make durable"
  }
}

extension FileError {
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
    /// Setting room aside for the temporary file.
    public static let reserve = Operation(rawValue: "reserve")
    /// Waiting for the lock of the file.
    public static let lock = Operation(rawValue: "lock")
    /// Comparing the file with the one that the caller knows.
    public static let compare = Operation(rawValue: "compare")
    /// Keeping the previous contents under another name.
    public static let keepPrevious = Operation(rawValue: "keepPrevious")
    /// Watching the directory of the file.
    public static let watch = Operation(rawValue: "watch")
    /// Removing a file that was put aside.
    public static let remove = Operation(rawValue: "remove")
    /// Giving the temporary file the name of the file.
    public static let rename = Operation(rawValue: "rename")
    /// Sending the directory to the drive.
    public static let synchronizeDirectory = Operation(rawValue: "synchronizeDirectory")
  }
}
