// Errors of file operations, for programs (a code) and for people (one sentence). Relies on
// swift-system's `Errno` for the system's error number. The codes are in FileErrorCode.swift.

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
  package init(code: Code, path: FilePath, operation: Operation, systemError: Errno?, task: Task) {
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

extension FileError: CustomStringConvertible {
  /// One sentence without a period, such as "cannot replace /x/y: no space left on device (ENOSPC)
  /// while writing the temporary file". At most a few hundred characters.
  public var description: String {
    if code == .durabilityUnknown, task == .replace {
      return "replaced \(shownPath), but its durability is unknown: \(reason) while \(step)"
    }
    let cause = "cannot \(task.rawValue) \(shownPath): \(reason)"
    return Self.codesWithoutStep.contains(code) ? cause : "\(cause) while \(step)"
  }

  /// The codes whose reasons say everything: the step would add nothing.
  private static let codesWithoutStep: Set<Code> = [
    .invalidPath, .notAFileURL, .isDirectory, .notARegularFile, .limitExceeded,
  ]

  /// The path, with its middle omitted if it is very long.
  private var shownPath: String {
    let text = path.isEmpty ? "the file with the empty path" : path.string
    guard text.utf8.count > 300 else { return text }
    return "\(text.prefix(100))…\(text.suffix(100))"
  }

  private var reason: String {
    if let companion, let what = Self.companionReasons[code] { return "\(companion) \(what)" }
    if code == .invalidPath, path.beginsWithTilde { return FilePath.tildeRefusal }
    if code == .limitExceeded, operation == .write {
      return "the new contents are larger than the limit"
    }
    if let sentence = Self.reasons[code] { return sentence }
    guard let systemError else { return code.rawValue }
    let text = systemError.description
    let name = Self.names[systemError] ?? "error \(systemError.rawValue)"
    return "\(text.prefix(1).lowercased())\(text.dropFirst()) (\(name))"
  }

  /// The file next to `path` that the step used, if any.
  private var companion: String? {
    guard !path.isTooLong, let last = path.lastComponent else { return nil }
    let name = FilePath(root: nil, [last])
    return switch operation {
    case .lock: "its lock file \(name.companion(prefix: ".", suffix: ".lock"))"
    case .keepPrevious: "its previous generation \(name.generation(1))"
    default: nil
    }
  }

  /// The reasons why a step cannot use its companion file.
  private static let companionReasons: [Code: String] = [
    .isDirectory: "is a directory", .tooManySymbolicLinks: "is a symbolic link",
    .notARegularFile: "is not a regular file",
  ]

  private var step: String {
    // This task does not create a temporary file.
    if task == .makeDurable, operation == .synchronize { return "syncing it" }
    return Self.steps[operation] ?? operation.rawValue
  }

  /// Reasons that this library gives without an error number from the system.
  private static let reasons: [Code: String] = [
    .invalidPath: "the path is empty or contains a zero byte",
    .notAFileURL: "the URL does not name a file", .isDirectory: "it is a directory",
    .notARegularFile: "it is a pipe, socket or device, not a regular file",
    .tooManySymbolicLinks: "too many symbolic links, possibly a cycle",
    .untrustedLink: "refused to follow another user's symbolic link in a shared directory",
    .limitExceeded: "it is larger than the limit",
    .conflict: "conflict with a change by another writer",
    .lockTimedOut: "timed out waiting for another process or thread",
    .lockingUnsupported: "its file system does not support locks",
    .cancelled: "the task was canceled",
  ]

  private static let steps: [Operation: String] = [
    .resolve: "resolving the path", .open: "opening it", .read: "reading it",
    .openDirectory: "opening its directory", .createDirectory: "creating its directory",
    .createTemporary: "creating the temporary file", .write: "writing the temporary file",
    .setPermissions: "setting the permissions of the temporary file",
    .synchronize: "syncing the temporary file", .close: "closing the temporary file",
    .rename: "renaming the temporary file", .synchronizeDirectory: "syncing its directory",
    .reserve: "reserving space for the temporary file", .lock: "acquiring its lock",
    .compare: "comparing it with the expected version", .remove: "removing the file set aside",
    .keepPrevious: "keeping its previous contents", .watch: "watching its directory",
  ]

  private static let names: [Errno: String] = [
    .notPermitted: "EPERM", .noSuchFileOrDirectory: "ENOENT", .ioError: "EIO",
    .noSuchAddressOrDevice: "ENXIO", .permissionDenied: "EACCES", .resourceBusy: "EBUSY",
    .fileExists: "EEXIST", .improperLink: "EXDEV", .notDirectory: "ENOTDIR", .isDirectory: "EISDIR",
    .invalidArgument: "EINVAL", .tooManyOpenFiles: "EMFILE", .tooManyOpenFilesInSystem: "ENFILE",
    .textFileBusy: "ETXTBSY", .fileTooLarge: "EFBIG", .noSpace: "ENOSPC",
    .readOnlyFileSystem: "EROFS", .tooManyLinks: "EMLINK", .fileNameTooLong: "ENAMETOOLONG",
    .tooManySymbolicLinkLevels: "ELOOP", .diskQuotaExceeded: "EDQUOT", .noMemory: "ENOMEM",
    .notSupported: "ENOTSUP", .staleNFSFileHandle: "ESTALE",
    .resourceTemporarilyUnavailable: "EAGAIN", .noLocks: "ENOLCK", .interrupted: "EINTR",
    .badFileDescriptor: "EBADF",
  ]
}
