// Errors of file operations, for programs (a code) and for people (one sentence). Relies on
// swift-system's `Errno` for the system's error number.

public import SystemPackage

/// An error of saving or reading a file.
///
/// Handle it by its ``code``; display its ``description``.
///
/// ```swift
/// do {
///   try AtomicReplacement.write(bytes, to: "settings.plist")
/// } catch FileError.Code.outOfSpace {
///   …
/// }
/// ```
public struct FileError: Error, Sendable, Hashable {
  /// The kind of error.
  public let code: Code

  /// The path of the file, as the caller specified it.
  public let path: FilePath

  /// The operation that failed.
  public let operation: Operation

  /// The system's error number; nil if the system did not report an error.
  public let systemError: Errno?

  /// The task that the operation belongs to, for the description: "replace" or "read".
  package let task: Task

  /// Creates an error for one step of a task.
  package init(
    code: Code, path: FilePath, operation: Operation, systemError: Errno?, task: Task
  ) {
    self.code = code
    self.path = path
    self.operation = operation
    self.systemError = systemError
    self.task = task
  }

  /// The task that the caller requested.
  package enum Task: String, Sendable {
    case replace, read, lock, watch, remove, copy
    case keepCopy = "keep a copy of"
    case makeDurable = "make durable"
  }
}

extension FileError {
  /// A step of saving or reading. The list is open.
  public struct Operation: RawRepresentable, Hashable, Sendable {
    /// The stable name, the same as that of the static member.
    public let rawValue: String

    /// Creates an operation with the given name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Resolving the path.
    public static let resolve = Operation(rawValue: "resolve")
    /// Opening the file.
    public static let open = Operation(rawValue: "open")
    /// Reading the file.
    public static let read = Operation(rawValue: "read")
    /// Opening the directory of the file.
    public static let openDirectory = Operation(rawValue: "openDirectory")
    /// Creating a missing directory.
    public static let createDirectory = Operation(rawValue: "createDirectory")
    /// Creating the temporary file.
    public static let createTemporary = Operation(rawValue: "createTemporary")
    /// Writing the temporary file.
    public static let write = Operation(rawValue: "write")
    /// Giving the temporary file the permissions of the old one.
    public static let setPermissions = Operation(rawValue: "setPermissions")
    /// Flushing the temporary file to the drive.
    public static let synchronize = Operation(rawValue: "synchronize")
    /// Closing the temporary file.
    public static let close = Operation(rawValue: "close")
    /// Reserving space for the temporary file.
    public static let reserve = Operation(rawValue: "reserve")
    /// Waiting for the lock of the file.
    public static let lock = Operation(rawValue: "lock")
    /// Comparing the file with the version that the caller knows.
    public static let compare = Operation(rawValue: "compare")
    /// Keeping the previous contents under another name.
    public static let keepPrevious = Operation(rawValue: "keepPrevious")
    /// Watching the directory of the file.
    public static let watch = Operation(rawValue: "watch")
    /// Removing a file that was set aside.
    public static let remove = Operation(rawValue: "remove")
    /// Renaming the temporary file to the name of the file.
    public static let rename = Operation(rawValue: "rename")
    /// Flushing the directory to the drive.
    public static let synchronizeDirectory = Operation(rawValue: "synchronizeDirectory")
  }
}
